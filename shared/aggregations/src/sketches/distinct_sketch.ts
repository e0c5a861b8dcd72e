/**
 * A sketch that counts distinct hashes. While they are few it keeps all of them; beyond that it
 * keeps HyperLogLog registers (Heule, Nunkesser, Hall 2013), read with the estimator of Ertl (2017,
 * "New cardinality estimation algorithms for HyperLogLog sketches", algorithm 6), which needs no
 * bias tables and is equally accurate at every fill level.
 *
 * A kept hash is its first 25 bits and what a register needs of the rest, encoded as in OpenSearch:
 * `index << 1`, or `index << 7 | run << 1 | 1` if the bits of the index that choose no register are
 * all 0.
 */
import { grownWords, takeObjects } from '../collect/growable.js';

const SPARSE_BITS = 25;

/** Plain data. The array may be kept: each belongs to one sketch alone. */
export type DistinctSketch =
  | { readonly kind: 'sparse'; readonly hashes: Uint32Array }
  | { readonly kind: 'dense'; readonly registers: Uint8Array };

/** The precision (bits that choose a register) for a `precision_threshold`. */
export function precisionOf(threshold: number): number {
  const slots = Math.ceil(threshold / 0.75);
  return Math.min(18, Math.max(4, 32 - Math.clz32(slots * 4)));
}

/** A sketch with more hashes than this becomes dense. */
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

/** More distinct values than the limit times this factor have more hashes than the limit. */
const CERTAINLY_MORE = 1.1;
/** The initial number of slots of the hash set; always a power of two. */
const LEAST_SLOTS = 16;

/** Builds one sketch from hashes and other sketches. */
export class DistinctCounter {
  readonly #precision: number;
  readonly #limit: number;
  /**
   * A hash set with open addressing, indexed by the upper bits of the multiplied hash; 0 is an
   * empty slot. It is not used once there are registers.
   */
  #slots = new Uint32Array(LEAST_SLOTS);
  #count = 0;
  #registers: Uint8Array | undefined;

  constructor(precision: number) {
    this.#precision = precision;
    this.#limit = sparseLimit(precision);
  }

  add(encoded: number): void {
    if (this.#registers !== undefined) {
      this.#register(encoded, this.#registers);
      return;
    }
    const slots = this.#slots;
    const mask = slots.length - 1;
    let at = Math.imul(encoded, 0x9e3779b1) >>> this.#shift();
    for (; slots[at] !== 0; at = (at + 1) & mask) if (slots[at] === encoded) return;
    slots[at] = encoded;
    this.#count++;
    if (this.#count > this.#limit) this.#makeDense();
    else if (2 * this.#count > slots.length) this.#grow();
  }

  /**
   * Reserves memory for `count` distinct values that are going to be added. They have nearly as
   * many distinct hashes, since collisions of 25 bits are rare.
   */
  expect(count: number): void {
    if (this.#registers !== undefined) return;
    if (count > this.#limit * CERTAINLY_MORE) this.#makeDense();
    else while (this.#slots.length < 2 * Math.min(count, this.#limit)) this.#grow();
  }

  /** The shift that leaves as many upper bits of a 32-bit product as number the slots. */
  #shift(): number {
    return Math.clz32(this.#slots.length) + 1;
  }

  #grow(): void {
    const slots = this.#slots;
    this.#slots = grownWords(new Uint32Array(0), 2 * slots.length);
    this.#count = 0;
    for (let i = 0; i < slots.length; i++) {
      if (slots[i] !== 0) this.add(slots[i]);
    }
  }

  #hashes(): Uint32Array {
    const hashes = new Uint32Array(this.#count);
    let at = 0;
    for (let i = 0; i < this.#slots.length; i++) {
      if (this.#slots[i] !== 0) hashes[at++] = this.#slots[i];
    }
    return hashes;
  }

  merge(sketch: DistinctSketch): void {
    if (sketch.kind === 'sparse') {
      const { hashes } = sketch;
      for (let i = 0; i < hashes.length; i++) this.add(hashes[i]);
      return;
    }
    const registers = this.#registers ?? this.#makeDense();
    for (let i = 0; i < registers.length; i++) {
      const run = sketch.registers[i];
      if (run > registers[i]) registers[i] = run;
    }
  }

  #makeDense(): Uint8Array {
    takeObjects(1, 1 << this.#precision);
    const registers = new Uint8Array(1 << this.#precision);
    this.#registers = registers;
    const hashes = this.#hashes();
    for (let i = 0; i < hashes.length; i++) this.#register(hashes[i], registers);
    this.#slots = new Uint32Array(0);
    return registers;
  }

  #register(encoded: number, registers: Uint8Array): void {
    const extra = SPARSE_BITS - this.#precision;
    let index: number;
    let run: number;
    if ((encoded & 1) === 1) {
      index = (encoded >>> 7) >>> extra;
      run = ((encoded >>> 1) & 0x3f) + extra;
    } else {
      const bits = encoded >>> 1;
      index = bits >>> extra;
      run = 1 + Math.clz32(bits & ((1 << extra) - 1)) - (32 - extra);
    }
    if (run > registers[index]) registers[index] = run;
  }

  sketch(): DistinctSketch {
    return this.#registers === undefined
      ? { kind: 'sparse', hashes: this.#hashes() }
      : { kind: 'dense', registers: this.#registers };
  }
}

export const EMPTY_SKETCH: DistinctSketch = { kind: 'sparse', hashes: new Uint32Array(0) };

/**
 * The estimated number of distinct hashes. For a sparse sketch it is the number of hashes,
 * corrected by linear counting, because hashes of 25 bits may be the same by chance.
 */
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
  for (let i = 0; i < m; i++) {
    const run = registers[i];
    counts[run] = counts[run] + 1;
  }
  let z = m * tau(1 - counts[maxRun] / m);
  for (let k = maxRun - 1; k >= 1; k--) z = 0.5 * (z + counts[k]);
  z += m * sigma(counts[0] / m);
  return (m / (2 * Math.LN2)) * (m / z);
}

/** Ertl's series σ for the share of registers that were never set. */
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

/** Ertl's series τ, called with 1 minus the share of registers that are at their maximum. */
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
