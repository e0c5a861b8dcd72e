/**
 * Highlights of queries of which the highlighters see different words. The expected answers are
 * those of OpenSearch 2.19 for the same document.
 */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    properties: {
      t: {
        type: 'text',
        fields: {
          en: { type: 'text', analyzer: 'english' },
          kept: { type: 'text', term_vector: 'with_positions_offsets' },
        },
      },
      k: { type: 'keyword' },
    },
  },
  documents: [
    {
      t: 'the red fox and the blue fox saw the other foxes near a WIN32_FIND_DATA of the old fox',
      k: 'fox',
    },
  ],
});

const span = (word: string, field = 't'): JsonObject => ({ span_term: { [field]: word } });
const near = (clauses: JsonObject[], slop: number, inOrder = true): JsonObject => ({
  span_near: { clauses, slop, in_order: inOrder },
});

const THE_FOX = near([span('the'), span('fox')], 1);
const RED_FOX_SAW = near([span('red'), span('fox'), span('saw')], 9);
const MASKED = near(
  [span('blue'), { span_field_masking: { query: span('fox', 't.en'), field: 't' } }],
  0,
);
const LIKE = {
  more_like_this: { fields: ['t.kept'], like: 'blue fox', min_term_freq: 1, min_doc_freq: 1 },
};
const SET = {
  terms_set: {
    't.kept': { terms: ['blue', 'fox'], minimum_should_match_script: { source: '1' } },
  },
};

/** The marked words, with the number of words before each. */
function marked(type: string, query: JsonObject, field: string, loose = false): string {
  const options = { type, number_of_fragments: 0, require_field_match: !loose };
  const [hit] = index.search({ query, highlight: { ...options, fields: { [field]: {} } } }).hits;
  const [text = ''] = ((hit?.highlight as JsonObject | undefined)?.[field] ?? []) as string[];
  return text
    .split(' ')
    .map((word, i) => word.replace(/<em>(.*)<\/em>/, `${i} $1`))
    .filter((word) => word.includes(' '))
    .join(', ');
}

test.each<[string, string, JsonObject, string, string]>([
  [
    'within',
    'unified',
    { span_within: { big: THE_FOX, little: span('fox') } },
    't',
    '0 the, 2 fox, 4 the, 6 fox, 15 the, 17 fox',
  ],
  [
    'within',
    'plain',
    { span_within: { big: THE_FOX, little: span('fox') } },
    't',
    '2 fox, 6 fox, 17 fox',
  ],
  [
    'containing',
    'unified',
    { span_containing: { big: near([span('red'), span('saw')], 9), little: span('blue') } },
    't',
    '1 red, 5 blue, 7 saw',
  ],
  ['the words taken of a span', 'unified', RED_FOX_SAW, 't', '1 red, 2 fox, 7 saw'],
  ['all words in a span', 'plain', RED_FOX_SAW, 't', '1 red, 2 fox, 6 fox, 7 saw'],
  [
    'any order',
    'unified',
    near([span('fox'), span('the')], 2, false),
    't',
    '0 the, 2 fox, 4 the, 6 fox, 8 the, 15 the, 17 fox',
  ],
  [
    'a gap',
    'unified',
    near([span('red'), { span_gap: { t: 1 } }, span('and')], 0),
    't',
    '1 red, 3 and',
  ],
  ['two fields', 'unified', MASKED, 't', '5 blue'],
  ['two fields', 'unified', MASKED, 't.en', '2 fox, 6 fox, 10 foxes, 17 fox'],
  ['two fields', 'plain', MASKED, 't', '5 blue'],
  ['two fields', 'plain', MASKED, 't.en', '6 fox'],
  ['a query that is rewritten', 'unified', LIKE, 't.kept', ''],
  ['a query that is rewritten', 'plain', LIKE, 't.kept', '2 fox, 5 blue, 6 fox, 17 fox'],
  ['a query that is rewritten', 'fvh', LIKE, 't.kept', '2 fox, 5 blue, 6 fox, 17 fox'],
  ['several terms', 'unified', SET, 't.kept', '2 fox, 5 blue, 6 fox, 17 fox'],
  ['several terms', 'fvh', SET, 't.kept', ''],
])('%s: %s', (_name, type, query, field, expected) => {
  expect(marked(type, query, field)).toBe(expected);
});

test('spans of two fields count in any field', () => {
  expect(marked('unified', MASKED, 't', true)).toBe('5 blue, 6 fox');
});

test('the fast vector highlighter does not see ranges of keywords', () => {
  const range = { range: { k: { gte: 'wi', lt: 'xx' } } };
  const query = { bool: { should: [range, { match_all: {} }] } };
  expect(marked('unified', query, 't.kept', true)).toBe('13 WIN32_FIND_DATA');
  expect(marked('fvh', query, 't.kept', true)).toBe('');
});
