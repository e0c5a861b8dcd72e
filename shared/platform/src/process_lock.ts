/**
 * A lock that admits one process at a time to a data directory or a file. The lock is a file that
 * names its holder by process id, process start time and boot: a holder that has exited, was killed
 * or ran before a reboot leaves a stale lock, which is taken over. A second lock guards the removal
 * of a stale one.
 */
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { memberOf, textIn } from '@skein/base';
import { ApiError } from '@skein/errors';
import { makeFolderDurablySync } from './durable_write.js';

const LOCK_FILE = 'node.lock';
/**
 * Attempts to take the lock: two processes may find the same stale lock, and the loser looks again.
 */
const MAX_ATTEMPTS = 5;

interface Holder {
  readonly pid: number;
  /** Clock ticks after boot, `/proc/<pid>/stat` field 22; empty if there is no /proc. */
  readonly startTime: string;
  readonly bootId: string;
  readonly host: string;
}

export interface ProcessLock {
  release(): void;
}

/**
 * Creates the directory if need be and locks it; throws, naming the holder, when a living process
 * holds the lock.
 */
export function lockDataDirectory(path: string): ProcessLock {
  makeFolderDurablySync(path);
  return takeLock(join(path, LOCK_FILE), `failed to obtain node lock on [${path}]`);
}

/**
 * Locks a file that is about to be changed; throws, naming the holder, when a living process holds
 * the lock.
 */
export function lockFile(path: string): ProcessLock {
  return takeLock(`${path}.lock`, `failed to lock [${path}]`);
}

function takeLock(lockPath: string, failure: string): ProcessLock {
  const mine = JSON.stringify(currentHolder());
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (tryCreate(lockPath, mine)) return { release: () => releaseIfMine(lockPath, mine) };
    const found = readIfThere(lockPath);
    if (found === undefined) continue;
    const holder = holderIn(found);
    if (holder !== undefined && isAlive(holder)) {
      const reason = `${failure}: it is held by process [${holder.pid}] on [${holder.host}]`;
      throw new ApiError('illegal_state_exception', reason);
    }
    removeStale(lockPath, found, failure);
  }
  throw new ApiError('illegal_state_exception', failure);
}

/**
 * Removes the lock if it still has the content that was found to be stale. Two processes may find
 * the same stale lock; the slower one must not remove the new lock of the faster one.
 */
function removeStale(lockPath: string, stale: string, failure: string): void {
  const turn = takeLock(`${lockPath}.stale`, failure);
  try {
    if (readIfThere(lockPath) === stale) rmSync(lockPath, { force: true });
  } finally {
    turn.release();
  }
}

/**
 * Creates the lock by writing a temporary file and linking it into place, so that a lock file has
 * its whole content or does not exist.
 */
function tryCreate(lockPath: string, content: string): boolean {
  const aside = `${lockPath}.${process.pid}`;
  const file = openSync(aside, 'w');
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(aside, lockPath);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Returns `undefined` if the content is damaged. */
function holderIn(content: string): Holder | undefined {
  const json = parsedOrNone(content);
  const pid = memberOf(json, 'pid');
  const textAt = (name: keyof Holder) => textIn(json, name) ?? '';
  if (typeof pid !== 'number') return undefined;
  return { pid, startTime: textAt('startTime'), bootId: textAt('bootId'), host: textAt('host') };
}

function parsedOrNone(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder): boolean {
  const mine = currentHolder();
  if (holder.bootId !== mine.bootId) return false;
  if (holder.pid === mine.pid) return holder.startTime === mine.startTime;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    if (errorCode(error) !== 'EPERM') throw error;
  }
  return holder.startTime === startTimeOf(holder.pid);
}

function currentHolder(): Holder {
  return {
    pid: process.pid,
    startTime: startTimeOf(process.pid),
    bootId: readIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? '',
    host: hostname(),
  };
}

/**
 * The start time of a process. The name in field 2 may contain spaces and parentheses, so fields
 * are counted after the last `)`.
 */
function startTimeOf(pid: number): string {
  const stat = readIfThere(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function releaseIfMine(lockPath: string, mine: string): void {
  if (readIfThere(lockPath) === mine) rmSync(lockPath, { force: true });
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ESRCH') return undefined;
    throw error;
  }
}

function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error
    ? String(error.code)
    : undefined;
}
