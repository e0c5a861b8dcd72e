/** Words of an interval rule in a token graph, and fields without positions. */

import type { JsonObject } from '@skein/content';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    properties: {
      t: { type: 'text', analyzer: 'whitespace', search_analyzer: 'graph' },
      only: { type: 'match_only_text' },
    },
  },
  settings: {
    'index.analysis.analyzer.graph.tokenizer': 'whitespace',
    'index.analysis.analyzer.graph.filter': 'parts',
    'index.analysis.filter.parts.type': 'word_delimiter_graph',
    'index.analysis.filter.parts.preserve_original': 'true',
  },
  documents: [{ t: 'wi fi on', only: 'wi fi' }, { t: 'wi-fi on' }, { t: 'fi wi on' }],
});

test('a word of several parts is itself or its parts side by side', () => {
  const find = (rule: object) => [
    ...index.search({ query: { intervals: { t: rule } } as never }).ids,
  ];
  expect(find({ match: { query: 'wi-fi' } }).sort()).toEqual(['1', '2']);
  expect(find({ match: { query: 'wi-fi on', max_gaps: 0, ordered: true } }).sort()).toEqual([
    '1',
    '2',
  ]);
});

test('places that are kept for phrases alone are none for intervals and spans', () => {
  const search = (query: object) => () => index.search({ query: query as never });
  expect(search({ intervals: { only: { match: { query: 'wi' } } } })).toThrow(
    'Cannot create intervals over field [only] with no positions indexed',
  );
  expect(search({ span_term: { only: 'wi' } })).toThrow('Cannot extract a term from a query');
});

test('a rule inside a rule is alone', () => {
  const intervals = [{ match: { query: 'wi' }, boost: 2 }];
  expect(() =>
    index.search({ query: { intervals: { t: { any_of: { intervals } } } } as never }),
  ).toThrow('[any_of] failed to parse field [intervals]');
});

test.each(['s', 'only', 'n'])('%s is no fault where no rule searches it', (field) => {
  const typed = new TestIndex({
    mapping: mappingOf({
      s: 'search_as_you_type',
      only: 'match_only_text',
      n: 'integer',
      t: 'text',
    }),
    documents: [{ t: 'a' }],
  });
  const find = (rule: JsonObject) => typed.search({ query: { intervals: { [field]: rule } } }).ids;
  expect(find({ any_of: { intervals: [] } })).toEqual([]);
  expect(find({ all_of: { intervals: [] } })).toEqual([]);
  const other = { match: { query: 'a', use_field: 't' } };
  expect(find(other)).toEqual(['1']);
  expect(find({ all_of: { intervals: [other] } })).toEqual(['1']);
});

test('types made of several fields take no intervals', () => {
  const typed = new TestIndex({
    mapping: { properties: { s: { type: 'search_as_you_type' } } },
    documents: [{ s: 'a' }],
  });
  const query = { intervals: { s: { match: { query: 'a' } } } } as never;
  expect(() => typed.search({ query })).toThrow('Can only use interval queries on text fields');
});

const texts = new TestIndex({
  mapping: {
    properties: {
      t: { type: 'text', fields: { begun: { type: 'text', index_prefixes: { min_chars: 3 } } } },
    },
  },
  documents: [
    { t: 'the window function of the window' },
    { t: 'window of functions' },
    { t: 'functions' },
  ],
});
const found = (field: string, rule: object) =>
  [...texts.search({ query: { intervals: { [field]: rule } } as never }).ids].sort().join(' ');

test('unordered_no_overlap wants parts beside one another', () => {
  const two = { match: { query: 'the window', ordered: true, max_gaps: 0 } };
  const all = (mode: string, more: object) =>
    found('t', { all_of: { mode, intervals: [two, { match: { query: 'window' } }], ...more } });
  expect(all('unordered', { max_gaps: 0 })).toBe('1');
  expect(all('unordered_no_overlap', { max_gaps: 0 })).toBe('');
  expect(all('unordered_no_overlap', { max_gaps: 3 })).toBe('1');
  expect(all('unordered_no_overlap', {})).toBe('1');
  const words = { query: 'of window', mode: 'unordered_no_overlap' };
  expect(found('t', { match: words })).toBe('1 2');
  expect(found('t', { match: { ...words, max_gaps: 0 } })).toBe('2');
});

