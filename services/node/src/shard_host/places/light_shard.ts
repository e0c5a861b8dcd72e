/**
 * The main thread's state for light searches of one shard: its open points in time, and its recent
 * success.
 */
import type { QueryCost } from '@skein/search';
import type { SearchShard } from '@skein/shard';

/** A shard is opened here after this many searches, since many shards are never searched. */
const SEARCHES_BEFORE_OPENING = 8;
/**
 * After the nth failed attempt, the next `FIRST_PAUSE << n` searches go straight to the threads.
 */
const FIRST_PAUSE = 4;
const MAX_CAUTION = 7;
/** Number of successes that offset one failure. */
const SUCCESSES_TO_FORGET = 64;
/**
 * This many bodies in a row may turn out not to be light; after the nth more, the next `1 << n` go
 * to the threads unparsed.
 */
const HEAVY_IN_A_ROW = 2;
const MAX_HEAVY_PAUSE = 32;

export interface OpenPoint {
  readonly shard: SearchShard;
  /** The version of mapping and settings it searches with. */
  readonly indexVersion: string;
}

/** The searches of one cost, and how many of them may pass before the next attempt. */
class Attempts {
  pause = 0;
  #caution = 0;
  #successes = 0;

  /** Counts a search; true if it may be tried. */
  mayTry(): boolean {
    if (this.pause === 0) return true;
    this.pause--;
    return false;
  }

  succeeded(): void {
    this.#successes++;
    if (this.#successes % SUCCESSES_TO_FORGET === 0) this.#caution = Math.max(0, this.#caution - 1);
  }

  failed(): void {
    this.pause = FIRST_PAUSE << this.#caution;
    this.#caution = Math.min(MAX_CAUTION, this.#caution + 1);
    this.#successes = 0;
  }
}

/** The costs of searches that the main thread may try. */
type TriedCost = Exclude<QueryCost, 'heavy'>;

export class LightShard {
  /** By version. */
  readonly points = new Map<number, OpenPoint>();
  readonly #light = new Attempts();
  readonly #moderate = new Attempts();
  #searches = 0;
  #heavyInARow = 0;
  #isAvoided = false;

  /** Counts a search; true if it may be tried here. */
  isReady(): boolean {
    this.#searches++;
    if (this.#isAvoided || this.#searches <= SEARCHES_BEFORE_OPENING) return false;
    return this.#light.mayTry();
  }

  /**
   * Counts a parsed search of this cost; true if it may be tried here. Moderate searches that take
   * too long leave the light ones of the shard alone.
   */
  mayTry(cost: TriedCost): boolean {
    return cost === 'light' || this.#moderate.mayTry();
  }

  /** True if searches of this cost are tried here at present. */
  isTrying(cost: TriedCost): boolean {
    return !this.#isAvoided && this.#light.pause === 0 && this.#attempts(cost).pause === 0;
  }

  succeeded(cost: TriedCost): void {
    this.#heavyInARow = 0;
    this.#attempts(cost).succeeded();
  }

  /** Records that a search took too long, or needed data that was not loaded. */
  failed(cost: TriedCost): void {
    this.#heavyInARow = 0;
    this.#attempts(cost).failed();
  }

  /**
   * Records that a body was parsed here in vain; the search thread parses it again. Searches of one
   * kind come in runs.
   */
  wasHeavy(): void {
    this.#heavyInARow = Math.min(this.#heavyInARow + 1, HEAVY_IN_A_ROW + 5);
    const more = this.#heavyInARow - HEAVY_IN_A_ROW;
    if (more > 0) this.#light.pause = Math.min(MAX_HEAVY_PAUSE, 1 << more);
  }

  /** Stops all attempts, because the index as it is can never be searched here. */
  avoid(): void {
    this.#isAvoided = true;
  }

  #attempts(cost: TriedCost): Attempts {
    return cost === 'light' ? this.#light : this.#moderate;
  }
}
