/** Runs every query against a small real index and checks the documents found. */

import type { JsonObject } from '@skein/content';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: mappingOf({
    title: { type: 'text', fields: { raw: { type: 'keyword' } } },
    body: { type: 'text', analyzer: 'english' },
    tag: 'keyword',
    count: 'integer',
    price: 'double',
    at: 'date',
    ok: 'boolean',
    ip: 'ip',
    author: { properties: { name: { type: 'keyword' } } },
    other: { type: 'alias', path: 'tag' },
  }),
  documents: [
    {
      title: 'The quick brown fox',
      body: 'Foxes are jumping',
      tag: 'a',
      count: 1,
      at: '2024-01-01',
    },
    {
      title: 'quick red fox',
      body: 'the of',
      tag: ['a', 'b'],
      count: 2,
      at: '2024-02-01',
      ok: true,
    },
    { title: 'brown quick dog', body: 'dogs and the jumped', tag: 'b', count: 3, price: 1.5 },
    { title: 'lazy dog', tag: 'Cee', count: 40, ip: '10.0.0.1', author: { name: 'ann' } },
    { title: 'quicker fox jumps', count: -5, ip: '10.0.1.7', ok: false },
  ],
});

const FOUND: readonly (readonly [string, JsonObject, string])[] = [
  ['match_all', { match_all: {} }, '1 2 3 4 5'],
  ['match_none', { match_none: {} }, ''],
  ['match', { match: { title: 'quick dog' } }, '1 2 3 4'],
  ['match and', { match: { title: { query: 'quick dog', operator: 'AND' } } }, '3'],
  [
    'match msm',
    { match: { title: { query: 'quick fox brown', minimum_should_match: '67%' } } },
    '1 2 3',
  ],
  [
    'match msm all',
    { match: { title: { query: 'quick fox brown', minimum_should_match: 3 } } },
    '1',
  ],
  ['match analysed', { match: { body: 'fox jump' } }, '1 3'],
  ['match stop words', { match: { body: 'the of' } }, ''],
  [
    'match zero terms',
    { match: { body: { query: 'the of', zero_terms_query: 'all' } } },
    '1 2 3 4 5',
  ],
  ['match number', { match: { count: '40' } }, '4'],
  ['match keyword', { match: { tag: 'a' } }, '1 2'],
  ['match lenient', { match: { count: { query: 'abc', lenient: true } } }, ''],
  ['match unmapped', { match: { nope: 'x' } }, ''],
  ['phrase', { match_phrase: { title: 'quick brown' } }, '1'],
  ['phrase slop', { match_phrase: { title: { query: 'quick brown', slop: 2 } } }, '1 3'],
  ['phrase gap', { match_phrase: { body: 'dog and the jump' } }, '3'],
  ['phrase no gap', { match_phrase: { body: 'dog jump' } }, ''],
  ['phrase prefix', { match_phrase_prefix: { title: 'quick br' } }, '1'],
  ['phrase prefix one', { match_phrase_prefix: { title: 'quick' } }, '1 2 3 5'],
  ['bool prefix', { match_bool_prefix: { title: 'lazy quick' } }, '1 2 3 4 5'],
  [
    'bool prefix and',
    { match_bool_prefix: { title: { query: 'fox quick', operator: 'and' } } },
    '1 2 5',
  ],
  ['multi_match', { multi_match: { query: 'jumping dog', fields: ['title', 'body'] } }, '1 3 4'],
  ['multi_match pattern', { multi_match: { query: 'b', fields: ['ta*', 'title^3'] } }, '2 3'],
  [
    'multi_match phrase',
    { multi_match: { query: 'brown fox', type: 'phrase', fields: ['t*'] } },
    '1',
  ],
  ['multi_match default', { multi_match: { query: 'lazy' } }, '4'],
  ['term', { term: { tag: 'b' } }, '2 3'],
  ['term alias', { term: { other: 'b' } }, '2 3'],
  ['term case', { term: { tag: { value: 'CEE', case_insensitive: true } } }, '4'],
  ['term boolean', { term: { ok: true } }, '2'],
  ['term cidr', { term: { ip: '10.0.0.0/24' } }, '4'],
  ['terms', { terms: { tag: ['b', 'Cee', 'x'] } }, '2 3 4'],
  ['terms numbers', { terms: { count: [1, '3'] } }, '1 3'],
  ['range', { range: { count: { gt: 1, lte: 40 } } }, '2 3 4'],
  ['range old names', { range: { count: { from: 1, to: 3, include_lower: false } } }, '2 3'],
  ['range open', { range: { count: { lt: 2 } } }, '1 5'],
  ['range date math', { range: { at: { gte: '2024-02-01||/M', lt: 'now' } } }, '2'],
  ['range keyword', { range: { tag: { gte: 'a', lt: 'b' } } }, '1 2'],
  ['exists', { exists: { field: 'ip' } }, '4 5'],
  ['exists object', { exists: { field: 'author' } }, '4'],
  ['exists text', { exists: { field: 'body' } }, '1 2 3'],
  ['ids', { ids: { values: ['5', '1', 'zz'] } }, '1 5'],
  ['prefix', { prefix: { 'title.raw': 'quick' } }, '2 5'],
  ['prefix case', { prefix: { 'title.raw': { value: 'THE', case_insensitive: true } } }, '1'],
  ['wildcard', { wildcard: { 'title.raw': '*re?*fox' } }, '2'],
  ['bool', { bool: { must: { term: { tag: 'a' } }, must_not: [{ term: { count: 2 } }] } }, '1'],
  [
    'bool filter should',
    { bool: { filter: [{ term: { tag: 'b' } }], should: { term: { ok: true } } } },
    '2 3',
  ],
  ['bool negative', { bool: { must_not: { exists: { field: 'tag' } } } }, '5'],
  ['bool empty', { bool: {} }, '1 2 3 4 5'],
  [
    'bool msm',
    {
      bool: {
        should: [{ term: { tag: 'a' } }, { term: { tag: 'b' } }],
        minimum_should_match: '100%',
      },
    },
    '2',
  ],
  ['constant_score', { constant_score: { filter: { term: { tag: 'a' } } } }, '1 2'],
  ['dis_max', { dis_max: { queries: [{ term: { tag: 'a' } }, { term: { count: 40 } }] } }, '1 2 4'],
  [
    'boosting',
    {
      boosting: {
        positive: { match: { title: 'fox' } },
        negative: { term: { tag: 'a' } },
        negative_boost: 0.2,
      },
    },
    '1 2 5',
  ],
];

