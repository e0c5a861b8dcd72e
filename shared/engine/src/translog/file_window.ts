/** A moving window over a file, so that small operations do not each cost a read. */
import type { Directory } from '@skein/search_library';

/** Size of the window; a larger operation gets a larger one. */
const WINDOW_BYTES = 1024 * 1024;

export class FileWindow {
  /** End of the readable part of the file. */
  readonly end: number;
  readonly #directory: Directory;
  readonly #name: string;
  #start = 0;
  #bytes = new Uint8Array(0);

  constructor(directory: Directory, name: string, end: number) {
    this.#directory = directory;
    this.#name = name;
    this.end = end;
  }

  /** A view of the range; `undefined` when it passes the end. */
  read(at: number, length: number): Uint8Array | undefined {
    if (at < 0 || at + length > this.end) return undefined;
    if (at < this.#start || at + length > this.#start + this.#bytes.length) this.#load(at, length);
    const from = at - this.#start;
    return this.#bytes.subarray(from, from + length);
  }

  #load(at: number, length: number): void {
    const size = Math.min(this.end - at, Math.max(length, WINDOW_BYTES));
    this.#bytes = new Uint8Array(size);
    this.#directory.readInto(this.#name, at, this.#bytes);
    this.#start = at;
  }
}
