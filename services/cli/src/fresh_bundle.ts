/**
 * The bundle: the services' code in a few files, which `npm run build` makes of the packages. A
 * process loads them in a fifth of the time that two thousand modules take. Only this file decides
 * whether the bundle may be used: each of its sources must be unchanged. Otherwise, as after a
 * compilation without bundling or with another version of a package, the packages' own files run.
 */
import { readFileSync, statSync } from 'node:fs';

const CHECKOUT = new URL('../../../', import.meta.url);

/**
 * The folder of all bundles. Each bundle has a folder of its own, because processes that run an
 * earlier one still load files and start threads from it.
 */
export function bundlesOf(checkout = CHECKOUT): URL {
  return new URL('services/cli/dist/bundle/', checkout);
}

export interface BundleRecord {
  /** The name of the bundle's folder within `bundlesOf`. */
  readonly folder: string;
  /**
   * The modification time in milliseconds of each source, by its path in the checkout. Sources that
   * do not exist are not compared: an image ships the bundle alone.
   */
  readonly madeOf: Readonly<Record<string, number>>;
}

/** The bundle's folder; undefined if there is no bundle or it is stale. */
export function freshBundle(checkout = CHECKOUT): URL | undefined {
  const record = readRecord(checkout);
  if (record === undefined) return undefined;
  const isFresh = Object.entries(record.madeOf).every(([path, madeMs]) => {
    const now = changedMs(path, checkout);
    return now === undefined || now === madeMs;
  });
  return isFresh ? new URL(`${record.folder}/`, bundlesOf(checkout)) : undefined;
}

/** The modification time of a path in the checkout; undefined if nothing is there. */
export function changedMs(path: string, checkout = CHECKOUT): number | undefined {
  return statSync(new URL(path, checkout), { throwIfNoEntry: false })?.mtimeMs;
}

/** The record of the last bundle that was finished. */
export function recordFile(checkout = CHECKOUT): URL {
  return new URL('current.json', bundlesOf(checkout));
}

export function readRecord(checkout = CHECKOUT): BundleRecord | undefined {
  try {
    // `npm run build` wrote it.
    return JSON.parse(readFileSync(recordFile(checkout), 'utf8')) as BundleRecord;
  } catch (error) {
    // No function of a package reads the code: the build imports this file before it has built any.
    const isObject = typeof error === 'object' && error !== null;
    if (isObject && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
