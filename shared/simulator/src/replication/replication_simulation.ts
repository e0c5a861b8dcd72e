/**
 * One shard on several nodes, run from one seed in three phases: first any fault may happen
 * (safety), then faults stop and the shard must become green (liveness), then all copies must be
 * equal. The ledger checks every event.
 */
import type {
  CopyEffect,
  CopyOptions,
  CopyRef,
  CopyReply,
  ReplicationRules,
  ShardView,
} from '@skein/cluster';
import { EventHeap } from '../event_heap.js';
import { type Cut, cutOf, link, NO_CUT } from '../partition.js';
import { SeededRandom } from '../seeded_random.js';
import { TraceHash } from '../trace_hash.js';
import { must } from '../violation.js';
import { DataNode, type DataWorld } from './data_node.js';
import { EngineStore } from './engine_store.js';
import { OWNER, RemoteWorld } from './remote/remote_world.js';
import { ShardMaster } from './shard_master.js';
import type { SimulatedDisk } from './simulated_disk.js';
import { SimulatedStore } from './simulated_store.js';
import type { Ask, Event } from './simulation_event.js';
import { drawReplicationSwarm, type ReplicationSwarm } from './swarm.js';
import { WriteLedger } from './write_ledger.js';

export interface ReplicationReport {
  readonly events: number;
  readonly acknowledged: number;
  readonly terms: number;
  readonly trace: string;
}

interface WorldOptions {
  /** The stores below the machines: a model, or real engines on disks in memory. */
  readonly stores?: 'model' | 'engine';
  /** True when replicas copy the primary's segments. */
  readonly segments?: boolean;
  /** True when the shard has a log in a remote store, and all disks are lost from time to time. */
  readonly remote?: boolean;
}

const TICK_MS = 200;
/** The limit of operations, so that a copy often recovers and starts from the beginning. */
const MAX_OPERATIONS = 400;
/** The longest time in which a shard whose nodes are all back becomes green. */
const GREEN_WITHIN_MS = 120_000;

export class ReplicationSimulation implements DataWorld {
  readonly options: CopyOptions;
  readonly random: SeededRandom;
  readonly trace = new TraceHash();
  readonly #stores: 'model' | 'engine';
  /** The mean time between refreshes of a primary; Infinity for none. */
  readonly #refreshEveryMs: number;
  readonly #swarm: ReplicationSwarm;
  readonly #nodes: readonly DataNode[];
  readonly #byId: ReadonlyMap<string, DataNode>;
  readonly #members = new Set<string>();
  readonly #master: ShardMaster;
  readonly #ledger = new WriteLedger();
  readonly #heap: EventHeap<Event>;
  readonly #asks = new Map<number, Ask>();
  readonly remote: RemoteWorld | undefined;
  #cut: Cut = NO_CUT;
  #isCalm = false;
  #events = 0;
  #bodies = 0;
  #writes = 0;
  readonly #openWrites = new Set<number>();

