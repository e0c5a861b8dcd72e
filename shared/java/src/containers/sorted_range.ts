/**
 * The order of a sorted map, and parts of it, in its order or reversed: changes to a part change
 * the map.
 */

import { assert } from '@skein/base';
import { illegalArgument } from '../values/throwable.js';
import type { Value } from '../values/value.js';
import { JMap } from './collections.js';
import { type Comparison, naturalOrder } from './order.js';
import { type OrderedTable, SortedTable } from './tables.js';

export interface Bound {
  readonly key: Value;
  readonly inclusive: boolean;
}

/** The entries of a sorted map between two bounds; an undefined bound is open. */
class RangeTable implements OrderedTable {
  readonly #base: JMap;
  readonly #from: Bound | undefined;
  readonly #to: Bound | undefined;

  constructor(base: JMap, from?: Bound, to?: Bound) {
    this.#base = base;
    this.#from = from;
    this.#to = to;
  }

  get #table(): OrderedTable {
    return orderedTable(this.#base);
  }

  /** The position in the whole map of the first entry of this part. */
  get #start(): number {
    const from = this.#from;
    return from === undefined ? 0 : this.#table.countBefore(from.key, !from.inclusive);
  }

  get #end(): number {
    const to = this.#to;
    return to === undefined ? this.#table.size : this.#table.countBefore(to.key, to.inclusive);
  }

  #holds(key: Value): boolean {
    const order = orderIn(this.#base);
    const [from, to] = [this.#from, this.#to];
    if (from !== undefined && order(key, from.key) < (from.inclusive ? 0 : 1)) return false;
    return to === undefined || order(key, to.key) < (to.inclusive ? 1 : 0);
  }

  get size(): number {
    return Math.max(0, this.#end - this.#start);
  }

  get(key: Value): Value | undefined {
    return this.has(key) ? this.#base.get(key) : undefined;
  }

  has(key: Value): boolean {
    return this.#holds(key) && this.#base.has(key);
  }

  put(key: Value, value: Value): Value | undefined {
    if (!this.#holds(key)) throw illegalArgument('key out of range');
    return this.#base.put(key, value);
  }

  remove(key: Value): Value | undefined {
    return this.#holds(key) ? this.#base.remove(key) : undefined;
  }

  clear(): void {
    for (const key of this.keys()) this.#base.remove(key);
  }

  keys(): Value[] {
    return this.#table.keys().slice(this.#start, Math.max(this.#start, this.#end));
  }

  keyAt(position: number): Value | undefined {
    const inside = position >= 0 && position < this.size;
    return inside ? this.#table.keyAt(this.#start + position) : undefined;
  }

  countBefore(key: Value, withEqual: boolean): number {
    const count = this.#table.countBefore(key, withEqual) - this.#start;
    return Math.max(0, Math.min(this.size, count));
  }
}

/** A sorted map from its last entry to its first. */
class ReversedTable implements OrderedTable {
  readonly #base: JMap;

  constructor(base: JMap) {
    this.#base = base;
  }

  get size(): number {
    return this.#base.size();
  }

  get(key: Value): Value | undefined {
    return this.has(key) ? this.#base.get(key) : undefined;
  }

  has(key: Value): boolean {
    return this.#base.has(key);
  }

  put(key: Value, value: Value): Value | undefined {
    return this.#base.put(key, value);
  }

  remove(key: Value): Value | undefined {
    return this.#base.remove(key);
  }

  clear(): void {
    this.#base.clear();
  }

  keys(): Value[] {
    return this.#base.keys().reverse();
  }

  keyAt(position: number): Value | undefined {
    return orderedTable(this.#base).keyAt(this.size - 1 - position);
  }

  countBefore(key: Value, withEqual: boolean): number {
    return this.size - orderedTable(this.#base).countBefore(key, !withEqual);
  }
}

/** The table of a sorted map. */
function orderedTable(map: JMap): OrderedTable {
  const { table } = map;
  if (table instanceof SortedTable || table instanceof RangeTable) return table;
  assert(table instanceof ReversedTable, 'a sorted map has an order');
  return table;
}

const orderIn = (map: JMap): Comparison => map.comparison ?? naturalOrder;

export const firstKey = (map: JMap): Value | undefined => orderedTable(map).keyAt(0);
export const lastKey = (map: JMap): Value | undefined =>
  orderedTable(map).keyAt(orderedTable(map).size - 1);

/** The nearest key before the given one; itself counts if `withEqual` is set. */
export function keyBefore(map: JMap, key: Value, withEqual: boolean): Value | undefined {
  const table = orderedTable(map);
  return table.keyAt(table.countBefore(key, withEqual) - 1);
}

/** The nearest key after the given one; itself counts if `withEqual` is set. */
export function keyAfter(map: JMap, key: Value, withEqual: boolean): Value | undefined {
  const table = orderedTable(map);
  return table.keyAt(table.countBefore(key, !withEqual));
}

/** The entries between two bounds; an undefined bound is open. */
export function rangeOf(map: JMap, from: Bound | undefined, to: Bound | undefined): JMap {
  const order = orderIn(map);
  // Java compares the bounds first, which also refuses keys without an order.
  if (from !== undefined && to !== undefined && order(from.key, to.key) > 0)
    throw illegalArgument('fromKey > toKey');
  for (const bound of [from, to]) if (bound !== undefined) order(bound.key, bound.key);
  const table = new RangeTable(map, from, to);
  return new JMap(map.className, { comparison: map.comparison, table });
}

export function descendingOf(map: JMap): JMap {
  const order = orderIn(map);
  return new JMap(map.className, {
    comparison: (a, b) => order(b, a),
    table: new ReversedTable(map),
  });
}
