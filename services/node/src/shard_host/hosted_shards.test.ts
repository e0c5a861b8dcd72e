/** Openings of one shard after another, with an engine thread controlled by the test. */
import { emptyState, type IndexMetadata } from '@skein/cluster';
import { ApiError, toPlainError } from '@skein/errors';
import type { ReaderSnapshot } from '@skein/search_library';
import { SearchActivity } from '@skein/shard';
import type { DesiredShard } from './desired_shards.js';
import { HostedShards } from './hosted_shards.js';
import { idleParts } from './testing/idle_parts.js';
import type { EngineSlot } from './threads/engine_threads.js';

const KEY = 'u/0';

function setUp() {
  const calls: string[] = [];
  const closings: unknown[] = [];
  let closed: (() => void) | undefined;
  const call = (name: string, request: unknown): Promise<unknown> => {
    calls.push(name);
    if (name !== 'close') return Promise.resolve({});
    closings.push(request);
    return new Promise((resolve) => {
      closed = () => resolve({});
    });
  };
  const channel = { call, pendingCount: 0 };
  const slot = { link: { channel } } as unknown as EngineSlot;
  const parts = idleParts();
  const state = emptyState('c', 'u');
  const submitted: string[] = [];
  const shards = new HostedShards({
    ...parts,
    master: {
      state: () => state,
      submit: async (command) => {
        submitted.push(command);
        return undefined as never;
      },
    },
    engines: { assign: () => slot, release: () => {} },
    searchableEngines: { assign: () => slot },
  });
  const open = (allocationId: string) => {
    const wanted = desiredShard(allocationId);
    const desired = new Map([[KEY, wanted]]);
    shards.closeOthers(desired, { indices: new Map([['i', wanted.index]]) });
    shards.open(desired, state);
  };
  const leave = (...indices: readonly IndexMetadata[]) =>
    shards.closeOthers(new Map(), { indices: new Map(indices.map((each) => [each.name, each])) });
  const letClose = () => closed?.();
  const { folders } = parts;
  return { shards, open, leave, letClose, calls, channel, closings, submitted, folders };
}

function desiredShard(allocationId: string): DesiredShard {
  const copy = { primary: true, state: 'INITIALIZING', recoverySource: 'EMPTY_STORE' } as const;
  const index = { name: 'i', uuid: 'u', settings: new Map(), mapping: {}, primaryTerms: [1] };
  return {
    key: KEY,
    shardId: 0,
    allocationId,
    copy: { ...copy, nodeId: 'n', allocationId } as never,
    index: { ...index, inSync: [[]], mappingVersion: 1, settingsVersion: 1 } as never,
  };
}

const snapshot = (version: number) => ({ version, segments: [] }) as unknown as ReaderSnapshot;

async function until(what: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000 && !what(); turn++) await Promise.resolve();
  expect(what()).toBe(true);
}

test('what the predecessor of a shard still says is not taken for its own', async () => {
  const { shards, open, letClose, calls, submitted, folders } = setUp();
  open('first');
  await until(() => shards.get(KEY)?.state === 'started');
  shards.onEvent(KEY, { kind: 'snapshot', snapshot: snapshot(1), maxSeqNo: 0 });
  open('second');
  await until(() => calls.includes('close'));
  const second = shards.get(KEY);
  shards.onEvent(KEY, { kind: 'snapshot', snapshot: snapshot(2), maxSeqNo: 5 });
  shards.hearSize(KEY, 17);
  const error = new ApiError('illegal_state_exception', 'too late');
  shards.onEvent(KEY, { kind: 'failed', error: toPlainError(error) });
  expect(second).toMatchObject({ state: 'opening', failure: undefined, storeBytes: undefined });
  expect(second?.snapshots.newest).toBeUndefined();
  letClose();
  await until(() => second?.state === 'started');
  shards.onEvent(KEY, { kind: 'snapshot', snapshot: snapshot(1), maxSeqNo: 0 });
  shards.hearSize(KEY, 18);
  expect(second?.snapshots.newest?.version).toBe(1);
  expect(second?.storeBytes).toBe(18);
  await folders.settled();
  expect(calls).toEqual(['open', 'close', 'open']);
  expect(submitted).toEqual([]);
});

test('a copy is not read before it has the operations of the others', async () => {
  const { shards, open } = setUp();
  open('replica');
  const shard = shards.get(KEY);
  expect(() => shards.readable('u', 0)).toThrow('No shard available for [[i][0]]');
  await until(() => shard?.state === 'started');
  expect(shards.started('u', 0)).toBe(shard);
  expect(() => shards.readable('u', 0)).toThrow('No shard available for [[i][0]]');
  if (shard !== undefined) shard.isComplete = true;
  expect(shards.readable('u', 0)).toBe(shard);
});

test('a search that wakes an idle shard is not refused because many writes wait', async () => {
  const { shards, open, calls, channel } = setUp();
  open('first');
  const shard = shards.get(KEY);
  await until(() => shard?.state === 'started');
  new SearchActivity(shard?.open.activity).isBehind = true;
  channel.pendingCount = 10;
  await expect(shard?.call('refresh', {})).rejects.toThrow('rejected execution');
  await shard?.awakened();
  expect(calls).toEqual(['open', 'refresh']);
});

test.each([
  ['that is deleted', [], true],
  ['whose name another index has', [{ ...desiredShard('x').index, uuid: 'v' }], true],
  ['that is elsewhere now', [desiredShard('x').index], false],
])('a shard of an index %s', async (_, indices: readonly IndexMetadata[], isDiscarded) => {
  const { shards, open, leave, letClose, closings, folders } = setUp();
  open('first');
  await until(() => shards.get(KEY)?.state === 'started');
  leave(...indices);
  await until(() => closings.length > 0);
  letClose();
  await folders.settled();
  expect(closings).toEqual([{ key: KEY, isDiscarded }]);
});
