/** Sums and counts by bucket, the basis of `sum`, `avg`, `stats` and similar metrics. */
import type { AggregationNode } from '../aggregation_node.js';
import type { Scaling } from '../aggregation_type.js';
import { CompensatedSums } from '../collect/compensated_sums.js';
import { grownDoubles } from '../collect/growable.js';
import { scaledCounts, scaledSums } from '../collect/scaled.js';
import { DROPPED, type ReduceInput } from '../reduction.js';
import type { NumberRows } from '../values/number_rows.js';
import { type FoundSlots, type KnownNumbers, type NumberState, pick } from './number_collector.js';

export interface SumsPart {
  readonly sums: Float64Array;
  /** The compensation of the sums. */
  readonly deltas: Float64Array;
  readonly counts: Float64Array;
}

export class SumsState implements NumberState<SumsPart> {
  readonly #sums = new CompensatedSums();
  #counts = new Float64Array(0);
  /** A bound on the absolute value of all sums of whole numbers; infinite after other values. */
  #reach = 0;

  reserve(buckets: number): void {
    this.#sums.reserve(buckets);
    this.#counts = grownDoubles(this.#counts, buckets);
  }

  /**
   * Adds whole numbers, which need no compensation: they add up without error as long as no sum can
   * exceed 2^53.
   */
  addSlots(found: FoundSlots): boolean {
    const { slots, block, kernels } = found;
    this.#reach += slots.reach * block.count;
    if (this.#reach > MAX_REACH) return false;
    const into = { sums: this.#sums.values, counts: this.#counts };
    const { docs, owners, count, buckets } = block;
    if (buckets !== undefined && kernels?.sum(slots, { docs, owners, count, buckets }, into)) {
      return true;
    }
    if (buckets === 1) addToOne(found, into);
    else addWhole(found, into);
    return true;
  }

  add({ rows, values, count, weights }: NumberRows, owners: Uint32Array): void {
    this.#reach = Number.POSITIVE_INFINITY;
    const counts = this.#counts;
    const sums = this.#sums.values;
    const { deltas } = this.#sums;
    for (let i = 0; i < count; i++) {
      const owner = owners[rows[i]];
      const value = values[i];
      counts[owner] = counts[owner] + (weights === undefined ? 1 : weights[i]);
      const sum = sums[owner];
      const corrected = value + deltas[owner];
      const updated = sum + corrected;
      const delta = corrected - (updated - sum);
      // Infinite values are not compensated, because their differences are NaN.
      if (delta - delta === 0) {
        sums[owner] = updated;
        deltas[owner] = delta;
      } else this.#sums.add(owner, value);
    }
  }

  addKnown({ totals }: Pick<KnownNumbers, 'totals'>): boolean {
    const known = totals();
    if (known === undefined) return false;
    this.#reach = Number.POSITIVE_INFINITY;
    this.#sums.add(0, known.sum, known.delta);
    this.#counts[0] = this.#counts[0] + known.count;
    return true;
  }

  build(owners: Uint32Array): SumsPart {
    return {
      sums: pick(this.#sums.values, owners),
      deltas: pick(this.#sums.deltas, owners),
      counts: pick(this.#counts, owners),
    };
  }
}

/**
 * Half of the greatest safe integer. A value is `min + gcd * raw`, and `gcd * raw` may be twice as
 * great as the greatest absolute value.
 */
const MAX_REACH = Number.MAX_SAFE_INTEGER / 2;

interface PlainSums {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
}

function addWhole(
  { slots: { presence, min, gcd }, block: { docs, owners, count }, raw: gather }: FoundSlots,
  { sums, counts }: PlainSums,
): void {
  const raw = gather();
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    if (presence !== null && (presence[doc >>> 5] & (1 << (doc & 31))) === 0) continue;
    const owner = owners[i];
    sums[owner] = sums[owner] + (min + gcd * raw[i]);
    counts[owner] = counts[owner] + 1;
  }
}

/** Adds a block whose documents are all in bucket 0. */
function addToOne(
  { slots: { presence, min, gcd }, block: { docs, count }, raw: gather }: FoundSlots,
  { sums, counts }: PlainSums,
): void {
  const raw = gather();
  let sum = 0;
  let found = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    if (presence !== null && (presence[doc >>> 5] & (1 << (doc & 31))) === 0) continue;
    sum += raw[i];
    found++;
  }
  sums[0] = sums[0] + (min * found + gcd * sum);
  counts[0] = counts[0] + found;
}

export function scaledSumsPart<P extends SumsPart>(
  _node: AggregationNode,
  part: P,
  scaling: Scaling,
): P {
  return {
    ...part,
    sums: scaledSums(part.sums, scaling),
    deltas: scaledSums(part.deltas, scaling),
    counts: scaledCounts(part.counts, scaling),
  };
}

export function reduceSums(inputs: readonly ReduceInput<SumsPart>[], owners: number): SumsPart {
  const sums = new CompensatedSums();
  sums.reserve(owners);
  const counts = new Float64Array(owners);
  for (const { part, map } of inputs) {
    for (let i = 0; i < map.length; i++) {
      const to = map[i];
      if (to === DROPPED) continue;
      sums.add(to, part.sums[i], part.deltas[i]);
      counts[to] = counts[to] + part.counts[i];
    }
  }
  return {
    sums: sums.values.slice(0, owners),
    deltas: sums.deltas.slice(0, owners),
    counts,
  };
}
