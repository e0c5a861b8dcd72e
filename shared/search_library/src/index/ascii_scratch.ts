/** A buffer for strings of a document without their escapes, which an analyzer may modify. */
import { unescapeAscii } from '@skein/content';
import type { AsciiTerm, AsciiText } from '../document/indexable_document.js';

export interface PlainAscii {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

const INITIAL_BYTES = 16 * 1024;
/** Strings of up to this many bytes are copied in a loop, since a view costs more. */
const BY_HAND = 64;

export class AsciiScratch implements PlainAscii {
  bytes = new Uint8Array(INITIAL_BYTES);
  readonly start = 0;
  end = 0;

  /** A copy of the string without escapes, valid until the next call. */
  plain({ bytes, start, end, escaped }: AsciiText | AsciiTerm): PlainAscii {
    const length = end - start;
    if (length > this.bytes.length) this.bytes = new Uint8Array(length * 2);
    if (escaped) {
      this.end = unescapeAscii(bytes, start, end, this.bytes);
      return this;
    }
    if (length > BY_HAND) this.bytes.set(bytes.subarray(start, end));
    else for (let i = 0; i < length; i++) this.bytes[i] = bytes[start + i];
    this.end = length;
    return this;
  }
}
