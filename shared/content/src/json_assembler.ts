/**
 * Assembles JSON text from the values of another form, in the order of their arrival. It separates
 * names and values as JSON requires. A second root value is written after a space, so that the JSON
 * parser refuses the text with its own message.
 */
import { ApiError } from '@skein/errors';
import { doubleText, float32Text } from './java_number.js';
import { JsonBuffer, PUNCTUATION } from './json_buffer.js';

const SPACE = 0x20;
const NEWLINE = 0x0a;
/** Bytes of base64 at a time: a multiple of three, and not too many arguments for a call. */
const CHUNK_BYTES = 3 * 4096;
/**
 * Limits of the output. A reference of one byte can stand for a name of 64, so a body may grow by
 * this factor, or to the minimum limit, and no further.
 */
const MOST_GROWTH = 8;
const LEAST_LIMIT_BYTES = 1024 * 1024;

export class JsonAssembler {
  readonly #output = new JsonBuffer();
  readonly #limitBytes: number;
  /** True if nothing has been written in the open container yet; for the root, nothing at all. */
  #isFirst = true;
  #isNamed = false;
  #depth = 0;

  constructor(inputBytes: number) {
    this.#limitBytes = Math.max(LEAST_LIMIT_BYTES, inputBytes * MOST_GROWTH);
  }

  get length(): number {
    return this.#output.length;
  }

  open(isObject: boolean): void {
    this.#separate();
    this.#output.character(isObject ? PUNCTUATION.openObject : PUNCTUATION.openArray);
    this.#isFirst = true;
    this.#depth++;
  }

  close(isObject: boolean): void {
    this.#output.character(isObject ? PUNCTUATION.closeObject : PUNCTUATION.closeArray);
    this.#isFirst = false;
    this.#depth--;
  }

  name(name: string): void {
    this.string(name);
    this.#output.character(PUNCTUATION.colon);
    this.#isNamed = true;
  }

  string(text: string): void {
    this.#separate();
    this.#output.string(text);
  }

  /** Writes a number, `true`, `false` or `null`. */
  literal(text: string): void {
    this.#separate();
    this.#output.text(text);
  }

  float32(value: number): void {
    this.literal(float32Text(finite(value)));
  }

  float64(value: number): void {
    this.literal(doubleText(finite(value)));
  }

  /** Writes bytes as base64, JSON's usual form. */
  bytes(bytes: Uint8Array): void {
    let text = '';
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      text += btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES)));
    }
    this.string(text);
  }

  /** Ends a line, so that the next value begins another. */
  endLine(): void {
    this.#output.character(NEWLINE);
    this.#isFirst = true;
  }

  finish(): Uint8Array {
    return this.#output.finish();
  }

  #separate(): void {
    if (this.#output.length > this.#limitBytes) {
      throw new ApiError(
        'content_too_long_exception',
        `entity content is too long as JSON: more than [${this.#limitBytes}] bytes`,
      );
    }
    if (!this.#isFirst && !this.#isNamed) {
      this.#output.character(this.#depth === 0 ? SPACE : PUNCTUATION.comma);
    }
    this.#isFirst = false;
    this.#isNamed = false;
  }
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new ApiError('json_parse_exception', `[${value}] is not a number in JSON`);
}
