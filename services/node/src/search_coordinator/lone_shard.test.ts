/** What an expression comes to depends on the state, the caller and the text; what is remembered of one says nothing of another. */
import { type ClusterState, type CommandEnvironment, emptyState, runCommand } from '@skein/cluster';
import type { Identity, Security } from '../security/mod.js';
import { openSecurity } from '../security/open_security.js';
import { LoneShards } from './lone_shard.js';

let made = 0;
const environment: CommandEnvironment = {
  nowMs: 0,
  random: { next: () => 0.5, bytes: (count) => new Uint8Array(count).fill(++made) },
  indexVersion: '136407927',
};

function withIndex(state: ClusterState, name: string, shards: number): ClusterState {
  const request = {
    name,
    providedName: name,
    settings: new Map([['index.number_of_shards', String(shards)]]),
    mapping: {},
    aliases: [],
  };
  const after = runCommand(state, 'create_index', request as never, environment);
  const routing = [...after.routing].map(([index, table]) => {
    const started = table.shards.map((copies) =>
      copies.map((copy) => ({ ...copy, state: 'STARTED' as const, nodeId: 'n' })),
    );
    return [index, { ...table, shards: started }] as const;
  });
  return { ...after, routing: new Map(routing) };
}

const ADA: Identity = { subject: 'ada', clientId: undefined, scope: undefined };
const BOB: Identity = { subject: 'bob', clientId: undefined, scope: undefined };
/** Bob may read nothing. */
const security: Security = {
  ...openSecurity,
  filterIndices: (identity, _privilege, indices) => (identity === BOB ? [] : indices),
};

function asked(text: string, routing: readonly string[] = []) {
  const target = {
    indices: [text],
    ignoreUnavailable: undefined,
    allowNoIndices: undefined,
    expandWildcards: undefined,
  };
  return { target, routing, preference: undefined };
}

const ONE = withIndex(emptyState('test', 'uuid'), 'one', 1);
const caller = (identity: Identity, nowMs = 0) => ({ security, identity, nowMs });

test('one shard is found, several are not', () => {
  const shards = new LoneShards();
  const state = withIndex(ONE, 'three', 3);
  for (let round = 0; round < 2; round++) {
    expect(shards.find(state, asked('one'), caller(ADA))?.index.name).toBe('one');
    expect(shards.find(state, asked('three'), caller(ADA))).toBeUndefined();
    expect(shards.find(state, asked('three', ['a']), caller(ADA))?.index.name).toBe('three');
    expect(shards.find(state, asked('nothing'), caller(ADA))).toBeUndefined();
  }
});

test('what one caller may read another may not', () => {
  const shards = new LoneShards();
  expect(shards.find(ONE, asked('one'), caller(ADA))).toBeDefined();
  expect(shards.find(ONE, asked('one'), caller(BOB))).toBeUndefined();
  expect(shards.find(ONE, asked('one'), caller(ADA))).toBeDefined();
});

test('a wildcard finds more in the next state', () => {
  const shards = new LoneShards();
  expect(shards.find(ONE, asked('o*'), caller(ADA))?.index.name).toBe('one');
  const next = withIndex(ONE, 'other', 1);
  expect(shards.find(next, asked('o*'), caller(ADA))).toBeUndefined();
  expect(shards.find(ONE, asked('o*'), caller(ADA))?.index.name).toBe('one');
});

test('date math goes with the time', () => {
  const shards = new LoneShards();
  const state = withIndex(withIndex(ONE, 'log-1970.01.01', 1), 'log-1970.01.02', 1);
  const day = 24 * 60 * 60 * 1000;
  const found = (nowMs: number) =>
    shards.find(state, asked('<log-{now/d}>'), caller(ADA, nowMs))?.index.name;
  expect([found(0), found(day)]).toEqual(['log-1970.01.01', 'log-1970.01.02']);
});
