/**
 * What others may tell a running merge, and what it tells them: to stop, how fast to write, how long it was held back. A few words of shared memory, so
 * that it works across threads while the merge keeps its own busy.
 */

/** Words: 1 to stop; the rate in KiB a second, 0 without limit; a count of changes of those, to wait on; milliseconds it was held back. */
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

  /** Infinity: as fast as it goes. */
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

  /** How often it was told something. */
  get changes(): number {
    return Atomics.load(this.#words, CHANGES);
  }

  /** Blocks the thread until it is told something more than `changes` times, or for so long. */
  wait(changes: number, ms: number): void {
    Atomics.wait(this.#words, CHANGES, changes, ms);
  }

  #changed(): void {
    Atomics.add(this.#words, CHANGES, 1);
    Atomics.notify(this.#words, CHANGES);
  }
}
