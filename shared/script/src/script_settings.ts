/** The operator's settings for scripts, as plain data for every thread that runs scripts. */

export interface CompilationRate {
  readonly count: number;
  readonly windowMs: number;
  /** The text of the setting: `75/5m`. */
  readonly text: string;
}

/** The settings of one cache, for one context or for all. */
export interface CacheSettings {
  readonly maxSize: number;
  /** Milliseconds without use after which a script is evicted; 0 for never. */
  readonly expireMs: number;
  /** The limit of compilations per window; undefined for no limit. */
  readonly rate: CompilationRate | undefined;
}

export interface ScriptSettings {
  /** `script.allowed_types`; undefined for all. */
  readonly allowedTypes: readonly string[] | undefined;
  /** `script.allowed_contexts`; undefined for all. */
  readonly allowedContexts: readonly string[] | undefined;
  readonly maxSizeInBytes: number;
  readonly regexes: boolean;
  /**
   * `script.max_compilations_rate`: one cache for all contexts; undefined for `use-context`, a
   * cache per context.
   */
  readonly general: CacheSettings | undefined;
  /** Settings by context; other contexts have the default. */
  readonly contexts: ReadonlyMap<string, CacheSettings>;
}

const DEFAULT_CACHE: CacheSettings = {
  maxSize: 100,
  expireMs: 0,
  rate: { count: 75, windowMs: 300_000, text: '75/5m' },
};
/** Pipelines are compiled when they are stored, so the rate of requests is irrelevant. */
const INGEST_CACHE: CacheSettings = { maxSize: 200, expireMs: 0, rate: undefined };
const DEFAULTS: ReadonlyMap<string, CacheSettings> = new Map([
  ['ingest', INGEST_CACHE],
  ['processor_conditional', INGEST_CACHE],
]);

export const DEFAULT_SCRIPT_SETTINGS: ScriptSettings = {
  allowedTypes: undefined,
  allowedContexts: undefined,
  maxSizeInBytes: 65_535,
  regexes: true,
  general: undefined,
  contexts: new Map(),
};

/** The cache settings of a context: its own or the default. */
export function contextCache(settings: ScriptSettings, context: string): CacheSettings {
  return settings.contexts.get(context) ?? defaultCache(context);
}

export function defaultCache(context: string): CacheSettings {
  return DEFAULTS.get(context) ?? DEFAULT_CACHE;
}
