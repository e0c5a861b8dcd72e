/**
 * How fast large merges may write: faster when one begins while another still runs, slower when none does. As Lucene's concurrent merge
 * scheduler with automatic throttling: between 5 and 10,240 megabytes a second, from 20.
 */
const MEGABYTE = 1024 * 1024;
const START = 20;
const MIN = 5;
const MAX = 10_240;
const FASTER = 1.2;
const SLOWER = 1.1;

/** Told of merges that nothing holds back; not infinite, for it is counted together and sent about. */
export const UNLIMITED_RATE = 2 ** 63;

export class MergeRate {
  #megabytes = START;

  /** Bytes a second, of every large merge under way. */
  get bytesPerSecond(): number {
    return this.#megabytes * MEGABYTE;
  }

  /** A large merge begins: the rate from then on. */
  next(backlog: boolean): number {
    const wanted = backlog ? this.#megabytes * FASTER : this.#megabytes / SLOWER;
    this.#megabytes = Math.min(MAX, Math.max(MIN, wanted));
    return this.bytesPerSecond;
  }
}
