import { type ClusterNode, type ClusterState, emptyState, type ShardCopy } from '@skein/cluster';
import { activeCopies, isReadableShard, preferredCopies, preferredShards } from './copy_choice.js';

const SHARD = { index: 'logs', shardId: 0 };

function copy(nodeId: string, more: Partial<ShardCopy> = {}): ShardCopy {
  return {
    primary: false,
    state: 'STARTED',
    nodeId,
    allocationId: `on-${nodeId}`,
    recoverySource: 'PEER',
    unassigned: undefined,
    ...more,
  };
}

function node(id: string, rack: string): ClusterNode {
  return {
    id,
    ephemeralId: id,
    name: `name-${id}`,
    host: '10.0.0.1',
    transportAddress: '10.0.0.1:9300',
    httpAddress: undefined,
    roles: ['data'],
    attributes: new Map([['rack', rack]]),
    version: '0',
  };
}

const COPIES = [
  copy('A', { primary: true }),
  copy('B'),
  copy('C', { state: 'RELOCATING', relocation: { nodeId: 'F', allocationId: 'on-F' } }),
  copy('D', { state: 'INITIALIZING' }),
  copy('E', { state: 'UNASSIGNED' }),
];
const STATE = {
  ...emptyState('test', 'uuid'),
  nodes: new Map(['A', 'B', 'C'].map((id) => [id, node(id, id === 'C' ? 'far' : 'near')])),
  routing: new Map([['logs', { index: 'logs', uuid: 'u', shards: [COPIES] }]]),
};
/** Ranked from last to first, on node B. */
const NODE = {
  state: STATE,
  localNodeId: 'B',
  ranked: (copies: readonly ShardCopy[]) => [...copies].reverse(),
};

function chosen(preference?: string): string {
  return preferredCopies(SHARD, preference, NODE)
    .map(({ nodeId }) => nodeId)
    .join('');
}

test('copies that are started answer, also on their way elsewhere', () => {
  expect(activeCopies(STATE, SHARD).map(({ nodeId }) => nodeId)).toEqual(['A', 'B', 'C']);
  expect(activeCopies(STATE, { index: 'gone', shardId: 0 })).toEqual([]);
});

test.each([
  [undefined, 'CBAFD'],
  ['', 'CBAFD'],
  ['_local', 'BCAFD'],
  ['_only_local', 'B'],
  ['_primary', 'A'],
  ['_primary_first', 'ACBFD'],
  ['_replica', 'CBFD'],
  ['_replica_first', 'CBAFD'],
  ['_prefer_nodes:A,B', 'BACFD'],
  ['_prefer_nodes:nobody', 'CBAFD'],
  ['_prefer_nodes:', 'CBAFD'],
  ['_only_nodes:A', 'A'],
  ['_only_nodes:rack:near', 'BA'],
  ['_only_nodes:name-*', 'CBA'],
  ['_shards:0|_primary', 'A'],
  ['_shards:0', 'CBAFD'],
])('preference %s: %s', (preference, expected) => {
  expect(chosen(preference)).toBe(expected);
});

test('a text of the caller asks for the same order every time, whatever the rank', () => {
  const orders = new Set(Array.from({ length: 50 }, (_, i) => chosen(`session-${i}`)));
  expect(orders).toEqual(new Set(['ABCFD', 'BCAFD', 'CABFD']));
  expect(chosen('session-1')).toBe(chosen('session-1'));
  const elsewhere = preferredCopies(SHARD, 'session-1', { ...NODE, ranked: (copies) => copies });
  expect(elsewhere.map(({ nodeId }) => nodeId).join('')).toBe(chosen('session-1'));
});

test('the targets of a relocation are read last, also where nothing else is', () => {
  const moving = copy('A', {
    primary: true,
    state: 'RELOCATING',
    relocation: { nodeId: 'B', allocationId: 'on-B' },
  });
  const stateWith = (...copies: readonly ShardCopy[]) => ({
    ...STATE,
    routing: new Map([['logs', { index: 'logs', uuid: 'u', shards: [copies] }]]),
  });
  const nodesOf = (state: ClusterState, preference: string) =>
    preferredCopies(SHARD, preference, { ...NODE, state }).map(({ nodeId }) => nodeId);
  expect(nodesOf(stateWith(moving), '_primary')).toEqual(['A', 'B']);
  expect(nodesOf(stateWith(moving), '_only_local')).toEqual(['B']);
  expect(nodesOf(stateWith(moving), '_only_nodes:B')).toEqual(['B']);
  const arriving = stateWith(copy('A', { state: 'INITIALIZING' }));
  expect(nodesOf(arriving, '')).toEqual(['A']);
  expect(isReadableShard(arriving, SHARD)).toBe(true);
  expect(isReadableShard(stateWith(copy('A', { state: 'UNASSIGNED' })), SHARD)).toBe(false);
});

test('what is no preference is refused by its name', () => {
  expect(() => chosen('_nearest')).toThrow('no Preference for [_nearest]');
  expect(() => preferredShards([0], '_shards:0|_x')).toThrow('no Preference for [_x]');
  expect(() => preferredShards([0], '_shards:a')).toThrow('For input string: "a"');
  expect(() => preferredShards([0], '_shards:2147483648')).toThrow(
    'For input string: "2147483648"',
  );
  for (const none of ['', ',', ' ']) {
    expect(() => chosen(`_only_nodes:${none}`)).toThrow(
      `no data nodes with criteria [${none}] found for shard: [logs][0]`,
    );
  }
  expect(() => chosen('_only_nodes:nobody,Z*')).toThrow(
    'no data nodes with criteria [nobody,Z*] found for shard: [logs][0]',
  );
});

test('_shards leaves those that are named', () => {
  expect(preferredShards([0, 1, 2], '_shards:2,0')).toEqual([0, 2]);
  expect(preferredShards([0, 1, 2], '_shards:1|session')).toEqual([1]);
  expect(preferredShards([0, 1, 2], '_shards:1,')).toEqual([1]);
  for (const none of ['_shards:', '_shards:|_local', '_shards:-1,7']) {
    expect(preferredShards([0, 1, 2], none)).toEqual([]);
  }
  expect(preferredShards([0, 1], 'session')).toEqual([0, 1]);
});
