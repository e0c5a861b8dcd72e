/**
 * The scripts of a node, for one of its threads: looks up stored scripts, checks permissions,
 * compiles scripts for their context and caches them.
 */
import { assert, type Clock } from '@skein/base';
import { ApiError, illegalArgument } from '@skein/errors';
import type { ScriptContext } from './contexts/context_type.js';
import type { CompiledScript } from './languages/painless/painless.js';
import { type CompiledIn, type ScriptLanguage, scriptLanguage } from './languages/registry.js';
import { ScriptCache } from './script_cache.js';
import { ScriptCounters } from './script_counters.js';
import type { ScriptReference } from './script_reference.js';
import { contextCache, DEFAULT_SCRIPT_SETTINGS, type ScriptSettings } from './script_settings.js';

export interface StoredScript {
  readonly lang: string;
  readonly source: string;
  readonly options: Readonly<Record<string, string>>;
}

/** The parts of the cluster state that a thread needs to run scripts, as plain data. */
export interface ScriptConfiguration {
  readonly settings: ScriptSettings;
  readonly stored: ReadonlyMap<string, StoredScript>;
}

export const NO_SCRIPTS: ScriptConfiguration = {
  settings: DEFAULT_SCRIPT_SETTINGS,
  stored: new Map(),
};

type LanguageCache = ScriptCache<CompiledIn>;

export class ScriptService {
  readonly #clock: Clock;
  readonly #counters: ScriptCounters;
  #configuration: ScriptConfiguration;
  /** Caches by context, or the common one under ''. */
  #caches = new Map<string, LanguageCache>();

  constructor(
    clock: Clock,
    { configuration = NO_SCRIPTS, counters = new ScriptCounters() }: ServiceOptions = {},
  ) {
    this.#clock = clock;
    this.#counters = counters;
    this.#configuration = configuration;
  }

  /**
   * Applies new settings or stored scripts; the caches are cleared if the settings have changed.
   */
  configure(configuration: ScriptConfiguration): void {
    const before = this.#configuration.settings;
    this.#configuration = configuration;
    if (!sameSettings(before, configuration.settings)) this.#caches = new Map();
  }

  /** Throws `resource_not_found_exception`. */
  stored(id: string): StoredScript {
    const found = this.#configuration.stored.get(id);
    if (found !== undefined) return found;
    const words = `unable to find script [${id}] in cluster state`;
    throw new ApiError('resource_not_found_exception', words);
  }

  /**
   * Returns the compiled script for the context. Throws `script_exception` (compile error),
   * `circuit_breaking_exception` (rate), `illegal_argument_exception` (not allowed, too long,
   * unknown language).
   */
  compile(reference: ScriptReference, context: ScriptContext): CompiledIn {
    const script = this.#resolve(reference);
    const { lang, source, options } = script;
    const language = scriptLanguage(lang);
    this.#checkAllowed(reference, context);
    if (reference.type === 'inline') this.#checkSize(source);
    const given = Object.entries(options).flat();
    // The length tells a source that contains the separator from one with options.
    const key = [lang, context.name, source.length, source, ...given].join('\0');
    return this.#cache(context.name).get(key, () => this.#make(language, script, context));
  }

  /** Like `compile`, for a context that only Painless supports. */
  painless(reference: ScriptReference, context: ScriptContext): CompiledScript {
    const compiled = this.compile(reference, context);
    assert(compiled.lang === 'painless', `[${context.name}] has scripts in [${compiled.lang}]`);
    return compiled.script;
  }

  /** Compiles without caching, to validate a script when it is stored. */
  check(script: StoredScript, context: ScriptContext): void {
    this.#make(scriptLanguage(script.lang), script, context);
  }

  #make(
    language: ScriptLanguage<CompiledIn>,
    { source, options }: StoredScript,
    context: ScriptContext,
  ): CompiledIn {
    const { regexes } = this.#configuration.settings;
    return language.compile(source, context, { regexes, given: options });
  }

  #resolve({ type, idOrCode, lang, options }: ScriptReference): StoredScript {
    if (type === 'inline') return { lang: lang ?? '', source: idOrCode, options };
    return this.stored(idOrCode);
  }

  #checkAllowed({ type }: ScriptReference, { name }: ScriptContext): void {
    const { allowedTypes, allowedContexts } = this.#configuration.settings;
    if (allowedTypes !== undefined && !allowedTypes.includes(type)) {
      throw illegalArgument(`cannot execute [${type}] scripts`);
    }
    if (allowedContexts !== undefined && !allowedContexts.includes(name)) {
      throw illegalArgument(`cannot execute scripts using [${name}] context`);
    }
  }

  #checkSize(source: string): void {
    const limit = this.#configuration.settings.maxSizeInBytes;
    // No code unit takes more than three bytes.
    if (3 * source.length <= limit) return;
    const sizeBytes = new TextEncoder().encode(source).length;
    if (sizeBytes <= limit) return;
    throw illegalArgument(
      `exceeded max allowed inline script size in bytes [${limit}] with size [${sizeBytes}] for script [${source}]`,
    );
  }

  #cache(context: string): LanguageCache {
    const { settings } = this.#configuration;
    const { general } = settings;
    const key = general === undefined ? context : '';
    let cache = this.#caches.get(key);
    if (cache === undefined) {
      cache = new ScriptCache({
        clock: this.#clock,
        settings: general ?? contextCache(settings, context),
        rateSetting:
          general === undefined
            ? `script.context.${context}.max_compilations_rate`
            : 'script.max_compilations_rate',
        count: (event) => this.#counters.count(context, event),
      });
      this.#caches.set(key, cache);
    }
    return cache;
  }
}

interface ServiceOptions {
  readonly configuration?: ScriptConfiguration;
  readonly counters?: ScriptCounters;
}

function sameSettings(a: ScriptSettings, b: ScriptSettings): boolean {
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b));
}

function plain(settings: ScriptSettings): unknown {
  return { ...settings, contexts: [...settings.contexts] };
}
