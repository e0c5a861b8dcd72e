/**
 * Where the values of a small table are. Documents that come one after the other have the same keys, put and removed in the same order: their tables share
 * one shape, which knows the place of each key and the order in which a HashMap walks them, and each table has an array of values alone. A shape is found
 * from the one before by the key that is put or removed, as engines of JavaScript find the layouts of objects.
 */
import { hashString } from './value.js';

/** Keys of a shape, and characters of a key. */
const MAX_KEYS = 64;
const MAX_KEY_LENGTH = 128;
/** Shapes that follow from one by a new key. */
const MAX_BRANCHES = 64;
/** Shapes of this thread; beyond, they are made anew from the first table on. */
const MAX_SHAPES = 4_000;

let made = 0;

/** Keys in order, and the place of each one's value; the same object for all tables of a shape and a capacity. */
export interface Walk {
  readonly keys: readonly string[];
  readonly places: readonly number[];
}

export class KeyShape {
  /** In the order they were put. */
  readonly keys: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #added = new Map<string, KeyShape>();
  readonly #removed = new Map<string, KeyShape>();
  /** By capacity of the table. */
  readonly #walks = new Map<number, Walk>();

  constructor(keys: readonly string[]) {
    this.keys = keys;
    this.#places = new Map(keys.map((key, place) => [key, place]));
  }

  /** -1: it has no such key. */
  placeOf(key: unknown): number {
    if (typeof key !== 'string') return -1;
    return this.#places.get(key) ?? -1;
  }

  /** With one key more at the end; undefined: no table of shapes may have it. */
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

  /** As a HashMap of this capacity walks them. */
  walk(capacity: number): Walk {
    const known = this.#walks.get(capacity);
    if (known !== undefined) return known;
    const keys = inHashOrder(this.keys, hashString, capacity);
    const walk = { keys, places: keys.map((key) => this.placeOf(key)) };
    this.#walks.set(capacity, walk);
    return walk;
  }

  #grown(key: string): KeyShape | undefined {
    const isTooLarge = this.keys.length >= MAX_KEYS || key.length > MAX_KEY_LENGTH;
    // Such a text is not its own place (`mapKey`).
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

/** By bucket; keys of one bucket in the order they were put. */
export function inHashOrder<K>(
  keys: readonly K[],
  hashOf: (key: K) => number,
  capacity: number,
): K[] {
  const mask = capacity - 1;
  const buckets = keys.map((key) => {
    const hash = hashOf(key);
    return (hash ^ (hash >>> 16)) & mask;
  });
  const places = keys.map((_key, i) => i);
  places.sort((a, b) => (buckets[a] as number) - (buckets[b] as number));
  return places.map((place) => keys[place] as K);
}
