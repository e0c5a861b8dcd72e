/** Tests the check of filters that an index is to get with its aliases. */
import { NOTHING_OUTSIDE } from '@skein/analysis';
import type { JsonObject } from '@skein/content';
import { ScriptService } from '@skein/script';
import { checkAliasFilters } from './alias_filter_calls.js';
import { IndexContextCache } from './index_context_cache.js';
import { shardContext } from './testing/shard_context.js';

const scripts = new ScriptService({ nowMs: () => 0, monotonicMs: () => 0 });
const indices = new IndexContextCache(NOTHING_OUTSIDE);
const index = shardContext('{"properties":{"n":{"type":"long"}}}', { index: 'logs' });

const check = (...filters: readonly JsonObject[]) =>
  checkAliasFilters(
    { index, filters: filters.map((filter, at) => ({ alias: `a${at}`, filter })), nowMs: 0 },
    { indices, scripts },
  );

test('filters that the index can answer are right', () => {
  expect(check()).toEqual({});
  expect(check({ term: { n: 1 } }, { range: { n: { gte: 1 } } })).toEqual({});
});

test('one that it cannot answer is refused with its alias', () => {
  expect(() => check({ term: { n: 1 } }, { term: { n: 'x' } })).toThrow(
    expect.objectContaining({
      type: 'illegal_argument_exception',
      reason: 'failed to parse filter for alias [a1]',
      cause: expect.objectContaining({ reason: expect.stringContaining('x') }),
    }),
  );
});
