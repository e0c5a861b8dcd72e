/**
 * One shard as light searches see it: its points in time that are open on the main thread, and how
 * well it went lately.
 */
import type { SearchShard } from '@skein/shard';

/** A shard is opened here once it has been searched so often: many never are. */
const SEARCHES_BEFORE_OPENING = 8;
/** After the nth search in vain, `FIRST_PAUSE << n` go to the threads at once. */
const FIRST_PAUSE = 4;
const MAX_CAUTION = 7;
/** So many good ones make up for one in vain. */
const SUCCESSES_TO_FORGET = 64;
/**
 * So many bodies in a row may turn out to be no light searches; after the nth more, `1 << n` go to
 * the threads unread.
 */
const HEAVY_IN_A_ROW = 2;
const MAX_HEAVY_PAUSE = 32;

export interface OpenPoint {
  readonly shard: SearchShard;
  /** The version of mapping and settings it searches by. */
  readonly indexVersion: string;
}

export class LightShard {
  /** By version. */
  readonly points = new Map<number, OpenPoint>();
  #searches = 0;
  #pause = 0;
  #caution = 0;
  #successes = 0;
  #heavyInARow = 0;

  /** A search comes. Whether it may be tried here. */
  isReady(): boolean {
    this.#searches++;
    if (this.#searches <= SEARCHES_BEFORE_OPENING) return false;
    if (this.#pause === 0) return true;
    this.#pause--;
    return false;
  }

  succeeded(): void {
    this.#heavyInARow = 0;
    this.#successes++;
    if (this.#successes % SUCCESSES_TO_FORGET === 0) this.#caution = Math.max(0, this.#caution - 1);
  }

  /** It took too long, or needed what is not at hand. */
  failed(): void {
    this.#heavyInARow = 0;
    this.#pause = FIRST_PAUSE << this.#caution;
    this.#caution = Math.min(MAX_CAUTION, this.#caution + 1);
    this.#successes = 0;
  }

  /**
   * Its body was read here to no use: the thread that searches reads it again. Searches of one kind
   * come in runs.
   */
  wasHeavy(): void {
    this.#heavyInARow = Math.min(this.#heavyInARow + 1, HEAVY_IN_A_ROW + 5);
    const more = this.#heavyInARow - HEAVY_IN_A_ROW;
    if (more > 0) this.#pause = Math.min(MAX_HEAVY_PAUSE, 1 << more);
  }

  /** It will never do here, as the index is. */
  avoid(): void {
    this.#pause = Number.MAX_SAFE_INTEGER;
  }
}
