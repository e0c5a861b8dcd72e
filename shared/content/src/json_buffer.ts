/**
 * JSON written piece by piece into one growing buffer. Responses are made of many short pieces, and
 * copying a few bytes one by one costs less than a view of them or a call of the encoder; only long
 * pieces use those.
 */
import { writeCompact } from './encode_json.js';
import type { JsonValue } from './value.js';

const encoder = new TextEncoder();

/** UTF-8 takes at most three bytes for a UTF-16 unit. */
const MAX_UTF8_BYTES = 3;
const INITIAL_BYTES = 1024;
/** Length up to which texts and bytes are copied one by one. */
const SHORT = 48;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const DELETE = 0x7f;

/** The punctuation of JSON. */
export const PUNCTUATION = {
  openObject: 0x7b,
  closeObject: 0x7d,
  openArray: 0x5b,
  closeArray: 0x5d,
  comma: 0x2c,
  colon: 0x3a,
} as const;

export class JsonBuffer {
  #bytes = new Uint8Array(INITIAL_BYTES);
  #length = 0;

  value(value: JsonValue): void {
    writeCompact(value, this);
  }

  /** Writes a text unchanged. */
  text(text: string): void {
    const { length } = text;
    this.#reserve(length * MAX_UTF8_BYTES);
    if (length > SHORT || !this.#ascii(text)) {
      const free = this.#bytes.subarray(this.#length);
      this.#length += encoder.encodeInto(text, free).written;
    }
  }

  /** Writes a text as a JSON string: quoted, and escaped if necessary. */
  string(text: string): void {
    const { length } = text;
    this.#reserve(length + 2);
    if (length > SHORT || !this.#quoted(text)) this.text(JSON.stringify(text));
  }

  raw(bytes: Uint8Array): void {
    this.range(bytes, 0, bytes.length);
  }

  /** Writes `bytes[start, end)`. */
  range(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    this.#reserve(length);
    const to = this.#bytes;
    const at = this.#length;
    if (length <= SHORT) for (let i = 0; i < length; i++) to[at + i] = bytes[start + i] ?? 0;
    else to.set(length === bytes.length ? bytes : bytes.subarray(start, end), at);
    this.#length = at + length;
  }

  /** Writes one ASCII character. */
  character(code: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = code;
  }

  /** Size of the buffer's memory. */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** Number of bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /** Drops everything after the first `length` bytes. */
  cut(length: number): void {
    this.#length = length;
  }

  /** The written bytes, in memory of their own; empties the buffer. */
  finish(): Uint8Array<ArrayBuffer> {
    const written = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return written;
  }

  /** A view of the written bytes, valid until the next write or `clear`. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Empties the buffer and keeps its memory. */
  clear(): void {
    this.#length = 0;
  }

  /** Returns false, and writes nothing, when the text is not ASCII. */
  #ascii(text: string): boolean {
    const to = this.#bytes;
    const at = this.#length;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > DELETE) return false;
      to[at + i] = unit;
    }
    this.#length = at + text.length;
    return true;
  }

  /** Returns false, and writes nothing, when the text is not ASCII or needs escapes. */
  #quoted(text: string): boolean {
    const to = this.#bytes;
    let at = this.#length;
    to[at++] = QUOTE;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > DELETE || unit < SPACE || unit === QUOTE || unit === BACKSLASH) return false;
      to[at++] = unit;
    }
    to[at++] = QUOTE;
    this.#length = at;
    return true;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

/** Buffers of this thread for the next piece of work; nested work has a buffer of its own. */
const spare: JsonBuffer[] = [];
/** Larger buffers are not kept. */
const MAX_SPARE_BYTES = 256 * 1024;

/**
 * Runs the work with a buffer that earlier work has grown: allocating one anew is most of what a
 * small page takes from the C heap.
 */
export function withJsonBuffer<T>(work: (buffer: JsonBuffer) => T): T {
  const buffer = spare.pop() ?? new JsonBuffer();
  try {
    return work(buffer);
  } finally {
    buffer.clear();
    if (buffer.capacity <= MAX_SPARE_BYTES) spare.push(buffer);
  }
}
