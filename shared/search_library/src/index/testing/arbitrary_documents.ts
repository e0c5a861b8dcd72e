/**
 * Random sample documents for fast-check, from small vocabularies so that terms, ids and values
 * collide.
 */
import fc from 'fast-check';
import type { IndexSort, IndexSortField } from '../index_sort.js';
import type { SampleDocument } from './sample_index.js';

const words = fc
  .array(fc.constantFrom('a', 'b', 'bb', 'ä', 'fox', '=syn', '_', '日本'), { maxLength: 8 })
  .map((list) => list.join(' '));
const tags = fc.array(fc.constantFrom('', 'x', 'xy', 'y', 'ünï', '\u{10ffff}'), { maxLength: 3 });
const long = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.integer().map((n) => n * 1000),
  fc.maxSafeInteger(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
);
const double = fc.oneof(
  fc.integer({ min: -4, max: 4 }).map((n) => n / 2),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
);

export const sampleDocument: fc.Arbitrary<SampleDocument> = fc.record({
  id: fc.integer({ min: 0, max: 12 }).map((n) => `id-${n}`),
  body: fc.array(words, { maxLength: 2 }),
  title: fc.array(words, { maxLength: 2 }),
  tag: tags,
  group: tags,
  count: fc.array(long, { maxLength: 2 }),
  price: fc.array(double, { maxLength: 2 }),
  place: fc.array(
    fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
    }),
    { maxLength: 2 },
  ),
});

const sortKeyParts = fc.record({
  reverse: fc.boolean(),
  mode: fc.constantFrom('min' as const, 'max' as const),
  missing: fc.constantFrom('first' as const, 'last' as const),
});

const indexSortField: fc.Arbitrary<IndexSortField> = fc.oneof(
  fc.tuple(fc.constantFrom('tag', 'group'), sortKeyParts).map(([field, parts]) => ({
    kind: 'ordinal' as const,
    field,
    ...parts,
  })),
  fc.tuple(fc.constantFrom('count', 'price'), sortKeyParts).map(([field, parts]) => ({
    kind: 'number' as const,
    field,
    integral: field === 'count',
    unsigned: false,
    ...parts,
  })),
);

/** A sort of up to three keys; often none. */
export const indexSort: fc.Arbitrary<IndexSort> = fc.array(indexSortField, { maxLength: 3 });
