/**
 * A cluster of coordination cores, run from one seed in three phases: first any fault may happen
 * (safety), then faults stop and the cluster must settle (liveness), then it gets no more requests
 * and all nodes must be equal (quiescence). The ledger checks every event.
 */
import {
  type Effect,
  isQuorum,
  type Message,
  type NodeId,
  type Peer,
  type Proposal,
  type PublishedState,
  type Rules,
  type StepFunction,
  sameConfig,
  stepUnder,
  type VotingConfig,
} from '@skein/cluster';
import { EventHeap } from '../event_heap.js';
import { checkRegister } from '../linearizability.js';
import { type Cut, link, NO_CUT } from '../partition.js';
import { SeededRandom } from '../seeded_random.js';
import { TraceHash } from '../trace_hash.js';
import { must } from '../violation.js';
import { Ledger } from './ledger.js';
import { type Action, FREEZE_MAX_MS, Nemesis } from './nemesis.js';
import { RegisterClients } from './register_client.js';
import { anyConfig } from './simulated_master.js';
import { type NodeWorld, SimulatedNode } from './simulated_node.js';
import { drawSwarm, type Swarm } from './swarm.js';

type Event =
  | { readonly kind: 'tick' | 'flush'; readonly node: SimulatedNode; readonly incarnation: number }
  | {
      readonly kind: 'deliver';
      readonly from: NodeId;
      readonly to: SimulatedNode;
      readonly message: Message;
      /** `undefined` delivers to any incarnation. */
      readonly incarnation: number | undefined;
    }
  | { readonly kind: 'client' }
  | { readonly kind: 'nemesis'; readonly action: Action };

export interface SimulationReport {
  readonly events: number;
  readonly committed: number;
  readonly elections: number;
  readonly operations: number;
  readonly gaveUp: boolean;
  readonly trace: string;
}

/**
 * The longest time from the end of all faults until there is one leader, and until every node has
 * applied the leader's version. The timeouts of the simulated cluster are added.
 */
const LEADER_WITHIN_MS = 30_000;
const APPLIED_WITHIN_MS = 120_000;
/** The time without requests at the end. */
const QUIET_MS = 2_000;

export class Simulation implements NodeWorld {
  readonly random: SeededRandom;
  readonly step: StepFunction;
  readonly swarm: Swarm;
  readonly nodes: readonly SimulatedNode[];
  readonly trace = new TraceHash();
  cut: Cut = NO_CUT;
  isCalm = false;
  readonly #ids: readonly NodeId[];
  readonly #byId: ReadonlyMap<NodeId, SimulatedNode>;
  readonly #heap: EventHeap<Event>;
  readonly #ledger = new Ledger();
  readonly #clients = new RegisterClients();
  readonly #values = new Map<string, number>([['', 0]]);
  readonly #nemesis: Nemesis;
  readonly #proposed: { readonly atMs: number; readonly config: VotingConfig }[] = [];
  #events = 0;
  #committed = 0;
  #elections = 0;

  constructor(seed: number, rules: Rules) {
    this.random = new SeededRandom(seed);
    this.step = stepUnder(rules);
    this.swarm = drawSwarm(this.random);
    this.#heap = new EventHeap(this.random);
    this.#ids = Array.from({ length: this.swarm.nodeCount }, (_, i) => `n${i}`);
    const founders = this.#ids.slice(0, this.swarm.founderCount);
    this.nodes = this.#ids.map((id) => new SimulatedNode(id, founders, this));
    this.#byId = new Map(this.nodes.map((node) => [node.id, node]));
    this.#nemesis = new Nemesis(this);
  }

