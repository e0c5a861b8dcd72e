/**
 * The host's part of the master's work: it collects the nodes that joined and failed, and builds
 * proposals upon the accepted state. There is one for each node and incarnation, as in the product.
 */
import {
  BLANK_STATE,
  type CoordinationState,
  type NodeId,
  type Proposal,
  reconfigure,
  type VotingConfig,
} from '@skein/cluster';
import type { SeededRandom } from '../seeded_random.js';

const NO_BYTES = new Uint8Array(0);

export class SimulatedMaster {
  readonly #joined = new Set<NodeId>();
  readonly #failed = new Set<NodeId>();
  /** True while nothing has been published in the present term. */
  #isNew = false;

  elected(): void {
    this.#joined.clear();
    this.#failed.clear();
    this.#isNew = true;
  }

  joined(node: NodeId): void {
    this.#joined.add(node);
    this.#failed.delete(node);
  }

  failed(node: NodeId): void {
    this.#failed.add(node);
    this.#joined.delete(node);
  }

  get hasWork(): boolean {
    return this.#isNew || this.#joined.size > 0 || this.#failed.size > 0;
  }

  published(): void {
    this.elected();
    this.#isNew = false;
  }

  /** The next state that the leader with this core proposes. */
  nextProposal(core: CoordinationState, hash: string, config: VotingConfig | undefined): Proposal {
    const { currentTerm, accepted } = core.persistent;
    const nodes = this.nextNodes(core);
    return {
      term: currentTerm,
      version: accepted.version + 1,
      clusterUuid: accepted.clusterUuid || `cluster-${hash}`,
      hash,
      bytes: accepted === BLANK_STATE ? BLANK_STATE.bytes : NO_BYTES,
      nodes,
      config: config ?? this.#improvedConfig(core, nodes),
    };
  }

  nextNodes({ identity, persistent }: CoordinationState): NodeId[] {
    const nodes = new Set([...persistent.accepted.nodes, ...this.#joined, identity.id]);
    for (const node of this.#failed) if (node !== identity.id) nodes.delete(node);
    return [...nodes].sort();
  }

  #improvedConfig(core: CoordinationState, nodes: readonly NodeId[]): VotingConfig {
    const { acceptedConfig, committedConfig } = core.persistent.accepted;
    if (acceptedConfig !== committedConfig) return acceptedConfig;
    return reconfigure({
      current: acceptedConfig,
      leader: core.identity.id,
      live: new Set(nodes.filter((node) => core.joinVotes.has(node))),
      excluded: new Set(),
      autoShrink: true,
    });
  }
}

/**
 * Draws any non-empty set of members: `reconfigure` would never ask for most of them, but all are
 * allowed.
 */
export function anyConfig(nodes: readonly NodeId[], random: SeededRandom): VotingConfig {
  const chosen = random.some(nodes, random.between(0.2, 0.8));
  return chosen.length > 0 ? chosen : [random.pick(nodes)];
}
