/**
 * Explains the place of a copy, or the lack of one: the decision of every decider about every node.
 * Plain data, for `_cluster/allocation/explain`.
 */
import { INDEX, readSetting } from '@skein/settings';
import type { ClusterState } from '../state/cluster_state.js';
import type { ShardCopy } from '../state/routing_table.js';
import { answerOf, explainAllocate, explainRebalance, explainRemain } from './deciders/judge.js';
import type { Answer, Decision } from './decision.js';
import { delayLeftMs } from './place_replicas.js';
import { hasActivePrimary, isOn, type PlacedShard } from './placements.js';
import { type AllocationEnvironment, type AllocationRun, startRun } from './run.js';
import { storesOf, wantsStores } from './stores.js';

export type AllocationAnswer =
  | 'yes'
  | 'no'
  | 'throttled'
  | 'no_valid_shard_copy'
  | 'allocation_delayed'
  | 'awaiting_info';

export interface NodeExplanation {
  readonly nodeId: string;
  readonly answer: Answer;
  /** Rank by weight; 1 is the lightest node. */
  readonly ranking: number;
  readonly decisions: readonly Decision[];
  /** The copy found on the node's disk. */
  readonly store?: ExplainedStore | 'none';
}

export interface ExplainedStore {
  readonly allocationId: string;
  readonly isInSync: boolean;
  /** The reason why it cannot be read. */
  readonly failure: string | undefined;
}

export type ShardExplanation =
  | {
      readonly kind: 'unassigned';
      readonly answer: AllocationAnswer;
      readonly configuredDelayMs: number;
      readonly remainingDelayMs: number;
      readonly nodes: readonly NodeExplanation[];
    }
  | { readonly kind: 'moving' }
  | {
      readonly kind: 'started';
      readonly ranking: number;
      readonly remain: readonly Decision[];
      readonly rebalance: readonly Decision[];
      /** A node improves the balance only if it would take the copy and is lighter. */
      readonly nodes: readonly (NodeExplanation & { readonly isBetter: boolean })[];
    };

export function explainShard(
  state: ClusterState,
  target: { readonly index: string; readonly shardId: number; readonly copy: ShardCopy },
  environment: AllocationEnvironment,
): ShardExplanation | undefined {
  const run = startRun(state, environment);
  const shard = run.placements.of(target.index)[target.shardId];
  if (shard === undefined) return undefined;
  const { copy } = target;
  if (copy.state === 'UNASSIGNED') return explainUnassigned(run, shard, copy);
  if (copy.state !== 'STARTED') return { kind: 'moving' };
  return explainStarted(run, shard, copy);
}

function explainUnassigned(
  run: AllocationRun,
  shard: PlacedShard,
  copy: ShardCopy,
): ShardExplanation {
  const looks = copy.primary ? copy.recoverySource === 'EXISTING_STORE' : wantsStores(shard);
  const stores = looks ? storesOf(run, shard) : undefined;
  const nodes = nodesOf(run, shard, copy).map((node): NodeExplanation => {
    if (stores === undefined || !copy.primary) return node;
    const found = stores.found.find((store) => store.node.node.id === node.nodeId);
    if (found === undefined) return { ...node, answer: 'NO', store: 'none' };
    const { allocationId, failure } = found;
    const store = { allocationId, isInSync: shard.inSync.includes(allocationId), failure };
    return { ...node, ...(failure === undefined ? {} : { answer: 'NO' as const }), store };
  });
  const remainingDelayMs = delayLeftMs(shard, copy, run.nowMs);
  const configuredDelayMs = readSetting(shard.index.settings, INDEX.families.delayedTimeout);
  const best = nodes.some(({ answer }) => answer === 'YES')
    ? 'yes'
    : nodes.some(({ answer }) => answer === 'THROTTLE')
      ? 'throttled'
      : 'no';
  const hasCopy = nodes.some(({ store }) => typeof store === 'object' && store.isInSync);
  const answer = (): AllocationAnswer => {
    if (stores !== undefined && !stores.isComplete && best !== 'yes') return 'awaiting_info';
    if (looks && copy.primary && !hasCopy) return 'no_valid_shard_copy';
    if (remainingDelayMs > 0 && hasActivePrimary(shard)) return 'allocation_delayed';
    return best;
  };
  return { kind: 'unassigned', answer: answer(), configuredDelayMs, remainingDelayMs, nodes };
}

function explainStarted(run: AllocationRun, shard: PlacedShard, copy: ShardCopy): ShardExplanation {
  const candidate = { shard, copy };
  const { name } = shard.index;
  const load = run.placements.nodes.get(copy.nodeId ?? '');
  const own = load === undefined ? 0 : run.weights.of(load, name);
  const sorted = run.weights.sorted(name);
  const nodes = nodesOf(run, shard, copy).map((node) => {
    const other = run.placements.nodes.get(node.nodeId);
    const gap = other === undefined ? 0 : own - run.weights.of(other, name);
    return { ...node, isBetter: gap > Math.max(1, run.rules.balance.threshold) };
  });
  return {
    kind: 'started',
    ranking: 1 + sorted.findIndex(({ node }) => node.id === copy.nodeId),
    remain: load === undefined ? [] : explainRemain(candidate, load, run),
    rebalance: explainRebalance(candidate, run),
    nodes,
  };
}

/** The nodes without this copy, lightest first. */
function nodesOf(run: AllocationRun, shard: PlacedShard, copy: ShardCopy): NodeExplanation[] {
  return run.weights.sorted(shard.index.name).flatMap((load, at) => {
    if (isOn(copy, load.node.id)) return [];
    const decisions = explainAllocate({ shard, copy }, load, run);
    return [{ nodeId: load.node.id, answer: answerOf(decisions), ranking: at + 1, decisions }];
  });
}
