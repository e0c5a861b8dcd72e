/** The time, the randomness and the store that all clusters of a simulation share. */
import { ApiError } from '@skein/errors';
import { MemoryBlobStore } from '@skein/snapshots';
import { EventHeap } from '../event_heap.js';
import { SeededRandom } from '../seeded_random.js';
import { TraceHash } from '../trace_hash.js';
import type { SnapshotRules } from './mutants.js';
import { drawSnapshotSwarm, type SnapshotSwarm } from './swarm.js';

/** A moment in 2026, so that timestamps look realistic. */
const BEGINNING_MS = 1_780_000_000_000;

/** The only repository; all clusters use this name. */
export const REPOSITORY = 'backup';

export class World {
  readonly random: SeededRandom;
  readonly swarm: SnapshotSwarm;
  readonly rules: SnapshotRules;
  readonly trace = new TraceHash();
  readonly blobs = new Map<string, Uint8Array<ArrayBuffer>>();
  /** The store itself; processes use it through a `ProcessStore`. */
  readonly store: MemoryBlobStore;
  /** For a mutant that confuses blobs: the names that share one blob. */
  readonly aliases = new Map<string, Set<string>>();
  /** True when users make no more requests and faults have ended. */
  isHealed = false;
  /** Rises with every call of the store that may change something. */
  changes = 0;
  calls = 0;
  failure: { readonly thrown: unknown } | undefined;
  readonly #heap: EventHeap<() => void>;
  #uuids = 0;

  constructor(seed: number, rules: SnapshotRules) {
    this.random = new SeededRandom(seed);
    this.rules = rules;
    this.swarm = drawSnapshotSwarm(this.random);
    this.#heap = new EventHeap(this.random);
    const beforeCall = (call: { readonly kind: string; readonly name: string }) =>
      this.#fate(call.kind, call.name);
    const listLag = () => (this.isHealed ? 0 : this.random.below(this.swarm.listLag + 1));
    this.store = new MemoryBlobStore({ beforeCall, listLag }, this.blobs);
  }

  readonly nowMs = (): number => BEGINNING_MS + Math.floor(this.#heap.nowMs);

  get elapsedMs(): number {
    return this.#heap.nowMs;
  }

  readonly newUuid = (): string => `uuid-${String(++this.#uuids).padStart(17, '0')}`;

  after(delayMs: number, event: () => void): void {
    this.#heap.after(delayMs, event);
  }

  /** Resolves after the delay. */
  pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /** Runs the next event; returns false when none is left. */
  step(): boolean {
    const event = this.#heap.next();
    event?.();
    return event !== undefined;
  }

  /** Starts work that nobody awaits. The work may be refused. */
  spawn(work: Promise<void>): void {
    work.catch((thrown: unknown) => {
      if (!(thrown instanceof ApiError)) this.fail(thrown);
    });
  }

  /** Reports a fault of a process that nobody awaits: the simulation ends with it. */
  fail(thrown: unknown): void {
    this.failure ??= { thrown };
  }

  chance(probability: number): boolean {
    return !this.isHealed && this.random.chance(probability);
  }

  async #fate(kind: string, name: string): Promise<'done' | 'refused' | 'unanswered'> {
    const { swarm, random } = this;
    this.calls++;
    const isSlow = this.chance(swarm.slowCallChance);
    await this.pause(random.between(0, isSlow ? swarm.slowCallMs : swarm.callMs));
    const isRefused = this.chance(swarm.refusedChance);
    const isUnanswered = this.chance(swarm.unansweredChance);
    this.trace.add(`${kind} ${name} ${isRefused} ${isUnanswered}`);
    if (isRefused) return 'refused';
    if (kind === 'write' || kind === 'writeNew' || kind === 'remove') this.changes++;
    return isUnanswered ? 'unanswered' : 'done';
  }
}
