/**
 * Builds the analyzers of an index from its settings. Everything configured is built at once, so
 * that a fault in the settings refuses the index; built-in components are built when they are first
 * used.
 */
import { ApiError } from '@skein/errors';
import { ANALYZERS } from '../analyzer/all.js';
import { chainAnalyzer } from '../analyzer/chain_analyzer.js';
import type { Analyzer, Normalizer } from '../analyzer.js';
import { CHAR_FILTERS } from '../char_filter/all.js';
import type { CharFilter, TokenFilter, Tokenizer } from '../component.js';
import { TOKEN_FILTERS } from '../token_filter/all.js';
import { TOKENIZERS } from '../tokenizer/all.js';
import { componentsOf } from './analysis_settings.js';
import type { AnalyzerParts } from './analyzer_type.js';
import { chainNormalizer, normalizerChain, wholeText } from './build_normalizer.js';
import { ANONYMOUS, ComponentSettings } from './component_settings.js';
import type { BuildContext } from './component_type.js';
import { type AnalysisOutside, NOTHING_OUTSIDE, watched } from './outside.js';
import type { AnalysisRegistry, FilterChain, FilterUse } from './registry.js';

const DEFAULT_MAX_TOKEN_COUNT = 10_000;

export function buildAnalysis(
  indexSettings: ReadonlyMap<string, string>,
  outside: AnalysisOutside = NOTHING_OUTSIDE,
): AnalysisRegistry {
  return new IndexAnalysis(indexSettings, outside);
}

class IndexAnalysis implements AnalysisRegistry {
  readonly defaultAnalyzer: Analyzer;
  readonly defaultSearchAnalyzer: Analyzer;
  readonly maxTokenCount: number;
  readonly #context: BuildContext;
  readonly #filterSettings: ReadonlyMap<string, ComponentSettings>;
  readonly #tokenizers = new Map<string, Tokenizer>();
  /** The settings of tokenizers that are built only when they are used. */
  readonly #tokenizerSettings = new Map<string, ComponentSettings>();
  readonly #charFilters = new Map<string, CharFilter>();
  readonly #analyzers = new Map<string, Analyzer>();
  readonly #normalizers = new Map<string, Normalizer>();
  readonly #configuredNormalizers: ReadonlyMap<string, ComponentSettings>;
  readonly #normalizerChains = new Map<string, FilterChain>();
  #isPartial = false;
  readonly #chains = new Map<string, FilterChain>();

