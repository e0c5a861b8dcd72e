/**
 * Counts, means and sums of squared deviations by bucket: updated value by value (Welford 1962) and
 * merged (Chan, Golub, LeVeque 1979).
 */

import { grownDoubles } from '../collect/growable.js';
import { DROPPED, type ReduceInput } from '../reduction.js';
import { pick } from './number_collector.js';

export interface SpreadPart {
  readonly counts: Float64Array;
  readonly means: Float64Array;
  readonly squares: Float64Array;
}

export class Spreads {
  #counts = new Float64Array(0);
  #means = new Float64Array(0);
  #squares = new Float64Array(0);

  reserve(buckets: number): void {
    this.#counts = grownDoubles(this.#counts, buckets);
    this.#means = grownDoubles(this.#means, buckets);
    this.#squares = grownDoubles(this.#squares, buckets);
  }

  add(bucket: number, value: number): void {
    const count = this.#counts[bucket] + 1;
    const before = value - this.#means[bucket];
    const mean = this.#means[bucket] + before / count;
    this.#counts[bucket] = count;
    this.#means[bucket] = mean;
    this.#squares[bucket] = this.#squares[bucket] + before * (value - mean);
  }

  merge(bucket: number, { counts, means, squares }: SpreadPart, from: number): void {
    const other = counts[from];
    if (other === 0) return;
    const own = this.#counts[bucket];
    const count = own + other;
    const apart = means[from] - this.#means[bucket];
    this.#counts[bucket] = count;
    this.#means[bucket] = this.#means[bucket] + (apart * other) / count;
    this.#squares[bucket] =
      this.#squares[bucket] + squares[from] + (apart * apart * own * other) / count;
  }

  build(owners: Uint32Array): SpreadPart {
    return {
      counts: pick(this.#counts, owners),
      means: pick(this.#means, owners),
      squares: pick(this.#squares, owners),
    };
  }
}

export function reduceSpreads(
  inputs: readonly ReduceInput<SpreadPart>[],
  owners: number,
): SpreadPart {
  const spreads = new Spreads();
  spreads.reserve(owners);
  for (const { part, map } of inputs) {
    for (let i = 0; i < map.length; i++) {
      const to = map[i];
      if (to !== DROPPED) spreads.merge(to, part, i);
    }
  }
  return spreads.build(Uint32Array.from({ length: owners }, (_, i) => i));
}
