/** Queries as `_validate/query` with `rewrite` shows them, as OpenSearch 2.19 does. */
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: { properties: { t: { type: 'text' } } },
  documents: [{ t: 'quick brown fox' }, { t: 'quick brownies' }],
});

test.each([
  [{ match_phrase_prefix: { t: 'quick bro' } }, 't:"quick (brown brownies)"'],
  [{ match_phrase_prefix: { t: { query: 'quick bro', max_expansions: 1 } } }, 't:"quick brown"'],
  [{ match_phrase_prefix: { t: { query: 'quick bro', max_expansions: 0 } } }, 't:"quick brown"'],
])('%j shows the terms of the index', (query, text) => {
  expect(index.rewritten(query)).toBe(text);
});

test.each([
  [{ match_phrase_prefix: { t: 'zzz' } }, 't:"zzz*"'],
  [{ match_phrase_prefix: { t: { query: 'zzz', slop: 2 } } }, 't:"zzz*"~2'],
  [{ prefix: { t: { value: 'zzz', rewrite: 'top_terms_2' } } }, 't:zzz*'],
])('%j, which matches nothing, is shown as it was before', (query, text) => {
  expect(index.rewritten(query)).toBe(text);
});
