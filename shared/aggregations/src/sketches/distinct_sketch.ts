/**
 * How many different hashes there were: all of them, while they are few; beyond, HyperLogLog registers (Heule, Nunkesser, Hall 2013), read with the estimator of Ertl (2017, "New
 * cardinality estimation algorithms for HyperLogLog sketches", algorithm 6), which needs no tables of bias and is as good from the first register to the last.
 *
 * Few hashes are kept as 25 bits and what their registers need, encoded as in OpenSearch: `index << 1`, or `index << 7 | run << 1 | 1` where the bits that choose no register are 0.
 */

const SPARSE_BITS = 25;

/** Plain data. Either list is of one sketch. */
export type DistinctSketch =
  | { readonly kind: 'sparse'; readonly hashes: Uint32Array }
  | { readonly kind: 'dense'; readonly registers: Uint8Array };

/** From the number of values that are to be counted as exactly as can be. */
export function precisionOf(threshold: number): number {
  const slots = Math.ceil(threshold / 0.75);
  return Math.min(18, Math.max(4, 32 - Math.clz32(slots * 4)));
}

/** More hashes than this make a sketch dense. */
function sparseLimit(precision: number): number {
  return Math.floor((1 << (precision - 2)) * 0.75);
}

export function encodeHash(high: number, low: number, precision: number): number {
  const index = high >>> (32 - SPARSE_BITS);
  const rest = index & ((1 << (SPARSE_BITS - precision)) - 1);
  if (rest !== 0) return (index << 1) >>> 0;
  // The 39 bits behind the index.
  const behind = (high << SPARSE_BITS) | (low >>> (32 - SPARSE_BITS));
  const zeros = behind !== 0 ? Math.clz32(behind) : 32 + Math.clz32(low << SPARSE_BITS);
  const run = 1 + Math.min(zeros, 64 - SPARSE_BITS);
  return ((index << 7) | (run << 1) | 1) >>> 0;
}

function registerOf(encoded: number, precision: number): { index: number; run: number } {
  const extra = SPARSE_BITS - precision;
  if ((encoded & 1) === 1) {
    return { index: (encoded >>> 7) >>> extra, run: ((encoded >>> 1) & 0x3f) + extra };
  }
  const bits = encoded >>> 1;
  const rest = bits & ((1 << extra) - 1);
  return { index: bits >>> extra, run: 1 + Math.clz32(rest) - (32 - extra) };
}

/** One sketch on its way: adds hashes and other sketches. */
export class DistinctCounter {
  readonly #precision: number;
  #hashes: Set<number> | undefined = new Set();
  #registers: Uint8Array | undefined;

  constructor(precision: number) {
    this.#precision = precision;
  }

  add(encoded: number): void {
    if (this.#registers !== undefined) {
      this.#register(encoded);
      return;
    }
    this.#hashes?.add(encoded);
    if ((this.#hashes?.size ?? 0) > sparseLimit(this.#precision)) this.#makeDense();
  }

  merge(sketch: DistinctSketch): void {
    if (sketch.kind === 'sparse') {
      for (const encoded of sketch.hashes) this.add(encoded);
      return;
    }
    const registers = this.#registers ?? this.#makeDense();
    for (let i = 0; i < registers.length; i++) {
      const run = sketch.registers[i] as number;
      if (run > (registers[i] as number)) registers[i] = run;
    }
  }

  #makeDense(): Uint8Array {
    const registers = new Uint8Array(1 << this.#precision);
    this.#registers = registers;
    for (const encoded of this.#hashes ?? []) this.#register(encoded);
    this.#hashes = undefined;
    return registers;
  }

  #register(encoded: number): void {
    const { index, run } = registerOf(encoded, this.#precision);
    const registers = this.#registers as Uint8Array;
    if (run > (registers[index] as number)) registers[index] = run;
  }

  sketch(): DistinctSketch {
    return this.#registers === undefined
      ? { kind: 'sparse', hashes: Uint32Array.from(this.#hashes ?? []) }
      : { kind: 'dense', registers: this.#registers };
  }
}

export const EMPTY_SKETCH: DistinctSketch = { kind: 'sparse', hashes: new Uint32Array(0) };

/** Of few hashes their number; hashes of 25 bits may be the same by chance, which linear counting makes up for. */
export function distinctCount(sketch: DistinctSketch): number {
  if (sketch.kind === 'sparse') {
    const slots = 2 ** SPARSE_BITS;
    return Math.round(slots * Math.log(slots / (slots - sketch.hashes.length)));
  }
  return Math.round(estimate(sketch.registers));
}

function estimate(registers: Uint8Array): number {
  const m = registers.length;
  const maxRun = 64 - Math.log2(m) + 1;
  const counts = new Float64Array(maxRun + 2);
  for (const run of registers) counts[run] = (counts[run] as number) + 1;
  let z = m * tau(1 - (counts[maxRun] as number) / m);
  for (let k = maxRun - 1; k >= 1; k--) z = 0.5 * (z + (counts[k] as number));
  z += m * sigma((counts[0] as number) / m);
  return (m / (2 * Math.LN2)) * (m / z);
}

/** Ertl's series for registers that were never set. */
function sigma(share: number): number {
  if (share === 1) return Number.POSITIVE_INFINITY;
  let x = share;
  let y = 1;
  let z = x;
  for (let before = -1; z !== before; ) {
    before = z;
    x *= x;
    z += x * y;
    y += y;
  }
  return z;
}

/** And for those that can count no further. */
function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let x = share;
  let y = 1;
  let z = 1 - x;
  for (let before = -1; z !== before; ) {
    before = z;
    x = Math.sqrt(x);
    y *= 0.5;
    z -= (1 - x) ** 2 * y;
  }
  return z / 3;
}
