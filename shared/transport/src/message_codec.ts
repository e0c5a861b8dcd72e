/**
 * Messages as MessagePack. Only plain data is sent: objects, arrays, text, numbers, booleans,
 * `undefined`, bytes. A user's JSON is sent as opaque bytes, since this codec renames a key
 * `__proto__`, and numbers are doubles.
 */
import { ApiError } from '@skein/errors';
import { Packr } from 'msgpackr';

const packr = new Packr({ useRecords: false, structuredClone: false, moreTypes: false });

export function encodeMessage(value: unknown): Uint8Array {
  return packr.pack(value);
}

/** Decodes a message; byte strings in it are views of `bytes`. Throws corrupt_state_exception. */
export function decodeMessage(bytes: Uint8Array): unknown {
  try {
    return packr.unpack(bytes);
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    throw new ApiError('corrupt_state_exception', `broken message: ${why}`);
  }
}
