/**
 * The positions of values in small tables. Successive documents have the same keys, added and
 * removed in the same order, so their tables share one shape, which stores the position of each key
 * and the iteration order of a HashMap; each table only has an array of values. Shapes are linked
 * by the keys added or removed, like the hidden classes of JavaScript engines.
 */
import { hashString } from '../values/value.js';

/** The maximum number of keys of a shape, and the maximum length of a key. */
const MAX_KEYS = 64;
const MAX_KEY_LENGTH = 128;
/** The maximum number of shapes that extend a shape by one key. */
const MAX_BRANCHES = 64;
/** The maximum number of shapes per thread; beyond it, they are built anew from the empty one. */
const MAX_SHAPES = 4_000;

let made = 0;

/**
 * Keys in iteration order, each with the position of its value; the same object for all tables with
 * the same shape and capacity.
 */
export interface Walk {
  readonly keys: readonly string[];
  readonly members: readonly { readonly key: string; readonly place: number }[];
}

export class KeyShape {
  /** The keys in insertion order. */
  readonly keys: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #added = new Map<string, KeyShape>();
  readonly #removed = new Map<string, KeyShape>();
  /** Iteration orders by capacity of the table. */
  readonly #walks = new Map<number, Walk>();

  constructor(keys: readonly string[]) {
    this.keys = keys;
    this.#places = new Map(keys.map((key, place) => [key, place]));
  }

  /** Returns -1 if there is no such key. */
  placeOf(key: unknown): number {
    if (typeof key !== 'string') return -1;
    return this.#places.get(key) ?? -1;
  }

  /** The shape with one more key at the end; undefined if no shape may have it. */
  with(key: string): KeyShape | undefined {
    return this.#added.get(key) ?? this.#grown(key);
  }

  without(key: string): KeyShape | undefined {
    const known = this.#removed.get(key);
    if (known !== undefined) return known;
    let shape: KeyShape | undefined = empty;
    for (const one of this.keys) {
      if (one !== key) shape = shape?.with(one);
    }
    if (shape !== undefined) this.#removed.set(key, shape);
    return shape;
  }

  /** The iteration order of a HashMap with this capacity. */
  walk(capacity: number): Walk {
    const known = this.#walks.get(capacity);
    if (known !== undefined) return known;
    const keys = inHashOrder(this.keys, hashString, capacity);
    const walk = { keys, members: keys.map((key) => ({ key, place: this.placeOf(key) })) };
    this.#walks.set(capacity, walk);
    return walk;
  }

  #grown(key: string): KeyShape | undefined {
    const isTooLarge = this.keys.length >= MAX_KEYS || key.length > MAX_KEY_LENGTH;
    // `mapKey` maps such a text to another key.
    if (isTooLarge || key.charCodeAt(0) === 0 || this.#added.size >= MAX_BRANCHES) return undefined;
    if (++made > MAX_SHAPES) {
      made = 0;
      empty = new KeyShape([]);
    }
    const grown = new KeyShape([...this.keys, key]);
    this.#added.set(key, grown);
    return grown;
  }
}

let empty = new KeyShape([]);

export function emptyShape(): KeyShape {
  return empty;
}

/** Sorts by bucket; keys of one bucket stay in insertion order. */
export function inHashOrder<K>(
  keys: readonly K[],
  hashOf: (key: K) => number,
  capacity: number,
): K[] {
  const mask = capacity - 1;
  const placed = keys.map((key) => {
    const hash = hashOf(key);
    return { key, bucket: (hash ^ (hash >>> 16)) & mask };
  });
  return placed.sort((a, b) => a.bucket - b.bucket).map(({ key }) => key);
}
