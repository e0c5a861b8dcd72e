/**
 * The limit of clauses of a query in a document is that of a search, and queries accepted earlier
 * are never refused.
 */
import { MemoryDirectory } from '@skein/search_library';
import { openShard, ShardGroup, writeOf } from './testing/shard_group.js';

const request = {
  mapping: '{"properties":{"q":{"type":"percolator"},"tag":{"type":"keyword"}}}',
};

function storedQuery(clauses: number): Uint8Array {
  const should = Array.from({ length: clauses }, (_, i) => ({ term: { tag: `t${i}` } }));
  return new TextEncoder().encode(JSON.stringify({ q: { bool: { should } } }));
}

function shards() {
  const index = new MemoryDirectory();
  const translog = new MemoryDirectory();
  const ref = { allocationId: 'alone', nodeId: 'node-alone' };
  return (limit: number, create: boolean) =>
    openShard(new ShardGroup(), {
      ref,
      source: create ? 'EMPTY_STORE' : 'EXISTING_STORE',
      index,
      translog,
      create,
      events: [],
      request,
      options: { maxClauseCount: () => limit },
    });
}

async function stored(shard: ReturnType<typeof openShard>, clauses: number) {
  const { results } = await shard.call('bulk', {
    refresh: 'false',
    items: [writeOf('1', storedQuery(clauses))],
  });
  return results[0];
}

test('the limit is the setting of the moment, below the standard and above it', async () => {
  const shard = shards()(3, true);
  expect(await stored(shard, 3)).toMatchObject({ ok: true });
  const refused = await stored(shard, 4);
  expect(refused).toMatchObject({ ok: false });
  expect(JSON.stringify(refused)).toContain('maxClauseCount is set to 3');
  const generous = shards()(5000, true);
  expect(await stored(generous, 2000)).toMatchObject({ ok: true });
});

test('what was acknowledged is replayed under a lower limit', async () => {
  const open = shards();
  const shard = open(5000, true);
  expect(await stored(shard, 2000)).toMatchObject({ ok: true });
  shard.syncTranslog();
  const again = open(3, false);
  await again.call('refresh', {});
  expect(again.engine.sequenceStats().maxSeqNo).toBe(0);
  expect(await stored(again, 4)).toMatchObject({ ok: false });
});
