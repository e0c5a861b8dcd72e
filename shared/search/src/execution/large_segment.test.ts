/** A segment with more matches than a block has documents. */
import { TestIndex } from '../testing/test_index.js';

const DOCUMENTS = 10_000;

const INDEX = new TestIndex({
  mapping: {
    properties: { n: { type: 'integer' }, k: { type: 'keyword' }, t: { type: 'text' } },
  },
  documents: Array.from({ length: DOCUMENTS }, (_none, n) => ({ n, k: `k${n % 3}`, t: 'word' })),
  segmentDocs: DOCUMENTS,
});

const AGGS = {
  t: { terms: { field: 'k', order: { _key: 'asc' } }, aggs: { most: { max: { field: 'n' } } } },
};

test.each([
  ['all', { match_all: {} }, 0],
  ['a range', { range: { n: { gte: 10 } } }, 10],
  ['nearly none', { range: { n: { gte: DOCUMENTS - 5 } } }, DOCUMENTS - 5],
  ['a word', { match: { t: 'word' } }, 0],
  [
    'a term',
    { bool: { filter: [{ term: { t: 'word' } }, { range: { n: { gte: 4096 } } }] } },
    4096,
  ],
] as const)('%s: every document is counted once', (_name, query, from) => {
  const answer = INDEX.answer({ size: 0, query, aggs: AGGS });
  if (typeof answer === 'string') throw new Error(answer);
  const buckets = [0, 1, 2].map((rest) => {
    const numbers = Array.from({ length: DOCUMENTS }, (_none, n) => n).filter(
      (n) => n >= from && n % 3 === rest,
    );
    return { key: `k${rest}`, doc_count: numbers.length, most: Math.max(...numbers) };
  });
  const { t } = answer.aggregations as unknown as {
    t: { buckets: { key: string; doc_count: number; most: { value: unknown } }[] };
  };
  const shown = t.buckets.map((bucket) => ({ ...bucket, most: Number(bucket.most.value) }));
  expect(shown).toEqual(buckets);
});

test('the sum and the count of all documents, and of all but the first', () => {
  const aggs = { n: { stats: { field: 'n' } }, sum: { sum: { field: 'n' } } };
  for (const [query, from] of [
    [{ match_all: {} }, 0],
    [{ range: { n: { gte: 1 } } }, 1],
  ] as const) {
    const answer = INDEX.answer({ size: 0, query, aggs });
    const sum = (DOCUMENTS * (DOCUMENTS - 1)) / 2;
    const plain = JSON.parse(JSON.stringify(answer, (_key, value) => value?.value ?? value));
    expect(plain.aggregations).toMatchObject({
      n: { count: DOCUMENTS - from, sum, max: DOCUMENTS - 1, min: from },
      sum,
    });
  }
});
