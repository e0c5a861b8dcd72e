/**
 * A network of membership machines in simulated time, with loss, delay, stalls, crashes and
 * restarts. Each member runs the real step function. As between real nodes, a message is addressed
 * to a node and reaches whichever process of it is running.
 */
import {
  type GossipMessage,
  type MemberId,
  type MemberStatus,
  type MembershipInput,
  type MembershipState,
  membershipStep,
  startMembership,
} from '@skein/cluster';
import { EventHeap } from '../event_heap.js';
import { SeededRandom } from '../seeded_random.js';

export interface GossipWorldOptions {
  readonly seed: number;
  readonly members: number;
  readonly lossChance?: number;
}

/** A member's new opinion of another member. */
export interface Verdict {
  readonly atMs: number;
  readonly by: MemberId;
  readonly about: MemberId;
  readonly status: MemberStatus;
}

type Event =
  | { readonly kind: 'tick'; readonly id: MemberId }
  | {
      readonly kind: 'deliver';
      readonly from: MemberId;
      readonly to: MemberId;
      readonly message: GossipMessage;
    };

const TICK_MS = 100;
const DELAY_MAX_MS = 50;
const SEEDS = 3;

export class GossipWorld {
  /** Members that were started and not replaced. */
  readonly ids: MemberId[];
  readonly verdicts: Verdict[] = [];
  readonly random: SeededRandom;
  readonly #states = new Map<MemberId, MembershipState>();
  readonly #stalledUntilMs = new Map<MemberId, number>();
  readonly #heap: EventHeap<Event>;
  readonly #lossChance: number;

  constructor({ seed, members, lossChance = 0 }: GossipWorldOptions) {
    this.random = new SeededRandom(seed);
    this.#heap = new EventHeap(this.random);
    this.#lossChance = lossChance;
    this.ids = Array.from({ length: members }, (_, i) => `m${i}`);
    for (const id of this.ids) this.#start(id);
  }

  get nowMs(): number {
    return this.#heap.nowMs;
  }

  state(id: MemberId): MembershipState | undefined {
    return this.#states.get(id);
  }

  input(id: MemberId, input: MembershipInput): void {
    const before = this.#states.get(id);
    if (!before) return;
    const { state, effects } = membershipStep(before, input, this.random);
    this.#states.set(id, state);
    for (const effect of effects) {
      if (effect.kind === 'send') this.#transmit(id, effect.to, effect.message);
      else if (effect.kind === 'status') {
        const { id: about, status } = effect;
        this.verdicts.push({ atMs: this.nowMs, by: id, about, status });
      }
    }
  }

  crash(id: MemberId): void {
    this.#states.delete(id);
  }

  /** Starts another process of the same node, which knows nothing. */
  restart(id: MemberId): MemberId {
    this.crash(id);
    const next = `${nodeOf(id)}/${this.nowMs}`;
    this.ids[this.ids.indexOf(id)] = next;
    this.#start(next);
    return next;
  }

  /** Stops the member's loop: its messages and ticks wait. */
  stall(id: MemberId, ms: number): void {
    this.#stalledUntilMs.set(id, this.nowMs + ms);
  }

  run(ms: number): void {
    this.runUntil(() => false, ms);
  }

  /**
   * Runs until the condition holds; returns the milliseconds that it took, or `undefined` when the
   * limit is over.
   */
  runUntil(isReached: () => boolean, limitMs: number): number | undefined {
    const startMs = this.nowMs;
    let nextLookMs = startMs;
    while (this.nowMs < startMs + limitMs) {
      if (this.nowMs >= nextLookMs) {
        if (isReached()) return this.nowMs - startMs;
        nextLookMs = this.nowMs + TICK_MS;
      }
      this.#advance();
    }
    return isReached() ? limitMs : undefined;
  }

  #start(id: MemberId): void {
    this.#states.set(id, startMembership({ id, nowMs: this.nowMs }));
    this.input(id, { kind: 'seeds', seeds: this.ids.slice(0, SEEDS) });
    this.#heap.after(this.random.between(0, 1000), { kind: 'tick', id });
  }

  #transmit(from: MemberId, to: MemberId, message: GossipMessage): void {
    if (this.random.chance(this.#lossChance)) return;
    const delayMs = this.random.between(0, DELAY_MAX_MS);
    this.#heap.after(delayMs, { kind: 'deliver', from, to, message });
  }

  #advance(): void {
    const event = this.#heap.next();
    if (!event) return;
    const id = event.kind === 'tick' ? event.id : event.to;
    const waitMs = (this.#stalledUntilMs.get(id) ?? 0) - this.nowMs;
    if (waitMs > 0) {
      this.#heap.after(waitMs, event);
    } else if (event.kind === 'tick') {
      this.input(id, { kind: 'tick', nowMs: this.nowMs });
      if (this.#states.has(id)) this.#heap.after(TICK_MS, event);
    } else {
      const { from, to, message } = event;
      const process = this.ids.find((running) => nodeOf(running) === nodeOf(to));
      if (process !== undefined) this.input(process, { kind: 'message', from, to, message });
    }
  }
}

function nodeOf(id: MemberId): string {
  return id.split('/')[0] ?? id;
}
