/**
 * The error for a damaged file of the store. Nothing is served from damaged data: missing records
 * would go unnoticed.
 */
import { ApiError } from '@skein/errors';

export function damaged(path: string, why: string): ApiError {
  return new ApiError('corrupt_state_exception', `file [${path}] is damaged: ${why}`);
}

/**
 * SQLite's result codes of problems outside the file: SQLITE_PERM, BUSY, LOCKED, NOMEM, READONLY,
 * IOERR, FULL, CANTOPEN. An extended result code has one of them in its lowest byte.
 */
const NOT_THE_FILE: ReadonlySet<unknown> = new Set([3, 5, 6, 7, 8, 10, 13, 14]);

/** The error to report in place of an error of SQLite; an ApiError stays unchanged. */
export function unusable(path: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { message, errcode } = error as Error & { errcode?: number };
  if (errcode === undefined || !NOT_THE_FILE.has(errcode & 0xff)) return damaged(path, message);
  return new ApiError('illegal_state_exception', `file [${path}] cannot be used: ${message}`);
}
