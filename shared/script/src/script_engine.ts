/** Compiles scripts once: cached by language, context and source, and no faster than the rate the operator allows. */
import type { Clock } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { ScriptContext } from './contexts/context_type.js';
import { type CompiledScript, compilePainless } from './languages/painless/painless.js';

/** `script.context.*.cache_max_size`, `.cache_expire`, `.max_compilations_rate`, `script.max_size_in_bytes`. */
export interface ScriptEngineOptions {
  readonly clock: Clock;
  /** Scripts kept for each context. */
  readonly cacheMaxSize?: number;
  /** Milliseconds without use after which a script is forgotten; 0: never. */
  readonly cacheExpireMs?: number;
  /** How many compilations a window may see; undefined: no limit. */
  readonly compilationRate?: CompilationRate | undefined;
  readonly maxSizeInBytes?: number;
}

export interface CompilationRate {
  readonly count: number;
  readonly windowMs: number;
  /** As the operator wrote it: `75/5m`. */
  readonly text: string;
}

export interface ScriptEngineStats {
  readonly compilations: number;
  readonly cache_evictions: number;
  readonly compilation_limit_triggered: number;
}

interface Cached {
  readonly script: CompiledScript;
  usedAt: number;
}

const DEFAULTS = { cacheMaxSize: 100, cacheExpireMs: 0, maxSizeInBytes: 65_535 };

export class ScriptEngine {
  readonly #options: Required<Omit<ScriptEngineOptions, 'compilationRate'>>;
  readonly #rate: CompilationRate | undefined;
  readonly #caches = new Map<string, Map<string, Cached>>();
  readonly #allowances = new Map<string, { left: number; at: number }>();
  #stats = { compilations: 0, cache_evictions: 0, compilation_limit_triggered: 0 };

  constructor(options: ScriptEngineOptions) {
    const { compilationRate, ...rest } = options;
    this.#options = { ...DEFAULTS, ...rest };
    this.#rate = compilationRate;
  }

  stats(): ScriptEngineStats {
    return { ...this.#stats };
  }

  /** The script, compiled now or before. Throws `script_exception` (compile error) or `circuit_breaking_exception` (rate). */
  compile(context: ScriptContext, source: string, lang = 'painless'): CompiledScript {
    this.#refuse(source, lang);
    const cache = this.#cacheOf(context.name);
    const now = this.#options.clock.monotonicMs();
    const cached = cache.get(source);
    if (cached !== undefined && !this.#expired(cached, now)) {
      cached.usedAt = now;
      cache.delete(source);
      cache.set(source, cached);
      return cached.script;
    }
    this.#admit(context.name, now);
    const script = compilePainless(source, context);
    this.#stats.compilations++;
    this.#keep(cache, source, { script, usedAt: now });
    return script;
  }

  #refuse(source: string, lang: string): void {
    if (lang !== 'painless')
      throw new ApiError('illegal_argument_exception', `script_lang not supported [${lang}]`);
    const limit = this.#options.maxSizeInBytes;
    if (source.length <= limit) return;
    const words = `exceeded max allowed inline script size in bytes [${limit}] with size [${source.length}] for script [${source}]`;
    throw new ApiError('illegal_argument_exception', words);
  }

  #cacheOf(name: string): Map<string, Cached> {
    let cache = this.#caches.get(name);
    if (cache === undefined) {
      cache = new Map();
      this.#caches.set(name, cache);
    }
    return cache;
  }

  #expired(cached: Cached, now: number): boolean {
    const { cacheExpireMs } = this.#options;
    return cacheExpireMs > 0 && now - cached.usedAt > cacheExpireMs;
  }

  #keep(cache: Map<string, Cached>, source: string, cached: Cached): void {
    const { cacheMaxSize } = this.#options;
    if (cacheMaxSize === 0) return;
    cache.set(source, cached);
    for (const oldest of cache.keys()) {
      if (cache.size <= cacheMaxSize) break;
      cache.delete(oldest);
      this.#stats.cache_evictions++;
    }
  }

  /** A bucket that refills evenly over the window. */
  #admit(name: string, now: number): void {
    const rate = this.#rate;
    if (rate === undefined) return;
    const allowance = this.#allowances.get(name) ?? { left: rate.count, at: now };
    const left = Math.min(
      rate.count,
      allowance.left + ((now - allowance.at) * rate.count) / rate.windowMs,
    );
    if (left < 1) {
      this.#stats.compilation_limit_triggered++;
      this.#allowances.set(name, { left, at: now });
      const words = `[script] Too many dynamic script compilations within, max: [${rate.text}]; please use indexed, or scripts with parameters instead; this limit can be changed by the [script.context.${name}.max_compilations_rate] setting`;
      throw new ApiError('circuit_breaking_exception', words, {
        metadata: { bytes_wanted: 0, bytes_limit: 0, durability: 'TRANSIENT' },
      });
    }
    this.#allowances.set(name, { left: left - 1, at: now });
  }
}
