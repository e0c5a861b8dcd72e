/**
 * This node's part in consensus: opens the journal, starts the state machine, and starts its clock
 * once enough nodes are reachable. A node that stood for election before it found the others would
 * only disturb them.
 */
import {
  type Clock,
  inSlices,
  type Log,
  type Random,
  type TimerHandle,
  type Timers,
} from '@skein/base';
import {
  type ClusterState,
  type CoordinationSettings,
  type CoordinationState,
  clusterSettings,
  excludedVoters,
  isQuorum,
  type Peer,
  type PersistentState,
  reconfigure,
  sameConfig,
  startCoordination,
  type VotingConfig,
} from '@skein/cluster';
import { CLUSTER, readSetting } from '@skein/settings';
import type { NodeLinks } from '../node_links/mod.js';
import { isMasterEligible } from './cluster_node.js';
import type { Agreement, JournalFiles } from './contract.js';
import type { CoordinationCalls } from './coordination_calls.js';
import { type CoordinationEvent, Coordinator } from './coordinator.js';
import { Journal } from './journal.js';
import type { ReceivedStates } from './publisher.js';
import { StateContents } from './state_contents.js';

/** Without other nodes, a node starts to look for a master after this time. */
const PATIENCE_MS = 1000;
const NO_BYTES = new Uint8Array(0);

export interface CoordinationParts {
  readonly localNode: {
    readonly id: string;
    readonly name: string;
    readonly roles: readonly string[];
  };
  /**
   * Names of the nodes that form a new cluster. If it is only the own name, the node forms one at
   * once.
   */
  readonly initialMasters: readonly string[];
  readonly settings: Partial<CoordinationSettings>;
  /** The state of a node that was never in a cluster. */
  readonly blankState: ClusterState;
  readonly files: JournalFiles;
  readonly links: NodeLinks<CoordinationCalls>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
}

export interface CoordinationListener {
  event(event: CoordinationEvent): void;
  /** Called with each committed state for this node to apply. */
  committed(state: ClusterState): void;
  /** Called on the leader when every member has applied this version or a later one. */
  appliedEverywhere(version: number): void;
}

export class Coordination {
  readonly #parts: CoordinationParts;
  readonly #persistent: PersistentState;
  readonly #journal: Journal;
  readonly #contents: StateContents;
  #coordinator: Coordinator | undefined;
  #patience: TimerHandle | undefined;
  #peers: readonly Peer[] = [];

  /** Rejects with corrupt_state_exception when the data on disk cannot be trusted. */
  static async open(parts: CoordinationParts): Promise<Coordination> {
    const { journal, persistent, parts: stored } = await Journal.open(parts.files, parts);
    const contents = new StateContents(parts.blankState);
    const { hash } = persistent.accepted;
    if (hash !== '') contents.addParts(hash, stored, hash);
    return new Coordination(parts, { journal, persistent, contents });
  }

  private constructor(
    parts: CoordinationParts,
    opened: {
      readonly journal: Journal;
      readonly persistent: PersistentState;
      readonly contents: StateContents;
    },
  ) {
    this.#parts = parts;
    this.#journal = opened.journal;
    this.#persistent = opened.persistent;
    this.#contents = opened.contents;
  }

  /** The cluster this node belongs to; undefined before its first state. */
  get clusterUuid(): string | undefined {
    return this.#core.persistent.clusterUuid || undefined;
  }

  /** The state accepted last, committed or not. */
  acceptedState(): ClusterState {
    return this.#contents.state(this.#core.persistent.accepted.hash);
  }

  get mode(): CoordinationState['mode'] {
    return this.#core.mode;
  }

  /** The master that this node follows or is. */
  get leader(): string | undefined {
    return this.#core.mode === 'stopped' ? undefined : this.#core.leader;
  }

  get term(): number {
    return this.#core.persistent.currentTerm;
  }

  /** The configuration in force, and the nodes that voted for this master. */
  get votes(): {
    readonly config: VotingConfig;
    readonly isSettled: boolean;
    readonly voters: ReadonlySet<string>;
  } {
    const { joinVotes, persistent } = this.#core;
    const { acceptedConfig, committedConfig } = persistent.accepted;
    const isSettled = sameConfig(acceptedConfig, committedConfig);
    return { config: acceptedConfig, isSettled, voters: joinVotes };
  }

  /** The interface of coordination for the elected master. */
  get agreement(): Agreement {
    return {
      term: () => this.term,
      acceptedState: () => this.acceptedState(),
      nextConfig: (next) => this.#nextConfig(next),
      prepare: (next) => inSlices(this.#contents.preparing(next), this.#parts),
      propose: (next, config) => this.propose(next, config),
    };
  }

  /** Keeps the current configuration until the last change is committed. */
  #nextConfig(next: ClusterState): { readonly config: VotingConfig; readonly isChange: boolean } {
    const { config, isSettled, voters } = this.votes;
    if (!isSettled) return { config, isChange: false };
    const live = [...next.nodes.values()].filter(isMasterEligible).map(({ id }) => id);
    const wanted = reconfigure({
      current: config,
      leader: this.#parts.localNode.id,
      live: new Set(live.filter((id) => voters.has(id))),
      excluded: excludedVoters(next),
      autoShrink: readSetting(clusterSettings(next), CLUSTER.general.autoShrink),
    });
    return { config: wanted, isChange: !sameConfig(wanted, config) };
  }

