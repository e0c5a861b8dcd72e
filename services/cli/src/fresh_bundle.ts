/**
 * The services' code as a few files, which `npm run build` makes of the packages: a process loads
 * it in a fifth of the time of two thousand modules. Here alone is decided whether it may be used:
 * only as long as everything it was made of is as it was then. Who compiles without bundling, or
 * installs another version of a package, runs the packages' own files.
 */
import { readFileSync, statSync } from 'node:fs';

const CHECKOUT = new URL('../../../', import.meta.url);

/**
 * Each bundle has a folder of its own in here: processes of the one before load parts of it, and
 * start threads of it, long after.
 */
export function bundlesOf(checkout = CHECKOUT): URL {
  return new URL('services/cli/dist/bundle/', checkout);
}

export interface BundleRecord {
  /** In `bundlesOf`. */
  readonly folder: string;
  /**
   * Times of change, milliseconds, by the path in the checkout. What is not there is not compared:
   * an image ships the bundle alone.
   */
  readonly madeOf: Readonly<Record<string, number>>;
}

/** The bundle's folder; `undefined`: there is none, or it is stale. */
export function freshBundle(checkout = CHECKOUT): URL | undefined {
  const record = readRecord(checkout);
  if (record === undefined) return undefined;
  const isFresh = Object.entries(record.madeOf).every(([path, madeMs]) => {
    const now = changedMs(path, checkout);
    return now === undefined || now === madeMs;
  });
  return isFresh ? new URL(`${record.folder}/`, bundlesOf(checkout)) : undefined;
}

/** Of a path in the checkout; `undefined`: there is nothing. */
export function changedMs(path: string, checkout = CHECKOUT): number | undefined {
  return statSync(new URL(path, checkout), { throwIfNoEntry: false })?.mtimeMs;
}

/** Of the last bundle that was finished. */
export function recordFile(checkout = CHECKOUT): URL {
  return new URL('current.json', bundlesOf(checkout));
}

export function readRecord(checkout = CHECKOUT): BundleRecord | undefined {
  try {
    return JSON.parse(readFileSync(recordFile(checkout), 'utf8')) as BundleRecord;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
