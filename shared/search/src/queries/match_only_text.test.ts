/** Phrases of `match_only_text` match, and score like its words. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: { properties: { t: { type: 'match_only_text' } } },
  documents: [{ t: 'quick brown fox' }, { t: 'quiet brown dog' }, { t: 'brown quick' }],
});

test.each<[string, JsonObject, string[]]>([
  ['a phrase', { match_phrase: { t: 'quick brown' } }, ['1']],
  ['the beginning of a phrase', { match_phrase_prefix: { t: 'brown f' } }, ['1']],
  [
    'the beginning of a word, of any number',
    { match_phrase_prefix: { t: { query: 'qui', max_expansions: 1 } } },
    ['1', '2', '3'],
  ],
])('%s', (_name, query, ids) => {
  const found = index.search({ query });
  expect([found.ids, found.maxScore]).toEqual([ids, 1]);
});