  run(): SimulationReport {
    for (const node of this.nodes) this.startNode(node);
    this.#heap.after(0, { kind: 'client' });
    this.#nemesis.begin((delayMs, action) =>
      this.#heap.after(delayMs, { kind: 'nemesis', action }),
    );
    while (this.#events < this.swarm.safetyEvents) this.#advance();
    this.#settle();
    const verdict = checkRegister(this.#clients.history(), 0);
    must(verdict !== 'not linearizable', 'C8', () => 'the register history has no order');
    return {
      events: this.#events,
      committed: this.#committed,
      elections: this.#elections,
      operations: this.#clients.history().length,
      gaveUp: verdict === 'gave up',
      trace: this.trace.toString(),
    };
  }

  nowMs(): number {
    return this.#heap.nowMs;
  }

  startNode(node: SimulatedNode): void {
    node.frozenUntilMs = 0;
    node.start(this.peersOf(node));
    this.#tickLater(node, this.random.between(0, this.swarm.tickMs));
  }

  peersOf(node: SimulatedNode): Peer[] {
    return this.#ids.filter((id) => id !== node.id).map((id) => ({ id, name: id }));
  }

  transmit(from: SimulatedNode, to: NodeId, message: Message): void {
    this.#watch(from, message);
    const target = this.#byId.get(to);
    if (!target) return;
    if (to === from.id) this.#deliverLater(from, target, message, this.random.between(0, 1));
    else this.#transmitAbroad(from, target, message);
    if (message.kind === 'publish' && !this.isCalm) this.#nemesis.onPublish(from);
  }

  #transmitAbroad(from: SimulatedNode, to: SimulatedNode, message: Message): void {
    const { random, swarm } = this;
    if (this.#isLost(from.id, to.id, message)) return;
    this.#deliverLater(from, to, message, this.#delayMs(swarm.lateChance));
    if (this.isCalm) return;
    if (random.chance(swarm.duplicateChance)) {
      const delayMs = this.#delayMs(swarm.areDuplicatesLate ? 1 : swarm.lateChance);
      this.#deliverLater(from, to, message, delayMs);
    }
    if (message.kind === 'commit' && random.chance(swarm.strayCommitChance)) {
      this.#deliverLater(from, random.pick(this.nodes), message, this.#delayMs(swarm.lateChance));
    }
  }

  flushLater(node: SimulatedNode): void {
    const { incarnation } = node;
    const delayMs = this.random.between(0, this.swarm.diskMs);
    this.#heap.after(delayMs, { kind: 'flush', node, incarnation });
  }

  observe(node: SimulatedNode, effect: Effect): void {
    switch (effect.kind) {
      case 'role':
        if (effect.mode === 'leader') {
          this.#elections++;
          node.master.elected();
        }
        break;
      case 'joined':
        node.master.joined(effect.node);
        break;
      case 'node_failed':
        node.master.failed(effect.node);
        break;
      case 'committed':
        this.#onCommitted(node, effect.state);
        break;
      case 'apply':
        this.#ledger.applied(node.id, effect.state);
        node.input({ kind: 'applied', term: effect.state.term, version: effect.state.version });
        break;
      case 'rejected':
        this.#clients.refused(effect.proposal.hash);
        break;
      default:
    }
  }

  /** Lets the node propose if it is the leader. */
  propose(node: SimulatedNode, isPushy: boolean): void {
    const { core } = node;
    if (core?.mode !== 'leader') return;
    const { accepted } = core.persistent;
    const isIdle =
      core.publishedVersion === accepted.version &&
      (core.publication === undefined || core.publication.committed);
    if (!isIdle && !isPushy) return;
    const hash = `${this.#proposed.length}`;
    const isWild = !this.isCalm && this.random.chance(this.swarm.reconfigureChance);
    const config = isWild ? anyConfig(node.master.nextNodes(core), this.random) : undefined;
    const proposal = node.master.nextProposal(core, hash, config);
    this.#proposed.push({ atMs: this.nowMs(), config: proposal.config });
    this.#callClient(hash, accepted);
    this.#ledger.proposed(asPublished(proposal, accepted), accepted);
    node.propose(proposal);
    if (node.core?.publication?.state.hash !== hash) {
      if (isWild && this.random.chance(0.5)) this.propose(node, false);
      return;
    }
    node.master.published();
    const isChange = !sameConfig(proposal.config, accepted.acceptedConfig);
    if (isChange && !this.isCalm && this.random.chance(this.swarm.cutOnReconfigureChance)) {
      this.#nemesis.act('partition');
    }
  }

  #callClient(hash: string, accepted: PublishedState): void {
    const found = this.#values.get(accepted.hash) ?? 0;
    this.#values.set(hash, found);
    if (this.#clients.isDone) return;
    if (this.random.chance(0.6)) this.#values.set(hash, this.#clients.write(hash));
    else this.#clients.read(hash, found);
  }

  #onCommitted(node: SimulatedNode, { term, version, hash }: PublishedState): void {
    this.#committed++;
    this.#ledger.committed(node.id, term, version);
    this.#clients.committed(hash);
  }

