/**
 * When the shards of an engine thread are looked after. One that somebody asks for something is
 * awake for a while, and looked after ten times a second; one that sleeps only when something of
 * its own falls due. So shards at rest cost nothing, however many they are.
 */
import type { Clock, TimerHandle, Timers } from '@skein/base';

/** How exactly refreshes, async fsyncs and flushes of shards that are awake keep their time. */
const ROUND_MS = 100;
/** Rounds: copies that are awake tell each other what nobody asked for once a second. */
const TICK_EVERY = 10;
/**
 * A shard that nobody asks for anything falls asleep after this; what is due sooner waits as long.
 */
const SLEEP_MS = 5000;

export interface RestingShard {
  /** Does what is due by now. */
  maintain(inactiveMs: number): void;
  /** Tells the other copies what they have not heard. */
  tick(): void;
  /** It cannot sleep yet: something is due soon, or under way. */
  readonly isBusy: boolean;
  /**
   * On the monotonic clock: when it must be looked after although nobody asked for anything;
   * undefined: never.
   */
  nextDueMs(inactiveMs: number): number | undefined;
  /** It sleeps from now on. */
  rest(): void;
}

export interface ShardRoundsOptions<Shard> {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly shardInactiveMs: number;
  /** Once a second for each that is awake, and before it sleeps. */
  readonly looked: (shard: Shard) => void;
  readonly roundOver: () => void;
}

export class ShardRounds<Shard extends RestingShard> {
  readonly #options: ShardRoundsOptions<Shard>;
  /** Until when, if nothing more happens. */
  readonly #awake = new Map<Shard, number>();
  /** Asleep, to be looked after at this time. */
  readonly #due = new Map<Shard, number>();
  #timer: { readonly handle: TimerHandle; readonly isFast: boolean } | undefined;
  #rounds = 0;

  constructor(options: ShardRoundsOptions<Shard>) {
    this.#options = options;
  }

  /** Somebody asks the shard for something. */
  wake(shard: Shard): void {
    this.#due.delete(shard);
    this.#awake.set(shard, this.#options.clock.monotonicMs() + SLEEP_MS);
    this.#startTimer();
  }

  forget(shard: Shard): void {
    this.#awake.delete(shard);
    this.#due.delete(shard);
  }

  /** All others hold nothing that is ever due. */
  *attended(): Generator<Shard> {
    yield* this.#awake.keys();
    yield* this.#due.keys();
  }

  /** A thread without anything due is never woken. */
  #startTimer(): void {
    const isFast = this.#awake.size > 0;
    if (this.#timer !== undefined && (this.#timer.isFast || !isFast)) return;
    this.#timer?.handle.cancel();
    this.#timer = undefined;
    const delayMs = isFast ? ROUND_MS : this.#untilDueMs();
    if (delayMs === undefined) return;
    const handle = this.#options.timers.after(delayMs, () => {
      this.#timer = undefined;
      this.#round();
      this.#startTimer();
    });
    this.#timer = { handle, isFast };
  }

  #untilDueMs(): number | undefined {
    if (this.#due.size === 0) return undefined;
    const next = [...this.#due.values()].reduce((a, b) => Math.min(a, b));
    return Math.max(0, next - this.#options.clock.monotonicMs());
  }

  #round(): void {
    const nowMs = this.#options.clock.monotonicMs();
    const ticks = this.#rounds++ % TICK_EVERY === 0;
    for (const [shard, untilMs] of [...this.#awake]) {
      this.#look(shard, ticks);
      if (nowMs >= untilMs) this.#layDown(shard, nowMs);
    }
    for (const [shard, dueMs] of [...this.#due]) {
      if (nowMs < dueMs) continue;
      this.#look(shard, true);
      this.#layDown(shard, nowMs);
    }
    this.#options.roundOver();
  }

  #look(shard: Shard, ticks: boolean): void {
    shard.maintain(this.#options.shardInactiveMs);
    if (!ticks) return;
    shard.tick();
    this.#options.looked(shard);
  }

  #layDown(shard: Shard, nowMs: number): void {
    this.forget(shard);
    if (shard.isBusy) {
      this.#awake.set(shard, nowMs);
      return;
    }
    const dueMs = shard.nextDueMs(this.#options.shardInactiveMs);
    if (dueMs !== undefined) this.#due.set(shard, Math.max(dueMs, nowMs + SLEEP_MS));
    this.#options.looked(shard);
    shard.rest();
  }
}
