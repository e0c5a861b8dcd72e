/** Nested objects in the search language: matches, sorting, and the objects shown. */
import type { JsonObject } from '@skein/content';
import { refusalOf } from '@skein/errors/testing';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    properties: {
      title: { type: 'text' },
      plain: { properties: { x: { type: 'keyword' } } },
      items: {
        type: 'nested',
        properties: {
          name: { type: 'keyword' },
          n: { type: 'integer' },
          text: { type: 'text' },
          parts: { type: 'nested', properties: { code: { type: 'keyword' } } },
        },
      },
    },
  },
  documents: [
    {
      title: 'one',
      items: [
        { name: 'a', n: 1, text: 'red fox', parts: [{ code: 'p' }, { code: 'q' }] },
        { name: 'b', n: 9, text: 'red' },
      ],
    },
    { title: 'two', items: { name: 'a', n: 9, text: 'blue', parts: { code: 'q' } } },
    { title: 'three' },
    { title: 'one two', items: [{ name: 'c', n: 4, text: 'red red' }] },
  ],
});

const nested = (query: JsonObject, more: JsonObject = {}): JsonObject => ({
  nested: { path: 'items', query, ...more },
});

const ALL = { match_all: {} };

const tooLarge = (name: string): string =>
  `Inner result window is too large, the inner hit definition's [${name}]'s from + size must be less than or equal to: [100] but was [101]. This limit can be set by changing the [index.max_inner_result_window] index level setting.`;

test('conditions hold for one and the same object', () => {
  const both = (name: string, n: number) =>
    nested({ bool: { must: [{ term: { 'items.name': name } }, { term: { 'items.n': n } }] } });
  expect(index.matches(both('a', 1))).toEqual(['1']);
  expect(index.matches(both('a', 9))).toEqual(['2']);
  expect(index.matches(both('b', 1))).toEqual([]);
});

test('objects are no hits, and their fields are not those of the document', () => {
  expect(index.matches({ match_all: {} })).toEqual(['1', '2', '3', '4']);
  expect(index.matches({ term: { 'items.name': 'a' } })).toEqual([]);
  expect(index.matches({ bool: { must_not: nested({ match_all: {} }) } })).toEqual(['3']);
  expect(index.matches(nested({ term: { title: 'one' } }))).toEqual([]);
});

test('levels', () => {
  const deep = { nested: { path: 'items.parts', query: { term: { 'items.parts.code': 'q' } } } };
  expect(index.matches(deep)).toEqual(['1', '2']);
  expect(index.matches(nested({ bool: { must: [deep, { term: { 'items.n': 9 } }] } }))).toEqual([
    '2',
  ]);
});

test('sorts take the values of the objects that pass a filter', () => {
  const sorted = (options: JsonObject) =>
    index.search({
      sort: [{ 'items.n': { nested: { path: 'items', ...options }, order: 'desc' } }],
    });
  expect(sorted({}).hits.map(({ sort }) => sort)).toEqual([[9], [9], [4], [-2147483648]]);
  expect(sorted({ filter: { term: { 'items.name': 'a' } } }).ids).toEqual(['2', '1', '3', '4']);
  expect(sorted({ max_children: 1 }).ids).toEqual(['2', '4', '1', '3']);
});

test('sorts take the older options of nested objects, too, but not both forms', () => {
  const sorted = (options: JsonObject) =>
    index.search({ sort: [{ 'items.n': { ...options, order: 'desc' } }] });
  const filter = { term: { 'items.name': 'a' } };
  expect(sorted({ nested_path: 'items' }).ids).toEqual(sorted({ nested: { path: 'items' } }).ids);
  const filtered = sorted({ nested_filter: filter, nested_path: 'items' });
  expect(filtered.ids).toEqual(['2', '1', '3', '4']);
  expect(filtered.hits).toEqual(sorted({ nested: { path: 'items', filter } }).hits);
  expect(sorted({ nested_filter: filter }).hits).toEqual(sorted({}).hits);
  const both = 'Setting both nested_path/nested_filter and nested not allowed';
  for (const older of [{ nested_path: 'items' }, { nested_filter: filter }]) {
    expect(refusalOf(() => sorted({ ...older, nested: {} })).cause?.reason).toBe(both);
    expect(refusalOf(() => sorted({ nested: {}, ...older })).cause?.reason).toBe(both);
  }
  expect(refusalOf(() => sorted({ nested_path: 'nope' })).reason).toBe(
    '[nested] failed to find nested object under path [nope]',
  );
});

test('sorts by distance take both forms, too', () => {
  const places = new TestIndex({
    mapping: {
      properties: { stops: { type: 'nested', properties: { at: { type: 'geo_point' } } } },
    },
    documents: [
      { stops: [{ at: [5, 0] }, { at: [1, 0] }] },
      { stops: [{ at: [3, 0] }] },
      { stops: [{ at: [0, 9] }] },
    ],
  });
  const sorted = (options: JsonObject) =>
    places.search({ sort: [{ _geo_distance: { 'stops.at': [0, 0], ...options } }] });
  expect(sorted({ nested: { path: 'stops' } }).ids).toEqual(['1', '2', '3']);
  expect(sorted({ nested_path: 'stops' }).hits).toEqual(sorted({ nested: { path: 'stops' } }).hits);
  const north = { geo_distance: { distance: '1000km', 'stops.at': [0, 9] } };
  const options = { nested_path: 'stops', nested_filter: north };
  expect(sorted(options).ids[0]).toBe('3');
  expect(sorted(options).hits).toEqual(sorted({ nested: { path: 'stops', filter: north } }).hits);
});

