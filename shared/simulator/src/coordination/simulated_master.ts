/**
 * The host's half of being master: it collects who joined and who failed, and builds proposals upon
 * the accepted state. One a node and incarnation, as in the product.
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
  /** Nothing has been published in the present term. */
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

  /** The next state of the leader whose core this is. */
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
 * Any non-empty choice of members: far from what `reconfigure` would ever ask for, and allowed all
 * the same.
 */
export function anyConfig(nodes: readonly NodeId[], random: SeededRandom): VotingConfig {
  const chosen = random.some(nodes, random.between(0.2, 0.8));
  return chosen.length > 0 ? chosen : [random.pick(nodes)];
}
