/**
 * Random clusters: nodes come, leave and restart, copies start and fail, indices and settings
 * change, operators send commands. After every step the invariants of docs/specs/allocation.md
 * hold; without further changes, the allocation settles in balance.
 */

import { AssertionError, assert } from '@skein/base';
import fc from 'fast-check';
import { clusterHealth } from '../health/health.js';
import { type ClusterState, dataNodes } from '../state/cluster_state.js';
import { assignedCopies, isActive } from '../state/routing_table.js';
import { AllocationScene } from '../testing/allocation_scene.js';
import { seededRandom } from '../testing/fixtures.js';

/** The seed of the first cluster; `SEED=<number>` repeats a run. */
const { seed: FIRST = 1 } = fc.readConfigureGlobal() ?? {};
const SEEDS = 300;
const STEPS = 60;
const NODES = ['n1', 'n2', 'n3', 'n4', 'n5'];

test(`${SEEDS} random clusters keep the invariants and come to rest`, () => {
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    try {
      walk(seed);
    } catch (fault) {
      throw new AssertionError(`seed ${seed}: ${fault instanceof Error ? fault.stack : fault}`);
    }
  }
});

function walk(seed: number): void {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T | undefined =>
    list[Math.floor(random.next() * list.length)];
  const scene = new AllocationScene(3, seed);
  let indices = 0;
  let last = scene.state;
  const steps: (() => void)[] = [
    () => {
      const replicas = Math.floor(random.next() * 3);
      const shards = 1 + Math.floor(random.next() * 5);
      scene.create(`i${indices++}`, {
        'index.number_of_shards': String(shards),
        'index.number_of_replicas': String(replicas),
        ...(random.next() < 0.2 ? { 'index.unassigned.node_left.delayed_timeout': '0ms' } : {}),
      });
    },
    () => scene.join(pick(NODES) ?? 'n1'),
    () => {
      if (scene.state.nodes.size > 1) scene.leave(pick([...scene.state.nodes.keys()]) ?? '');
    },
    () => {
      const index = pick([...scene.state.metadata.indices.keys()]);
      if (index !== undefined && random.next() < 0.3) {
        scene.run('delete_index', { indices: [index] });
      }
    },
    () => {
      const value = pick(['n1', 'n2', '']) ?? '';
      scene.set({ 'cluster.routing.allocation.exclude._name': value });
    },
    () => {
      scene.nowMs += Math.floor(random.next() * 70_000);
      scene.reroute();
    },
    () => {
      const copy = pick(scene.copies());
      if (copy === undefined) return;
      scene.fail(
        copy.index,
        copy.shardId,
        copy.copy,
        random.next() < 0.5 && !copy.copy.primary ? 'primary' : undefined,
      );
    },
  ];
  const started = () => {
    const found = pick(scene.initializing());
    if (found !== undefined) scene.start(found.index, found.shardId, found.copy);
  };
  for (let at = 0; at < STEPS; at++) {
    if (random.next() < 0.5) started();
    else pick(steps)?.();
    check(last, scene.state);
    last = scene.state;
  }
  rest(scene, last);
}

/** Lets the cluster settle after all nodes are back and the changes have ended. */
function rest(scene: AllocationScene, before: ClusterState): void {
  let last = before;
  const then = (step: () => unknown) => {
    step();
    check(last, scene.state);
    last = scene.state;
  };
  then(() => scene.set({ 'cluster.routing.allocation.exclude._name': '' }));
  for (const node of NODES) if (!scene.state.nodes.has(node)) then(() => scene.join(node));
  scene.nowMs += 120_000;
  then(() => scene.run('reroute_shards', { retryFailed: true }));
  for (let at = 0; scene.initializing().length > 0; at++) {
    if (at === 10_000) throw new AssertionError('the allocation does not come to rest');
    const [next] = scene.initializing();
    if (next !== undefined) then(() => scene.start(next.index, next.shardId, next.copy));
  }
  const settled = scene.state;
  expect(scene.reroute().state).toBe(settled);
  for (const copies of [...settled.routing.values()].flatMap((table) => table.shards)) {
    const primary = copies[0];
    if (primary?.state !== 'STARTED')
      expect(primary?.unassigned?.allocationStatus).toBe('no_valid_shard_copy');
    else expect(copies.every((copy) => copy.state === 'STARTED')).toBe(true);
  }
  if (clusterHealth(settled).status !== 'green') return;
  const loads = Object.values(scene.spread());
  expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(
    Math.max(3, settled.routing.size),
  );
}

/** Checks the invariants with `assert`, since `expect` is too slow for a million calls. */
function check(before: ClusterState, after: ClusterState): void {
  const isDataNode = new Set(dataNodes(after).map(({ id }) => id));
  for (const table of after.routing.values()) {
    const index = after.metadata.indices.get(table.index);
    const known = before.metadata.indices.get(table.index);
    const isSame = known !== undefined && known.uuid === index?.uuid;
    table.shards.forEach((copies, shardId) => {
      const [primary] = copies;
      const where = assignedCopies(copies).map((copy) => copy.nodeId ?? '');
      const inSync = index?.inSync[shardId] ?? [];
      assert(copies.filter((copy) => copy.primary).length === 1, 'A1: one primary');
      assert(primary?.primary === true, 'the primary is first');
      assert(new Set(where).size === where.length, 'A1: one copy a node');
      assert(
        where.every((id) => isDataNode.has(id)),
        'copies are on data nodes that are there',
      );
      for (const copy of copies.filter(isActive)) {
        assert(inSync.includes(copy.allocationId ?? ''), 'A2: an active copy is in-sync');
      }
      if (!isSame) return;
      const wasStarted = (known.inSync[shardId]?.length ?? 0) > 0;
      assert(!wasStarted || inSync.length > 0, 'A2: the in-sync set never empties');
      if (primary.state !== 'UNASSIGNED' && inSync.length > 0) {
        assert(inSync.includes(primary.allocationId ?? ''), 'A3: the primary is in-sync');
      }
      const [term, earlier] = [index.primaryTerms[shardId] ?? 0, known.primaryTerms[shardId] ?? 0];
      assert(term >= earlier, 'A4: terms do not fall');
      const old = before.routing.get(table.index)?.shards[shardId]?.[0];
      const isHandedOver = old?.relocation?.allocationId === primary.allocationId;
      const isAnother = old?.allocationId !== primary.allocationId && !isHandedOver;
      if (isActive(primary) && old !== undefined && isActive(old) && isAnother) {
        assert(term > earlier, 'A4: another primary, another term');
      }
    });
  }
}
