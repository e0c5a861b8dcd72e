/**
 * `terms` of a field with many distinct terms: from some document on, terms are counted by their
 * ordinals.
 */
import type { JsonObject } from '@skein/content';
import fc from 'fast-check';
import { TestIndex } from '../../testing/test_index.js';

const mapping = {
  properties: {
    key: { type: 'keyword' },
    n: { type: 'long' },
  },
};
/** More than kernels count in a table, and more than a tally can pay off for. */
const DOCUMENTS = 9000;

interface Document extends JsonObject {
  readonly key: string[];
  readonly n: number;
}

/** Unordered keys; some documents have two, and some none. */
function documentsOf(keys: number, step: number): Document[] {
  return Array.from({ length: DOCUMENTS }, (_none, n) => {
    const own = (i: number): string => `k${String((i * step) % keys).padStart(5, '0')}`;
    if (n % 50 === 7) return { key: [], n };
    return { key: n % 20 === 3 ? [own(n), own(n + 1)] : [own(n)], n };
  });
}

interface Bucket {
  readonly key: string;
  readonly doc_count: number;
  readonly most: { readonly value: number };
}

function expected(documents: readonly Document[], from: number, least: number): readonly Bucket[] {
  const found = new Map<string, number[]>();
  for (const { key, n } of documents.filter((each) => each.n >= from)) {
    const keys = key.length === 0 ? ['none'] : key;
    for (const each of keys) found.set(each, [...(found.get(each) ?? []), n]);
  }
  return [...found]
    .filter(([, own]) => own.length >= least)
    .map(([key, own]) => ({ key, doc_count: own.length, most: { value: Math.max(...own) } }));
}

const byKey = (a: Bucket, b: Bucket): number => (a.key < b.key ? -1 : Number(a.key > b.key));
const ORDERS: Readonly<Record<string, (a: Bucket, b: Bucket) => number>> = {
  '{"_count":"desc"}': (a, b) => b.doc_count - a.doc_count || byKey(a, b),
  '{"_count":"asc"}': (a, b) => a.doc_count - b.doc_count || byKey(a, b),
  '{"_key":"desc"}': (a, b) => -byKey(a, b),
  '[{"_count":"desc"},{"_key":"desc"}]': (a, b) => b.doc_count - a.doc_count || -byKey(a, b),
};

test.each([
  [8500, 1, 9000],
  [8500, 4099, 4000],
  [6000, 7, 9000],
  [5000, 3, 2500],
])('%d keys by steps of %d, segments of %d documents', (keys, step, segmentDocs) => {
  const documents = documentsOf(keys, step);
  const index = new TestIndex({ mapping, documents, segmentDocs });
  const choice = fc.record({
    order: fc.constantFrom(...Object.keys(ORDERS)),
    from: fc.constantFrom(0, 0, 4000, 8990),
    size: fc.constantFrom(1, 10, 300),
    least: fc.constantFrom(1, 1, 2),
    collect_mode: fc.constantFrom('breadth_first', 'depth_first'),
  });
  fc.assert(
    fc.property(choice, ({ order, from, size, least, collect_mode }) => {
      const shape = { size, shard_size: size, min_doc_count: least, shard_min_doc_count: least };
      const terms = { field: 'key', missing: 'none', collect_mode, ...shape };
      const answer = index.answer({
        size: 0,
        query: { range: { n: { gte: from } } },
        aggs: {
          keys: {
            terms: { ...terms, order: JSON.parse(order) },
            aggs: { most: { max: { field: 'n' } } },
          },
        },
      }) as JsonObject;
      const { keys: found } = JSON.parse(JSON.stringify(answer.aggregations));
      const all = expected(documents, from, least).toSorted(ORDERS[order]);
      expect(found.buckets).toEqual(all.slice(0, size));
      const rest = all.slice(size).reduce((sum, bucket) => sum + bucket.doc_count, 0);
      expect(found.sum_other_doc_count).toBe(rest);
    }),
    { numRuns: 15 },
  );
});
