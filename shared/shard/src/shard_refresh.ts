/**
 * Decides when writes become searchable: on schedule, on request, and at once when too many
 * requests wait. A shard that was not searched for `index.search.idle.after` skips scheduled
 * refreshes, unless its index sets an interval; the next search then refreshes it first.
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

  /** Publishes new documents and releases the requests that wait for it. */
  now(): boolean {
    const refreshed = this.#engine.refresh();
    this.#activity.isBehind = false;
    this.release();
    return refreshed;
  }

  /** Resolves with true if a refresh had to be forced because too many requests wait already. */
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
    else if (this.#isIdle(nowMs)) this.#skip(nowMs);
    else this.now();
  }

  get listenerCount(): number {
    return this.#listeners.length;
  }

  /** True if a scheduled refresh has work soon. */
  get isWanted(): boolean {
    if (this.#listeners.length > 0) return true;
    const { needsRefresh, settings } = this.#engine;
    return settings.refreshIntervalMs >= 0 && needsRefresh && !this.#activity.isBehind;
  }

  /** Called when the interval has changed: a refresh is due at once, even for an idle shard. */
  settingsChanged(): void {
    this.#dueMs = this.#clock.monotonicMs();
  }

  /** Releases all waiting requests, refreshed or not. */
  release(): void {
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }

  #isIdle(nowMs: number): boolean {
    return nowMs - this.#searchedMs >= this.#engine.settings.searchIdleAfterMs;
  }

  /**
   * Skips a refresh, and sets the flag that makes the next search request one. A search that came
   * just before the flag was set did not see it, so its refresh is done here.
   */
  #skip(nowMs: number): void {
    this.#activity.isBehind = true;
    if (!this.#activity.takeSearched()) return;
    this.#searchedMs = nowMs;
    this.now();
  }
}
