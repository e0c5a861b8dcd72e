/** Query and fetch phase together: order, pages, contents of hits. */
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: mappingOf({
    name: 'keyword',
    text: 'text',
    n: 'long',
    price: 'double',
    at: 'date',
    kept: { type: 'keyword', store: true },
    where: 'geo_point',
    o: { properties: { a: { type: 'integer' }, b: { type: 'keyword' } } },
  }),
  settings: { 'index.max_result_window': '50' },
  documents: [
    { name: 'c', n: 3, text: 'red fox', at: '2024-01-02', price: 1.5, kept: 'k1' },
    { name: 'a', n: 9007199254740993n, text: 'red red fox', o: { a: 1, b: 'x' } },
    { name: 'b', text: 'red', where: { lat: 10, lon: 20 } },
    { name: ['e', 'd'], n: [5, 1], o: [{ a: 2 }, { a: '3', b: 'y' }] },
    { n: -1, at: '2023-05-05T10:00:00Z' },
  ],
});

test.each([
  [['name'], '2 3 1 4 5'],
  [[{ name: 'desc' }], '4 1 3 2 5'],
  [[{ name: { order: 'asc', missing: '_first' } }], '5 2 3 1 4'],
  [['n'], '5 4 1 2 3'],
  [[{ n: 'desc' }], '2 4 1 5 3'],
  [[{ n: { order: 'desc', missing: '_first' } }], '3 2 4 1 5'],
  [[{ n: { order: 'asc', missing: 4 } }], '5 4 1 3 2'],
  [['_doc'], '1 2 3 4 5'],
  [[{ zz: { unmapped_type: 'long' } }, { n: 'desc' }], '2 4 1 5 3'],
])('sort %j', (sort, ids) => {
  expect(index.search({ sort }).ids.join(' ')).toBe(ids);
});

test('sort values are shown as they can be handed back', () => {
  const first = index.search({ sort: ['n'], size: 10 });
  expect(first.hits.map((hit) => hit.sort)).toEqual([
    [-1],
    [1],
    [3],
    [9007199254740993n],
    [9223372036854775807n],
  ]);
  const after = first.hits.map((hit) => hit.sort as (number | bigint)[]);
  expect(index.search({ sort: ['n'], search_after: after[2] ?? [] }).ids).toEqual(['2', '3']);
  expect(index.search({ sort: ['n'], search_after: after[4] ?? [] }).ids).toEqual([]);
  const dates = index.search({ sort: [{ at: { order: 'desc', format: 'yyyy-MM-dd' } }], size: 1 });
  expect(dates.hits[0]?.sort).toEqual(['2024-01-02']);
});

test('scores show beside sort keys only when they are asked for', () => {
  const query = { match: { text: 'red' } };
  expect(index.search({ query, sort: ['name'] }).hits[0]?._score).toBeNull();
  const scored = index.search({ query, sort: ['_score', 'name'] });
  expect(scored.hits[0]).toMatchObject({
    _score: expect.any(Number),
    sort: [scored.hits[0]?._score, 'b'],
  });
  expect(scored.maxScore).toBeNaN();
  expect(index.search({ query, sort: ['name'], track_scores: true }).maxScore).toBeGreaterThan(0);
  expect(index.search({ query, sort: ['name'], track_scores: true, size: 0 }).maxScore).toBeNaN();
  expect(index.search({ query, sort: ['_score'] }).hits[0]).not.toHaveProperty('sort');
});

test('pages and totals', () => {
  expect(index.search({ sort: ['name'], from: 1, size: 2 }).ids).toEqual(['3', '1']);
  expect(index.search({ size: 0, track_total_hits: true })).toMatchObject({ total: 5, hits: [] });
  expect(index.search({ track_total_hits: false }).total).toBeUndefined();
  const minimum = index.search({ query: { match: { text: 'red' } }, min_score: 1000 });
  expect(minimum.total).toBe(0);
  const post = index.search({ post_filter: { term: { name: 'a' } } });
  expect(post).toMatchObject({ total: 1, ids: ['2'] });
});

test('what a hit shows', () => {
  const [hit] = index.search({
    query: { ids: { values: ['1'] } },
    version: true,
    seq_no_primary_term: true,
    _source: ['na*', 'n'],
    stored_fields: ['kept'],
    docvalue_fields: ['n', { field: 'at', format: 'yyyy' }, 'price'],
  }).hits;
  expect(Object.keys(hit ?? {})).toEqual([
    '_index',
    '_id',
    '_version',
    '_seq_no',
    '_primary_term',
    '_score',
    '_source',
    'fields',
  ]);
  expect(hit).toMatchObject({
    _index: 'test',
    _id: '1',
    _version: 1,
    _seq_no: 0,
    _primary_term: 1,
    _source: { name: 'c', n: 3 },
    fields: { kept: ['k1'], n: [3], at: ['2024'], price: [1.5] },
  });
});

