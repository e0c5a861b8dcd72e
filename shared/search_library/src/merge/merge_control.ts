/**
 * The messages between a running merge and other threads: to stop, how fast to write, and how long
 * the merge was throttled. They are a few words of shared memory, since the merge keeps its own
 * thread busy.
 */

/**
 * Indices of the words: 1 to stop; the rate in KiB per second, 0 for no limit; a count of changes
 * of these two, to wait on; milliseconds the merge was throttled.
 */
const STOP = 0;
const RATE = 1;
const CHANGES = 2;
const HELD_BACK_MS = 3;
const WORDS = 4;
const KIB = 1024;
const MAX_KIB = 2 ** 31 - 1;

export class MergeControl {
  readonly shared: SharedArrayBuffer;
  readonly #words: Int32Array;

  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(4 * WORDS)) {
    this.shared = shared;
    this.#words = new Int32Array(shared);
  }

  get isStopped(): boolean {
    return Atomics.load(this.#words, STOP) !== 0;
  }

  stop(): void {
    Atomics.store(this.#words, STOP, 1);
    this.#changed();
  }

  /** The write rate; Infinity: no limit. */
  get bytesPerSecond(): number {
    const rate = Atomics.load(this.#words, RATE);
    return rate === 0 ? Number.POSITIVE_INFINITY : rate * KIB;
  }

  set bytesPerSecond(rate: number) {
    const kib = Number.isFinite(rate) ? Math.max(1, Math.min(MAX_KIB, Math.round(rate / KIB))) : 0;
    if (Atomics.exchange(this.#words, RATE, kib) !== kib) this.#changed();
  }

  get heldBackMs(): number {
    return Atomics.load(this.#words, HELD_BACK_MS);
  }

  addHeldBack(ms: number): void {
    Atomics.add(this.#words, HELD_BACK_MS, Math.round(ms));
  }

  /** Number of changes so far. */
  get changes(): number {
    return Atomics.load(this.#words, CHANGES);
  }

  /** Blocks the thread until there are more changes than `changes`, or for `ms` milliseconds. */
  wait(changes: number, ms: number): void {
    Atomics.wait(this.#words, CHANGES, changes, ms);
  }

  #changed(): void {
    Atomics.add(this.#words, CHANGES, 1);
    Atomics.notify(this.#words, CHANGES);
  }
}
