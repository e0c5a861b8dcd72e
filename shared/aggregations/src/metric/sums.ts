/** Sums and counts by bucket: what `sum`, `avg`, `stats` and their kin begin with. */
import { DROPPED, type ReduceInput } from '../aggregation_type.js';
import { CompensatedSums } from '../collect/compensated_sums.js';
import { grownDoubles } from '../collect/growable.js';
import type { NumberRows } from '../values/number_rows.js';
import { type NumberState, pick } from './number_collector.js';

export interface SumsPart {
  readonly sums: Float64Array;
  /** What the compensated sums have too little. */
  readonly deltas: Float64Array;
  readonly counts: Float64Array;
}

export class SumsState implements NumberState<SumsPart> {
  readonly #sums = new CompensatedSums();
  #counts = new Float64Array(0);

  reserve(buckets: number): void {
    this.#sums.reserve(buckets);
    this.#counts = grownDoubles(this.#counts, buckets);
  }

  add({ rows, values, count }: NumberRows, owners: Uint32Array): void {
    const counts = this.#counts;
    const sums = this.#sums.values;
    const { deltas } = this.#sums;
    for (let i = 0; i < count; i++) {
      const owner = owners[rows[i] as number] as number;
      const value = values[i] as number;
      counts[owner] = (counts[owner] as number) + 1;
      const sum = sums[owner] as number;
      const corrected = value + (deltas[owner] as number);
      const updated = sum + corrected;
      const delta = corrected - (updated - sum);
      // Infinities and what comes of them are not compensated: their differences are no numbers.
      if (delta - delta === 0) {
        sums[owner] = updated;
        deltas[owner] = delta;
      } else this.#sums.add(owner, value);
    }
  }

  build(owners: Uint32Array): SumsPart {
    return {
      sums: pick(this.#sums.values, owners),
      deltas: pick(this.#sums.deltas, owners),
      counts: pick(this.#counts, owners),
    };
  }
}

export function reduceSums(inputs: readonly ReduceInput<SumsPart>[], owners: number): SumsPart {
  const sums = new CompensatedSums();
  sums.reserve(owners);
  const counts = new Float64Array(owners);
  for (const { part, map } of inputs) {
    for (let i = 0; i < map.length; i++) {
      const to = map[i] as number;
      if (to === DROPPED) continue;
      sums.add(to, part.sums[i] as number, part.deltas[i] as number);
      counts[to] = (counts[to] as number) + (part.counts[i] as number);
    }
  }
  return {
    sums: sums.values.slice(0, owners),
    deltas: sums.deltas.slice(0, owners),
    counts,
  };
}