test.each(FOUND)('%s', (_name, query, ids) => {
  expect(index.matches(query).join(' ')).toBe(ids);
});

const QUERY_STRINGS: readonly (readonly [string, string])[] = [
  ['title:fox', '1 2 5'],
  ['title:(fox AND quick)', '1 2'],
  ['title:quick -tag:a', '3'],
  ['+title:quick +tag:b', '2 3'],
  ['title:quick AND NOT tag:b', '1'],
  ['title:lazy OR title:red', '2 4'],
  ['title:"quick brown"', '1'],
  ['title:"quick brown"~2', '1 3'],
  ['title:QUI*', '1 2 3 5'],
  ['title.raw:quick*', '2 5'],
  ['title:l?zy', '4'],
  ['count:[2 TO 3]', '2 3'],
  ['count:{2 TO *}', '3 4'],
  ['count:>=3', '3 4'],
  ['_exists_:author.name', '4'],
  ['tag:*', '1 2 3 4'],
  ['*:*', '1 2 3 4 5'],
  ['lazy', '4'],
  ['tag:a title:dog^2', '1 2 3 4'],
  ['_id:4', '4'],
];

test.each(QUERY_STRINGS)('query_string %s', (query, ids) => {
  expect(index.matches({ query_string: { query } }).join(' ')).toBe(ids);
});

test('scores: boosts, constants and ties', () => {
  expect(index.search({ query: { match_all: { boost: 1.7 } } }).hits[0]?._score).toBeCloseTo(1.7);
  const constant = { constant_score: { filter: { term: { tag: 'a' } }, boost: 1.2 } };
  expect(index.search({ query: constant }).maxScore).toBeCloseTo(1.2);
  const plain = index.search({ query: { match: { title: 'lazy' } } }).maxScore;
  const boosted = index.search({
    query: { match: { title: { query: 'lazy', boost: 3 } } },
  }).maxScore;
  expect(boosted / plain).toBeCloseTo(3);
  const demoted = {
    boosting: {
      positive: { match: { title: 'lazy' } },
      negative: { match_all: {} },
      negative_boost: 0.5,
    },
  };
  expect(index.search({ query: demoted }).maxScore / plain).toBeCloseTo(0.5);
});

test('named queries are told', () => {
  const { hits } = index.search({
    query: {
      bool: {
        should: [
          { match: { title: { query: 'dog', _name: 'dog' } } },
          { term: { tag: { value: 'b', _name: 'b' } } },
        ],
      },
    },
  });
  const told = Object.fromEntries(hits.map((hit) => [String(hit._id), hit.matched_queries]));
  expect(told).toEqual({ 2: ['b'], 3: ['b', 'dog'], 4: ['dog'] });
});

test.each([
  ['tag', 'keyword'],
  ['count', 'integer'],
  ['ok', 'boolean'],
  ['_id', '_id'],
])('the beginning of a phrase is refused on %s, which is no text', (field, type) => {
  expect(() => index.matches({ match_phrase_prefix: { [field]: '5' } })).toThrow(
    `Can only use phrase prefix queries on text fields - not on [${field}] which is of type [${type}]`,
  );
});

test('several words of an analyzer that is asked for need positions', () => {
  const words = (query: string) => () =>
    index.matches({ match_phrase_prefix: { count: { query, analyzer: 'whitespace' } } });
  expect(words('r i')).toThrow('field:[count] was indexed without position data');
  expect(words('r')).toThrow('Can only use phrase prefix queries on text fields');
});

test('everything in no field there is, is nothing', () => {
  expect(index.matches({ query_string: { query: '*', fields: ['nope'] } })).toEqual([]);
});