test('inner hits say which objects, where and with which score', () => {
  const query = nested(
    { match: { 'items.text': 'red' } },
    { inner_hits: { _source: ['items.name'], size: 1, from: 1 }, score_mode: 'max' },
  );
  const [, second] = index.search({ query }).hits;
  expect(second).toMatchObject({
    _id: '1',
    inner_hits: {
      items: {
        hits: {
          total: { value: 2, relation: 'eq' },
          hits: [{ _id: '1', _nested: { field: 'items', offset: 0 }, _source: { name: 'a' } }],
        },
      },
    },
  });
});

test('inner hits of inner hits', () => {
  const deep = {
    nested: {
      path: 'items.parts',
      query: { term: { 'items.parts.code': 'q' } },
      inner_hits: { name: 'deep' },
    },
  };
  const [hit] = index.search({ query: nested(deep, { inner_hits: { name: 'items' } }) }).hits;
  expect(JSON.stringify(hit)).toContain(
    '"_nested":{"field":"items","offset":0,"_nested":{"field":"parts","offset":1}}',
  );
});

test.each([
  [{ path: 'nope', query: { match_all: {} } }, 'failed to find nested object under path [nope]'],
  [{ path: 'plain', query: { match_all: {} } }, 'under path [plain] is not of nested type'],
  [{ path: 'items' }, "[nested] requires 'query' field"],
  [{ query: { match_all: {} } }, "[nested] requires 'path' field"],
])('%j is refused', (body, reason) => {
  expect(() => index.search({ query: { nested: body } })).toThrow(reason);
});

/** OpenSearch reads the inner hits after it has created the query, so it does not wrap errors. */
test.each([
  [{ query: nested(ALL, { inner_hits: { size: 101 } }) }, tooLarge('null')],
  [{ post_filter: nested(ALL, { inner_hits: { name: 'x', from: 98 } }) }, tooLarge('x')],
  [
    {
      query: nested(
        { nested: { path: 'items.parts', query: ALL, inner_hits: { name: 'deep', size: 101 } } },
        { inner_hits: {} },
      ),
    },
    tooLarge('deep'),
  ],
  [
    { query: nested(ALL, { inner_hits: {} }), post_filter: nested(ALL, { inner_hits: {} }) },
    '[inner_hits] already contains an entry for key [items]',
  ],
  [{ query: nested(ALL, { inner_hits: { size: 101 } }), sort: ['nope'] }, tooLarge('null')],
])('the inner hits of %j are refused', (body, message) => {
  expect(() => index.search(body)).toThrow(
    expect.objectContaining({ type: 'illegal_argument_exception', message }),
  );
});

test('inner hits are not checked where none are shown', () => {
  const query = nested(ALL, { inner_hits: { size: 101 } });
  expect(index.rewritten(query)).toContain('ToParentBlockJoinQuery');
  expect(index.answer({ size: 0, aggs: { found: { filter: query } } })).toMatchObject({
    aggregations: { found: { doc_count: 3 } },
  });
});

test('explanations speak of the best object', () => {
  const [hit] = index.search({
    query: nested({ match: { 'items.text': 'fox' } }),
    explain: true,
  }).hits;
  expect(hit?._explanation).toMatchObject({
    description: 'Score based on 1 child docs in range from 0 to 3, using score mode Avg',
  });
});

test.each([
  ['avg', ALL, 'ConstantScore(_nested_path:items)', 1],
  ['max', { match_all: { boost: 2 } }, 'ConstantScore(_nested_path:items)^2.0', 2],
  ['none', ALL, 'ConstantScore(_nested_path:items)^0.0', 0],
  ['none', { match: { 'items.text': 'fox' } }, 'ConstantScore(items.text:fox)^0.0', 0],
])('with the mode %s, an object is in the explanation of %j as %s', (mode, query, text, value) => {
  const [hit] = index.search({ query: nested(query, { score_mode: mode }), explain: true }).hits;
  expect(hit?._explanation).toMatchObject({
    details: [{ value, description: text, details: [] }],
  });
});

describe('index.query.max_nested_depth', () => {
  const deep = new TestIndex({
    mapping: {
      properties: { n: { type: 'nested', properties: { m: { type: 'nested' } } } },
    },
    settings: { 'index.query.max_nested_depth': '1' },
    documents: [{ n: { m: { x: 1 } } }],
  });
  const inner = { nested: { path: 'n.m', query: { match_all: {} } } };
  const reason =
    'The depth of Nested Query is [2] has exceeded the allowed maximum of [1]. This maximum can be set by changing the [index.query.max_nested_depth] index level setting.';

  it('limits queries in queries', () => {
    expect(deep.search({ query: inner }).ids).toEqual(['1']);
    const query = { nested: { path: 'n', query: { bool: { must: inner } } } };
    expect(() => deep.search({ query })).toThrow(reason);
  });

  it('counts the nested aggregations around a query', () => {
    const aggs = { a: { nested: { path: 'n' }, aggs: { b: { filter: inner } } } };
    expect(() => deep.answer({ size: 0, aggs })).toThrow(reason);
  });
});
