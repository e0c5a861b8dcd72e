/** What the operator lets scripts do: plain data that every thread that runs scripts is told. */

export interface CompilationRate {
  readonly count: number;
  readonly windowMs: number;
  /** As the operator wrote it: `75/5m`. */
  readonly text: string;
}

/** Of one cache: of a context, or of all of them. */
export interface CacheSettings {
  readonly maxSize: number;
  /** Milliseconds without use after which a script is forgotten; 0: never. */
  readonly expireMs: number;
  /** How many compilations a window may see; undefined: no limit. */
  readonly rate: CompilationRate | undefined;
}

export interface ScriptSettings {
  /** `script.allowed_types`; undefined: all. */
  readonly allowedTypes: readonly string[] | undefined;
  /** `script.allowed_contexts`; undefined: all. */
  readonly allowedContexts: readonly string[] | undefined;
  readonly maxSizeInBytes: number;
  readonly regexes: boolean;
  /** `script.max_compilations_rate`: one cache for all contexts; undefined: `use-context`, a cache for each. */
  readonly general: CacheSettings | undefined;
  /** By context; those that are not here have the default. */
  readonly contexts: ReadonlyMap<string, CacheSettings>;
}

const DEFAULT_CACHE: CacheSettings = {
  maxSize: 100,
  expireMs: 0,
  rate: { count: 75, windowMs: 300_000, text: '75/5m' },
};
/** Pipelines compile when they are stored: the rate of requests does not matter. */
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

/** The cache of a context: its own or the default's. */
export function contextCache(settings: ScriptSettings, context: string): CacheSettings {
  return settings.contexts.get(context) ?? defaultCache(context);
}

export function defaultCache(context: string): CacheSettings {
  return DEFAULTS.get(context) ?? DEFAULT_CACHE;
}