  #watch(from: SimulatedNode, message: Message): void {
    const { durable } = from.disk;
    if (message.kind === 'publish') this.#ledger.published(from.id, message.state);
    else if (message.kind === 'join') this.#ledger.joinSent(from.id, message.term, durable);
    else if (message.kind === 'publish_ack') {
      this.#ledger.acknowledged(from.id, message.term, message.version, durable);
    }
  }

  #isLost(from: NodeId, to: NodeId, message: Message): boolean {
    if (this.isCalm) return false;
    if (this.cut.has(link(from, to)) || this.random.chance(this.swarm.dropChance)) return true;
    return message.kind === 'commit' && this.random.chance(this.swarm.commitDropChance);
  }

  #delayMs(lateChance: number): number {
    const { random, swarm } = this;
    const isLate = !this.isCalm && random.chance(lateChance);
    return random.between(0, isLate ? swarm.lateMs : swarm.delayMs);
  }

  /** A message that a node sends to itself is lost when the node restarts. */
  #deliverLater(from: SimulatedNode, to: SimulatedNode, message: Message, delayMs: number): void {
    const incarnation = from === to ? to.incarnation : undefined;
    this.#heap.after(delayMs, { kind: 'deliver', from: from.id, to, message, incarnation });
  }

  #tickLater(node: SimulatedNode, delayMs: number): void {
    const { incarnation } = node;
    this.#heap.after(delayMs, { kind: 'tick', node, incarnation });
  }

  #advance(): void {
    const event = this.#heap.next();
    if (event === undefined) return;
    this.#events++;
    switch (event.kind) {
      case 'tick':
        this.#tick(event.node, event.incarnation);
        break;
      case 'flush':
        this.#flush(event.node, event.incarnation);
        break;
      case 'deliver':
        this.#deliver(event);
        break;
      case 'client':
        this.#client();
        break;
      default:
        this.#nemesis.on(event.action);
        break;
    }
  }

  #tick(node: SimulatedNode, incarnation: number): void {
    if (node.incarnation !== incarnation || !node.core) return;
    const wait = node.frozenUntilMs - this.nowMs();
    if (wait > 0) {
      this.#tickLater(node, wait);
      return;
    }
    node.input({ kind: 'tick', nowMs: this.nowMs() });
    if (node.master.hasWork) this.propose(node, false);
    this.#tickLater(node, this.swarm.tickMs);
  }

  #flush(node: SimulatedNode, incarnation: number): void {
    if (node.incarnation !== incarnation || !node.core) return;
    const before = node.disk.durable;
    node.flushed();
    this.#ledger.persisted(node.id, before, node.disk.durable);
  }

  #deliver(event: Event & { readonly kind: 'deliver' }): void {
    const { from, to, message, incarnation = to.incarnation } = event;
    if (!to.core || to.incarnation !== incarnation) return;
    const wait = to.frozenUntilMs - this.nowMs();
    if (wait > 0) {
      this.#heap.after(wait, event);
      return;
    }
    this.trace.add(message.kind);
    this.trace.add(from);
    this.trace.add(to.id);
    this.trace.addNumber(this.nowMs() * 1000);
    to.input({ kind: 'message', from, message });
  }

  #client(): void {
    const isPushy = !this.isCalm && this.random.chance(this.swarm.pushyChance);
    this.propose(this.random.pick(this.nodes), isPushy);
    if (!this.isCalm)
      this.#heap.after(this.random.between(0, this.swarm.clientEveryMs), { kind: 'client' });
  }

  /**
   * Ends the faults. Either every node is up again, or some stay down and each configuration still
   * has its majority.
   */
  #settle(): void {
    this.isCalm = true;
    this.cut = NO_CUT;
    const areDownLeft = this.random.chance(0.5) && this.#canDoWithout();
    for (const node of this.nodes) {
      node.frozenUntilMs = 0;
      if (!node.core && !areDownLeft) this.startNode(node);
      node.input({ kind: 'local_health', healthy: true });
      node.input({ kind: 'peers', peers: this.peersOf(node) });
    }
    const { checkTimeoutMs = 0, electionDelayMaxMs = 0 } = this.swarm.settings;
    const grace = 3 * checkTimeoutMs + electionDelayMaxMs;
    const startMs = this.nowMs();
    this.#advanceUntil(
      () => this.#leader() !== undefined,
      startMs + grace + LEADER_WITHIN_MS,
      'L1',
    );
    const isApplied = (): boolean => this.#isSettled();
    this.#advanceUntil(isApplied, startMs + grace + APPLIED_WITHIN_MS, 'L1');
    while (this.nowMs() < startMs + this.#stragglersMs()) this.#advance();
    this.#advanceUntil(isApplied, this.nowMs() + grace + APPLIED_WITHIN_MS, 'L1');
    this.#rest();
  }

  /**
   * True when the nodes that are up are a majority of every configuration that a node knows of, or
   * that may still arrive.
   */
  #canDoWithout(): boolean {
    const up = new Set(this.#live().map(({ id }) => id));
    const known = this.nodes.map(({ core, disk }) => (core?.persistent ?? disk.durable).accepted);
    const recent = this.#proposed.filter(({ atMs }) => atMs > this.nowMs() - this.#stragglersMs());
    const configs = [
      ...known.flatMap(({ acceptedConfig, committedConfig }) => [acceptedConfig, committedConfig]),
      ...recent.map(({ config }) => config),
    ];
    const isFounded = configs.every((config) => config.length > 0);
    return isFounded && configs.every((config) => isQuorum(config, up));
  }

  #live(): SimulatedNode[] {
    return this.nodes.filter(({ core }) => core !== undefined);
  }

  /** The time by which every message sent before the faults stopped has arrived. */
  #stragglersMs(): number {
    const { checkTimeoutMs = 0 } = this.swarm.settings;
    return this.swarm.lateMs + FREEZE_MAX_MS + checkTimeoutMs;
  }

  /** Gives the cluster no more requests and checks that nothing changes and nobody is elected. */
  #rest(): void {
    const elections = this.#elections;
    const untilMs = this.nowMs() + QUIET_MS;
    while (this.nowMs() < untilMs) this.#advance();
    const isQuiet = this.#elections === elections && this.#isSettled();
    must(isQuiet, 'Q', () => `no rest: ${this.describe()}`);
  }

  #advanceUntil(isReached: () => boolean, deadlineMs: number, invariant: string): void {
    let askedAtMs = this.nowMs();
    while (!isReached()) {
      while (this.nowMs() < askedAtMs + 50) this.#advance();
      askedAtMs = this.nowMs();
      must(askedAtMs < deadlineMs, invariant, () => `not settled: ${this.describe()}`);
    }
  }

  #leader(): SimulatedNode | undefined {
    const leaders = this.nodes.filter(({ core }) => core?.mode === 'leader');
    return leaders.length === 1 ? leaders[0] : undefined;
  }

  /** True when there is one leader, and every node has voted for it and applied its last state. */
  #isSettled(): boolean {
    const leader = this.#leader();
    const published = leader?.core?.publication;
    if (!leader?.core || !published?.committed || leader.master.hasWork) return false;
    const { hash, nodes } = published.state;
    const { joinVotes } = leader.core;
    const live = this.#live();
    if (nodes.length !== live.length) return false;
    return live.every(
      ({ id, core }) =>
        core !== undefined &&
        core.leader === leader.id &&
        joinVotes.has(id) &&
        core.persistent.accepted.hash === hash &&
        core.committedVersion === published.state.version,
    );
  }

  describe(): string {
    return this.nodes
      .map(({ id, core }) => {
        if (!core) return `${id} down`;
        const { currentTerm, accepted } = core.persistent;
        const configs = `${accepted.committedConfig}/${accepted.acceptedConfig}`;
        return `${id} ${core.mode} of ${core.leader} term ${currentTerm} at ${accepted.term}:${accepted.version} applied ${core.committedVersion} voters ${configs}`;
      })
      .join('; ');
  }
}

function asPublished(proposal: Proposal, { committedConfig }: PublishedState): PublishedState {
  const { config, ...rest } = proposal;
  return { ...rest, acceptedConfig: config, committedConfig };
}