test('flags of a regular expression', () => {
  const of = (flags: string) => found('t', { regexp: { pattern: 'function&functions', flags } });
  expect(of('ALL')).toBe('');
  expect(found('t', { regexp: { pattern: 'f.*&.*s', flags: 'INTERSECTION' } })).toBe('2 3');
  expect(found('t', { regexp: { pattern: 'f.*&.*s', flags: 'NONE' } })).toBe('');
  expect(() => of('nope')).toThrow('Failed to build [regexp] after last required field arrived');
});

test.each(['func', 'fu', 'functions', 'x'])('the prefix %s in a field with prefixes', (prefix) => {
  const plain = found('t', { prefix: { prefix } });
  expect(found('t.begun', { prefix: { prefix } })).toBe(plain);
  expect(found('t', { prefix: { prefix, use_field: 't.begun' } })).toBe(plain);
  const inside = { match: { query: 'window', use_field: 't' } };
  const both = (field: string) =>
    found(field, { all_of: { ordered: true, intervals: [inside, { prefix: { prefix } }] } });
  expect(both('t.begun')).toBe(both('t'));
});

test('parts of a rule of the same order are parts of the rule around it', () => {
  const flat = new TestIndex({
    mapping: { properties: { t: { type: 'text' } } },
    documents: [{ t: 'a set b security c' }],
  });
  const find = (rule: JsonObject) => flat.search({ query: { intervals: { t: rule } } }).ids.length;
  const all = (ordered: boolean, gaps: number, inner: JsonObject, other: string) =>
    find({
      all_of: {
        ordered,
        max_gaps: gaps,
        intervals: [{ match: { ordered, ...inner } }, { match: { query: other } }],
      },
    });
  // A word that is asked for twice has to be there twice.
  expect(all(false, -1, { query: 'a security' }, 'security')).toBe(0);
  expect(all(false, -1, { query: 'a security', max_gaps: 5 }, 'security')).toBe(1);
  expect(all(false, -1, { query: 'a security', use_field: 't' }, 'security')).toBe(1);
  // Positions between the inner parts are gaps of the rule around them.
  for (const ordered of [true, false]) {
    expect(all(ordered, 1, { query: 'a b' }, 'c')).toBe(0);
    expect(all(ordered, 2, { query: 'a b' }, 'c')).toBe(1);
    expect(all(ordered, 1, { query: 'a b', max_gaps: 5 }, 'c')).toBe(1);
  }
});

describe('words that are asked for several times', () => {
  const repeats = new TestIndex({
    mapping: mappingOf({ t: 'text' }),
    documents: [{ t: 'a b c a b c a b c' }, { t: 'a a b' }, { t: 'a b a' }],
  });
  const found = (match: JsonObject) =>
    repeats
      .search({ query: { intervals: { t: { match } } } })
      .hits.map(({ _id, _score }) => `${_id} ${Number(_score).toFixed(4)}`)
      .sort();

  // The hits and scores of OpenSearch 2.19.1.
  test.each<[JsonObject, readonly string[]]>([
    [{ query: 'a a', ordered: true }, ['1 0.3333', '2 0.3333', '3 0.2500']],
    [{ query: 'a a a', ordered: true }, ['1 0.1250']],
    [{ query: 'a a b', max_gaps: 0 }, ['2 0.3333', '3 0.3333']],
    [{ query: 'a a b', max_gaps: 1 }, ['1 0.4000', '2 0.3333', '3 0.3333']],
    [{ query: 'a b a', max_gaps: -2 }, []],
  ])('%j', (match, expected) => {
    expect(found(match)).toEqual(expected);
  });

  test('and groups of words', () => {
    const words = { match: { query: 'a b', ordered: true } };
    const ids = (max_gaps: number) =>
      repeats
        .search({
          query: {
            intervals: { t: { all_of: { ordered: false, max_gaps, intervals: [words, words] } } },
          },
        })
        .hits.map(({ _id }) => _id);
    // The second group begins at the third word: each group counts as two gaps, as in Lucene.
    expect(ids(4)).toEqual([]);
    expect(ids(5)).toEqual(['1']);
  });
});
