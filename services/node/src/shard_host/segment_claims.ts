/**
 * Which thread has which segment of a search that several aggregate, in memory that all of them
 * see.
 */

const WORD_BYTES = Int32Array.BYTES_PER_ELEMENT;

/** Places of words; then one for each segment: 0, or the number of its thread. */
const ENDED = 0;
const DONE = 1;
const LOST = 2;
const SEGMENTS = 3;

/** Between two looks at whether waiting is of any use. */
const LOOK_MS = 5;

export class SegmentClaims {
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array;
  /** Of this thread; above 0. */
  readonly #own: number;

  constructor(memory: SharedArrayBuffer, own: number) {
    this.memory = memory;
    this.#words = new Int32Array(memory);
    this.#own = own;
  }

  static memory(segments: number): SharedArrayBuffer {
    return new SharedArrayBuffer((SEGMENTS + segments) * WORD_BYTES);
  }

  /** Whether the segment is this thread's. */
  takes(segment: number): boolean {
    if (this.isEnded) return false;
    const before = Atomics.compareExchange(this.#words, SEGMENTS + segment, 0, this.#own);
    return before === 0 || before === this.#own;
  }

  /** Whether there was one left for this thread. */
  takesAny(): boolean {
    const { length } = this.#words;
    for (let segment = 0; segment < length - SEGMENTS; segment++) {
      if (this.takes(segment)) return true;
    }
    return false;
  }

  /** The others have nothing to do any more. */
  end(): void {
    Atomics.store(this.#words, ENDED, 1);
  }

  get isEnded(): boolean {
    return Atomics.load(this.#words, ENDED) === 1;
  }

  /** This thread has answered. */
  done(): void {
    Atomics.add(this.#words, DONE, 1);
    Atomics.notify(this.#words, DONE);
  }

  /** This thread is gone, and so are the segments it had. */
  lost(): void {
    if (!this.#threads().has(this.#own)) return;
    Atomics.store(this.#words, LOST, 1);
    Atomics.notify(this.#words, DONE);
  }

  /** Waits until all others that have segments have answered, or one of them is gone. */
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

  /** That have segments. */
  #threads(): Set<number> {
    const threads = new Set<number>();
    for (let at = SEGMENTS; at < this.#words.length; at++) {
      threads.add(Atomics.load(this.#words, at));
    }
    threads.delete(0);
    return threads;
  }
}
