/**
 * Why a file of the store is not opened. Nothing is served from what is not as it was written: less
 * data would look like all there is.
 */
import { ApiError } from '@skein/errors';

export function damaged(path: string, why: string): ApiError {
  return new ApiError('corrupt_state_exception', `file [${path}] is damaged: ${why}`);
}

/**
 * SQLite's codes for what lies around the file and not in it: SQLITE_PERM, BUSY, LOCKED, NOMEM,
 * READONLY, IOERR, FULL, CANTOPEN.
 */
const NOT_THE_FILE: ReadonlySet<unknown> = new Set([3, 5, 6, 7, 8, 10, 13, 14]);

/** An error of SQLite, or one of ours that says it all. */
export function unusable(path: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { message, errcode } = error as Error & { errcode?: number };
  if (errcode === undefined || !NOT_THE_FILE.has(errcode & 0xff)) return damaged(path, message);
  return new ApiError('illegal_state_exception', `file [${path}] cannot be used: ${message}`);
}
