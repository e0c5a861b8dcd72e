/**
 * The order in which copies of a shard are asked: reachable nodes before unreachable ones, then the
 * node expected to answer first.
 */
import type { ClusterState, ShardCopy } from '@skein/cluster';
import { clusterSettings } from '@skein/cluster';
import { CLUSTER, readSetting } from '@skein/settings';
import type { NodeHealths } from '../membership_host/mod.js';
import type { ShardLinks } from './contract.js';
import type { NodeResponses } from './node_responses.js';

interface CopyRanksParts {
  readonly links: Pick<ShardLinks, 'localNodeId' | 'nodes'>;
  /** The health of other nodes. */
  readonly healths: NodeHealths;
  readonly responses: NodeResponses;
}

export class CopyRanks {
  readonly #parts: CopyRanksParts;
  #turn = 0;

  constructor(parts: CopyRanksParts) {
    this.#parts = parts;
  }

  /** Connected nodes come first; among them the one expected to answer first, or each in turn. */
  ranked(state: ClusterState, copies: readonly ShardCopy[]): readonly ShardCopy[] {
    if (copies.length < 2) return copies;
    const rank = usesAdaptive(state) ? this.#ranks(state, copies) : this.#turns(copies);
    const connected = new Set(this.#parts.links.nodes().map(({ nodeId }) => nodeId));
    connected.add(this.#parts.links.localNodeId);
    const away = ({ nodeId = '' }: ShardCopy) =>
      connected.has(nodeId) ? this.#reluctance(nodeId) : 2;
    const distance = (copy: ShardCopy) => (copy.nodeId === this.#parts.links.localNodeId ? 0 : 1);
    return [...copies].sort(
      (a, b) => away(a) - away(b) || rank(a) - rank(b) || distance(a) - distance(b),
    );
  }

  /** A suspected node ranks after the healthy ones. */
  #reluctance(nodeId: string): number {
    return this.#parts.healths.statusOf(nodeId) === 'alive' ? 0 : 1;
  }

  #ranks(state: ClusterState, copies: readonly ShardCopy[]): (copy: ShardCopy) => number {
    const coordinators = state.nodes.size;
    const { responses, healths } = this.#parts;
    const rank = (nodeId: string) =>
      responses.rank(nodeId, coordinators, healths.searchQueueOf(nodeId));
    const ranks = new Map(copies.map(({ nodeId = '' }) => [nodeId, rank(nodeId)]));
    return ({ nodeId = '' }) => ranks.get(nodeId) ?? 0;
  }

  #turns(copies: readonly ShardCopy[]): (copy: ShardCopy) => number {
    this.#turn = (this.#turn + 1) >>> 0;
    const first = this.#turn % copies.length;
    return (copy) => (copies.indexOf(copy) - first + copies.length) % copies.length;
  }
}

const adaptive = new WeakMap<ClusterState, boolean>();

function usesAdaptive(state: ClusterState): boolean {
  const known = adaptive.get(state);
  if (known !== undefined) return known;
  const uses = readSetting(clusterSettings(state), CLUSTER.allocation.useAdaptive);
  adaptive.set(state, uses);
  return uses;
}
