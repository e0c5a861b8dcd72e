/**
 * The subfields of `search_as_you_type` are ordinary fields: a query on all fields includes them,
 * and phrases are searched in them as in OpenSearch.
 */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: { properties: { s: { type: 'search_as_you_type' } } },
  documents: [{ s: 'quick brown fox' }],
});

const found = (query: JsonObject) => index.search({ query }).ids;

test('beginnings of words are found where no word is, in quotation marks or fuzzy', () => {
  expect(found({ query_string: { query: '"qui"' } })).toEqual(['1']);
  expect(found({ query_string: { query: 'qua~1' } })).toEqual(['1']);
  expect(found({ query_string: { query: 'qui' } })).toEqual([]);
});

test('a word alone is no shingle', () => {
  expect(found({ match: { 's._index_prefix': 'quick' } })).toEqual([]);
  expect(found({ match: { 's._index_prefix': 'quick brown fox' } })).toEqual(['1']);
  expect(found({ match_phrase: { 's._index_prefix': 'quick' } })).toEqual(['1']);
});

test('a beginning is no beginning of a phrase', () => {
  expect(() => found({ match_phrase_prefix: { 's._index_prefix': 'q' } })).toThrow(
    'Can only use phrase prefix queries on text fields - not on [s._index_prefix] which is of type [prefix]',
  );
});

test.each(['match_phrase', 'match_phrase_prefix'])('beginnings are no phrases: %s', (name) => {
  const typed = new TestIndex({
    mapping: { properties: { t: { type: 'search_as_you_type' } } },
    documents: [{ t: 'one two' }],
  });
  const what = name === 'match_phrase' ? 'phrase' : 'phrase prefix';
  expect(() => typed.search({ query: { [name]: { 't._index_prefix': 'one two' } } })).toThrow(
    `Can only use ${what} queries on text fields - not on [t._index_prefix] which is of type [prefix]`,
  );
});

describe('a phrase is looked for among pairs and triples of words', () => {
  const phrases = new TestIndex({
    settings: {
      'index.analysis.analyzer.few.type': 'stop',
      'index.analysis.analyzer.few.stopwords': 'the',
    },
    mapping: {
      properties: {
        s: { type: 'search_as_you_type' },
        four: { type: 'search_as_you_type', max_shingle_size: 4 },
        few: { type: 'search_as_you_type', analyzer: 'few' },
      },
    },
    documents: [
      { s: 'quick brown fox jumps', four: 'quick brown fox jumps', few: 'quick the fox jumps' },
    ],
  });

  const looksFor = (query: JsonObject) => {
    const [hit] = phrases.search({ query, explain: true }).hits;
    const shown = hit?._explanation as { readonly description: string } | undefined;
    return shown?.description.replace(/^weight\((.*) in 0\).*$/, '$1');
  };

  // Texts from OpenSearch 2.19's explanations.
  test.each([
    ['s', 'brown fox', 's._2gram:brown fox'],
    ['s', 'quick brown fox', 's._3gram:quick brown fox'],
    ['s', 'quick brown fox jumps', 's._3gram:"quick brown fox brown fox jumps"'],
    ['four', 'quick brown fox jumps', 'four._4gram:quick brown fox jumps'],
    ['s', 'quick', 's:quick'],
    ['few', 'quick the fox', 'few:"quick ? fox"'],
    ['few', 'fox jumps', 'few._2gram:fox jumps'],
  ])('%s: %s', (field, text, found) => {
    expect(looksFor({ match_phrase: { [field]: text } })).toBe(found);
    expect(looksFor({ query_string: { query: `"${text}"`, default_field: field } })).toBe(found);
    expect(looksFor({ multi_match: { query: text, fields: [field], type: 'phrase' } })).toBe(found);
  });

  test('with room between them the words are looked for', () => {
    const loose = { s: { query: 'quick brown', slop: 1 } };
    expect(looksFor({ match_phrase: loose })).toBe('s:"quick brown"~1');
  });

  // Texts from OpenSearch 2.19's explanations.
  test.each([
    ['s', 'brown f', 's._index_prefix:brown f'],
    [
      's',
      'quick brown fox ju',
      'spanNear([s._3gram:quick brown fox, mask(s._index_prefix:brown fox ju) as s._3gram], 0, true)',
    ],
    [
      's._2gram',
      'quick brown f',
      'spanNear([s._2gram:quick brown, mask(s._index_prefix:brown f) as s._2gram], 0, true)',
    ],
    ['few', 'quick the fo', 'few:"quick ? fox"'],
  ])('beginning in %s: %s', (field, text, found) => {
    expect(looksFor({ match_phrase_prefix: { [field]: text } })).toBe(found);
  });

  test('a beginning among spans is one of the indexed ones', () => {
    const clauses = [
      { span_term: { s: 'quick' } },
      { span_multi: { match: { prefix: { s: 'bro' } } } },
    ];
    expect(looksFor({ span_near: { clauses, slop: 0, in_order: true } })).toBe(
      'spanNear([s:quick, mask(s._index_prefix:bro) as s], 0, true)',
    );
  });
});
