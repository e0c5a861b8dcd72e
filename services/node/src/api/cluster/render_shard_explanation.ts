/** An explanation of a shard copy's allocation in the form of the API, in OpenSearch's words. */
import { formatTimeMs } from '@skein/base';
import {
  type AllocationAnswer,
  type Answer,
  answerOf,
  type ClusterNode,
  type ClusterState,
  type ExplainedStore,
  type NodeExplanation,
  type ShardCopy,
  type ShardExplanation,
} from '@skein/cluster';
import { double, type JsonObject } from '@skein/content';
import type { ExplainReply } from '../../allocation_host/mod.js';
import { isoDate } from '../indices/render_settings.js';
import { renderDecisions } from './render_decisions.js';

interface ExplainedCopy {
  readonly index: string;
  readonly shardId: number;
  readonly copy: ShardCopy;
}

interface ExplanationView {
  readonly includeYes: boolean;
  /** Set if disk information was requested. */
  readonly disks: ExplainReply['disks'] | undefined;
}

export function renderShardExplanation(
  state: ClusterState,
  { index, shardId, copy }: ExplainedCopy,
  explanation: ShardExplanation,
  view: ExplanationView,
): JsonObject {
  const node = state.nodes.get(copy.nodeId ?? '');
  return {
    index,
    shard: shardId,
    primary: copy.primary,
    current_state: copy.state.toLowerCase(),
    ...(copy.unassigned === undefined ? {} : { unassigned_info: unassignedJson(copy.unassigned) }),
    ...(node === undefined ? {} : { current_node: currentNodeJson(node, explanation) }),
    ...(view.disks === undefined ? {} : { cluster_info: disksJson(state, view.disks) }),
    ...partJson(state, copy, explanation, view.includeYes),
  };
}

/** There is one data path per node, so the least and the most available path are the same. */
function disksJson({ nodes }: ClusterState, disks: ExplainReply['disks']): JsonObject {
  const percent = (part: number, whole: number) =>
    double(whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10);
  const rendered = disks.map(([id, { totalBytes, freeBytes }]) => {
    const usedBytes = totalBytes - freeBytes;
    const space = {
      total_bytes: totalBytes,
      used_bytes: usedBytes,
      free_bytes: freeBytes,
      free_disk_percent: percent(freeBytes, totalBytes),
      used_disk_percent: percent(usedBytes, totalBytes),
    };
    const node_name = nodes.get(id)?.name ?? id;
    return [id, { node_name, least_available: space, most_available: space }] as const;
  });
  return {
    nodes: Object.fromEntries(rendered),
    shard_sizes: {},
    shard_paths: {},
    reserved_sizes: [],
  };
}

function partJson(
  state: ClusterState,
  copy: ShardCopy,
  explanation: ShardExplanation,
  includeYes: boolean,
): JsonObject {
  switch (explanation.kind) {
    case 'unassigned':
      return unassignedPart(state, explanation, includeYes);
    case 'started':
      return startedPart(state, explanation, includeYes);
    default:
      return { explanation: movingText(state, copy) };
  }
}

function movingText({ nodes }: ClusterState, { state, nodeId, relocation }: ShardCopy): string {
  const name = (id: string | undefined) => nodes.get(id ?? '')?.name ?? id;
  return state === 'RELOCATING'
    ? `the shard is in the process of relocating from node [${name(nodeId)}] to node [${name(relocation?.nodeId)}], wait until relocation has completed`
    : `the shard is in the process of initializing on node [${name(nodeId)}], wait until initialization has completed`;
}

function unassignedJson(info: NonNullable<ShardCopy['unassigned']>): JsonObject {
  return {
    reason: info.reason,
    at: isoDate(info.atMs),
    ...(info.failedAllocations === 0 ? {} : { failed_allocation_attempts: info.failedAllocations }),
    ...(info.details === undefined ? {} : { details: info.details }),
    last_allocation_status: LAST_STATUS[info.allocationStatus] ?? info.allocationStatus,
  };
}

/** Statuses that OpenSearch's two APIs name differently. */
const LAST_STATUS: Readonly<Record<string, string>> = {
  deciders_no: 'no',
  deciders_throttled: 'throttled',
  fetching_shard_data: 'awaiting_info',
  delayed_allocation: 'allocation_delayed',
};

function unassignedPart(
  state: ClusterState,
  explanation: Extract<ShardExplanation, { kind: 'unassigned' }>,
  includeYes: boolean,
): JsonObject {
  const { answer, nodes, configuredDelayMs, remainingDelayMs } = explanation;
  const decisions = nodes.flatMap((node) => nodeJson(state, node, includeYes));
  return {
    can_allocate: answer,
    allocate_explanation: allocateText(explanation),
    ...(answer === 'allocation_delayed'
      ? {
          configured_delay_in_millis: configuredDelayMs,
          remaining_delay_in_millis: remainingDelayMs,
        }
      : {}),
    ...(decisions.length === 0 ? {} : { node_allocation_decisions: decisions }),
  };
}

const ALLOCATE_TEXTS: Readonly<Record<AllocationAnswer, string>> = {
  yes: 'can allocate the shard',
  throttled: 'allocation temporarily throttled',
  no: 'cannot allocate because allocation is not permitted to any of the nodes',
  awaiting_info:
    'cannot allocate because information about existing shard data is still being retrieved from some of the nodes',
  no_valid_shard_copy:
    'cannot allocate because a previous copy of the primary shard existed but can no longer be found on the nodes in the cluster',
  allocation_delayed: '',
};

