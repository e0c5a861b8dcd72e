/**
 * One digest per owner bucket. Values are first counted by owner and value, and merged into the
 * digests once there are many distinct ones.
 */

import { doubleOfWords } from '../collect/double_words.js';
import { type Doubles, grownDoubles, takeObjects } from '../collect/growable.js';
import { KeyTable } from '../collect/key_table.js';
import type { NumberState } from '../metric/number_collector.js';
import { DROPPED, type ReduceInput } from '../reduction.js';
import type { NumberRows } from '../values/number_rows.js';
import { type Digest, EMPTY_DIGEST, mergeDigests } from './digest.js';

export interface DigestsPart {
  readonly digests: readonly Digest[];
}

/** The number of distinct values, over all owners, beyond which they are merged into digests. */
const MAX_COUNTED = 1 << 16;
/** The bytes of a centroid: two doubles and the `mixed` flag. */
const CENTROID_BYTES = 17;

export class DigestState implements NumberState<DigestsPart> {
  readonly #compression: number;
  readonly #digests: (Digest | undefined)[] = [];
  #counted = new KeyTable();
  #weights: Doubles = new Float64Array(0);

  constructor(compression: number) {
    this.#compression = compression;
  }

  reserve(): void {
    // A bucket takes memory only when it gets values.
  }

  add({ rows, values, count, weights }: NumberRows, owners: Uint32Array): void {
    for (let i = 0; i < count; i++) values[i] = values[i] + 0;
    const bits = new Uint32Array(values.buffer);
    const counted = this.#counted;
    for (let i = 0; i < count; i++) {
      const owner = owners[rows[i]];
      const at = counted.bucket(owner, bits[2 * i], bits[2 * i + 1]);
      if (at >= this.#weights.length) this.#weights = grownDoubles(this.#weights, at + 1);
      const weight = weights === undefined ? 1 : weights[i];
      this.#weights[at] = this.#weights[at] + weight;
    }
    if (counted.size > MAX_COUNTED) this.#flush();
  }

  /** Merges the counted values into the digests of their owners. */
  #flush(): void {
    const { size, owners, lows, highs } = this.#counted;
    const values = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      values[i] = doubleOfWords(lows[i], highs[i]);
    }
    const order = Uint32Array.from({ length: size }, (_, i) => i);
    order.sort((a, b) => owners[a] - owners[b] || values[a] - values[b]);
    for (let from = 0; from < size; ) {
      const owner = owners[order[from]];
      let to = from;
      while (to < size && owners[order[to]] === owner) to++;
      this.#merge(owner, order.subarray(from, to), values);
      from = to;
    }
    this.#counted = new KeyTable();
    this.#weights = new Float64Array(0);
  }

  #merge(owner: number, order: Uint32Array, values: Float64Array): void {
    const fresh: Digest = {
      means: Float64Array.from(order, (i) => values[i]),
      weights: Float64Array.from(order, (i) => this.#weights[i]),
      mixed: new Uint8Array(order.length),
    };
    const known = this.#digests[owner];
    const merged = mergeDigests(known === undefined ? [fresh] : [known, fresh], this.#compression);
    takeObjects(merged.means.length - (known?.means.length ?? 0), CENTROID_BYTES);
    this.#digests[owner] = merged;
  }

  build(owners: Uint32Array): DigestsPart {
    this.#flush();
    return { digests: Array.from(owners, (owner) => this.#digests[owner] ?? EMPTY_DIGEST) };
  }
}

export function reduceDigests(
  inputs: readonly ReduceInput<DigestsPart>[],
  owners: number,
  compression: number,
): DigestsPart {
  const of: Digest[][] = Array.from({ length: owners }, () => []);
  for (const { part, map } of inputs) {
    for (let i = 0; i < map.length; i++) {
      const to = map[i];
      if (to !== DROPPED) of[to]?.push(part.digests[i]);
    }
  }
  return {
    digests: of.map((digests) => {
      const some = digests.filter(({ means }) => means.length > 0);
      return some.length === 0 ? EMPTY_DIGEST : mergeDigests(some, compression);
    }),
  };
}
