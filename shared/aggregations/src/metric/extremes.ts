/** The least or the greatest value by bucket, which is infinite for a bucket without values. */

import { type Doubles, grownDoubles } from '../collect/growable.js';
import { DROPPED, type ReduceInput } from '../reduction.js';
import type { NumberRows } from '../values/number_rows.js';
import type { FoundSlots, KnownNumbers, NumberState } from './number_collector.js';

export interface ExtremesPart {
  readonly values: Float64Array;
}

export type Extreme = 'least' | 'greatest';

export class ExtremesState implements NumberState<ExtremesPart> {
  readonly #sign: 1 | -1;
  readonly #none: number;
  #values: Doubles = new Float64Array(0);

  constructor(extreme: Extreme) {
    this.#sign = extreme === 'least' ? 1 : -1;
    this.#none = noneOf(extreme);
  }

  reserve(buckets: number): void {
    const before = this.#values.length;
    this.#values = grownDoubles(this.#values, buckets);
    if (this.#values.length > before) this.#values.fill(this.#none, before);
  }

  add({ rows, values, count }: NumberRows, owners: Uint32Array): void {
    if (this.#sign === 1) addLeast(this.#values, { rows, values, count }, owners);
    else addGreatest(this.#values, { rows, values, count }, owners);
  }

  addSlots(found: FoundSlots): boolean {
    if (this.#sign === 1) addLeastSlots(this.#values, found);
    else addGreatestSlots(this.#values, found);
    return true;
  }

  addKnown({ sorted }: KnownNumbers): boolean {
    const known = sorted();
    if (known === undefined) return false;
    const { from, to, at } = known;
    if (from === to) return true;
    const value = this.#sign === 1 ? at(from) : at(to - 1);
    if (this.#sign * value < this.#sign * this.#values[0]) this.#values[0] = value;
    return true;
  }

  build(owners: Uint32Array): ExtremesPart {
    return { values: Float64Array.from(owners, (owner) => this.#values[owner] ?? this.#none) };
  }
}

type Rows = Pick<NumberRows, 'rows' | 'values' | 'count'>;

function addLeast(least: Float64Array, { rows, values, count }: Rows, owners: Uint32Array): void {
  for (let i = 0; i < count; i++) {
    const owner = owners[rows[i]];
    const value = values[i];
    if (value < least[owner]) least[owner] = value;
  }
}

function addGreatest(most: Float64Array, { rows, values, count }: Rows, owners: Uint32Array): void {
  for (let i = 0; i < count; i++) {
    const owner = owners[rows[i]];
    const value = values[i];
    if (value > most[owner]) most[owner] = value;
  }
}

function addLeastSlots(
  least: Float64Array,
  { slots: { presence, min, gcd }, block: { docs, owners, count }, raw: gather }: FoundSlots,
): void {
  const raw = gather();
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    if (presence !== null && (presence[doc >>> 5] & (1 << (doc & 31))) === 0) continue;
    const owner = owners[i];
    const value = min + gcd * raw[i];
    if (value < least[owner]) least[owner] = value;
  }
}

function addGreatestSlots(
  most: Float64Array,
  { slots: { presence, min, gcd }, block: { docs, owners, count }, raw: gather }: FoundSlots,
): void {
  const raw = gather();
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    if (presence !== null && (presence[doc >>> 5] & (1 << (doc & 31))) === 0) continue;
    const owner = owners[i];
    const value = min + gcd * raw[i];
    if (value > most[owner]) most[owner] = value;
  }
}

function noneOf(extreme: Extreme): number {
  return extreme === 'least' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}

export function reduceExtremes(
  inputs: readonly ReduceInput<ExtremesPart>[],
  owners: number,
  extreme: Extreme,
): ExtremesPart {
  const values = new Float64Array(owners).fill(noneOf(extreme));
  for (const { part, map } of inputs) {
    for (let i = 0; i < map.length; i++) {
      const to = map[i];
      if (to === DROPPED) continue;
      const value = part.values[i];
      const known = values[to];
      if (extreme === 'least' ? value < known : value > known) values[to] = value;
    }
  }
  return { values };
}
