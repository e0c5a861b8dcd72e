import { emptyState, type IndexMetadata, type ShardCopy } from '@skein/cluster';
import { ApiError, toPlainError } from '@skein/errors';
import { batchOf, type PackedBulk, type PackedReply } from '../shard_host/mod.js';
import type { BatchOutcome } from './batch_outcome.js';
import type { WriteOptions } from './contract.js';
import { showWritten } from './show_written.js';

const INDEX = {
  name: 'logs',
  uuid: 'u',
  numberOfReplicas: 0,
  settings: new Map(),
} as unknown as IndexMetadata;

const REPLY: PackedReply = {
  forcedRefresh: false,
  primaryTerm: 1,
  codes: new Uint8Array(1),
  versions: new Float64Array(1),
  seqNos: new Float64Array(1),
  others: new Map(),
};

const ERROR = toPlainError(new ApiError('unavailable_shards_exception', 'gone'));

function part(shardId: number, reply: BatchOutcome['parts'][number]['reply'] = REPLY) {
  const shards = { total: 1, successful: 1, failed: 0 };
  const positions = Uint32Array.of(0);
  return { index: 'logs', shard: { index: INDEX, shardId }, shards, positions, reply };
}

function servicesWith(answer: (shardId: number) => PackedReply) {
  const empty = emptyState('test', 'uuid');
  const started = { primary: true, state: 'STARTED', nodeId: 'n' } as unknown as ShardCopy;
  const state = {
    ...empty,
    metadata: { ...empty.metadata, indices: new Map([['logs', INDEX]]) },
    routing: new Map([
      ['logs', { index: 'logs', uuid: 'u', shards: [[started], [started], [started]] }],
    ]),
  };
  const asked: { readonly shardId: number; readonly packed: PackedBulk }[] = [];
  const services = {
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    timers: { after: () => ({ cancel: () => undefined }) },
    masterService: { state: () => state, waitFor: async () => true },
    shardRouter: {
      write: async (_state: unknown, packed: PackedBulk, write: { shard: { shardId: number } }) => {
        asked.push({ shardId: write.shard.shardId, packed });
        return answer(write.shard.shardId);
      },
    },
  };
  return { services, asked };
}

const NOTHING = { tookMs: 1, batch: batchOf([]), refused: new Map(), dropped: new Set<number>() };
const OPTIONS = { refresh: 'wait_for', timeoutMs: 1, waitForActiveShards: 'all' };

test('each shard that took items of any slice is refreshed once, by a bulk of none', async () => {
  const { services, asked } = servicesWith((shardId) => {
    if (shardId === 2) throw new ApiError('illegal_state_exception', 'the shard failed');
    return { ...REPLY, forcedRefresh: shardId === 0 };
  });
  const outcome = (parts: BatchOutcome['parts']) => ({ ...NOTHING, parts });
  const written = [
    outcome([part(0), part(1)]),
    outcome([part(0), part(2)]),
    outcome([part(1, ERROR)]),
  ];
  const shown = await showWritten(written, OPTIONS as unknown as WriteOptions, services as never);
  expect(asked.map(({ shardId }) => shardId)).toEqual([0, 1, 2]);
  for (const { packed } of asked) {
    expect(packed).toMatchObject({ refresh: 'wait_for', ids: [] });
    expect(packed.bodies).toHaveLength(0);
  }
  const said = shown.map(({ parts }) =>
    parts.map(({ reply }) => ('codes' in reply ? reply.forcedRefresh : reply.reason)),
  );
  expect(said).toEqual([[true, false], [true, 'the shard failed'], ['gone']]);
});

test('a shard none of whose items came through is not asked', async () => {
  const { services, asked } = servicesWith(() => REPLY);
  const written = [{ ...NOTHING, parts: [part(0, ERROR)] }];
  const shown = await showWritten(written, OPTIONS as unknown as WriteOptions, services as never);
  expect(asked).toEqual([]);
  expect(shown).toEqual(written);
});
