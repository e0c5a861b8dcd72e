/** Frames to be written to the log file, consecutive in one array that is reused. */
import { FRAME_BYTES, sealFrame } from './format.js';
import { encodedBound, encodeOperation, type TranslogOperation } from './operation_codec.js';

const INITIAL_BYTES = 4 * 1024;
/**
 * Size of the largest kept array; a larger one, made for one large operation, is released when it
 * is empty.
 */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

export class FrameBuffer {
  #bytes = new Uint8Array(INITIAL_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Appends an operation and returns the length of its frame. */
  append(operation: TranslogOperation): number {
    this.#reserve(FRAME_BYTES + encodedBound(operation));
    const start = this.#length;
    const target = { bytes: this.#bytes, view: this.#view };
    this.#length = encodeOperation(operation, target, start + FRAME_BYTES);
    sealFrame(target, start, this.#length);
    return this.#length - start;
  }

  /** Appends bytes unchanged: a checkpoint, or a whole frame from another copy. */
  appendFrame(frame: Uint8Array): void {
    this.#reserve(frame.length);
    this.#bytes.set(frame, this.#length);
    this.#length += frame.length;
  }

  /** A view from `start` on, valid until the next `append`. */
  view(start = 0): Uint8Array {
    return this.#bytes.subarray(start, this.#length);
  }

  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > MAX_KEPT_BYTES) this.#allocate(INITIAL_BYTES);
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const before = this.view();
    this.#allocate(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.set(before);
  }

  #allocate(size: number): void {
    this.#bytes = new Uint8Array(size);
    this.#view = new DataView(this.#bytes.buffer);
  }
}
