/**
 * The bytes of a binary form of JSON (CBOR, Smile), read from front to back. Every read beyond the
 * end is an error of the request.
 */
import { ApiError } from '@skein/errors';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BYTE_BITS = 8;
/**
 * Longer integers are refused, as Jackson refuses numbers of more than 1000 digits: the conversion
 * to digits takes quadratic time.
 */
const MAX_INTEGER_BYTES = 416;

export class BinaryInput {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #form: string;
  position = 0;

  /** `form` is the name of the format in errors. */
  constructor(bytes: Uint8Array, form: string) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#form = form;
  }

  get atEnd(): boolean {
    return this.position >= this.#bytes.length;
  }

  byte(): number {
    return this.#view.getUint8(this.#take(1));
  }

  /** Reads a big-endian number; both forms use this byte order. */
  unsigned(bytes: 1 | 2 | 4 | 8): bigint {
    const at = this.#take(bytes);
    if (bytes === 8) return this.#view.getBigUint64(at);
    if (bytes === 4) return BigInt(this.#view.getUint32(at));
    return BigInt(bytes === 2 ? this.#view.getUint16(at) : this.#view.getUint8(at));
  }

  float32(): number {
    return this.#view.getFloat32(this.#take(4));
  }

  float64(): number {
    return this.#view.getFloat64(this.#take(8));
  }

  /** Returns a view, not a copy. */
  range(length: number | bigint): Uint8Array {
    const at = this.#take(length);
    return this.#bytes.subarray(at, this.position);
  }

  text(length: number | bigint): string {
    return this.decode(this.range(length));
  }

  /** Reads the text up to the byte `end`, and that byte too. */
  textUntil(end: number): string {
    const stop = this.#bytes.indexOf(end, this.position);
    if (stop < 0) throw this.endOfInput();
    const text = this.text(stop - this.position);
    this.position++;
    return text;
  }

  decode(bytes: Uint8Array): string {
    try {
      return utf8.decode(bytes);
    } catch {
      throw this.malformed('text that is not UTF-8');
    }
  }

  /** Decodes two's complement, the form of Java's BigInteger. */
  signedInteger(bytes: Uint8Array): bigint {
    return BigInt.asIntN(BYTE_BITS * bytes.length, this.unsignedInteger(bytes));
  }

  unsignedInteger(bytes: Uint8Array): bigint {
    if (bytes.length > MAX_INTEGER_BYTES) {
      throw new ApiError(
        'stream_constraints_exception',
        `Number length (${bytes.length} bytes) exceeds the maximum allowed (${MAX_INTEGER_BYTES} bytes)`,
      );
    }
    let value = 0n;
    for (const byte of bytes) value = (value << 8n) | BigInt(byte);
    return value;
  }

  /** An error about the bytes read last. */
  malformed(what: string): ApiError {
    return new ApiError(
      'json_parse_exception',
      `Malformed ${this.#form}: ${what}\n at [byte offset: #${this.position}]`,
    );
  }

  endOfInput(): ApiError {
    return new ApiError(
      'json_e_o_f_exception',
      `Unexpected end-of-input in ${this.#form}\n at [byte offset: #${this.#bytes.length}]`,
    );
  }

  #take(length: number | bigint): number {
    const at = this.position;
    if (length > this.#bytes.length - at) throw this.endOfInput();
    this.position = at + Number(length);
    return at;
  }
}
