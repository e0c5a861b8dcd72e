/**
 * Schedules the maintenance of an engine thread's shards. A shard that got a request is awake for a
 * while and is maintained ten times a second; a sleeping one only when its own work falls due. So
 * idle shards cost nothing, however many there are.
 */
import type { Clock, TimerHandle, Timers } from '@skein/base';

/** Precision of refreshes, async fsyncs and flushes of awake shards. */
const ROUND_MS = 100;
/** Rounds between two ticks: once a second, awake copies exchange unsolicited updates. */
const TICK_EVERY = 10;
/**
 * A shard without requests falls asleep after this time; work that is due sooner keeps it awake.
 */
const SLEEP_MS = 5000;

export interface MaintainedShard {
  /** Does the work that is due by now. */
  maintain(inactiveMs: number): void;
  /** Sends the other copies what they have not heard. */
  tick(): void;
  /** True if the shard cannot sleep, because work is due soon or under way. */
  readonly isBusy: boolean;
  /**
   * Time on the monotonic clock when the shard needs maintenance without a request; undefined if
   * never.
   */
  nextDueMs(inactiveMs: number): number | undefined;
  /** Called when the shard falls asleep. */
  rest(): void;
}

interface ShardRoundsOptions<Shard> {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly shardInactiveMs: number;
  /** Called once a second for each awake shard, and before it sleeps. */
  readonly onTick: (shard: Shard) => void;
  readonly roundOver: () => void;
}

export class ShardRounds<Shard extends MaintainedShard> {
  readonly #options: ShardRoundsOptions<Shard>;
  /** When each shard falls asleep, if nothing more happens. */
  readonly #awake = new Map<Shard, number>();
  /** When each sleeping shard is due. */
  readonly #due = new Map<Shard, number>();
  #timer: { readonly handle: TimerHandle; readonly isFast: boolean } | undefined;
  #rounds = 0;

  constructor(options: ShardRoundsOptions<Shard>) {
    this.#options = options;
  }

  /** Wakes the shard, because it got a request. */
  wake(shard: Shard): void {
    this.#due.delete(shard);
    this.#awake.set(shard, this.#options.clock.monotonicMs() + SLEEP_MS);
    this.#startTimer();
  }

  forget(shard: Shard): void {
    this.#awake.delete(shard);
    this.#due.delete(shard);
  }

  /** The shards that may have due work. */
  *attended(): Generator<Shard> {
    yield* this.#awake.keys();
    yield* this.#due.keys();
  }

  /** Starts the timer only if something is due. */
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
      this.#maintain(shard, ticks);
      if (nowMs >= untilMs) this.#layDown(shard, nowMs);
    }
    for (const [shard, dueMs] of [...this.#due]) {
      if (nowMs < dueMs) continue;
      this.#maintain(shard, true);
      this.#layDown(shard, nowMs);
    }
    this.#options.roundOver();
  }

  #maintain(shard: Shard, ticks: boolean): void {
    shard.maintain(this.#options.shardInactiveMs);
    if (!ticks) return;
    shard.tick();
    this.#options.onTick(shard);
  }

  #layDown(shard: Shard, nowMs: number): void {
    this.forget(shard);
    if (shard.isBusy) {
      this.#awake.set(shard, nowMs);
      return;
    }
    const dueMs = shard.nextDueMs(this.#options.shardInactiveMs);
    if (dueMs !== undefined) this.#due.set(shard, Math.max(dueMs, nowMs + SLEEP_MS));
    this.#options.onTick(shard);
    shard.rest();
  }
}
