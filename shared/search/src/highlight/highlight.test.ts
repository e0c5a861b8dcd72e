/**
 * Tests highlights and refusals. The expected answers are those of OpenSearch 2.19 for the same
 * documents.
 */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    properties: {
      t: { type: 'text', fields: { en: { type: 'text', analyzer: 'english' } } },
      kept: { type: 'text', store: true },
      k: { type: 'keyword', ignore_above: 6 },
      n: { type: 'integer' },
      objects: { type: 'nested', properties: { words: { type: 'text' } } },
    },
  },
  settings: { 'index.highlight.max_analyzed_offset': '60' },
  documents: [
    {
      t: ['red fish, blue fish', 'one fish. Two fishes'],
      kept: 'a kept fish',
      k: ['fish', 'redfish'],
      n: 1,
      objects: [{ words: 'old fish' }, { words: 'new fish' }],
    },
    { t: `long ${'x '.repeat(40)}fish`, n: 2 },
  ],
});

function highlighted(query: JsonObject, highlight: JsonObject, more: JsonObject = {}) {
  const bool = { must: [query], filter: [{ term: { n: 1 } }] };
  return index.search({ query: { bool }, highlight, ...more }).hits[0]?.highlight;
}

const fish = { match: { t: 'fish' } };
const whole = { number_of_fragments: 0 };

test('each value is a passage of its own', () => {
  expect(highlighted(fish, { fields: { t: {} } })).toEqual({
    t: ['red <em>fish</em>, blue <em>fish</em>', 'one <em>fish</em>. Two fishes'],
  });
});

test('a field is highlighted by its own analyzer, from the values of the field it is a part of', () => {
  const query = { multi_match: { query: 'fish', fields: ['t.en'] } };
  expect(highlighted(query, { fields: { 't*': whole } })).toEqual({
    't.en': ['red <em>fish</em>, blue <em>fish</em>', 'one <em>fish</em>. Two <em>fishes</em>'],
  });
});

test.each<[string, JsonObject, readonly string[]]>([
  ['phrase', { match_phrase: { t: 'blue fish' } }, ['red fish, <em>blue</em> <em>fish</em>']],
  [
    'sloppy phrase',
    { match_phrase: { t: { query: 'fish red', slop: 4 } } },
    ['<em>red</em> <em>fish</em>, blue fish'],
  ],
  ['phrase prefix', { match_phrase_prefix: { t: 'two fi' } }, ['<em>Two</em> <em>fishes</em>']],
  ['prefix', { prefix: { t: 'fishe' } }, ['Two <em>fishes</em>']],
  ['wildcard', { wildcard: { t: 'b*e' } }, ['red fish, <em>blue</em> fish']],
  ['regexp', { regexp: { t: 't.o' } }, ['<em>Two</em> fishes']],
  ['fuzzy', { fuzzy: { t: { value: 'blua' } } }, ['red fish, <em>blue</em> fish']],
  ['range', { range: { t: { gte: 'twa', lt: 'twz' } } }, ['<em>Two</em> fishes']],
  [
    'terms',
    { terms: { t: ['red', 'two'] } },
    ['<em>red</em> fish, blue fish', '<em>Two</em> fishes'],
  ],
  [
    'query string',
    { query_string: { query: 't:(red AND "two fishes")' } },
    ['<em>red</em> fish, blue fish', '<em>Two</em> <em>fishes</em>'],
  ],
  [
    'span near',
    {
      span_near: {
        clauses: [{ span_term: { t: 'red' } }, { span_term: { t: 'blue' } }],
        slop: 1,
        in_order: true,
      },
    },
    ['<em>red</em> fish, <em>blue</em> fish'],
  ],
  [
    'intervals',
    { intervals: { t: { match: { query: 'red fish', max_gaps: 0 } } } },
    ['<em>red</em> <em>fish</em>, blue <em>fish</em>', 'one <em>fish</em>. Two fishes'],
  ],
  [
    'a phrase that is scored by a function',
    { function_score: { query: { match_phrase: { t: 'red fish' } } } },
    ['<em>red</em> <em>fish</em>, blue <em>fish</em>', 'one <em>fish</em>. Two fishes'],
  ],
  [
    'constant score',
    { constant_score: { filter: { term: { t: 'two' } } } },
    ['<em>Two</em> fishes'],
  ],
  [
    'boosting',
    {
      boosting: {
        positive: { term: { t: 'two' } },
        negative: { term: { t: 'red' } },
        negative_boost: 0.5,
      },
    },
    ['<em>Two</em> fishes'],
  ],
])('%s', (_name, query, fragments) => {
  expect(highlighted(query, { fields: { t: {} } })).toEqual({ t: fragments });
});

test.each([
  'fragment_size',
  'number_of_fragments',
  'boundary_max_scan',
  'no_match_size',
  'phrase_limit',
])('-1 as %s stands for what holds without it', (option) => {
  const query = { match: { t: 'fish' } };
  for (const type of ['unified', 'plain']) {
    const asked = (whole: JsonObject, own: JsonObject) =>
      highlighted(query, { type, ...whole, fields: { t: own } });
    expect(asked({}, {})).toHaveProperty('t');
    expect(asked({ [option]: -1 }, {})).toEqual(asked({}, {}));
    expect(asked({ [option]: 0 }, { [option]: -1 })).toEqual(asked({ [option]: 0 }, {}));
  }
});

