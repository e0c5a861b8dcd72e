/** Reads a thrown value, which may be anything. */
import { textIn } from './unknown_value.js';

/** The message of a thrown error. */
export function reasonOf(thrown: unknown): string {
  return textIn(thrown, 'message') ?? String(thrown);
}

/** The code of a system error or of one of Node's: `ENOENT`, `ERR_MODULE_NOT_FOUND`. */
export function systemCodeOf(thrown: unknown): string | undefined {
  return textIn(thrown, 'code');
}
