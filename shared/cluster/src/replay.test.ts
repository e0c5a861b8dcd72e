/**
 * Runs random command sequences. Replayed commands give the same states, refused commands change
 * nothing, and the invariants hold after each step.
 */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { CommandName, CommandRequest } from './commands/registry.js';
import { runCommand } from './run_command.js';
import type { ClusterState } from './state/cluster_state.js';
import { recoveredState } from './state/recovered_state.js';
import { StateCodec } from './state/state_codec.js';
import { createRequest, environment, NODE, oneNodeState } from './testing/fixtures.js';

type Move = {
  [N in CommandName]: { name: N; request: (state: ClusterState) => CommandRequest<N> };
}[CommandName];

const name = fc.constantFrom('a', 'b', 'c', 'd');
const text = (value: number) => String(value);

const moves: fc.Arbitrary<Move> = fc.oneof(
  fc
    .record({
      index: name,
      shards: fc.integer({ min: 0, max: 3 }),
      replicas: fc.integer({ min: 0, max: 2 }),
    })
    .map(
      ({ index, shards, replicas }): Move => ({
        name: 'create_index',
        request: () =>
          createRequest(index, {
            'index.number_of_shards': text(shards),
            'index.number_of_replicas': text(replicas),
          }),
      }),
    ),
  name.map((index): Move => ({ name: 'delete_index', request: () => ({ indices: [index] }) })),
  name.map((index): Move => ({ name: 'close_index', request: () => ({ indices: [index] }) })),
  name.map((index): Move => ({ name: 'open_index', request: () => ({ indices: [index] }) })),
  fc.tuple(name, fc.integer({ min: 0, max: 3 })).map(
    ([index, replicas]): Move => ({
      name: 'update_index_settings',
      request: () => ({
        indices: [index],
        settings: new Map([['index.number_of_replicas', text(replicas)]]),
        preserveExisting: false,
      }),
    }),
  ),
  fc.tuple(name, name, fc.boolean()).map(
    ([index, alias, writes]): Move => ({
      name: 'update_aliases',
      request: () => ({
        actions: [{ kind: 'add', indices: [index], alias: `${alias}-alias`, isWriteIndex: writes }],
      }),
    }),
  ),
  fc.tuple(name, fc.constantFrom('keyword', 'long')).map(
    ([index, type]): Move => ({
      name: 'put_mapping',
      request: () => ({ indices: [index], mapping: { properties: { f: { type } } } }),
    }),
  ),
  fc.tuple(name, fc.nat(2)).map(
    ([index, shardId]): Move => ({
      name: 'shard_started',
      request: (state) => refOf(state, index, shardId),
    }),
  ),
  fc.tuple(name, fc.nat(2)).map(
    ([index, shardId]): Move => ({
      name: 'shard_failed',
      request: (state) => ({
        ...refOf(state, index, shardId),
        primaryTerm: state.metadata.indices.get(index)?.primaryTerms[shardId] ?? 0,
        reason: 'x',
      }),
    }),
  ),
);

function refOf(state: ClusterState, index: string, shardId: number) {
  const table = state.routing.get(index);
  const allocationId = table?.shards[shardId]?.[0]?.allocationId ?? 'none';
  return { index, indexUuid: table?.uuid ?? 'none', shardId, allocationId };
}

function play(
  sequence: readonly Move[],
  seed: number,
  check: (before: ClusterState, after: ClusterState) => void,
): ClusterState {
  const env = environment(seed);
  let state = oneNodeState(env);
  for (const move of sequence) {
    const before = state;
    try {
      state = runCommand(state, move.name, move.request(state) as never, env);
    } catch (thrown) {
      if ((thrown as Error).name !== 'ApiError') throw thrown;
    }
    check(before, state);
  }
  return state;
}

test('replay and invariants', () => {
  fc.assert(
    fc.property(fc.array(moves, { maxLength: 40 }), fc.nat(), (sequence, seed) => {
      const first = play(sequence, seed, checkStep);
      const second = play(sequence, seed, () => {});
      expect(isDeepStrictEqual(first, second)).toBe(true);
      checkRecovery(first);
    }),
    { numRuns: 150 },
  );
});

function checkStep(before: ClusterState, after: ClusterState): void {
  if (after === before) return;
  expect(after.version).toBe(before.version + 1);
  expect(after.stateUuid).not.toBe(before.stateUuid);
  expect([...after.routing.keys()].sort()).toEqual([...after.metadata.indices.keys()].sort());
  const aliases = new Set<string>();
  for (const [key, index] of after.metadata.indices) {
    expect(key).toBe(index.name);
    for (const alias of index.aliases.keys()) aliases.add(alias);
    const old = before.metadata.indices.get(key);
    if (old?.uuid === index.uuid) {
      index.primaryTerms.forEach((term, shardId) => {
        expect(term).toBeGreaterThanOrEqual(old.primaryTerms[shardId] ?? 0);
      });
      expect(index.version).toBeGreaterThanOrEqual(old.version);
    }
    const routing = after.routing.get(key);
    expect(routing?.uuid).toBe(index.uuid);
    expect(routing?.shards.length).toBe(index.numberOfShards);
    for (const [shardId, copies] of (routing?.shards ?? []).entries()) {
      expect(copies.length).toBe(index.numberOfReplicas + 1);
      expect(copies.filter((copy) => copy.primary).length).toBe(1);
      for (const copy of copies) {
        expect(copy.nodeId === undefined).toBe(copy.state === 'UNASSIGNED');
        if (copy.state === 'STARTED') expect(index.inSync[shardId]).toContain(copy.allocationId);
      }
    }
  }
  for (const alias of aliases) expect(after.metadata.indices.has(alias)).toBe(false);
}

/** Metadata survives the disk, and a restarted master finds every shard that ever held data. */
function checkRecovery(state: ClusterState): void {
  const decoded = new StateCodec().decode(new StateCodec().encode(state));
  expect(decoded).toEqual(state);
  const recovered = recoveredState({
    clusterName: 'test',
    metadata: decoded.metadata,
    configuredSettings: new Map(),
    version: state.version,
    term: state.term,
    nowMs: 0,
  });
  const joined = runCommand(
    recovered,
    'join_node',
    { node: NODE, becomesMaster: true },
    environment(2),
  );
  for (const index of joined.metadata.indices.values()) {
    index.inSync.forEach((ids, shardId) => {
      const primary = joined.routing.get(index.name)?.shards[shardId]?.[0];
      if (ids.length > 0) expect(ids).toContain(primary?.allocationId);
    });
  }
}
