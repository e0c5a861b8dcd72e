/** The data of a service is private to its owner: folders 0700, files 0600. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { type Log, systemCodeOf } from '@skein/base';

const OTHERS = 0o077;

/**
 * Makes all new files of this process private from now on. Creates the folder if need be, and makes
 * existing content private too. A folder of another owner (a volume that was mounted for this
 * process) stays as it is, with a warning; its content is made private.
 */
export function keepPrivate(folder: string, log: Pick<Log, 'warn'>): void {
  process.umask(OTHERS);
  mkdirSync(folder, { recursive: true });
  close(folder, log);
}

/**
 * Makes a path and everything in it private. A path that is private already has only private
 * content.
 */
function close(path: string, log: Pick<Log, 'warn'>): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink() || (found.mode & OTHERS) === 0) return;
  // The folder comes last, so that an interrupted run starts over in it.
  if (found.isDirectory()) for (const name of readdirSync(path)) close(join(path, name), log);
  restrict(path, found, log);
}

function restrict(path: string, { mode }: Stats, log: Pick<Log, 'warn'>): void {
  try {
    chmodSync(path, mode & ~OTHERS & 0o7777);
  } catch (failure) {
    if (systemCodeOf(failure) !== 'EPERM') throw failure;
    log.warn('other users can read or change private data', { path, owner: 'another user' });
  }
}
