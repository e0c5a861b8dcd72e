/**
 * The host of the coordination state machine (`shared/cluster/src/coordination`): gives it time,
 * messages and proposals one after another, and performs its effects. It guarantees three
 * conditions of the machine:
 * 1. Writes become durable in order.
 * 2. A message waits for the write it depends on.
 * 3. Messages to this node itself come back as inputs.
 */
import {
  type Clock,
  expectDefined,
  type Log,
  type Random,
  type TimerHandle,
  type Timers,
} from '@skein/base';
import {
  type CoordinationState,
  type Effect,
  type Input,
  type Message,
  type PersistentState,
  type PublishedState,
  type StateParts,
  step,
} from '@skein/cluster';
import { asApiError } from '@skein/errors';
import type { NodeLinks } from '../node_links/mod.js';
import type { CoordinationCalls, SmallMessage } from './coordination_calls.js';
import { type Journal, JournalFull } from './journal.js';
import { Publisher, type ReceivedStates } from './publisher.js';
import type { StateContents } from './state_contents.js';

const TICK_MS = 100;
/** Interval of retries while the disk is full. */
const FULL_RETRY_MS = 500;

/** The machine's effects that are passed on; the host performs the others itself. */
export type CoordinationEvent = Exclude<
  Effect,
  { readonly kind: 'persist' | 'send' | 'applied_everywhere' }
>;

export interface CoordinatorParts {
  readonly initial: CoordinationState;
  readonly journal: Pick<Journal, 'write'>;
  readonly contents: StateContents;
  readonly links: NodeLinks<CoordinationCalls>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
  /** Called in order, one at a time. It may give inputs, which are processed afterwards. */
  readonly event: (event: CoordinationEvent) => void;
  /** Called on the leader when every member has applied this version or a later one. */
  readonly appliedEverywhere: (version: number) => void;
}

/**
 * Parts of this node that may be unhealthy: its writes of the cluster state, or its whole data
 * path.
 */
type HealthPart = 'journal' | 'data path';

interface UnwrittenState {
  readonly token: number;
  readonly state: PersistentState;
  readonly parts: StateParts;
}

interface HeldMessage {
  readonly after: number;
  readonly to: string;
  readonly message: Message;
}

export class Coordinator {
  readonly #parts: CoordinatorParts;
  readonly #publisher: Publisher;
  readonly #inputs: Input[] = [];
  #core: CoordinationState;
  #isStepping = false;
  #isTicking = false;
  #tick: TimerHandle | undefined;
  #held: HeldMessage[] = [];
  #durableToken = 0;
  #unwritten: UnwrittenState | undefined;
  #writing: Promise<void> | undefined;
  #everywhere = 0;
  readonly #ills = new Set<HealthPart>();
  #stopped = false;

