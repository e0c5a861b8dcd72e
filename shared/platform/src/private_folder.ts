/** What a service keeps is for its owner alone: folders 0700, files 0600. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@skein/base';

const OTHERS = 0o077;

/**
 * From now on nobody else is let see what this process makes, whoever makes it. The folder is made if need be; what is in it since a time when that was not so is closed
 * to others. A folder of somebody else (a volume that was mounted for this process) stays as it is, with a warning; what is in it is closed.
 */
export function keepPrivate(folder: string, log: Pick<Log, 'warn'>): void {
  process.umask(OTHERS);
  mkdirSync(folder, { recursive: true });
  close(folder, log);
}

/** What is closed has been closed with all in it. */
function close(path: string, log: Pick<Log, 'warn'>): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink() || (found.mode & OTHERS) === 0) return;
  // Last, so that one that was begun is gone through again.
  if (found.isDirectory()) for (const name of readdirSync(path)) close(join(path, name), log);
  restrict(path, found, log);
}

function restrict(path: string, { mode }: Stats, log: Pick<Log, 'warn'>): void {
  try {
    chmodSync(path, mode & ~OTHERS & 0o7777);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EPERM') throw failure;
    log.warn('others may look into what they should not', { path, owner: 'another user' });
  }
}
