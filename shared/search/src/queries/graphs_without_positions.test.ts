/** Phrases with synonyms of several words, over a field without positions. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  settings: {
    'index.analysis.filter.same.type': 'synonym_graph',
    'index.analysis.filter.same.synonyms.0': 'ny, new york',
    'index.analysis.analyzer.asked.tokenizer': 'standard',
    'index.analysis.analyzer.asked.filter.0': 'same',
  },
  mapping: {
    properties: {
      text: {
        type: 'text',
        index_options: 'freqs',
        search_analyzer: 'asked',
        analyzer: 'standard',
      },
    },
  },
  documents: [{ text: 'new york' }],
});
const ids = (query: JsonObject) => [...index.search({ query }).ids];

test.each<JsonObject>([
  { match_phrase: { text: 'ny' } },
  { match_phrase_prefix: { text: 'ny' } },
  { query_string: { query: 'text:"ny"' } },
])('%j looks for positions', (query) => {
  expect(() => ids(query)).toThrow(
    'field "text" was indexed without position data; cannot run SpanTermQuery (term=new)',
  );
});

test('a phrase of which the index has no word is nothing', () => {
  expect(ids({ match_phrase: { text: 'absent ny' } })).toEqual([]);
});

test('with slop, each reading is a phrase, which is refused at once', () => {
  expect(() => ids({ match_phrase: { text: { query: 'ny', slop: 1 } } })).toThrow(
    'field:[text] was indexed without position data; cannot run PhraseQuery',
  );
});

test('an id is not empty, and is found in any case if that is asked for', () => {
  for (const query of [
    { term: { _id: '' } },
    { terms: { _id: ['1', ''] } },
    { match: { _id: '' } },
  ])
    expect(() => ids(query)).toThrow("Ids can't be empty");
  expect(ids({ term: { _id: { value: '1', case_insensitive: true } } })).toEqual(['1']);
});
