/** Answers the master's calls about disks from a table. */
import { silentLog } from '@skein/base';
import { type ClusterState, emptyState } from '@skein/cluster';
import { TEST_NODE } from '../testing/test_node.js';
import { AllocationHost, type AllocationHostParts } from './allocation_host.js';
import { CopyIdentities } from './copy_identities.js';
import { floodChanges } from './flood_stage.js';
import { KnownDisks } from './known_disks.js';
import { StoreInquiry } from './store_inquiry.js';

const SHARD = { indexUuid: 'u', shardId: 3 };

test('a turn asks a node once, each shard once', async () => {
  const asked: unknown[] = [];
  const disks = new KnownDisks();
  await new Promise<void>((answered) => {
    const inquiry = new StoreInquiry({
      disks,
      log: silentLog,
      answered,
      links: {
        call: async (nodeId, _name, request) => {
          asked.push([nodeId, request]);
          const copies = nodeId === 'a' ? [{ allocationId: 'x', maxSeqNo: 0 }, null] : [null];
          return { copies } as never;
        },
      },
    });
    const index = 'i';
    inquiry.ask({ index, ...SHARD, nodeIds: ['a', 'b'] });
    inquiry.ask({ index, ...SHARD, nodeIds: ['a'] });
    inquiry.ask({ index, indexUuid: 'u', shardId: 4, nodeIds: ['a'] });
    expect(inquiry.waiting).toBe(3);
  });
  expect(asked).toEqual([
    ['a', { shards: [SHARD, { indexUuid: 'u', shardId: 4 }] }],
    ['b', { shards: [SHARD] }],
  ]);
  expect(disks.storedCopy('a', 'u', 3)).toMatchObject({ allocationId: 'x' });
  expect(disks.storedCopy('a', 'u', 4)).toBe('none');
  expect(disks.storedCopy('b', 'u', 4)).toBe('unknown');
  disks.forgetNode('a');
  expect(disks.storedCopy('a', 'u', 3)).toBe('unknown');
});

test('an identity is what was saved; a damaged file says so', async () => {
  const files = new Map<string, Uint8Array>();
  const identities = new CopyIdentities(
    (name) => ({
      load: async () => {
        if (name.endsWith('/9.copy')) throw new Error('file is damaged');
        return files.get(name);
      },
      save: async (bytes) => void files.set(name, bytes),
    }),
    (folder) => (folder === 'indices/u/3' ? 17 : undefined),
  );
  expect(await identities.find(SHARD)).toBeNull();
  await identities.save(SHARD, 'x');
  expect([...files.keys()]).toEqual(['indices/u/3.copy']);
  expect(await identities.find(SHARD)).toEqual({ allocationId: 'x', maxSeqNo: 17 });
  expect(await identities.find({ ...SHARD, shardId: 9 })).toMatchObject({
    failure: 'Error: file is damaged',
  });
});

test('flood stage: blocked above it, free again below the high watermark', () => {
  const state = stateWith('full', undefined);
  const disk = (freeBytes: number) => ({ disk: () => ({ totalBytes: 100, freeBytes }) });
  expect(floodChanges(state, disk(4))).toMatchObject([{ isBlocked: true, indices: ['full'] }]);
  expect(floodChanges(state, disk(6))).toEqual([]);
  const blocked = stateWith('full', 'true');
  expect(floodChanges(blocked, disk(8))).toEqual([]);
  expect(floodChanges(blocked, disk(11))).toMatchObject([{ isBlocked: false, indices: ['full'] }]);
});

function stateWith(name: string, block: string | undefined) {
  const settings = new Map(
    block === undefined ? [] : [['index.blocks.read_only_allow_delete', block]],
  );
  const copy = { primary: true, state: 'STARTED', nodeId: 'a', allocationId: 'x' } as const;
  const state = emptyState('c', 'u');
  return {
    ...state,
    metadata: { ...state.metadata, indices: new Map([[name, { name, settings } as never]]) },
    routing: new Map([
      [
        name,
        {
          index: name,
          uuid: 'u',
          shards: [[{ ...copy, recoverySource: 'EMPTY_STORE' as const, unassigned: undefined }]],
        },
      ],
    ]),
  };
}

describe('checks of disks', () => {
  const state = (masterNodeId: string): ClusterState => ({
    ...emptyState('c', 'u'),
    masterNodeId,
    nodes: new Map([['a', { ...TEST_NODE, id: 'a' }]]),
  });

  test('one runs on, if this node is master again before the last one has its answers', async () => {
    const due: { readonly delayMs: number; readonly run: () => void }[] = [];
    const answers: (() => void)[] = [];
    const disks = new KnownDisks();
    let current = state('a');
    const host = new AllocationHost({
      nodeId: 'a',
      roles: [],
      disks,
      log: silentLog,
      clock: { nowMs: () => 0, monotonicMs: () => 0 },
      master: { state: () => current, submit: async () => undefined },
      links: {
        call: () =>
          new Promise((resolve) => {
            const space = { totalBytes: 100, freeBytes: 10 + answers.length };
            answers.push(() => resolve({ space, shards: [] }));
          }),
      },
      timers: {
        after: (delayMs: number, run: () => void) => {
          const timer = { delayMs, run };
          due.push(timer);
          return { cancel: () => void due.splice(due.indexOf(timer), 1) };
        },
      },
    } as unknown as AllocationHostParts);
    const become = (masterNodeId: string) => {
      const previous = current;
      current = state(masterNodeId);
      host.apply({ previous, current });
      for (const { run } of due.splice(0)) run();
    };
    for (const master of ['a', 'b', 'a']) become(master);
    expect(answers).toHaveLength(2);
    for (const answer of answers.toReversed()) answer();
    await new Promise(setImmediate);
    expect(due.map(({ delayMs }) => delayMs)).toEqual([30_000]);
    expect(disks.disk('a')?.freeBytes).toBe(11);
  });
});