  constructor(indexSettings: ReadonlyMap<string, string>, outside: AnalysisOutside) {
    const noted = watched(outside, () => {
      if (outside.elsewhere === true) this.#isPartial = true;
    });
    this.#context = { indexSettings, outside: noted };
    const count = indexSettings.get('index.analyze.max_token_count');
    this.maxTokenCount = count === undefined ? DEFAULT_MAX_TOKEN_COUNT : Number(count);
    this.#filterSettings = componentsOf(indexSettings, 'filter');
    for (const [name, settings] of componentsOf(indexSettings, 'char_filter')) {
      this.#charFilters.set(name, this.createCharFilter(settings));
    }
    for (const [name, settings] of componentsOf(indexSettings, 'tokenizer')) {
      const type = tokenizerType(settings);
      type.check?.(settings, this.#context);
      if (type.checksLate) this.#tokenizerSettings.set(name, settings);
      else this.#tokenizers.set(name, this.createTokenizer(settings));
    }
    for (const settings of this.#filterSettings.values()) {
      const type = checkFilterType(settings);
      if (type.onlyPreconfigured) throw unknownType('filter', settings);
      // The filter is built even if nothing uses it.
      if (type.readsSettingsLate || type.checksLate) type.check?.(settings, this.#context);
      else this.createTokenFilter(settings, UNUSED);
    }
    for (const [name, settings] of componentsOf(indexSettings, 'analyzer')) {
      this.#analyzers.set(name, this.#createAnalyzer(settings));
    }
    const lowercase = new ComponentSettings('lowercase', new Map([['type', 'lowercase']]));
    this.#addNormalizer('lowercase', lowercase);
    this.#configuredNormalizers = componentsOf(indexSettings, 'normalizer');
    for (const [name, settings] of this.#configuredNormalizers) {
      this.#addNormalizer(name, settings);
    }
    this.defaultAnalyzer = this.#analyzers.get('default') ?? this.#builtIn('standard');
    checkAllModes(this.defaultAnalyzer);
    this.defaultSearchAnalyzer = this.#analyzers.get('default_search') ?? this.defaultAnalyzer;
  }

  get isPartial(): boolean {
    return this.#isPartial;
  }

  get changingAnalyzers(): readonly string[] {
    return [...this.#analyzers.values()]
      .filter((analyzer) => analyzer.searchOnly !== undefined)
      .map((analyzer) => analyzer.name)
      .toSorted();
  }

  analyzer(name: string): Analyzer | undefined {
    const known = this.#analyzers.get(name);
    if (known) return known;
    if (name === 'default') return this.defaultAnalyzer;
    return ANALYZERS.some((type) => type.name === name) ? this.#builtIn(name) : undefined;
  }

  normalizer(name: string): Normalizer | undefined {
    return this.#normalizers.get(name);
  }

  tokenizer(name: string): Tokenizer | undefined {
    const known = this.#tokenizers.get(name);
    if (known) return known;
    const settings = this.#tokenizerSettings.get(name);
    if (settings) {
      const made = this.createTokenizer(settings);
      this.#tokenizers.set(name, made);
      return made;
    }
    const type = TOKENIZERS.find(
      (candidate) => candidate.name === name && !candidate.needsSettings,
    );
    return type && { ...type.create(new ComponentSettings(name, new Map()), this.#context), name };
  }

  charFilter(name: string): CharFilter | undefined {
    const known = this.#charFilters.get(name);
    if (known) return known;
    const type = CHAR_FILTERS.find(
      (candidate) => candidate.name === name && !candidate.needsSettings,
    );
    return type?.create(new ComponentSettings(name, new Map()), this.#context);
  }

  tokenFilter(name: string, use: FilterUse): TokenFilter | undefined {
    const settings = this.#filterSettings.get(name);
    if (settings) return this.createTokenFilter(settings, use);
    const type = TOKEN_FILTERS.find(
      (candidate) => candidate.name === name && !candidate.needsSettings,
    );
    if (type?.refusedBare !== undefined) {
      if (use.normalizes) throw notNormalizing(name, use);
      throw new ApiError('illegal_argument_exception', type.refusedBare);
    }
    const values = Object.entries({ type: name, ...type?.preconfigured });
    return type && this.createTokenFilter(new ComponentSettings(name, new Map(values)), use);
  }

  charFilterOrType(name: string): CharFilter | undefined {
    const known = this.#charFilters.get(name);
    if (known || !this.hasType('char_filter', name)) return known;
    return this.createCharFilter(bare(name));
  }

  tokenFilterOrType(name: string, use: FilterUse): TokenFilter | undefined {
    const settings = this.#filterSettings.get(name);
    if (settings) return this.createTokenFilter(settings, use);
    return this.hasType('filter', name) ? this.createTokenFilter(bare(name), use) : undefined;
  }

  hasType(kind: 'char_filter' | 'filter', name: string): boolean {
    const types = kind === 'filter' ? TOKEN_FILTERS : CHAR_FILTERS;
    return types.some((type) => type.name === name);
  }

  checksTokenizerLate(type: string): boolean {
    return TOKENIZERS.some(({ name, checksLate }) => name === type && checksLate === true);
  }

  refusesFilterLate(name: string): boolean {
    return TOKEN_FILTERS.some((type) => type.name === name && type.refusedBare !== undefined);
  }

  checksFilterLate(type: string): boolean {
    return TOKEN_FILTERS.some(({ name, checksLate }) => name === type && checksLate === true);
  }

  checkTokenizer(settings: ComponentSettings): void {
    tokenizerType(settings).check?.(settings, this.#context);
  }

  createTokenizer(settings: ComponentSettings): Tokenizer {
    const type = tokenizerType(settings);
    type.check?.(settings, this.#context);
    return { ...type.create(settings, this.#context), name: settings.name };
  }

  createCharFilter(settings: ComponentSettings): CharFilter {
    const type = CHAR_FILTERS.find((candidate) => candidate.name === settings.type);
    if (!type) throw unknownType('char_filter', settings);
    return { ...type.create(settings, this.#context), name: settings.name };
  }

  createTokenFilter(settings: ComponentSettings, use: FilterUse): TokenFilter {
    const { chain, normalizes } = use;
    const type = checkFilterType(settings);
    const { name } = settings;
    type.check?.(settings, this.#context);
    if (normalizes && type.readsSettingsLate) throw notNormalizing(name, use);
    const filterNamed = (other: string, before: FilterChain) =>
      this.tokenFilter(other, { chain: before, normalizes: false });
    const filter = type.create(settings, {
      ...this.#context,
      chain,
      filterNamed,
      isGlobal: use.isGlobal === true,
    });
    if (normalizes && !filter.charLevel) throw notNormalizing(name, use);
    return { ...filter, name };
  }

  customChain(name: string): FilterChain | undefined {
    return this.#chains.get(name);
  }

  normalizerChain(name: string): FilterChain | undefined {
    return this.#normalizerChains.get(name);
  }

  isBuiltInNormalizer(name: string): boolean {
    return name === 'lowercase' && !this.#configuredNormalizers.has(name);
  }

  #addNormalizer(name: string, settings: ComponentSettings): void {
    const chain = normalizerChain(settings, this);
    this.#normalizerChains.set(name, chain);
    this.#normalizers.set(name, chainNormalizer(name, chain));
  }

  #builtIn(name: string): Analyzer {
    const analyzer = this.#createAnalyzer(new ComponentSettings(name, new Map([['type', name]])));
    this.#analyzers.set(name, analyzer);
    return analyzer;
  }

  #createAnalyzer(settings: ComponentSettings): Analyzer {
    const { name } = settings;
    const type = settings.type ?? (settings.has('tokenizer') ? 'custom' : undefined);
    if (type === undefined) {
      throw new ApiError(
        'illegal_argument_exception',
        `analyzer [${name}] must specify either an analyzer type, or a tokenizer`,
      );
    }
    const gap = settings.integer('position_increment_gap', 100);
    if (gap < 0) {
      throw new ApiError(
        'illegal_argument_exception',
        `position_increment_gap [${gap}] of analyzer [${name}] must not be negative`,
      );
    }
    if (type !== 'custom') {
      const builtIn = ANALYZERS.find((candidate) => candidate.name === type);
      if (!builtIn) throw unknownType('analyzer', settings);
      return chainAnalyzer(name, builtIn.create(settings, this.#parts()));
    }
    const chain = this.#customChain(settings);
    this.#chains.set(name, chain);
    return chainAnalyzer(name, chain, gap);
  }

  #customChain(settings: ComponentSettings): FilterChain {
    const { name } = settings;
    const tokenizerName = settings.required(
      'tokenizer',
      `Custom Analyzer [${name}] must be configured with a tokenizer`,
    );
    const tokenizer = this.tokenizer(tokenizerName);
    if (!tokenizer) throw notFound(name, 'tokenizer', tokenizerName);
    const charFilters = (settings.list('char_filter') ?? []).map((charFilterName) => {
      const charFilter = this.charFilter(charFilterName);
      if (!charFilter) throw notFound(name, 'char_filter', charFilterName);
      return charFilter;
    });
    const filters: TokenFilter[] = [];
    for (const filterName of settings.list('filter') ?? []) {
      const before = { charFilters, tokenizer, filters: [...filters] };
      const filter = this.tokenFilter(filterName, { chain: before, normalizes: false });
      if (!filter) throw notFound(name, 'filter', filterName);
      filters.push(filter);
    }
    return { charFilters, tokenizer, filters };
  }

  /**
   * Built-in analyzers are made of built-in links, even where the index configures a link of the
   * same name.
   */
  #parts(): AnalyzerParts {
    const settingsOf = (name: string, values: Readonly<Record<string, string>> = {}) =>
      new ComponentSettings(name, new Map([['type', name], ...Object.entries(values)]));
    return {
      outside: this.#context.outside,
      tokenizer: (name, values) => this.createTokenizer(settingsOf(name, values)),
      filter: (name, values) =>
        this.createTokenFilter(settingsOf(name, values), { chain: NO_CHAIN, normalizes: false }),
    };
  }
}

const NO_CHAIN: FilterChain = {
  charFilters: [],
  tokenizer: {
    name: 'none',
    tokenize: (text) => ({ tokens: [], trailingIncrement: 0, finalOffset: text.length }),
  },
  filters: [],
};

const bare = (type: string) => new ComponentSettings(type, new Map([['type', type]]));

/**
 * The default analyzer is used for texts that are indexed, so it may have no search-only filters.
 */
function checkAllModes({ searchOnly }: Analyzer): void {
  if (searchOnly === undefined) return;
  const names = searchOnly.join(', ');
  throw new ApiError(
    'mapper_exception',
    `analyzer [default] contains filters [${names}] that are not allowed to run in all mode.`,
  );
}

function notNormalizing(name: string, { normalizes }: FilterUse): ApiError {
  const normalizer = typeof normalizes === 'string' ? ` [${normalizes}]` : '';
  return new ApiError(
    'illegal_argument_exception',
    `Custom normalizer${normalizer} may not use filter [${name}]`,
  );
}

/** The place of a filter that is built only to check its settings. */
const UNUSED: FilterUse = {
  chain: { charFilters: [], tokenizer: wholeText(), filters: [] },
  normalizes: false,
};

function tokenizerType(settings: ComponentSettings) {
  const type = TOKENIZERS.find((candidate) => candidate.name === settings.type);
  if (!type) throw unknownType('tokenizer', settings);
  return type;
}

function checkFilterType(settings: ComponentSettings) {
  const type = TOKEN_FILTERS.find((candidate) => candidate.name === settings.type);
  if (!type) throw unknownType('filter', settings);
  return type;
}

function unknownType(kind: string, settings: ComponentSettings): ApiError {
  if (settings.name.startsWith(ANONYMOUS)) {
    const reason = `failed to find global ${kind} under [${settings.type}]`;
    return new ApiError('illegal_argument_exception', reason);
  }
  const reason =
    settings.type === undefined
      ? `${kind} [${settings.name}] must specify either an analyzer type, or a tokenizer`
      : `Unknown ${kind} type [${settings.type}] for [${settings.name}]`;
  return new ApiError('illegal_argument_exception', reason);
}

function notFound(analyzer: string, kind: string, name: string): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `Custom Analyzer [${analyzer}] failed to find ${kind} under name [${name}]`,
  );
}
