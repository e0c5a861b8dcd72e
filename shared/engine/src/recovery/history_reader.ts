/** Reads the history of a shard in pieces while the shard continues to work. */
import { FrameBuffer } from '../translog/frame_buffer.js';
import type { TranslogOperation } from '../translog/operation_codec.js';

export class HistoryReader {
  readonly #operations: Iterator<TranslogOperation>;
  readonly #letGo: () => void;
  readonly #fatal: <T>(action: () => T) => T;
  #isDone = false;

  constructor(
    operations: Iterator<TranslogOperation>,
    letGo: () => void,
    fatal: <T>(action: () => T) => T,
  ) {
    this.#operations = operations;
    this.#letGo = letGo;
    this.#fatal = fatal;
  }

  /** True if everything has been read. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /**
   * The next operations as frames, in no order: at most `maxOperations`, ending with the one that
   * reaches `maxBytes`.
   */
  next(maxOperations: number, maxBytes: number): Uint8Array<ArrayBuffer> {
    return this.#fatal(() => this.#next(maxOperations, maxBytes));
  }

  close(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#letGo();
  }

  #next(maxOperations: number, maxBytes: number): Uint8Array<ArrayBuffer> {
    const frames = new FrameBuffer();
    for (let count = 0; count < maxOperations && frames.length < maxBytes; count++) {
      const { done, value } = this.#operations.next();
      if (done) {
        this.close();
        break;
      }
      frames.append(value);
    }
    return frames.view().slice();
  }
}
