/** Tests what operators' commands refuse, and that an explanation holds the refusal instead. */
import { expectDefined } from '@skein/base';
import type { ClusterState } from '../../state/cluster_state.js';
import { AllocationScene } from '../../testing/allocation_scene.js';
import { NODE, refusal, seededRandom } from '../../testing/fixtures.js';
import type { RerouteParameters } from './reroute_command.js';
import { type RerouteCommandName, runRerouteCommands } from './run_reroute_commands.js';

const AT = { index: 'logs', shard: 0 };
const ALONE = { 'index.number_of_replicas': '0' };

type Given = Partial<RerouteParameters>;

function run(scene: AllocationScene, name: RerouteCommandName, given: Given): void {
  const command = { name, parameters: { ...AT, ...given } };
  scene.run('reroute_shards', { retryFailed: false, commands: [command] });
}

const reasonOf = (scene: AllocationScene, name: RerouteCommandName, given: Given): string =>
  refusal(() => run(scene, name, given)).reason;

/** The answers and explanations of a command, and the state behind it. */
function explained(scene: AllocationScene, name: RerouteCommandName, given: Given) {
  const environment = { nowMs: scene.nowMs, random: seededRandom(2), facts: scene.facts() };
  const commands = [{ name, parameters: { ...AT, ...given } }];
  const { state, explanations } = runRerouteCommands(scene.state, commands, environment, true);
  return { state, ...expectDefined(explanations[0], 'an explanation') };
}

const nodeOf = (scene: AllocationScene, at = 0): string =>
  expectDefined(scene.shard('logs')[at]?.nodeId, 'a node');

const other = (scene: AllocationScene): string => {
  const taken = scene.shard('logs').map(({ nodeId }) => nodeId);
  return expectDefined(
    [...scene.state.nodes.keys()].find((id) => !taken.includes(id)),
    'another node',
  );
};

const inSync = ({ metadata }: ClusterState) => metadata.indices.get('logs')?.inSync[0];
const term = ({ metadata }: ClusterState) => metadata.indices.get('logs')?.primaryTerms[0];

describe('nodes', () => {
  const scene = new AllocationScene(3).create('logs', ALONE).startAll();
  const refused = (node: string) => reasonOf(scene, 'cancel', { node });

  test('are named by id, name, address, pattern or their office', () => {
    const from_node = nodeOf(scene);
    for (const name of ['_local', '_master', '_cluster_manager', 'n1', 'n1*'])
      expect(refused(name)).toMatch(
        from_node === 'n1' ? 'shard is primary' : "can't cancel 0, failed to find it on node {n1}",
      );
  });

  test('must be one and hold data', () => {
    expect(refused('x')).toBe('failed to resolve [x], no matching nodes');
    expect(refused('n*')).toBe(
      'resolved [n*] into [3] nodes, where expected to be resolved to a single node',
    );
    const joined = new AllocationScene(2).create('logs', ALONE).startAll();
    joined.join('m', { roles: ['master'] });
    expect(reasonOf(joined, 'cancel', { node: 'm' })).toBe(
      'allocation can only be done on data nodes, not [m]',
    );
  });

  test('and shards that are not there are refused', () => {
    const given = { node: 'n1', accept_data_loss: true };
    const missing = (more: Given) =>
      refusal(() => run(scene, 'allocate_empty_primary', { ...given, ...more })).type;
    expect(missing({ index: 'none' })).toBe('index_not_found_exception');
    expect(missing({ shard: 1 })).toBe('shard_not_found_exception');
    const { decisions, state } = explained(scene, 'allocate_empty_primary', { ...given, shard: 1 });
    expect(decisions).toEqual([
      {
        decider: 'allocate_empty_primary (allocation command)',
        answer: 'NO',
        explanation: 'no such shard',
      },
    ]);
    expect(state).toBe(scene.state);
  });
});