test('a keyword is marked whole; one that is too long to be a term is left out', () => {
  const query = { terms: { k: ['fish', 'redfish'] } };
  const bool = { should: [query], filter: [{ term: { n: 1 } }] };
  const [hit] = index.search({ query: { bool }, highlight: { fields: { '*': {} } } }).hits;
  expect(hit?.highlight).toEqual({ k: ['<em>fish</em>'] });
});

test('a stored field is read from what is stored, though _source is not asked for', () => {
  const query = { match: { kept: 'fish' } };
  expect(highlighted(query, { fields: { kept: {} } }, { _source: false })).toEqual({
    kept: ['a kept <em>fish</em>'],
  });
});

test('hits of hits are highlighted by the query that found them', () => {
  const nested = {
    path: 'objects',
    query: { match: { 'objects.words': 'new' } },
    inner_hits: { highlight: { fields: { 'objects.words': {} } } },
  };
  const [hit] = index.search({ query: { nested } }).hits;
  const inner = hit?.inner_hits as { objects: { hits: { hits: { highlight: unknown }[] } } };
  expect(inner.objects.hits.hits.map(({ highlight }) => highlight)).toEqual([
    { 'objects.words': ['<em>new</em> fish'] },
  ]);
});

test('a text that is too long is refused, and looked at in part when that is asked for', () => {
  const search = (options: JsonObject) =>
    index.search({
      query: { bool: { must: [fish], filter: [{ term: { n: 2 } }] } },
      highlight: { fields: { t: options } },
    });
  expect(() => search({})).toThrow(
    /^The length of \[t\] field of \[\d+\] doc of \[test\] index has exceeded \[60\] - maximum allowed to be analyzed for highlighting\. This maximum can be set by changing the \[index\.highlight\.max_analyzed_offset\] index level setting\. For large texts, indexing with offsets or term vectors is recommended!$/,
  );
  expect(search({ max_analyzer_offset: 30 }).hits[0]?.highlight).toBeUndefined();
  expect(() => search({ max_analyzer_offset: 61 })).toThrow(
    /^max_analyzer_offset has exceeded \[60\]/,
  );
  expect(() => search({ max_analyzer_offset: 0 })).toThrow(
    'the value [0] of max_analyzer_offset is invalid',
  );
});

test.each<[JsonObject, string]>([
  [{ type: 'nonesuch' }, 'unknown highlighter type [nonesuch] for the field [t]'],
  [{ boundary_scanner: 'chars' }, 'Invalid boundary scanner type: chars'],
  [{ pre_tags: [], post_tags: [] }, '[pre_tags] must hold at least one tag'],
])('%j is refused', (options, reason) => {
  expect(() => highlighted(fish, { fields: { t: options } })).toThrow(reason);
});

test.each<[JsonObject, string]>([
  [{ fields: { t: {} }, nonesuch: 1 }, '[highlight] unknown field [nonesuch]'],
  [{ fields: { t: { nonesuch: 1 } } }, '[highlight] failed to parse field [fields]'],
  [{ fields: ['t'] }, '[highlight] failed to parse field [fields]'],
  [{ tags_schema: 'x' }, '[highlight] failed to parse field [tags_schema]'],
  [{ pre_tags: ['<b>'], fields: {} }, 'pre_tags are set but post_tags are not set'],
])('%j is malformed', (highlight, reason) => {
  expect(() => highlighted(fish, highlight)).toThrow(reason);
});

test('intervals with a limit mark nothing where one of them cannot be found anywhere', () => {
  const intervals = [{ match: { query: 'fish' } }, { match: { query: '?!' } }];
  const allOf = (limit: JsonObject) => ({
    fields: { t: { highlight_query: { intervals: { t: { all_of: { intervals, ...limit } } } } } },
  });
  expect(highlighted(fish, allOf({ max_gaps: 10 }))).toBeUndefined();
  expect(highlighted(fish, allOf({}))).toEqual({
    t: ['red <em>fish</em>, blue <em>fish</em>', 'one <em>fish</em>. Two fishes'],
  });
});

test.each([
  [3, undefined],
  [4, ['red <em>fish</em>, blue fish', 'one <em>fish</em>. Two fishes']],
  [14, ['red <em>fish</em>, blue fish', 'one <em>fish</em>. Two fishes']],
  [15, ['red <em>fish</em>, blue <em>fish</em>', 'one <em>fish</em>. Two fishes']],
])('words of a value are marked that begin up to max_analyzer_offset [%d]', (most, marked) => {
  const highlight = { max_analyzer_offset: most, fields: { t: {} } };
  const expected = marked && { t: marked };
  expect(highlighted(fish, highlight)).toEqual(expected);
});

test.each([1, 2])('a text without words has no marks, %d documents a segment', (segmentDocs) => {
  const kept = { type: 'text', term_vector: 'with_positions_offsets' };
  const some = new TestIndex({
    mapping: { properties: { kept, tag: { type: 'keyword' } } },
    documents: [
      { kept: '!?', tag: 'a' },
      { kept: 'a fox', tag: 'a' },
    ],
    segmentDocs,
  });
  const query = { bool: { filter: { term: { tag: 'a' } }, should: { match: { kept: 'fox' } } } };
  const highlight = { type: 'unified', fields: { kept: {} } };
  const { hits } = some.search({ query, highlight, sort: ['_doc'] });
  expect(hits.map((hit) => hit.highlight)).toEqual([undefined, { kept: ['a <em>fox</em>'] }]);
});
