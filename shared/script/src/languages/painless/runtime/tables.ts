/** What is under a map: a hash table that iterates in Java's order, or in the order of insertion, or a sorted array. */
import { hashOf, mapKey, type Value } from './value.js';

export interface Table {
  readonly size: number;
  get(key: Value): Value | undefined;
  has(key: Value): boolean;
  /** The value before. */
  put(key: Value, value: Value): Value | undefined;
  remove(key: Value): Value | undefined;
  clear(): void;
  keys(): Value[];
}

interface Slot {
  readonly key: Value;
  value: Value;
}

/**
 * `HashMap` walks its buckets: the order depends on the hashes and on how far the table has grown. Splitting a bucket keeps the
 * order within, so the order of a bucket is that of insertion.
 */
export class HashTable implements Table {
  readonly #slots = new Map<unknown, Slot>();
  readonly #byHash: boolean;
  #capacity: number;
  #ordered: Value[] | undefined;
  #isFilled = false;

  constructor(byHash: boolean, expected = 0) {
    this.#byHash = byHash;
    this.#capacity = 16;
    if (expected > 0) {
      this.#capacity = 1;
      while (this.#capacity < expected / 0.75 + 1) this.#capacity *= 2;
    }
  }

  /** So many are about to come: a table that was never filled is made as large as they need, another grows at once. */
  expect(count: number): void {
    if (count === 0) return;
    if (!this.#isFilled) {
      this.#capacity = 1;
      while (this.#capacity < Math.floor(count / 0.75 + 1)) this.#capacity *= 2;
    } else while (count > this.#capacity * 0.75) this.#capacity *= 2;
    this.#ordered = undefined;
  }

  get size(): number {
    return this.#slots.size;
  }

  get(key: Value): Value | undefined {
    return this.#slots.get(mapKey(key))?.value;
  }

  has(key: Value): boolean {
    return this.#slots.has(mapKey(key));
  }

  put(key: Value, value: Value): Value | undefined {
    const place = mapKey(key);
    const slot = this.#slots.get(place);
    if (slot !== undefined) {
      const old = slot.value;
      slot.value = value;
      return old;
    }
    this.#isFilled = true;
    this.#slots.set(place, { key, value });
    this.#ordered = undefined;
    while (this.#slots.size > this.#capacity * 0.75) this.#capacity *= 2;
    return undefined;
  }

  remove(key: Value): Value | undefined {
    const place = mapKey(key);
    const slot = this.#slots.get(place);
    if (slot === undefined) return undefined;
    this.#slots.delete(place);
    this.#ordered = undefined;
    return slot.value;
  }

  clear(): void {
    this.#slots.clear();
    this.#ordered = undefined;
  }

  keys(): Value[] {
    this.#ordered ??= this.#order();
    return this.#ordered.slice();
  }

  #order(): Value[] {
    const keys = Array.from(this.#slots.values(), (slot) => slot.key);
    if (!this.#byHash) return keys;
    const mask = this.#capacity - 1;
    const buckets = new Int32Array(keys.length);
    for (let i = 0; i < keys.length; i++) {
      const hash = hashOf(keys[i] as Value);
      buckets[i] = (hash ^ (hash >>> 16)) & mask;
    }
    if (keys.length <= FEW_KEYS) return insertionSorted(keys, buckets);
    const places = keys.map((_key, i) => i);
    places.sort((a, b) => (buckets[a] as number) - (buckets[b] as number));
    return places.map((place) => keys[place] as Value);
  }
}

/** Up to so many, nothing is faster than putting each in its place. */
const FEW_KEYS = 32;

/** Both in place; keys of one bucket stay in their order. */
function insertionSorted(keys: Value[], buckets: Int32Array): Value[] {
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] as Value;
    const bucket = buckets[i] as number;
    let at = i - 1;
    for (; at >= 0 && (buckets[at] as number) > bucket; at--) {
      keys[at + 1] = keys[at] as Value;
      buckets[at + 1] = buckets[at] as number;
    }
    keys[at + 1] = key;
    buckets[at + 1] = bucket;
  }
  return keys;
}

export class SortedTable implements Table {
  readonly #compare: (a: Value, b: Value) => number;
  readonly #slots: Slot[] = [];

  constructor(compare: (a: Value, b: Value) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#slots.length;
  }

  get(key: Value): Value | undefined {
    const at = this.#find(key);
    return at < 0 ? undefined : this.#slots[at]?.value;
  }

  has(key: Value): boolean {
    return this.#find(key) >= 0;
  }

  put(key: Value, value: Value): Value | undefined {
    if (this.#slots.length === 0) this.#compare(key, key);
    const at = this.#find(key);
    const slot = this.#slots[at];
    if (slot === undefined) {
      this.#slots.splice(~at, 0, { key, value });
      return undefined;
    }
    const old = slot.value;
    slot.value = value;
    return old;
  }

  remove(key: Value): Value | undefined {
    const at = this.#find(key);
    return at < 0 ? undefined : this.#slots.splice(at, 1)[0]?.value;
  }

  clear(): void {
    this.#slots.length = 0;
  }

  keys(): Value[] {
    return this.#slots.map((slot) => slot.key);
  }

  /** The index of the key, or the complement of where it would stand. */
  #find(key: Value): number {
    let low = 0;
    let high = this.#slots.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = this.#compare((this.#slots[middle] as Slot).key, key);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return ~low;
  }
}
