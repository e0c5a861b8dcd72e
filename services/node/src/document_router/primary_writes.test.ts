import { type ClusterState, emptyState, type IndexMetadata, type ShardCopy } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { WriteItem } from '@skein/shard';
import { AUTO_ID, type PackedBulk, type PackedReply } from '../shard_host/mod.js';
import type { WriteOptions } from './contract.js';
import { writeToPrimary } from './primary_writes.js';

const INDEX = {
  name: 'logs',
  uuid: 'u',
  numberOfReplicas: 1,
  settings: new Map(),
} as unknown as IndexMetadata;

function stateWith(version: number, started: number, uuid = 'u'): ClusterState {
  const empty = emptyState('test', 'uuid');
  const copies = [0, 1].map((i) => ({
    primary: i === 0,
    state: i < started ? 'STARTED' : 'UNASSIGNED',
    nodeId: `n${i}`,
  })) as unknown as ShardCopy[];
  return {
    ...empty,
    version,
    metadata: { ...empty.metadata, indices: new Map([['logs', { ...INDEX, uuid }]]) },
    routing: new Map([['logs', { index: 'logs', uuid, shards: [copies] }]]),
  };
}

const REPLY = { codes: new Uint8Array(0) } as PackedReply;

function setUp(first: ClusterState) {
  let nowMs = 0;
  let state = first;
  /** The following states, and the primary's answer to each attempt. */
  const coming: ClusterState[] = [];
  const attempts: (ApiError | PackedReply)[] = [];
  const seen: { readonly version: number; readonly packed: PackedBulk }[] = [];
  const services = {
    clock: { nowMs: () => 0, monotonicMs: () => nowMs },
    timers: {
      after: (_delayMs: number, callback: () => void) => {
        callback();
        return { cancel: () => undefined };
      },
    },
    masterService: {
      state: () => state,
      waitFor: async (isThere: (state: ClusterState) => boolean, { timeoutMs = 0 }) => {
        while (!isThere(state)) {
          const next = coming.shift();
          if (next === undefined) {
            nowMs += timeoutMs;
            return false;
          }
          state = next;
        }
        return true;
      },
    },
    shardRouter: {
      write: async ({ version }: ClusterState, packed: PackedBulk) => {
        seen.push({ version, packed });
        const next = attempts.shift() ?? REPLY;
        if (next instanceof ApiError) throw next;
        return next;
      },
    },
  };
  const write = (
    options: Partial<WriteOptions> = {},
    pack: () => PackedBulk | undefined = packed,
  ) =>
    writeToPrimary(
      {
        index: INDEX,
        shardId: 0,
        options: { timeoutMs: 60_000, waitForActiveShards: '', ...options } as WriteOptions,
        pack: () => {
          const made = pack();
          return made && alreadyMade(made);
        },
      },
      services,
    );
  return { write, coming, attempts, seen };
}

function* alreadyMade(packed: PackedBulk): Generator<void, PackedBulk> {
  yield;
  return packed;
}

function packed(): PackedBulk {
  return {
    refresh: 'false',
    ids: ['a', 'b'],
    ops: Uint8Array.of(1, 1 | AUTO_ID),
    ranges: new Uint32Array(4),
    bodies: new Uint8Array(2),
    special: new Map([[1, { op: 'create', autoId: true } as WriteItem]]),
  };
}

const STALE = new ApiError('retry_on_primary_exception', 'not here');

test('a write goes to an active primary at once', async () => {
  const { write, seen } = setUp(stateWith(1, 2));
  expect(await write()).toBe(REPLY);
  expect(seen).toHaveLength(1);
});

test('it waits for the copies it asks for', async () => {
  const { write, coming, seen } = setUp(stateWith(1, 0));
  coming.push(stateWith(2, 1), stateWith(3, 2));
  await write({ waitForActiveShards: 'all' });
  expect(seen.map(({ version }) => version)).toEqual([3]);
});

test.each([
  ['retry_on_primary_exception'],
  ['node_disconnected_exception'],
  ['node_not_connected_exception'],
  ['transport_not_ready_exception'],
  ['no_shard_available_action_exception'],
] as const)('after %s it waits for a newer state and tries again', async (type) => {
  const { write, coming, attempts, seen } = setUp(stateWith(1, 2));
  attempts.push(new ApiError(type, 'gone'), new ApiError(type, 'gone'));
  coming.push(stateWith(2, 2));
  expect(await write()).toBe(REPLY);
  expect(seen.map(({ version }) => version)).toEqual([1, 2, 2]);
});

test('ids made for the first attempt are ordinary ids in the second: it may have been carried out', async () => {
  const { write, attempts, seen } = setUp(stateWith(1, 2));
  attempts.push(STALE);
  await write();
  const [first, second] = seen;
  expect([...(first?.packed.ops ?? [])]).toEqual([1, 1 | AUTO_ID]);
  expect([...(second?.packed.ops ?? [])]).toEqual([1, 0]);
  expect(second?.packed.special.get(1)).toEqual({ op: 'index', autoId: false });
});

test('what the shard refuses is not tried again', async () => {
  const { write, attempts, seen } = setUp(stateWith(1, 2));
  attempts.push(new ApiError('es_rejected_execution_exception', 'full'));
  await expect(write()).rejects.toMatchObject({ status: 429 });
  expect(seen).toHaveLength(1);
});

test('a body that was handed over cannot be sent again', async () => {
  const { write, attempts } = setUp(stateWith(1, 2));
  attempts.push(STALE);
  const bodies = [packed(), undefined];
  await expect(write({}, () => bodies.shift())).rejects.toBe(STALE);
});

test('time runs out, in OpenSearch’s words', async () => {
  const inactive = setUp(stateWith(1, 0)).write({ timeoutMs: 1500 });
  await expect(inactive).rejects.toMatchObject({
    type: 'unavailable_shards_exception',
    status: 503,
    reason: '[logs][0] primary shard is not active Timeout: [1.5s]',
  });
  const few = setUp(stateWith(1, 1)).write({ waitForActiveShards: '2', timeoutMs: 1000 });
  await expect(few).rejects.toMatchObject({
    reason:
      '[logs][0] Not enough active copies to meet shard count of [2] (have 1, needed 2). Timeout: [1s]',
  });
  const { write, attempts } = setUp(stateWith(1, 2));
  attempts.push(...Array.from({ length: 10 }, () => STALE));
  await expect(write({ timeoutMs: 1000 })).rejects.toMatchObject({ status: 503 });
});

test('an index that is deleted meanwhile is not found', async () => {
  const { write, coming } = setUp(stateWith(1, 0));
  coming.push(stateWith(2, 2, 'another'));
  await expect(write()).rejects.toMatchObject({ type: 'index_not_found_exception' });
});
