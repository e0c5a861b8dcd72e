/**
 * `top_hits` with inner hits of the request's queries, and values that a histogram of digits does
 * not accept.
 */
import type { JsonObject } from '@skein/content';
import { aggregated } from '../../testing/aggregated.js';
import { TestIndex } from '../../testing/test_index.js';

const MAPPING = {
  properties: {
    k: { type: 'keyword' },
    n: { type: 'double' },
    offers: { type: 'nested', properties: { price: { type: 'long' } } },
  },
};

const DOCUMENTS = [
  { k: 'a', n: 1, offers: [{ price: 1 }, { price: 5 }] },
  { k: 'a', n: 2, offers: [{ price: 7 }] },
  { k: 'b', n: -3, offers: [{ price: 9 }, { price: 8 }, { price: 2 }] },
  { k: 'b', n: 4, offers: [{ price: 1 }] },
];

const index = new TestIndex({ mapping: MAPPING, documents: DOCUMENTS, segmentDocs: 2 });

const found = (body: JsonObject): JsonObject => aggregated(index, body);

interface Hit {
  readonly _id: string;
  readonly inner_hits: { readonly offers: { readonly hits: { readonly hits: readonly Hit[] } } };
  readonly _source: JsonObject;
}

const joined = {
  nested: { path: 'offers', query: { range: { 'offers.price': { gte: 5 } } }, inner_hits: {} },
};

test.each([
  ['at the top', { query: joined }],
  ['beside a post_filter', { query: joined, post_filter: { term: { k: 'a' } } }],
])('the hits of each bucket show what the query joined, %s', (_where, request) => {
  const hits = { top_hits: { sort: ['_doc'], _source: ['k'] } };
  const { t } = found({
    ...request,
    aggs: { t: { terms: { field: 'k', order: { _key: 'asc' } }, aggs: { hits } } },
  }) as unknown as { t: { buckets: { hits: { hits: { hits: Hit[] } } }[] } };
  const prices = t.buckets.map(({ hits: { hits: found } }) =>
    found.hits.map(({ _id, inner_hits: { offers } }) => [
      _id,
      offers.hits.hits.map(({ _source: { price } }) => price),
    ]),
  );
  expect(prices).toEqual([
    [
      ['1', [5]],
      ['2', [7]],
    ],
    [['3', [9, 8]]],
  ]);
});

test('what is below zero is refused where digits are counted, and nowhere else', () => {
  const a = (aggregation: JsonObject) => () => found({ aggs: { a: aggregation } });
  const reason =
    'The value -3.0 is out of bounds for histogram: Negative values cannot be recorded';
  expect(a({ percentiles: { field: 'n', hdr: {} } })).toThrow(reason);
  expect(a({ percentile_ranks: { field: 'n', values: [1], hdr: {} } })).toThrow(reason);
  expect(a({ percentiles: { field: 'n' } })).not.toThrow();
  const positive = { query: { range: { n: { gte: 0 } } } };
  expect(() =>
    found({ ...positive, aggs: { a: { percentiles: { field: 'n', hdr: {} } } } }),
  ).not.toThrow();
});

test('nested objects are shown with their places, in each word of the set of roots', () => {
  const properties = { n: { type: 'integer' } };
  const nested = new TestIndex({
    mapping: { properties: { items: { type: 'nested', properties } } },
    documents: Array.from({ length: 40 }, (_, i) => ({ items: [{ n: 2 * i }, { n: 2 * i + 1 }] })),
    segmentDocs: 40,
  });
  const hits = { top_hits: { size: 100, sort: [{ 'items.n': 'asc' }] } };
  const aggs = { items: { nested: { path: 'items' }, aggs: { hits } } };
  const { aggregations } = nested.answer({ size: 0, aggs }) as JsonObject;
  const shown = (aggregations as { items: { hits: { hits: { hits: JsonObject[] } } } }).items;
  expect(shown.hits.hits.hits.map(({ _id, _nested }) => [_id, _nested])).toEqual(
    Array.from({ length: 80 }, (_, n) => [
      String(Math.floor(n / 2) + 1),
      { field: 'items', offset: n % 2 },
    ]),
  );
});

test.each([
  [false, [null, null]],
  [true, [1, 1]],
])('hits in the order of scores show them if they are tracked: %s', (track_scores, expected) => {
  const top_hits = { sort: ['_score', { n: 'asc' }], track_scores, size: 2, _source: false };
  const { t } = found({ aggs: { t: { top_hits } } }) as unknown as {
    t: { hits: { hits: { _score: unknown; sort: unknown[] }[] } };
  };
  expect(t.hits.hits.map(({ _score }) => _score && Number(_score))).toEqual(expected);
  expect(t.hits.hits.map(({ sort: [score, n] }) => [Number(score), Number(n)])).toEqual([
    [1, -3],
    [1, 1],
  ]);
});

test('nested objects, and the documents that contain them, have the score of the query', () => {
  const hits = { top_hits: { size: 1, _source: false } };
  const scored = { constant_score: { filter: { term: { k: 'a' } }, boost: 3 } };
  const answer = found({
    query: scored,
    aggs: {
      offers: {
        nested: { path: 'offers' },
        aggs: { hits, all: { reverse_nested: {}, aggs: { hits } } },
      },
    },
  });
  expect(answer).toMatchObject({
    offers: {
      hits: { hits: { max_score: 3, hits: [{ _score: 3 }] } },
      all: { hits: { hits: { max_score: 3, hits: [{ _score: 3 }] } } },
    },
  });
});

test('a total as a number is one in inner hits and in top_hits, too', () => {
  const hits = { top_hits: { size: 1 } };
  const offers = { nested: { path: 'offers' }, aggs: { hits } };
  const body = { size: 1, query: joined, aggs: { hits, offers } };
  const inner = { inner_hits: { offers: { hits: { total: 1 } } } };
  expect(index.answerWithIntTotals(body)).toMatchObject({
    hits: { total: 3, hits: [inner] },
    aggregations: {
      hits: { hits: { total: 3, hits: [inner] } },
      offers: { hits: { hits: { total: 6 } } },
    },
  });
  const asObject = { value: 1, relation: 'eq' };
  expect(index.answer(body)).toMatchObject({
    hits: { hits: [{ inner_hits: { offers: { hits: { total: asObject } } } }] },
  });
});
