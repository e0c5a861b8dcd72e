/**
 * Running moments of several fields by bucket: means, sums of the second to fourth powers of the
 * differences from them, and sums of products of the differences of each pair. One pass, and
 * mergeable: P. Pébay, "Formulas for Robust, One-Pass Parallel Computation of Covariances and
 * Arbitrary-Order Statistical Moments", Sandia Report SAND2008-6212 (2008).
 *
 * A bucket has one row of doubles: the count, then four moments per field, then a product for each
 * pair of fields.
 */
import { type Doubles, grownDoubles } from '../collect/growable.js';

/** The number of columns of a row before the moments. */
const COUNT = 1;
/** The number of columns of a field: its mean, and its second, third and fourth moment. */
const MOMENTS = 4;

/** The number of doubles in a row. */
export function rowLength(fields: number): number {
  return COUNT + fields * MOMENTS + (fields * (fields - 1)) / 2;
}

/** The index in a row of the product of two fields; `i < j`. */
export function pairAt(fields: number, i: number, j: number): number {
  return COUNT + fields * MOMENTS + (i * (2 * fields - i - 1)) / 2 + (j - i - 1);
}

export function meanAt(field: number): number {
  return COUNT + field * MOMENTS;
}

export class Moments {
  readonly #fields: number;
  readonly #length: number;
  readonly #differences: Float64Array;
  #rows: Doubles = new Float64Array(0);

  constructor(fields: number) {
    this.#fields = fields;
    this.#length = rowLength(fields);
    this.#differences = new Float64Array(fields);
  }

  get rows(): Doubles {
    return this.#rows;
  }

  /** Allocates rows for all buckets below `buckets`. */
  reserve(buckets: number): void {
    this.#rows = grownDoubles(this.#rows, buckets * this.#length);
  }

  /** Adds a document with one value for each field. */
  add(bucket: number, values: Float64Array): void {
    const rows = this.#rows;
    const base = bucket * this.#length;
    const before = rows[base];
    const count = before + 1;
    rows[base] = count;
    const differences = this.#differences;
    for (let i = 0; i < this.#fields; i++) {
      const at = base + meanAt(i);
      const difference = values[i] - rows[at];
      differences[i] = difference;
      const step = difference / count;
      const square = difference * step * before;
      const [second, third] = [rows[at + 1], rows[at + 2]];
      rows[at] = rows[at] + step;
      rows[at + 3] =
        rows[at + 3] +
        square * step * step * (count * count - 3 * count + 3) +
        6 * step * step * second -
        4 * step * third;
      rows[at + 2] = third + square * step * (count - 2) - 3 * step * second;
      rows[at + 1] = second + square;
    }
    this.#addProducts(base, before / count);
  }

  #addProducts(base: number, share: number): void {
    const rows = this.#rows;
    const differences = this.#differences;
    let at = base + meanAt(this.#fields);
    for (let i = 0; i < this.#fields; i++) {
      const scaled = differences[i] * share;
      for (let j = i + 1; j < this.#fields; j++, at++) {
        rows[at] = rows[at] + scaled * differences[j];
      }
    }
  }

  /** Merges the row that begins at `from` in `other`, which has the same fields, into a bucket. */
  merge(bucket: number, other: Float64Array, from: number): void {
    const rows = this.#rows;
    const base = bucket * this.#length;
    const ours = rows[base];
    const theirs = other[from];
    if (theirs === 0) return;
    if (ours === 0) {
      rows.set(other.subarray(from, from + this.#length), base);
      return;
    }
    const count = ours + theirs;
    for (let i = 0; i < this.#fields; i++) {
      const at = meanAt(i);
      this.#differences[i] = other[from + at] - rows[base + at];
      mergeField({ rows, at: base + at, n: ours }, { rows: other, at: from + at, n: theirs });
    }
    for (let at = meanAt(this.#fields); at < this.#length; at++) {
      rows[base + at] = rows[base + at] + other[from + at];
    }
    rows[base] = count;
    this.#addProducts(base, (ours * theirs) / count);
  }
}

/** The four moments of a field, which begin at `at`, over `n` documents. */
interface FieldMoments {
  readonly rows: Float64Array;
  readonly at: number;
  readonly n: number;
}

function mergeField(
  { rows, at, n: a }: FieldMoments,
  { rows: other, at: from, n: b }: FieldMoments,
): void {
  const n = a + b;
  const d = other[from] - rows[at];
  const step = d / n;
  const [secondA, secondB] = [rows[at + 1], other[from + 1]];
  const [thirdA, thirdB] = [rows[at + 2], other[from + 2]];
  rows[at] = rows[at] + b * step;
  rows[at + 1] = secondA + secondB + d * step * a * b;
  rows[at + 2] =
    thirdA + thirdB + d * step * step * a * b * (a - b) + 3 * step * (a * secondB - b * secondA);
  rows[at + 3] =
    rows[at + 3] +
    other[from + 3] +
    d * step * step * step * a * b * (a * a - a * b + b * b) +
    6 * step * step * (a * a * secondB + b * b * secondA) +
    4 * step * (a * thirdB - b * thirdA);
}