  constructor(seed: number, rules: ReplicationRules, world: WorldOptions = {}) {
    const { stores = 'model', segments = false, remote = false } = world;
    this.random = new SeededRandom(seed);
    this.#swarm = drawReplicationSwarm(this.random);
    this.#refreshEveryMs = segments ? this.random.pick([20, 100, 500]) : Infinity;
    this.options = { rules, batchSize: this.#swarm.batchSize, segments };
    this.#stores = stores;
    if (stores === 'engine') this.#ledger.ignoreTermsOfNoops();
    this.#heap = new EventHeap(this.random);
    if (remote) {
      this.remote = new RemoteWorld({
        random: this.random,
        rules,
        isCalm: () => this.#isCalm,
        after: (delayMs, run) => this.#heap.after(delayMs, { kind: 'remote', run }),
        restored: (operations) => this.#ledger.restored(operations),
      });
    }
    const ids = Array.from({ length: this.#swarm.nodeCount }, (_, i) => `n${i}`);
    this.#nodes = ids.map((id) => new DataNode(id, this));
    this.#byId = new Map(this.#nodes.map((node) => [node.id, node]));
    for (const id of ids) this.#members.add(id);
    this.#master = new ShardMaster(
      {
        members: () => ids.filter((id) => this.#members.has(id)),
        copyOnDisk: (id) => this.#byId.get(id)?.store.allocationId,
        committed: (view) => this.#publish(view),
      },
      rules,
      this.#swarm,
      remote ? { owner: OWNER, isAwaited: true } : undefined,
    );
  }

  newStore(nodeId: string): SimulatedDisk {
    return this.#stores === 'engine'
      ? new EngineStore(this.options)
      : new SimulatedStore(nodeId, this.options);
  }

  run(): ReplicationReport {
    this.#master.reroute();
    this.#heap.after(0, { kind: 'write' });
    this.#heap.after(TICK_MS, { kind: 'tick' });
    for (const kind of ['crash', 'partition', 'suspect', 'blackout', 'flush', 'relocate'] as const)
      this.#again(kind);
    this.#refreshLater();
    this.remote?.begin(this.#nodes, () => this.#wipe());
    while (this.#events < this.#swarm.safetyEvents) this.#advance();
    this.#settle();
    return {
      events: this.#events,
      acknowledged: this.#ledger.count,
      terms: this.#master.view.primaryTerm,
      trace: this.trace.toString(),
    };
  }

  effect(node: DataNode, effect: CopyEffect): void {
    switch (effect.kind) {
      case 'ask':
        this.#ask(node, effect);
        break;
      case 'answer':
        this.#answer(node, effect.id, effect.reply);
        break;
      case 'report': {
        const { token, report } = effect;
        const delayMs = this.random.between(0, this.#swarm.reportMs);
        this.#heap.after(delayMs, {
          kind: 'report',
          node,
          incarnation: node.incarnation,
          token,
          report,
        });
        break;
      }
      case 'acknowledge':
        this.#openWrites.delete(effect.request);
        this.#ledger.acknowledged(node, effect.operations, this.#master.view, this.#nodes);
        break;
      case 'refuse':
        this.#openWrites.delete(effect.request);
        break;
      default:
    }
  }

  stepped(node: DataNode): void {
    const { machine } = node;
    if (machine?.isActivePrimary !== true) return;
    const { view } = this.#master;
    if (machine.term !== view.primaryTerm) return;
    this.#ledger.active(node, machine.term);
    this.#ledger.checkpoint(node, machine.globalCheckpoint, view, this.#nodes);
  }

  storeLater(node: DataNode): void {
    const delayMs = this.random.between(0, this.#swarm.diskMs);
    this.#heap.after(delayMs, { kind: 'store', node, incarnation: node.incarnation });
  }

  stored(_node: DataNode, lost: boolean): void {
    if (lost) this.#ledger.check(this.#master.view, this.#nodes);
  }

  unopenable({ allocationId }: CopyRef): void {
    this.#master.unassign(allocationId);
  }

  #publish(view: ShardView): void {
    this.#ledger.committed(view);
    this.#ledger.check(view, this.#nodes);
    for (const id of this.#members) this.#show(id, view);
  }

  #show(id: string, view: ShardView): void {
    const node = this.#byId.get(id);
    const delayMs = this.random.between(0, this.#isCalm ? 20 : this.#swarm.viewMs);
    if (node !== undefined)
      this.#heap.after(delayMs, { kind: 'view', node, process: node.process, view });
  }

  #ask(from: DataNode, effect: CopyEffect & { readonly kind: 'ask' }): void {
    const { random } = this;
    const { requestTimeoutMs, dropChance } = this.#swarm;
    const { token, request } = effect;
    const ask: Ask = { from, incarnation: from.incarnation, token, isOver: false };
    const to = this.#byId.get(effect.to.nodeId);
    const isLost = !this.#isCalm && random.chance(dropChance);
    const timeoutMs = this.#isCalm ? 5000 : random.between(requestTimeoutMs / 2, requestTimeoutMs);
    this.#heap.after(timeoutMs, { kind: 'reply', ask, reply: undefined });
    if (to === undefined || isLost || this.#cut.has(link(from.id, to.id))) return;
    const { allocationId } = effect.to;
    this.#heap.after(this.#delayMs(), { kind: 'request', to, allocationId, ask, request });
  }

  #answer(from: DataNode, id: number, reply: CopyReply): void {
    const ask = this.#asks.get(id);
    this.#asks.delete(id);
    if (ask === undefined || this.#cut.has(link(from.id, ask.from.id))) return;
    if (!this.#isCalm && this.random.chance(this.#swarm.dropChance)) return;
    this.#heap.after(this.#delayMs(), { kind: 'reply', ask, reply });
  }

  #delayMs(): number {
    const { random } = this;
    const { lateChance, lateMs, networkMs } = this.#swarm;
    const isLate = !this.#isCalm && random.chance(lateChance);
    return random.between(0, isLate ? lateMs : networkMs);
  }

  #advance(): void {
    const event = this.#heap.next();
    if (event === undefined) return;
    this.#events++;
    this.trace.add(event.kind);
    this.trace.addNumber(this.#heap.nowMs * 1000);
    this.#on(event);
  }

  #on(event: Event): void {
    switch (event.kind) {
      case 'store':
        if (event.node.incarnation === event.incarnation) event.node.performNext();
        break;
      case 'view':
        if (event.node.process === event.process) this.#see(event.node, event.view);
        break;
      case 'request':
        this.#deliver(event);
        break;
      case 'reply':
        this.#reply(event.ask, event.reply);
        break;
      case 'report':
        this.#report(event);
        break;
      case 'reported':
        if (event.node.incarnation === event.incarnation) event.node.input(event);
        break;
      case 'write':
        this.#write();
        break;
      case 'refresh':
        for (const node of this.#nodes) node.input({ kind: 'published' });
        this.#refreshLater();
        break;
      case 'remote':
        event.run();
        break;
      case 'tick':
        for (const node of this.#nodes) node.input({ kind: 'tick' });
        if (this.remote !== undefined) this.#ledger.restorable(this.remote.inspect());
        this.#heap.after(TICK_MS, event);
        break;
      default:
        this.#fault(event);
    }
  }

  /** Delivers a view. A node that is no member receives none, and continues with what it knows. */
  #see(node: DataNode, view: ShardView): void {
    if (!node.isUp || !this.#members.has(node.id)) return;
    node.apply(view);
  }

  #deliver(event: Event & { readonly kind: 'request' }): void {
    const { to, allocationId, ask, request } = event;
    if (!to.isUp || to.allocationId !== allocationId) {
      this.#heap.after(this.#delayMs(), { kind: 'reply', ask, reply: undefined });
      return;
    }
    const id = this.#asks.size + this.#events * 16;
    this.#asks.set(id, ask);
    const from = { nodeId: ask.from.id, allocationId: ask.from.store.allocationId ?? '' };
    to.input({ kind: 'request', from, id, request });
    const isTaken = this.#asks.has(id);
    const isOfReign = 'operations' in request || request.kind === 'copy_segments';
    if (isTaken && isOfReign) this.#ledger.taken(allocationId, request.term);
  }

  #reply(ask: Ask, reply: CopyReply | undefined): void {
    if (ask.isOver || ask.from.incarnation !== ask.incarnation) return;
    ask.isOver = true;
    ask.from.input({ kind: 'reply', token: ask.token, reply });
  }

  /**
   * Delivers a report. Nodes that the master does not count as members cannot reach it; their
   * reports wait until they are back, or for ever.
   */
  #report(event: Event & { readonly kind: 'report' }): void {
    const { node, incarnation, token, report } = event;
    if (node.incarnation !== incarnation) return;
    if (!this.#members.has(node.id)) {
      this.#heap.after(100, event);
      return;
    }
    const accepted = this.#master.report(report);
    const delayMs = this.random.between(0, this.#swarm.reportMs);
    this.#heap.after(delayMs, { kind: 'reported', node, incarnation, token, accepted });
  }

  /** Sends a write to a node that takes itself for the primary; there may be two. */
  #write(): void {
    const primaries = this.#nodes.filter(({ machine }) => machine?.isActivePrimary === true);
    const node = primaries.length > 0 ? this.random.pick(primaries) : this.random.pick(this.#nodes);
    const count = 1 + this.random.below(this.#swarm.bulkSize);
    if (node.machine !== undefined && (this.#isCalm || this.#bodies < MAX_OPERATIONS)) {
      const bodies = Array.from({ length: count }, () => this.#bodies++);
      const request = this.#writes++;
      this.#openWrites.add(request);
      node.input({ kind: 'write', request, bodies });
    }
    if (!this.#isCalm)
      this.#heap.after(this.random.between(0, this.#swarm.writeEveryMs), { kind: 'write' });
  }

  #refreshLater(): void {
    if (!Number.isFinite(this.#refreshEveryMs)) return;
    this.#heap.after(this.random.between(0, 2 * this.#refreshEveryMs), { kind: 'refresh' });
  }

  #again(kind: 'crash' | 'partition' | 'suspect' | 'blackout' | 'flush' | 'relocate'): void {
    const everyMs = this.#swarm[`${kind}EveryMs`];
    if (Number.isFinite(everyMs)) this.#heap.after(this.random.between(0, 2 * everyMs), { kind });
  }

  /**
   * Loses all disks from the cluster's point of view: nodes that it does not reach may continue to
   * work.
   */
  #wipe(): void {
    for (const node of this.#nodes) {
      if (node.isUp && this.remote?.makesZombie() === true) this.#leave(node);
      else {
        this.#crash(node);
        node.lose();
      }
    }
    this.#master.giveUp();
  }

  #fault(event: Event): void {
    const { random } = this;
    switch (event.kind) {
      case 'restart':
        this.#restart(event.node);
        return;
      case 'back':
        this.#back(event.node);
        return;
      case 'left':
        this.#leave(event.node);
        return;
      case 'heal':
        this.#cut = NO_CUT;
        return;
      default:
    }
    if (this.#isCalm) return;
    switch (event.kind) {
      case 'crash':
        this.#crash(random.pick(this.#nodes));
        this.#again('crash');
        break;
      case 'blackout':
        for (const node of this.#nodes) this.#crash(node);
        this.#again('blackout');
        break;
      case 'partition':
        this.#cut = cutOf(
          this.#swarm.shapes.length > 0 ? random.pick(this.#swarm.shapes) : 'halves',
          this.#nodes.map(({ id }) => id),
          random,
        );
        this.#heap.after(random.between(0, 2000), { kind: 'heal' });
        this.#again('partition');
        break;
      case 'relocate':
        this.#master.relocate();
        this.#again('relocate');
        break;
      case 'flush':
        random.pick(this.#nodes).flush();
        this.#again('flush');
        break;
      case 'suspect':
        this.#leave(random.pick(this.#nodes));
        this.#again('suspect');
        break;
      default:
    }
  }

  /**
   * Crashes a node. The master notices after a while; a restart before that counts as leaving and
   * coming back.
   */
  #crash(node: DataNode): void {
    if (!node.isUp) return;
    node.crash();
    this.#heap.after(this.random.between(0, 200), { kind: 'left', node });
    this.#heap.after(this.random.between(0, 2 * this.#swarm.restartMs), { kind: 'restart', node });
  }

  #restart(node: DataNode): void {
    if (node.isUp) return;
    this.#leave(node);
    node.isUp = true;
    this.#back(node);
  }

  #leave(node: DataNode): void {
    if (!this.#members.delete(node.id)) return;
    this.#master.left(node.id);
    if (node.isUp) this.#heap.after(this.random.between(0, 1000), { kind: 'back', node });
  }

  #back(node: DataNode): void {
    if (!node.isUp || this.#members.has(node.id)) return;
    this.#members.add(node.id);
    this.#master.reroute();
    this.#show(node.id, this.#master.view);
  }

  /** Ends the faults: every node is up and a member again. */
  #settle(): void {
    this.#isCalm = true;
    this.#cut = NO_CUT;
    for (const node of this.#nodes) {
      this.#restart(node);
      this.#back(node);
    }
    const deadlineMs = this.#heap.nowMs + GREEN_WITHIN_MS;
    while (!this.#isGreen()) {
      this.#advance();
      must(
        this.#heap.nowMs < deadlineMs,
        'L2',
        () => `not green: ${JSON.stringify(this.#master.view)}`,
      );
    }
    const restMs = this.#heap.nowMs + 10_000;
    while (this.#heap.nowMs < restMs) this.#advance();
    this.#openWrites.clear();
    this.#write();
    while (this.#openWrites.size > 0 || this.#heap.nowMs < restMs + 10_000) {
      this.#advance();
      must(this.#heap.nowMs < restMs + 60_000, 'L3', () => 'the last write has no end');
    }
    must(this.#isGreen(), 'L2', () => `not green any more: ${JSON.stringify(this.#master.view)}`);
    this.#ledger.settled(this.#master.view, this.#nodes);
  }

  #isGreen(): boolean {
    const { copies } = this.#master.view;
    const isFull = copies.length === 1 + this.#swarm.replicas;
    const isStarted = copies.every(({ state }) => state === 'STARTED');
    return isFull && isStarted && this.#nodes.some(({ machine }) => machine?.isActivePrimary);
  }
}
