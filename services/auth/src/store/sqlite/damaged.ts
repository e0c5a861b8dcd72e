/**
 * The error for a damaged file of the store. Nothing is served from damaged data: missing records
 * would go unnoticed.
 */
import { memberOf, reasonOf } from '@skein/base';
import { ApiError } from '@skein/errors';

export function damaged(path: string, why: string): ApiError {
  return new ApiError('corrupt_state_exception', `file [${path}] is damaged: ${why}`);
}

/**
 * SQLite's result codes of problems outside the file: SQLITE_PERM, BUSY, LOCKED, NOMEM, READONLY,
 * IOERR, FULL, CANTOPEN. An extended result code has one of them in its lowest byte.
 */
const NOT_THE_FILE: ReadonlySet<number> = new Set([3, 5, 6, 7, 8, 10, 13, 14]);

/** The error to report in place of an error of SQLite; an ApiError stays unchanged. */
export function unusable(path: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const errcode = memberOf(error, 'errcode');
  const why = reasonOf(error);
  const isOutside = typeof errcode === 'number' && NOT_THE_FILE.has(errcode & 0xff);
  if (!isOutside) return damaged(path, why);
  return new ApiError('illegal_state_exception', `file [${path}] cannot be used: ${why}`);
}