describe('allocate_stale_primary', () => {
  /** A shard whose in-sync copy is gone, and whose stale one is on the disk of a node. */
  function lost(): { scene: AllocationScene; stale: string; empty: string } {
    const scene = new AllocationScene(3).create('logs').startAll();
    const [primary, replica] = scene.shard('logs');
    const stale = expectDefined(replica?.nodeId, 'a replica');
    const empty = other(scene);
    scene.leave(stale).run('mark_copy_stale', {
      ...{ index: 'logs', shardId: 0, primaryTerm: 1 },
      indexUuid: scene.state.routing.get('logs')?.uuid ?? '',
      allocationId: replica?.allocationId ?? '',
    });
    scene.leave(primary?.nodeId ?? '').join(stale);
    return { scene, stale, empty };
  }

  test('opens the copy of the named node, under the next term and in sync alone', () => {
    const { scene, stale } = lost();
    const before = term(scene.state) ?? 0;
    const loss = reasonOf(scene, 'allocate_stale_primary', { node: stale });
    expect(loss).toContain('can result in data loss');
    run(scene, 'allocate_stale_primary', { node: stale, accept_data_loss: true });
    const [primary] = scene.shard('logs');
    expect(primary).toMatchObject({
      state: 'INITIALIZING',
      nodeId: stale,
      recoverySource: 'EXISTING_STORE',
      newHistory: true,
    });
    expect(term(scene.state)).toBe(before + 1);
    expect(inSync(scene.state)).toEqual([primary?.allocationId]);
  });

  test('is refused on a node without a copy, and for a primary that is assigned', () => {
    const { scene, stale, empty } = lost();
    const before = scene.state;
    const given = { node: empty, accept_data_loss: true };
    const why = `No data for shard [0] of index [logs] found on node [${empty}]`;
    expect(reasonOf(scene, 'allocate_stale_primary', given)).toBe(
      `[allocate_stale_primary] ${why}`,
    );
    expect(scene.state).toBe(before);
    expect(explained(scene, 'allocate_stale_primary', given).decisions).toMatchObject([
      { answer: 'NO', explanation: why },
    ]);
    run(scene, 'allocate_stale_primary', { ...given, node: stale });
    expect(reasonOf(scene, 'allocate_stale_primary', { ...given, node: stale })).toBe(
      '[allocate_stale_primary] primary [logs][0] is already assigned',
    );
  });
});

test('an empty primary opens a new history, in sync with nothing', () => {
  const scene = new AllocationScene(2).create('logs', ALONE).startAll();
  const node = other(scene);
  scene.leave(nodeOf(scene));
  const before = term(scene.state) ?? 0;
  const given = { node, accept_data_loss: true };
  const { parameters, decisions } = explained(scene, 'allocate_empty_primary', given);
  expect(parameters).toEqual({ ...AT, ...given });
  expect(decisions).toMatchObject([{ answer: 'YES', explanation: 'ignore deciders' }]);
  run(scene, 'allocate_empty_primary', given);
  expect(scene.shard('logs')[0]).toMatchObject({
    nodeId: node,
    state: 'INITIALIZING',
    recoverySource: 'EMPTY_STORE',
    newHistory: true,
  });
  expect(inSync(scene.state)).toEqual([]);
  expect(term(scene.state)).toBe(before + 1);
});

test('a primary in a remote store is restored from there, and not forced', () => {
  const scene = new AllocationScene(2);
  scene.run('put_repository', { name: 'r', type: 'fs', settings: { location: 'x' } });
  const remote = {
    ...ALONE,
    'index.remote_store.enabled': 'true',
    'index.remote_store.segment.repository': 'r',
    'index.replication.type': 'SEGMENT',
  };
  scene.create('logs', remote).startAll();
  const node = other(scene);
  scene.leave(nodeOf(scene));
  expect(reasonOf(scene, 'allocate_empty_primary', { node, accept_data_loss: true })).toContain(
    'restore it by _remotestore/_restore',
  );
});