  constructor(parts: CoordinatorParts) {
    this.#parts = parts;
    this.#core = parts.initial;
    const { links } = parts;
    this.#publisher = new Publisher({
      ...parts,
      accepted: () => this.#core.persistent.accepted.hash,
      received: (from, state) =>
        this.input({ kind: 'message', from, message: { kind: 'publish', state } }),
    });
    links.handle('coordination/message', (message, { from }) => {
      this.#receive(from.nodeId, message);
      return {};
    });
    links.watch({
      disconnected: ({ nodeId }) => this.input({ kind: 'disconnected', node: nodeId }),
    });
  }

  get receivedStates(): ReceivedStates {
    return this.#publisher.received;
  }

  /** The machine's current state. */
  get core(): CoordinationState {
    return this.#core;
  }

  /** True once the machine's clock runs; before, it only answers messages. */
  get isTicking(): boolean {
    return this.#isTicking;
  }

  startTicking(): void {
    this.#isTicking = true;
    this.input({ kind: 'tick', nowMs: this.#nowMs() });
  }

  input(input: Input): void {
    if (this.#stopped) return;
    // Deadlines are counted from the machine's own time, so that time must be current at every
    // input.
    const isLate = this.#isTicking && this.#nowMs() - this.#core.nowMs >= TICK_MS;
    if (isLate && input.kind !== 'tick') this.#inputs.push({ kind: 'tick', nowMs: this.#nowMs() });
    this.#inputs.push(input);
    if (!this.#isStepping) this.#run();
  }

  /** Sets the health of one part; the node is healthy if all parts are. */
  setHealth(part: HealthPart, isHealthy: boolean): void {
    if (isHealthy) this.#ills.delete(part);
    else this.#ills.add(part);
    const healthy = this.#ills.size === 0;
    if (healthy !== this.#core.healthy) this.input({ kind: 'local_health', healthy });
  }

  /** Accepts no more input, and waits for the running write. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#tick?.cancel();
    await this.#writing;
  }

  #run(): void {
    this.#isStepping = true;
    try {
      for (let input = this.#inputs.shift(); input; input = this.#inputs.shift()) {
        const { state, effects } = step(this.#core, input, this.#parts.random);
        this.#core = state;
        for (const effect of effects) this.#perform(effect);
      }
    } finally {
      this.#isStepping = false;
    }
    this.#tellProgress();
    this.#scheduleTick();
  }

  #perform(effect: Effect): void {
    switch (effect.kind) {
      case 'persist':
        this.#persist(effect.token, effect.state);
        break;
      case 'send':
        if (effect.after === undefined || effect.after <= this.#durableToken) {
          this.#transmit(effect.to, effect.message);
        } else {
          this.#held.push({ after: effect.after, to: effect.to, message: effect.message });
        }
        break;
      case 'applied_everywhere':
        break;
      default:
        this.#parts.event(effect);
    }
  }

  #persist(token: number, state: PersistentState): void {
    const parts = this.#parts.contents.parts(state.accepted.hash);
    this.#unwritten = { token, state, parts: expectDefined(parts, 'the accepted state is kept') };
    this.#writing ??= this.#write();
  }

  /** Merges waiting writes into one, because the last includes the ones before. */
  async #write(): Promise<void> {
    const { journal, log } = this.#parts;
    for (let next = this.#unwritten; next; next = this.#unwritten) {
      this.#unwritten = undefined;
      const { token, state, parts } = next;
      try {
        await journal.write(state, parts);
      } catch (failure) {
        if (failure instanceof JournalFull) {
          await this.#untilRoom(next, failure);
          continue;
        }
        const { reason } = asApiError(failure);
        log.error('cluster state could not be written', { reason });
        this.input({ kind: 'persist_failed', reason });
        return;
      }
      this.#durable(token);
      this.setHealth('journal', true);
    }
    this.#writing = undefined;
  }

  /**
   * Waits for disk space. Nothing is promised meanwhile, so nothing is broken, but other nodes
   * should not rely on this one.
   */
  async #untilRoom(next: UnwrittenState, { message }: JournalFull): Promise<void> {
    if (this.#stopped) return;
    this.#unwritten ??= next;
    if (!this.#ills.has('journal')) {
      this.#parts.log.error('no disk space for the cluster state: waiting', { reason: message });
      this.setHealth('journal', false);
    }
    await new Promise<void>((resolve) => void this.#parts.timers.after(FULL_RETRY_MS, resolve));
  }

  #durable(token: number): void {
    this.#durableToken = token;
    if (this.#stopped) return;
    const ready = this.#held.filter(({ after }) => after <= token);
    this.#held = this.#held.filter(({ after }) => after > token);
    for (const { to, message } of ready) this.#transmit(to, message);
  }

  #transmit(to: string, message: Message): void {
    const { id } = this.#core.identity;
    if (to === id) this.input({ kind: 'message', from: id, message });
    else if (message.kind === 'publish') void this.#publisher.send(to, message.state);
    else this.#parts.links.notify(to, 'coordination/message', message);
  }

  #receive(from: string, message: SmallMessage): void {
    if (message.kind === 'publish_ack') this.#noteHeld(from, message);
    this.input({ kind: 'message', from, message });
  }

  #noteHeld(from: string, ack: { readonly term: number; readonly version: number }): void {
    const published: PublishedState | undefined = this.#core.publication?.state;
    if (published?.term === ack.term && published.version === ack.version) {
      this.#publisher.acknowledged(from, published.hash);
    }
  }

  #tellProgress(): void {
    const { mode, publication, progress } = this.#core;
    if (mode !== 'leader' || publication === undefined) return;
    let least = Number.POSITIVE_INFINITY;
    for (const node of publication.state.nodes) {
      least = Math.min(least, progress.get(node)?.appliedVersion ?? 0);
    }
    if (least === this.#everywhere) return;
    this.#everywhere = least;
    this.#parts.appliedEverywhere(least);
  }

  /** A leader that is the only member needs no clock: it waits only for its own disk. */
  #scheduleTick(): void {
    if (!this.#isTicking || this.#stopped || this.#tick !== undefined || this.#isAtRest()) return;
    this.#tick = this.#parts.timers.after(TICK_MS, () => {
      this.#tick = undefined;
      this.input({ kind: 'tick', nowMs: this.#nowMs() });
    });
  }

  #isAtRest(): boolean {
    const { mode, peers, persistent, publication } = this.#core;
    if (mode === 'stopped') return true;
    const isLone = peers.length === 0 && persistent.accepted.nodes.length <= 1;
    return mode === 'leader' && isLone && (publication?.committed ?? true);
  }

  #nowMs(): number {
    return this.#parts.clock.monotonicMs();
  }
}
