/** A part of a sorted map, in its order or reversed: changes to it change the map. */

import { illegalArgument } from '../values/throwable.js';
import type { Value } from '../values/value.js';
import { JMap } from './collections.js';
import { type Comparison, naturalOrder } from './order.js';
import type { Table } from './tables.js';

export interface Bound {
  readonly key: Value;
  readonly inclusive: boolean;
}

class RangeTable implements Table {
  readonly #base: JMap;
  readonly #holds: (key: Value) => boolean;
  readonly #descending: boolean;

  constructor(base: JMap, holds: (key: Value) => boolean, descending: boolean) {
    this.#base = base;
    this.#holds = holds;
    this.#descending = descending;
  }

  get size(): number {
    return this.keys().length;
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
    const keys = this.#base.keys().filter(this.#holds);
    return this.#descending ? keys.reverse() : keys;
  }
}

export const orderIn = (map: JMap): Comparison => map.comparison ?? naturalOrder;

/** The entries between two bounds; an undefined bound is open. */
export function rangeOf(map: JMap, from: Bound | undefined, to: Bound | undefined): JMap {
  const order = orderIn(map);
  // Java compares the bounds first, which also refuses keys without an order.
  if (from !== undefined && to !== undefined && order(from.key, to.key) > 0)
    throw illegalArgument('fromKey > toKey');
  for (const bound of [from, to]) if (bound !== undefined) order(bound.key, bound.key);
  const holds = (key: Value): boolean => {
    if (from !== undefined && order(key, from.key) < (from.inclusive ? 0 : 1)) return false;
    return to === undefined || order(key, to.key) < (to.inclusive ? 1 : 0);
  };
  const table = new RangeTable(map, holds, false);
  return new JMap(map.className, { comparison: map.comparison, table });
}

export function descendingOf(map: JMap): JMap {
  const order = orderIn(map);
  return new JMap(map.className, {
    comparison: (a, b) => order(b, a),
    table: new RangeTable(map, () => true, true),
  });
}
