/**
 * When what was written becomes searchable: by the clock, when somebody asks, and at once when too many wait. A shard that nobody has searched for
 * `index.search.idle.after` leaves the clock's refreshes out, unless its index has an interval of its own; the next search has it refresh first.
 */
import type { Clock } from '@skein/base';
import type { Engine } from '@skein/engine';
import type { SearchActivity } from './search_activity.js';

export class ShardRefresh {
  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #activity: SearchActivity;
  /** Requests that wait until their writes are searchable. */
  #listeners: (() => void)[] = [];
  #dueMs: number;
  #searchedMs: number;

  constructor(engine: Engine, clock: Clock, activity: SearchActivity) {
    this.#engine = engine;
    this.#clock = clock;
    this.#activity = activity;
    this.#dueMs = clock.monotonicMs();
    this.#searchedMs = this.#dueMs;
  }

  /** Publishes what is new and lets those go on who wait for it. */
  now(): boolean {
    const refreshed = this.#engine.refresh();
    this.#activity.isBehind = false;
    this.release();
    return refreshed;
  }

  /** Resolves with whether a refresh had to be forced because too many wait already. */
  async next(): Promise<boolean> {
    if (!this.#engine.needsRefresh) return false;
    if (this.#listeners.length >= this.#engine.settings.maxRefreshListeners) {
      this.now();
      return true;
    }
    await new Promise<void>((resolve) => this.#listeners.push(resolve));
    return false;
  }

  ifDue(nowMs: number): void {
    if (this.#activity.takeSearched()) this.#searchedMs = nowMs;
    const { refreshIntervalMs } = this.#engine.settings;
    if (refreshIntervalMs < 0 || nowMs < this.#dueMs) return;
    this.#dueMs = nowMs + refreshIntervalMs;
    if (this.#listeners.length > 0) this.now();
    else if (!this.#engine.needsRefresh) return;
    else if (this.#isIdle(nowMs)) this.#leaveOut(nowMs);
    else this.now();
  }

  get listenerCount(): number {
    return this.#listeners.length;
  }

  /** The clock has something to do for it soon. */
  get isWanted(): boolean {
    if (this.#listeners.length > 0) return true;
    const { needsRefresh, settings } = this.#engine;
    return settings.refreshIntervalMs >= 0 && needsRefresh && !this.#activity.isBehind;
  }

  /** The interval has changed: due at once, also for a shard that was idle. */
  settingsChanged(): void {
    this.#dueMs = this.#clock.monotonicMs();
  }

  /** Those who wait go on, refreshed or not. */
  release(): void {
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }

  #isIdle(nowMs: number): boolean {
    return nowMs - this.#searchedMs >= this.#engine.settings.searchIdleAfterMs;
  }

  /** A search that came before it was told is made up for here: one that comes after asks for the refresh itself. */
  #leaveOut(nowMs: number): void {
    this.#activity.isBehind = true;
    if (!this.#activity.takeSearched()) return;
    this.#searchedMs = nowMs;
    this.now();
  }
}