function allocateText({
  answer,
  nodes,
  remainingDelayMs,
}: Extract<ShardExplanation, { kind: 'unassigned' }>): string {
  const hasCopies = nodes.some(({ store }) => typeof store === 'object');
  if (answer === 'allocation_delayed') {
    return `cannot allocate because the cluster is still waiting ${formatTimeMs(remainingDelayMs)} for the departed node holding a replica to rejoin`;
  }
  if (answer === 'no_valid_shard_copy' && hasCopies) {
    return 'cannot allocate because all found copies of the shard are either stale or corrupt';
  }
  if (answer === 'no' && hasCopies) {
    return 'cannot allocate because allocation is not permitted to any of the nodes that hold an in-sync shard copy';
  }
  return ALLOCATE_TEXTS[answer];
}

function startedPart(
  state: ClusterState,
  { remain, rebalance, nodes }: Extract<ShardExplanation, { kind: 'started' }>,
  includeYes: boolean,
): JsonObject {
  const shown = nodes.flatMap((node) => nodeJson(state, node, includeYes, node.isBetter));
  const others = shown.length === 0 ? {} : { node_allocation_decisions: shown };
  if (answerOf(remain) === 'NO') {
    const best = strongestOffer(nodes);
    return {
      can_remain_on_current_node: 'no',
      can_remain_decisions: renderDecisions(remain, includeYes),
      can_move_to_other_node: WORDS[best],
      move_explanation: MOVES[best],
      ...others,
    };
  }
  const cluster = answerOf(rebalance);
  const better = strongestOffer(nodes.filter(({ isBetter }) => isBetter));
  const rebalanceDecisions = renderDecisions(rebalance, includeYes);
  return {
    can_remain_on_current_node: 'yes',
    can_rebalance_cluster: WORDS[cluster],
    ...(rebalanceDecisions.length === 0
      ? {}
      : { can_rebalance_cluster_decisions: rebalanceDecisions }),
    can_rebalance_to_other_node: cluster === 'YES' ? WORDS[better] : 'no',
    rebalance_explanation: rebalanceText(cluster, better),
    ...others,
  };
}

const WORDS: Readonly<Record<Answer, string>> = { YES: 'yes', NO: 'no', THROTTLE: 'throttled' };

/** The explanation of a forced move, by the strongest offer of another node. */
const MOVES: Readonly<Record<Answer, string>> = {
  YES: 'shard cannot remain on this node and is force-moved to another node',
  THROTTLE: 'shard cannot remain on this node but moving to another node is throttled',
  NO: 'cannot move shard to another node, even though it is not allowed to remain on its current node',
};

function strongestOffer(nodes: readonly NodeExplanation[]): Answer {
  if (nodes.some(({ answer }) => answer === 'YES')) return 'YES';
  return nodes.some(({ answer }) => answer === 'THROTTLE') ? 'THROTTLE' : 'NO';
}

function rebalanceText(cluster: Answer, better: Answer): string {
  if (cluster === 'THROTTLE') return 'rebalancing is throttled';
  if (cluster === 'NO') {
    return better === 'YES'
      ? 'rebalancing is not allowed, even though there is at least one node on which the shard can be allocated'
      : 'rebalancing is not allowed';
  }
  if (better === 'YES') return 'can rebalance shard';
  return better === 'THROTTLE'
    ? 'shard rebalancing throttled'
    : 'cannot rebalance as no target node exists that can both allocate this shard and improve the cluster balance';
}

/** A node that could take the copy without improving the balance is shown as a worse balance. */
function nodeJson(
  { nodes }: ClusterState,
  explained: NodeExplanation,
  includeYes: boolean,
  isBetter = true,
): readonly JsonObject[] {
  const node = nodes.get(explained.nodeId);
  if (node === undefined) return [];
  const { answer, store, ranking, decisions } = explained;
  const deciders = renderDecisions(decisions, includeYes);
  const word = answer === 'YES' && !isBetter ? 'worse_balance' : WORDS[answer];
  return [
    {
      node_id: node.id,
      node_name: node.name,
      transport_address: node.transportAddress,
      node_attributes: Object.fromEntries(node.attributes),
      node_decision: word,
      ...(store === undefined
        ? { weight_ranking: ranking }
        : { store: store === 'none' ? { found: false } : storeJson(store) }),
      ...(deciders.length === 0 ? {} : { deciders }),
    },
  ];
}

function storeJson({ allocationId, isInSync, failure }: ExplainedStore): JsonObject {
  return {
    in_sync: isInSync,
    allocation_id: allocationId,
    ...(failure === undefined
      ? {}
      : { store_exception: { type: 'corrupt_state_exception', reason: failure } }),
  };
}

function currentNodeJson(node: ClusterNode, explanation: ShardExplanation): JsonObject {
  const { id, name, transportAddress, attributes } = node;
  return {
    id,
    name,
    transport_address: transportAddress,
    attributes: Object.fromEntries(attributes),
    ...(explanation.kind === 'started' ? { weight_ranking: explanation.ranking } : {}),
  };
}
