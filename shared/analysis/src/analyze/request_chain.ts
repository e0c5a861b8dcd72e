/**
 * The chain that an `_analyze` request puts together: its links are names, or objects with a `type`
 * that define a link on the spot.
 */
import { ApiError } from '@skein/errors';
import { wholeText } from '../build/build_normalizer.js';
import { ANONYMOUS, ComponentSettings } from '../build/component_settings.js';
import type { AnalysisRegistry, FilterChain, FilterUse } from '../build/registry.js';
import type { CharFilter, TokenFilter, Tokenizer } from '../component.js';

interface RequestLinks {
  readonly tokenizer: unknown;
  readonly charFilters: readonly unknown[];
  readonly filters: readonly unknown[];
  /** True when the request names no index: error messages say `global`. */
  readonly global: boolean;
}

/**
 * Builds the chain. Without a tokenizer the text stays whole, and only filters that a normalizer
 * may have are allowed.
 */
export function requestChain(links: RequestLinks, registry: AnalysisRegistry): FilterChain {
  const lookUp = new LinksByName(registry, links.global);
  const normalizes = links.tokenizer === undefined;
  const late = new LateFaults(registry);
  const tokenizer = normalizes
    ? wholeText()
    : late.tokenizer(links.tokenizer, () => findTokenizer(links.tokenizer, registry, lookUp));
  const charFilters = links.charFilters.map(
    (link): CharFilter =>
      typeof link === 'object'
        ? registry.createCharFilter(anonymous('char_filter', link))
        : lookUp.charFilter(String(link)),
  );
  const filters: TokenFilter[] = [];
  for (const link of links.filters) {
    const chain = { charFilters, tokenizer, filters: [...filters] };
    const use = { chain, normalizes, isGlobal: links.global };
    const filter =
      typeof link === 'object'
        ? late.anonymousFilter(anonymous('filter', link), use)
        : late.tokenFilter(String(link), use, lookUp);
    filters.push(filter);
  }
  late.report();
  return { charFilters, tokenizer, filters };
}

/**
 * A tokenizer that throws the fault when it is used. Synonym rules are analyzed with it while they
 * are read, so they meet the fault first.
 */
function faulty(thrown: unknown): Tokenizer {
  return {
    name: 'faulty',
    tokenize: () => {
      throw thrown;
    },
  };
}

function faultyFilter(name: string, thrown: unknown): TokenFilter {
  return {
    name,
    inRules: 'refused',
    apply: () => {
      throw thrown;
    },
  };
}

/**
 * The faults of links that OpenSearch checks only when they are used. They are reported after the
 * other links are built, the first of the chain first.
 */
class LateFaults {
  readonly #registry: AnalysisRegistry;
  #fault: { readonly thrown: unknown } | undefined;

  constructor(registry: AnalysisRegistry) {
    this.#registry = registry;
  }

  tokenizer(link: unknown, find: () => Tokenizer): Tokenizer {
    if (typeof link === 'object') this.#registry.checkTokenizer(anonymous('tokenizer', link));
    try {
      return find();
    } catch (thrown) {
      const { type } = typeof link === 'object' && link !== null && 'type' in link ? link : {};
      if (!this.#registry.checksTokenizerLate(String(type))) throw thrown;
      this.#fault = { thrown };
      return faulty(thrown);
    }
  }

  tokenFilter(name: string, use: FilterUse, lookUp: LinksByName): TokenFilter {
    const isLate = !use.normalizes && this.#registry.refusesFilterLate(name);
    return this.#made(name, isLate, () => lookUp.tokenFilter(name, use));
  }

  anonymousFilter(settings: ComponentSettings, use: FilterUse): TokenFilter {
    const isLate = !use.normalizes && this.#registry.checksFilterLate(settings.type ?? '');
    return this.#made(settings.name, isLate, () => this.#registry.createTokenFilter(settings, use));
  }

  #made(name: string, isLate: boolean, make: () => TokenFilter): TokenFilter {
    try {
      return make();
    } catch (thrown) {
      if (!isLate) throw thrown;
      this.#fault ??= { thrown };
      return faultyFilter(name, thrown);
    }
  }

  report(): void {
    if (this.#fault !== undefined) throw this.#fault.thrown;
  }
}

/**
 * Looks links up by name. Without an index, a name is one of the node's preconfigured links. With
 * an index, it is the index's link of that name, or else the type of that name.
 */
class LinksByName {
  readonly #registry: AnalysisRegistry;
  readonly #global: boolean;

  constructor(registry: AnalysisRegistry, global: boolean) {
    this.#registry = registry;
    this.#global = global;
  }

  charFilter(name: string): CharFilter {
    const registry = this.#registry;
    const found = this.#global ? registry.charFilter(name) : registry.charFilterOrType(name);
    return found ?? this.#missing('char_filter', name);
  }

  tokenFilter(name: string, use: FilterUse): TokenFilter {
    const registry = this.#registry;
    const found = this.#global
      ? registry.tokenFilter(name, use)
      : registry.tokenFilterOrType(name, use);
    return found ?? this.#missing('filter', name);
  }

  tokenizer(name: string): Tokenizer {
    return this.#registry.tokenizer(name) ?? this.#missing('tokenizer', name);
  }

  #missing(kind: 'char_filter' | 'filter' | 'tokenizer', name: string): never {
    const unconfigured = kind !== 'tokenizer' && this.#registry.hasType(kind, name);
    const reason = unconfigured
      ? "Analysis settings required - can't instantiate analysis factory"
      : `failed to find ${this.#global ? 'global ' : ''}${kind} under [${name}]`;
    throw new ApiError('illegal_argument_exception', reason);
  }
}

function findTokenizer(link: unknown, registry: AnalysisRegistry, lookUp: LinksByName): Tokenizer {
  if (typeof link === 'object') return registry.createTokenizer(anonymous('tokenizer', link));
  return lookUp.tokenizer(String(link));
}

/** The settings of a link that is given as an object, flattened as those of an index. */
function anonymous(kind: string, link: object | null): ComponentSettings {
  const values = new Map<string, string>();
  for (const [key, value] of Object.entries(link ?? {})) flatten(key, value, values);
  const { type } = new ComponentSettings('', values);
  if (type === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `Missing [type] setting for anonymous ${kind}: ${shownSettings(link ?? {})}`,
    );
  }
  return new ComponentSettings(`${ANONYMOUS}${type}`, values);
}

/** The settings as flat keys in order of their names, as JSON. */
function shownSettings(link: object): string {
  const sorted = flatEntries('', link).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(sorted));
}

type FlatEntry = readonly [key: string, value: string | readonly string[] | null];

function flatEntries(prefix: string, value: object): FlatEntry[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]): FlatEntry[] => {
    const key = prefix + name;
    if (Array.isArray(inner)) return [[key, inner.map(String)]];
    if (typeof inner === 'object' && inner !== null) return flatEntries(`${key}.`, inner);
    return [[key, inner === null ? null : String(inner)]];
  });
}

function flatten(key: string, value: unknown, values: Map<string, string>): void {
  if (Array.isArray(value)) {
    if (value.length === 0) values.set(key, '[]');
    value.forEach((entry, index) => {
      flatten(`${key}.${index}`, entry, values);
    });
  } else if (typeof value === 'object' && value !== null) {
    for (const [inner, entry] of Object.entries(value)) flatten(`${key}.${inner}`, entry, values);
  } else if (value !== null && value !== undefined) {
    values.set(key, String(value));
  }
}
