/** Claims on the segments of a search that several threads run, in shared memory. */

const WORD_BYTES = Int32Array.BYTES_PER_ELEMENT;

/**
 * Indices of the words. One word for each segment follows: 0 if unclaimed, else the number of its
 * thread.
 */
const ENDED = 0;
const DONE = 1;
const LOST = 2;
const SEGMENTS = 3;

/** Interval between two checks that waiting is still useful. */
const LOOK_MS = 5;

export class SegmentClaims {
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array;
  /** Number of this thread; above 0. */
  readonly #own: number;

  constructor(memory: SharedArrayBuffer, own: number) {
    this.memory = memory;
    this.#words = new Int32Array(memory);
    this.#own = own;
  }

  static memory(segments: number): SharedArrayBuffer {
    return new SharedArrayBuffer((SEGMENTS + segments) * WORD_BYTES);
  }

  /** Claims the segment; true if it is this thread's. */
  takes(segment: number): boolean {
    if (this.isEnded) return false;
    const before = Atomics.compareExchange(this.#words, SEGMENTS + segment, 0, this.#own);
    return before === 0 || before === this.#own;
  }

  /** Claims the next free segments; true if there was one for this thread. */
  takesAny(): boolean {
    const { length } = this.#words;
    for (let segment = 0; segment < length - SEGMENTS; segment++) {
      if (this.takes(segment)) return true;
    }
    return false;
  }

  /** Ends the search, so that other threads claim nothing more. */
  end(): void {
    Atomics.store(this.#words, ENDED, 1);
  }

  get isEnded(): boolean {
    return Atomics.load(this.#words, ENDED) === 1;
  }

  /** Records that this thread has answered. */
  done(): void {
    Atomics.add(this.#words, DONE, 1);
    Atomics.notify(this.#words, DONE);
  }

  /** Records that this thread died with the segments it had claimed. */
  lost(): void {
    if (!this.#threads().has(this.#own)) return;
    Atomics.store(this.#words, LOST, 1);
    Atomics.notify(this.#words, DONE);
  }

  /** Waits until all other threads with segments have answered, or one of them has died. */
  awaitOthers(check: () => void): 'answered' | 'lost' {
    const threads = this.#threads();
    threads.delete(this.#own);
    const others = threads.size;
    for (;;) {
      const done = Atomics.load(this.#words, DONE);
      if (done >= others) return 'answered';
      if (Atomics.load(this.#words, LOST) === 1) return 'lost';
      check();
      Atomics.wait(this.#words, DONE, done, LOOK_MS);
    }
  }

  /** Numbers of the threads that have claimed segments. */
  #threads(): Set<number> {
    const threads = new Set<number>();
    for (let at = SEGMENTS; at < this.#words.length; at++) {
      threads.add(Atomics.load(this.#words, at));
    }
    threads.delete(0);
    return threads;
  }
}
