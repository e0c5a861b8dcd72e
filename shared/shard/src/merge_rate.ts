/**
 * The write rate of large merges: it rises when one begins while another still runs, and falls when
 * none does. As in Lucene's concurrent merge scheduler with automatic throttling, it is between 5
 * and 10,240 megabytes a second, starting at 20.
 */
const MEGABYTE = 1024 * 1024;
const START = 20;
const MIN = 5;
const MAX = 10_240;
const FASTER = 1.2;
const SLOWER = 1.1;

/**
 * The rate that is reported for unthrottled merges. It is finite because rates are summed and sent
 * over the wire.
 */
export const UNLIMITED_RATE = 2 ** 63;

export class MergeRate {
  #megabytes = START;

  /** Bytes a second of each large merge under way. */
  get bytesPerSecond(): number {
    return this.#megabytes * MEGABYTE;
  }

  /** Adjusts the rate when a large merge begins, and returns it. */
  next(backlog: boolean): number {
    const wanted = backlog ? this.#megabytes * FASTER : this.#megabytes / SLOWER;
    this.#megabytes = Math.min(MAX, Math.max(MIN, wanted));
    return this.bytesPerSecond;
  }
}
