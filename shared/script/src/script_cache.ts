/**
 * A cache of compiled scripts, with a limit on the compilation rate. There is one per context, or
 * one for all.
 */
import type { Clock } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { CacheSettings } from './script_settings.js';

export interface ScriptStats {
  readonly compilations: number;
  readonly cache_evictions: number;
  readonly compilation_limit_triggered: number;
}

export type ScriptEvent = keyof ScriptStats;

interface Cached<T> {
  readonly script: T;
  usedAt: number;
}

interface ScriptCacheOptions {
  readonly clock: Clock;
  readonly settings: CacheSettings;
  /** The setting of the rate, for the message of its limit. */
  readonly rateSetting: string;
  readonly count: (event: ScriptEvent) => void;
}

export class ScriptCache<T> {
  readonly #options: ScriptCacheOptions;
  readonly #scripts = new Map<string, Cached<T>>();
  /** The number of compilations that were allowed at `#countedAt`. */
  #left: number;
  #countedAt: number;

  constructor(options: ScriptCacheOptions) {
    this.#options = options;
    this.#left = options.settings.rate?.count ?? 0;
    this.#countedAt = options.clock.monotonicMs();
  }

  get settings(): CacheSettings {
    return this.#options.settings;
  }

  /** Returns the script of the key and compiles it if necessary. */
  get(key: string, compile: () => T): T {
    const now = this.#options.clock.monotonicMs();
    const cached = this.#scripts.get(key);
    if (cached !== undefined && !this.#expired(cached, now)) {
      cached.usedAt = now;
      this.#scripts.delete(key);
      this.#scripts.set(key, cached);
      return cached.script;
    }
    this.#admit(now);
    const script = compile();
    this.#options.count('compilations');
    this.#keep(key, { script, usedAt: now });
    return script;
  }

  #expired(cached: Cached<T>, now: number): boolean {
    const { expireMs } = this.#options.settings;
    return expireMs > 0 && now - cached.usedAt > expireMs;
  }

  #keep(key: string, cached: Cached<T>): void {
    const { maxSize } = this.#options.settings;
    if (maxSize === 0) return;
    // A script that had expired would keep its old place in the order of use.
    this.#scripts.delete(key);
    this.#scripts.set(key, cached);
    for (const oldest of this.#scripts.keys()) {
      if (this.#scripts.size <= maxSize) break;
      this.#scripts.delete(oldest);
      this.#options.count('cache_evictions');
    }
  }

  /** A token bucket that refills evenly over the window. */
  #admit(now: number): void {
    const { rate } = this.#options.settings;
    if (rate === undefined) return;
    const refilled = ((now - this.#countedAt) * rate.count) / rate.windowMs;
    this.#left = Math.min(rate.count, this.#left + refilled);
    this.#countedAt = now;
    if (this.#left >= 1) {
      this.#left -= 1;
      return;
    }
    this.#options.count('compilation_limit_triggered');
    const words = `[script] Too many dynamic script compilations within, max: [${rate.text}]; please use indexed, or scripts with parameters instead; this limit can be changed by the [${this.#options.rateSetting}] setting`;
    throw new ApiError('circuit_breaking_exception', words, {
      metadata: { bytes_wanted: 0, bytes_limit: 0, durability: 'TRANSIENT' },
    });
  }
}