test('sources and stored fields', () => {
  const one = (body: object) =>
    index.search({ query: { ids: { values: ['1'] } }, ...body }).hits[0];
  expect(one({ _source: false })).not.toHaveProperty('_source');
  expect(one({ stored_fields: [] })).not.toHaveProperty('_source');
  expect(one({ stored_fields: ['_source'] })).toHaveProperty('_source');
  expect(one({ stored_fields: '_none_' })).not.toHaveProperty('_id');
});

test('fields are read from the document', () => {
  const values = (id: string, fields: readonly (string | object)[]) =>
    index.search({ query: { ids: { values: [id] } }, _source: false, fields } as never).hits[0]
      ?.fields;
  expect(values('4', ['o.*', 'name'])).toEqual({ 'o.a': [2, 3], 'o.b': ['y'], name: ['e', 'd'] });
  expect(values('3', ['where'])).toEqual({ where: [{ coordinates: [20, 10], type: 'Point' }] });
  expect(values('3', [{ field: 'where', format: 'wkt' }])).toEqual({
    where: ['POINT (20.0 10.0)'],
  });
  expect(values('1', [{ field: 'at', format: 'dd.MM.yyyy' }])).toEqual({ at: ['02.01.2024'] });
  expect(values('1', ['nope'])).toBeUndefined();
});

test.each([
  [
    { from: 45, size: 10 },
    'Result window is too large, from + size must be less than or equal to: [50] but was [55]',
  ],
  [{ sort: ['zz'] }, 'No mapping found for [zz] in order to sort on'],
  [{ sort: ['text'] }, 'Text fields are not optimised'],
  [{ search_after: [1] }, 'Sort must contain at least one field.'],
  [{ suggest: {}, search_after: [true] }, 'Sort must contain at least one field.'],
  [
    { suggest: {}, sort: ['n'], search_after: ['x'] },
    'Failed to parse search_after value for field [n].',
  ],
  [
    { suggest: {}, post_filter: { term: { n: 'abc' } } },
    'failed to create query: For input string: "abc"',
  ],
  [{ suggest: {}, collapse: { field: 'zz' } }, 'no mapping found for `zz` in order to collapse on'],
  [
    { suggest: {}, rescore: { query: { rescore_query: { prefix: { n: 'a' } } } } },
    'Can only use prefix queries',
  ],
  [
    { size: 0, rescore: { query: { rescore_query: { prefix: { n: 'a' } } } } },
    'Can only use prefix queries',
  ],
  [{ search_after: [1], sort: '_score' }, 'Sort must contain at least one field.'],
  [{ sort: ['n'], search_after: [1, 2] }, 'search_after has 2 value(s) but sort has 1.'],
  [{ query: { term: { n: 'abc' } } }, 'failed to create query: For input string: "abc"'],
  [
    { query: { match: { text: { query: 'a b', minimum_should_match: 'x' } } } },
    'failed to create query: For input string: "x"',
  ],
  [
    { query: { match: { text: { query: 'a', analyzer: 'zz' } } } },
    '[match] analyzer [zz] not found',
  ],
  [{ query: { query_string: { query: 'a AND (b' } } }, 'Failed to parse query [a AND (b]'],
  [
    { query: { prefix: { n: 'a' } } },
    'Can only use prefix queries on keyword and text fields - not on [n] which is of type [long]',
  ],
])('%j is refused by the shard', (body, reason) => {
  expect(() => index.search(body as never)).toThrow(reason);
});

/** OpenSearch creates these queries while it rewrites the tree, where errors are not wrapped. */
test.each([
  [{ range: { at: { gte: 'x' } } }, 'parse_exception'],
  [{ bool: { must_not: { range: { at: { gte: 'x' } } } } }, 'parse_exception'],
  [{ term: { _index: '_x' } }, 'invalid_index_name_exception'],
  [{ terms: { _index: ['_x'] } }, 'invalid_index_name_exception'],
  [{ prefix: { _index: '_x' } }, 'invalid_index_name_exception'],
  [{ dis_max: { queries: [{ wildcard: { _index: '_x*' } }] } }, 'invalid_index_name_exception'],
  [{ match: { _index: '_x' } }, 'query_shard_exception'],
  [{ term: { at: 'x' } }, 'query_shard_exception'],
])('%j fails with %s', (query, type) => {
  const mapping = { properties: { at: { type: 'date' } } };
  const dates = new TestIndex({ mapping, documents: [{ at: '2024-01-01' }] });
  expect(() => dates.search({ query })).toThrow(expect.objectContaining({ type }));
  expect(() => dates.search({ post_filter: query })).toThrow(expect.objectContaining({ type }));
  // `_validate/query` rewrites the query as part of creating it.
  const wrapped = expect.objectContaining({ type: 'query_shard_exception' });
  expect(() => dates.rewritten(query)).toThrow(wrapped);
});

test('limits of hits do not apply to a request for suggestions alone', () => {
  const query = { rescore_query: { match_all: {} } };
  for (const body of [{ from: 100 }, { sort: ['n'], rescore: { query } }]) {
    expect(index.search({ suggest: {}, ...body }).total).toBe(0);
  }
});
