/** The tables of `Hashtable` and `IdentityHashMap`. */

import { expectDefined } from '@skein/base';
import { notNull } from '../values/throwable.js';
import { equalValues, hashOf, type Value } from '../values/value.js';
import type { Table } from './tables.js';

interface Slot {
  readonly key: Value;
  value: Value;
}

/**
 * Chains with the newest entry first, iterated from the last bucket to the first; the table grows
 * to twice its size plus one.
 */
export class ChainTable implements Table {
  #buckets: Slot[][];
  #size = 0;

  constructor(expected = 0) {
    this.#buckets = emptyBuckets(Math.max(2 * expected, 11));
  }

  get size(): number {
    return this.#size;
  }

  get(key: Value): Value | undefined {
    return this.#slot(key)?.value;
  }

  has(key: Value): boolean {
    return this.#slot(key) !== undefined;
  }

  put(key: Value, value: Value): Value | undefined {
    notNull(value);
    const slot = this.#slot(key);
    if (slot !== undefined) {
      const old = slot.value;
      slot.value = value;
      return old;
    }
    if (this.#size >= Math.floor(this.#buckets.length * 0.75)) this.#grow();
    this.#bucket(key).unshift({ key, value });
    this.#size++;
    return undefined;
  }

  remove(key: Value): Value | undefined {
    const bucket = this.#bucket(key);
    const at = bucket.findIndex((slot) => equalValues(slot.key, key));
    if (at < 0) return undefined;
    this.#size--;
    return bucket.splice(at, 1)[0]?.value;
  }

  clear(): void {
    this.#buckets = emptyBuckets(this.#buckets.length);
    this.#size = 0;
  }

  keys(): Value[] {
    return this.#buckets.toReversed().flatMap((bucket) => bucket.map((slot) => slot.key));
  }

  #slot(key: Value): Slot | undefined {
    return this.#bucket(key).find((slot) => equalValues(slot.key, key));
  }

  #bucket(key: Value): Slot[] {
    const hash = hashOf(notNull(key));
    const bucket = this.#buckets[(hash & 0x7fffffff) % this.#buckets.length];
    return expectDefined(bucket, 'a table has buckets');
  }

  #grow(): void {
    const before = this.#buckets;
    this.#buckets = emptyBuckets(before.length * 2 + 1);
    for (const bucket of before.toReversed())
      for (const slot of bucket) this.#bucket(slot.key).unshift(slot);
  }
}

const emptyBuckets = (count: number): Slot[][] => Array.from({ length: count }, () => []);

/**
 * Keys are equal only if they are the same object. Java iterates in address order; here the order
 * is that of insertion.
 */
export class IdentityTable implements Table {
  readonly #slots = new Map<Value, Value>();

  get size(): number {
    return this.#slots.size;
  }

  get(key: Value): Value | undefined {
    return this.#slots.get(key);
  }

  has(key: Value): boolean {
    return this.#slots.has(key);
  }

  put(key: Value, value: Value): Value | undefined {
    const old = this.#slots.get(key);
    this.#slots.set(key, value);
    return old;
  }

  remove(key: Value): Value | undefined {
    const old = this.#slots.get(key);
    this.#slots.delete(key);
    return old;
  }

  clear(): void {
    this.#slots.clear();
  }

  keys(): Value[] {
    return [...this.#slots.keys()];
  }
}
