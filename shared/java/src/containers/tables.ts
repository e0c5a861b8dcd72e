/**
 * The table of a map: a hash table that iterates in Java's order or in insertion order, or a sorted
 * array.
 */
import { emptyShape, inHashOrder, type KeyShape, type Walk } from '../json/key_shape.js';
import { hashOf, mapKey, type Value } from '../values/value.js';

export interface Table {
  readonly size: number;
  get(key: Value): Value | undefined;
  has(key: Value): boolean;
  /** Returns the previous value. */
  put(key: Value, value: Value): Value | undefined;
  remove(key: Value): Value | undefined;
  clear(): void;
  keys(): Value[];
}

/** A table whose keys have an order and positions in it. */
export interface OrderedTable extends Table {
  /** The key at a position of the order, from 0 on; undefined beyond the ends. */
  keyAt(position: number): Value | undefined;
  /** The number of keys before the key, and at it if `withEqual` is set. */
  countBefore(key: Value, withEqual: boolean): number;
}

interface Slot {
  readonly key: Value;
  value: Value;
}

/**
 * `HashMap` iterates over its buckets: the order depends on the hashes and the table's capacity.
 * Splitting a bucket keeps its relative order, so the order within a bucket is that of insertion.
 *
 * A table with few keys, all of them texts, has a shape and values; any other has slots.
 */
export class HashTable implements Table {
  readonly #byHash: boolean;
  #shape: KeyShape | undefined = emptyShape();
  #values: Value[] = [];
  #slots: Map<unknown, Slot> | undefined;
  #capacity: number;
  /** The keys in iteration order, cached, for a table with slots. */
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

  /**
   * Prepares for `count` insertions: a table that was never filled gets the capacity they need, any
   * other grows at once.
   */
  expect(count: number): void {
    if (count === 0) return;
    if (!this.#isFilled) {
      this.#capacity = 1;
      while (this.#capacity < Math.floor(count / 0.75 + 1)) this.#capacity *= 2;
    } else while (count > this.#capacity * 0.75) this.#capacity *= 2;
    this.#ordered = undefined;
  }

  get size(): number {
    return this.#shape === undefined ? this.#spread().size : this.#values.length;
  }

  get(key: Value): Value | undefined {
    if (this.#shape === undefined) return this.#spread().get(mapKey(key))?.value;
    const place = this.#shape.placeOf(key);
    return place < 0 ? undefined : this.#values[place];
  }

  has(key: Value): boolean {
    if (this.#shape === undefined) return this.#spread().has(mapKey(key));
    return this.#shape.placeOf(key) >= 0;
  }

  put(key: Value, value: Value): Value | undefined {
    const shape = this.#shape;
    if (shape === undefined) return this.#putSlot(key, value);
    const place = shape.placeOf(key);
    if (place >= 0) {
      const old = this.#values[place];
      this.#values[place] = value;
      return old;
    }
    const grown = typeof key === 'string' ? shape.with(key) : undefined;
    if (grown === undefined) return this.#putSlot(key, value);
    this.#shape = grown;
    this.#values.push(value);
    this.#grow(this.#values.length);
    return undefined;
  }

  remove(key: Value): Value | undefined {
    const shape = this.#shape;
    if (shape === undefined) return this.#removeSlot(key);
    const place = shape.placeOf(key);
    if (place < 0 || typeof key !== 'string') return undefined;
    const smaller = shape.without(key);
    if (smaller === undefined) return this.#removeSlot(key);
    this.#shape = smaller;
    return removeAt(this.#values, place);
  }

  clear(): void {
    this.#shape = emptyShape();
    this.#values = [];
    this.#slots = undefined;
    this.#ordered = undefined;
  }

  keys(): Value[] {
    if (this.#shape !== undefined) {
      return this.#byHash
        ? this.#shape.walk(this.#capacity).keys.slice()
        : this.#shape.keys.slice();
    }
    this.#ordered ??= this.#order();
    return this.#ordered.slice();
  }

  /** The positions of values in a HashMap's order; undefined if they must be looked up by key. */
  walk(): Walk | undefined {
    return this.#byHash ? this.#shape?.walk(this.#capacity) : undefined;
  }

  /** The value at a position returned by `walk`. */
  valueAt(place: number): Value {
    return this.#values[place] ?? null;
  }

  #grow(size: number): void {
    this.#isFilled = true;
    while (size > this.#capacity * 0.75) this.#capacity *= 2;
  }

  #putSlot(key: Value, value: Value): Value | undefined {
    const slots = this.#spread();
    const place = mapKey(key);
    const slot = slots.get(place);
    if (slot !== undefined) {
      const old = slot.value;
      slot.value = value;
      return old;
    }
    slots.set(place, { key, value });
    this.#ordered = undefined;
    this.#grow(slots.size);
    return undefined;
  }

  #removeSlot(key: Value): Value | undefined {
    const slots = this.#spread();
    const place = mapKey(key);
    const slot = slots.get(place);
    if (slot === undefined) return undefined;
    slots.delete(place);
    this.#ordered = undefined;
    return slot.value;
  }

  /** Returns the slots; a table with a shape is converted to slots. */
  #spread(): Map<unknown, Slot> {
    if (this.#slots !== undefined) return this.#slots;
    const keys = this.#shape?.keys ?? [];
    const values = this.#values;
    const slots = new Map(keys.map((key, i) => [key, { key, value: values[i] ?? null }]));
    this.#slots = slots;
    this.#shape = undefined;
    this.#values = [];
    return slots;
  }

  #order(): Value[] {
    const keys = Array.from(this.#spread().values(), (slot) => slot.key);
    return this.#byHash ? inHashOrder(keys, hashOf, this.#capacity) : keys;
  }
}

/** Unlike `splice`, allocates no array for the removed value. */
function removeAt(values: Value[], place: number): Value {
  const old = values[place] ?? null;
  for (let i = place + 1; i < values.length; i++) values[i - 1] = values[i] ?? null;
  values.pop();
  return old;
}

export class SortedTable implements OrderedTable {
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

  keyAt(position: number): Value | undefined {
    return this.#slots[position]?.key;
  }

  countBefore(key: Value, withEqual: boolean): number {
    const at = this.#find(key);
    if (at < 0) return ~at;
    return withEqual ? at + 1 : at;
  }

  /** The index of the key, or the complement of its insertion point. */
  #find(key: Value): number {
    let low = 0;
    let high = this.#slots.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#slots[middle];
      if (found === undefined) break;
      const order = this.#compare(found.key, key);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return ~low;
  }
}