  get configs(): { readonly committed: VotingConfig; readonly accepted: VotingConfig } {
    const { acceptedConfig, committedConfig } = this.#core.persistent.accepted;
    return { committed: committedConfig, accepted: acceptedConfig };
  }

  start(listener: CoordinationListener): void {
    const { localNode, settings, clock, initialMasters } = this.#parts;
    const initial = startCoordination({
      identity: {
        id: localNode.id,
        name: localNode.name,
        masterEligible: isMasterEligible(localNode),
        initialMasterNodes: initialMasters,
      },
      nowMs: clock.monotonicMs(),
      persistent: this.#persistent,
      settings,
    });
    this.#coordinator = new Coordinator({
      ...this.#parts,
      initial,
      journal: this.#journal,
      contents: this.#contents,
      event: (event) => {
        if (event.kind === 'apply') listener.committed(this.#contents.state(event.state.hash));
        else listener.event(event);
      },
      appliedEverywhere: (version) => listener.appliedEverywhere(version),
    });
    if (this.#canAgree()) this.#coordinator.startTicking();
    else this.#patience = this.#parts.timers.after(PATIENCE_MS, () => this.#begin());
  }

  /** Sets the reachable master-eligible nodes, without this one. */
  setPeers(peers: readonly Peer[]): void {
    this.#peers = peers;
    this.#coordinator?.input({ kind: 'peers', peers });
    if (this.#coordinator?.isTicking === false && this.#canAgree()) {
      this.#patience?.cancel();
      const { timers, random, settings } = this.#parts;
      // The delay is random, so that nodes that find each other at the same moment do not all stand
      // for election at once.
      const delayMs = random.next() * (settings.electionDelayMs ?? 100);
      this.#patience = timers.after(delayMs, () => this.#begin());
    }
  }

  /** Publishes a state built upon the accepted one. Events tell its result. */
  propose(next: ClusterState, config: VotingConfig): void {
    const { accepted } = this.#core.persistent;
    const hash = this.#contents.add(next, accepted.hash);
    this.#coordinator?.input({
      kind: 'propose',
      proposal: {
        term: next.term,
        version: next.version,
        clusterUuid: next.metadata.clusterUuid,
        hash,
        bytes: NO_BYTES,
        nodes: [...next.nodes.keys()].sort(),
        config,
      },
    });
  }

  /** Called when the appliers of this node have finished a state. */
  applied({ term, version }: ClusterState): void {
    this.#coordinator?.input({ kind: 'applied', term, version });
  }

  disconnected(nodeId: string): void {
    this.#coordinator?.input({ kind: 'disconnected', node: nodeId });
  }

  /** Counts of the cluster states that other nodes sent here. */
  get receivedStates(): ReceivedStates {
    return this.#coordinator?.receivedStates ?? { full: 0, incompatible: 0, compatible: 0 };
  }

  /** Sets whether the data path can be written. */
  setHealth(isHealthy: boolean): void {
    this.#coordinator?.setHealth('data path', isHealthy);
  }

  /** Hands leadership to another node, if this node is the master and another can take over. */
  abdicate(): void {
    this.#coordinator?.input({ kind: 'abdicate' });
  }

  async stop(): Promise<void> {
    this.#patience?.cancel();
    await this.#coordinator?.stop();
    await this.#parts.files.close();
  }

  get #core(): Pick<CoordinationState, 'persistent' | 'mode' | 'leader' | 'joinVotes'> {
    const blank = { mode: 'candidate', leader: undefined, joinVotes: new Set<string>() } as const;
    return this.#coordinator?.core ?? { ...blank, persistent: this.#persistent };
  }

  #begin(): void {
    if (this.#coordinator?.isTicking === false) this.#coordinator.startTicking();
  }

  /** True if the reachable nodes, with this one, could elect a master or form a new cluster. */
  #canAgree(): boolean {
    const { localNode, initialMasters } = this.#parts;
    const { acceptedConfig, committedConfig } = this.#core.persistent.accepted;
    if (acceptedConfig.length === 0) {
      const reached = [localNode.name, ...this.#peers.map(({ name }) => name)];
      const found = initialMasters.filter((name) => reached.includes(name));
      return found.length * 2 > initialMasters.length && initialMasters.includes(localNode.name);
    }
    const reached = new Set([localNode.id, ...this.#peers.map(({ id }) => id)]);
    return isQuorum(acceptedConfig, reached) && isQuorum(committedConfig, reached);
  }
}
