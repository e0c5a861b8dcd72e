import fc from 'fast-check';
import { Moments, meanAt, pairAt, rowLength } from './moments.js';

const FIELDS = 3;

const documents = fc.array(
  fc.tuple(...Array.from({ length: FIELDS }, () => fc.integer({ min: -1000, max: 1000 }))),
  { maxLength: 40 },
);

function momentsOf(docs: readonly (readonly number[])[]): Moments {
  const moments = new Moments(FIELDS);
  moments.reserve(1);
  for (const doc of docs) moments.add(0, Float64Array.from(doc));
  return moments;
}

/** Computes the moments by their definitions, in two passes. */
function model(docs: readonly (readonly number[])[]): readonly number[] {
  const n = docs.length;
  const of = (field: number): number[] => docs.map((doc) => doc[field] ?? 0);
  const mean = (field: number): number =>
    n === 0 ? 0 : of(field).reduce((sum, value) => sum + value, 0) / n;
  const sums = (i: number, j: number, power: number): number =>
    docs.reduce(
      (sum, doc) =>
        sum + ((doc[i] ?? 0) - mean(i)) ** power * (i === j ? 1 : (doc[j] ?? 0) - mean(j)),
      0,
    );
  const row = new Array<number>(rowLength(FIELDS)).fill(0);
  row[0] = n;
  for (let i = 0; i < FIELDS; i++) {
    row[meanAt(i)] = mean(i);
    for (const power of [2, 3, 4]) row[meanAt(i) + power - 1] = sums(i, i, power);
    for (let j = i + 1; j < FIELDS; j++) row[pairAt(FIELDS, i, j)] = sums(i, j, 1);
  }
  return row;
}

/** The tolerance follows from sums of powers of differences up to 2,000, in 16 digits. */
function expectClose(row: Float64Array, expected: readonly number[]): void {
  expected.forEach((value, at) => {
    const isMoment = at > 0 && at < meanAt(FIELDS);
    const power = at === 0 ? 0 : isMoment ? 1 + ((at - 1) % 4) : 2;
    expect(Math.abs(row[at] - value)).toBeLessThan(1e-10 * 2000 ** power);
  });
}

test('moments of one pass are those of the definitions', () => {
  fc.assert(
    fc.property(documents, (docs) => {
      expectClose(momentsOf(docs).rows.subarray(0, rowLength(FIELDS)), model(docs));
    }),
  );
});

test('merged moments are those of all documents', () => {
  fc.assert(
    fc.property(documents, documents, (left, right) => {
      const merged = momentsOf(left);
      merged.merge(0, momentsOf(right).rows, 0);
      expectClose(merged.rows.subarray(0, rowLength(FIELDS)), model([...left, ...right]));
    }),
  );
});

test('a hand-made case: products and powers', () => {
  const { rows } = momentsOf([
    [1, 2, 0],
    [3, 8, 0],
    [5, 5, 0],
  ]);
  expect([...rows.subarray(0, 5)]).toEqual([3, 3, 8, 0, 32]);
  expect(rows[pairAt(FIELDS, 0, 1)]).toBeCloseTo(6, 12);
});
