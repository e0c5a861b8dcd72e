/** Patterns among intervals: their limits, as OpenSearch 2.19 has them. */
import type { JsonObject } from '@skein/content';
import { mappingOf } from '../../testing/mapping_of.js';
import { refusal } from '../../testing/refusals.js';
import { TestIndex } from '../../testing/test_index.js';

const index = new TestIndex({
  mapping: mappingOf({ t: 'text' }),
  documents: [{ t: 'quick brown fox' }],
});

const ids = (rule: JsonObject) => index.search({ query: { intervals: { t: rule } } }).ids;

const WITH_LIMIT: readonly ((limit: number) => JsonObject)[] = [
  (limit) => ({ wildcard: { pattern: '*', max_expansions: limit } }),
  (limit) => ({ regexp: { pattern: '.*', max_expansions: limit } }),
];

test.each(WITH_LIMIT)('a limit that is not above 0 is none: %s', (ruleOf) => {
  for (const limit of [0, -1]) expect(ids(ruleOf(limit))).toEqual(ids(ruleOf(128)));
  expect(refusal(() => ids(ruleOf(1)))).toContain('expanded to too many terms (limit 1)');
});

test.each(WITH_LIMIT)('a limit beyond that of clauses is refused: %s', (ruleOf) => {
  expect(refusal(() => ids(ruleOf(1025)))).toContain(
    'maxExpansions [1025] cannot be greater than BooleanQuery.getMaxClauseCount [1024]',
  );
});

test('a negative prefix length is refused', () => {
  const rule = { fuzzy: { term: 'quikc', prefix_length: -1 } };
  expect(refusal(() => ids(rule))).toContain('prefixLength cannot be negative.');
});