describe('allocate_replica', () => {
  const waiting = () => {
    const scene = new AllocationScene(2).set({ 'cluster.routing.allocation.enable': 'primaries' });
    return scene.create('logs').startAll();
  };

  test('places a replica although allocation is switched off', () => {
    const scene = waiting();
    const node = other(scene);
    run(scene, 'allocate_replica', { node });
    expect(scene.shard('logs')[1]).toMatchObject({ state: 'INITIALIZING', nodeId: node });
    expect(reasonOf(scene, 'allocate_replica', { node })).toBe(
      '[allocate_replica] all copies of [logs][0] are already assigned. Use the move allocation command instead',
    );
  });

  test('is refused beside the primary, and without one', () => {
    const scene = waiting();
    const node = nodeOf(scene);
    expect(reasonOf(scene, 'allocate_replica', { node })).toContain(
      `allocation of [logs][0] on node {${node}}`,
    );
    const { decisions, state } = explained(scene, 'allocate_replica', { node });
    expect(decisions.filter(({ answer }) => answer === 'NO')).toHaveLength(1);
    expect(state).toBe(scene.state);
    const left = other(scene);
    scene.leave(node);
    expect(reasonOf(scene, 'allocate_replica', { node: left })).toContain(
      'while corresponding primary shard is still unassigned',
    );
  });
});

describe('move and cancel', () => {
  test('a primary is cancelled only when that is allowed', () => {
    const scene = new AllocationScene(2).create('logs', ALONE);
    const node = nodeOf(scene);
    expect(reasonOf(scene, 'cancel', { node })).toContain('shard is primary and initializing');
    scene.startAll();
    expect(reasonOf(scene, 'cancel', { node })).toContain('shard is primary and started');
    const { decisions } = explained(scene, 'cancel', { node });
    expect(decisions).toMatchObject([{ decider: 'cancel_allocation_command', answer: 'NO' }]);
    run(scene, 'cancel', { node, allow_primary: true });
    expect(scene.shard('logs')[0]?.state).not.toBe('STARTED');
  });

  test('only a started copy moves, and not where the deciders forbid it', () => {
    const scene = new AllocationScene(2).create('logs');
    const [from_node, to_node] = [nodeOf(scene), nodeOf(scene) === 'n1' ? 'n2' : 'n1'];
    expect(reasonOf(scene, 'move', { from_node, to_node })).toContain(
      'shard is not started (state = INITIALIZING]',
    );
    scene.startAll();
    expect(reasonOf(scene, 'move', { from_node, to_node })).toContain('since its not allowed');
    const { decisions, state } = explained(scene, 'move', { from_node, to_node });
    expect(decisions.some(({ answer }) => answer === 'NO')).toBe(true);
    expect(state).toBe(scene.state);
    const { parameters } = explained(scene, 'move', { from_node, to_node });
    expect(parameters).toEqual({ ...AT, from_node, to_node });
  });

  test('of several commands none has an effect if one is refused', () => {
    const scene = new AllocationScene(3).create('logs', ALONE).startAll();
    const from_node = nodeOf(scene);
    const move = { name: 'move' as const, parameters: { ...AT, from_node, to_node: other(scene) } };
    const before = scene.state;
    expect(() =>
      scene.run('reroute_shards', { retryFailed: false, commands: [move, move] }),
    ).toThrow('shard is not started (state = RELOCATING]');
    expect(scene.state).toBe(before);
  });
});

test('a node is described by its name, its ids and its addresses', () => {
  const scene = new AllocationScene(2).create('logs', ALONE).startAll();
  const node = other(scene);
  expect(reasonOf(scene, 'cancel', { node })).toContain(
    `{${node}}{${node}}{${scene.state.nodes.get(node)?.ephemeralId}}{${NODE.host}}{${NODE.transportAddress}}`,
  );
});
