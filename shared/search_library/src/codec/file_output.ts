/**
 * The target of the codec's writers: it takes the bytes of a file piece by piece, into memory or
 * straight into the file.
 */
import { crc32 } from '@skein/bytes';

export interface FileOutput {
  /** Takes the bytes. The caller may overwrite them when the call returns. */
  append(bytes: Uint8Array): void;
}

/** Small pieces are collected up to this size, since each write has a cost of its own. */
const BUFFER_BYTES = 256 * 1024;

/** Counts the bytes that pass through and computes their checksum. Call `flush` at the end. */
export class ChecksummedOutput implements FileOutput {
  readonly #target: FileOutput;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  #buffered = 0;
  #length = 0;
  #checksum = 0;

  constructor(target: FileOutput) {
    this.#target = target;
  }

  get length(): number {
    return this.#length;
  }

  /** CRC-32 of all bytes appended so far. */
  get checksum(): number {
    return this.#checksum;
  }

  append(bytes: Uint8Array): void {
    this.#length += bytes.length;
    this.#checksum = crc32(bytes, this.#checksum);
    if (this.#buffered + bytes.length > BUFFER_BYTES) this.flush();
    if (bytes.length >= BUFFER_BYTES) {
      this.#target.append(bytes);
      return;
    }
    this.#buffer.set(bytes, this.#buffered);
    this.#buffered += bytes.length;
  }

  flush(): void {
    if (this.#buffered === 0) return;
    this.#target.append(this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }
}
