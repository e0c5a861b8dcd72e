/**
 * `boundary_scanner_locale`: the rules of words for Thai, with the fragments of OpenSearch 2.19 for
 * the same document.
 */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: { properties: { v: { type: 'text', term_vector: 'with_positions_offsets' } } },
  settings: { 'index.analysis.analyzer.default.type': 'standard' },
  documents: [{ v: 'an error_of_scheduler อ่านหนังสือ' }],
});

function shown(query: JsonObject, locale: string, options: JsonObject): unknown {
  const highlight = { boundary_scanner_locale: locale, fields: { v: options } };
  return index.search({ query, highlight }).hits[0]?.highlight;
}

const ALL = { match_all: {} };
const WORD = { match: { v: 'error_of_scheduler' } };
const LONG = 'an error_of_scheduler อ่านหนังสือ';

test.each<[string, JsonObject, JsonObject, string]>([
  ['th', ALL, { no_match_size: 4 }, 'an error'],
  ['th', ALL, { no_match_size: 23 }, 'an error_of_scheduler อ่าน'],
  ['th', WORD, { boundary_scanner: 'word' }, '<em>error</em>'],
  ['th', WORD, { fragment_size: 10 }, 'an <em>error_of</em>'],
  ['th-TH', ALL, { no_match_size: 4 }, 'an error'],
  ['TH', ALL, { no_match_size: 4 }, 'an error'],
  ['th_TH', ALL, { no_match_size: 4 }, 'an error_of_scheduler'],
  ['de', ALL, { no_match_size: 23 }, LONG],
  ['de', WORD, { boundary_scanner: 'word' }, '<em>error_of_scheduler</em>'],
])('with %s, %j with %j shows %j', (locale, query, options, fragment) => {
  expect(shown(query, locale, options)).toEqual({ v: [fragment] });
});

test.each([
  ['th', 'an <em>error_of_scheduler</em> อ่าน'],
  ['de', 'an <em>error_of_scheduler</em> อ่านหนังสือ'],
])('edges of `fvh` are at the words of %s', (locale, fragment) => {
  const options = { type: 'fvh', boundary_scanner: 'word', fragment_offset: 1, fragment_size: 20 };
  expect(shown(WORD, locale, options)).toEqual({ v: [fragment] });
});
