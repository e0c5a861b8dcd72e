/** The head of a request from another node: its numbers and texts are checked before use. */
import { isObject } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { RequestHead } from './calls.js';
import { decodeMessage } from './message_codec.js';

/** The longest timer: 24 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** Throws corrupt_state_exception naming what is wrong. */
export function readRequestHead(bytes: Uint8Array): RequestHead {
  const value = decodeMessage(bytes);
  if (!isObject(value)) throw broken('no head');
  const { t, p, u, w } = value;
  if (typeof t !== 'number' || !(t >= 0)) throw broken('no deadline');
  if (p !== undefined && typeof p !== 'string') throw broken('wrong parent task');
  if (u !== undefined && !(u instanceof Uint8Array)) throw broken('wrong user');
  if (w !== undefined && typeof w !== 'string') throw broken('wrong trace');
  return {
    t: Math.min(t, LONGEST_MS),
    ...(p === undefined ? {} : { p }),
    ...(u === undefined ? {} : { u }),
    ...(w === undefined ? {} : { w }),
  };
}

function broken(why: string): ApiError {
  return new ApiError('corrupt_state_exception', `broken request: ${why}`);
}
