import type { ShardContext } from '@skein/search';
import { IndexContextCache } from './index_context_cache.js';
import { shardContext } from './testing/shard_context.js';

const MAPPING = '{"properties":{"n":{"type":"long"}}}';
const contextOf = (more: Partial<ShardContext> = {}) => shardContext(MAPPING, more);

test('a context is built once for each version of what it is built from', () => {
  const cache = new IndexContextCache();
  const first = cache.get(contextOf());
  expect(cache.get(contextOf({ shardId: 1 }))).toBe(first);
  for (const change of [
    { mappingVersion: 2 },
    { settingsVersion: 2 },
    { aliasesVersion: 2 },
    { maxClauseCount: 5 },
  ]) {
    const before = cache.get(contextOf());
    const changed = cache.get(contextOf(change));
    expect(changed).not.toBe(before);
    expect(cache.get(contextOf(change))).toBe(changed);
  }
  expect(cache.get(contextOf({ maxClauseCount: 5 })).maxClauseCount).toBe(5);
  const moved = { mapping: '{"properties":{"m":{"type":"long"}}}', mappingVersion: 3 };
  const { mapping } = cache.get(contextOf(moved));
  expect(['n', 'm'].map((name) => mapping.field(name) !== undefined)).toEqual([false, true]);
});

test('64 indices are kept, those that were used last', () => {
  const cache = new IndexContextCache();
  const of = (at: number) => cache.get(contextOf({ indexUuid: `${at}` }));
  const [first, second] = [of(0), of(1)];
  for (let at = 2; at < 64; at++) of(at);
  expect(of(0)).toBe(first);
  of(64);
  expect(of(0)).toBe(first);
  expect(of(1)).not.toBe(second);
});

test('a mapping that is no object is refused', () => {
  expect(() => new IndexContextCache().get(contextOf({ mapping: '[]' }))).toThrow(
    'mapping is no object',
  );
});
