/**
 * The `_analyze` API as a function: takes a request and an index's analysis, returns the response's
 * JSON.
 */
import { expectDefined } from '@skein/base';
import { ApiError } from '@skein/errors';
import { applyCharFilters, runChain } from '../analyzer/chain_analyzer.js';
import type { Analyzer } from '../analyzer.js';
import type { AnalysisRegistry, FilterChain } from '../build/registry.js';
import { attributesOf } from '../component.js';
import { checkLinks, listOf } from './check_links.js';
import { requestChain } from './request_chain.js';
import { TokenList } from './token_list.js';

/** The JSON body of `_analyze`. */
export interface AnalyzeBody {
  readonly [key: string]: unknown;
}

export interface AnalyzeOptions {
  /** True when the request names no index. */
  readonly global: boolean;
  /**
   * The request's `field`, which the caller looks up in the mapping; `undefined` when it is not
   * mapped.
   */
  readonly field?: FieldAnalysis | undefined;
}

/**
 * The way a field makes its terms: by an analyzer, or as a keyword with or without a normalizer.
 */
export type FieldAnalysis =
  | { readonly analyzer: Analyzer }
  | { readonly normalizer: string | undefined };

const KEYS = new Set([
  'analyzer',
  'attributes',
  'char_filter',
  'explain',
  'field',
  'filter',
  'index',
  'normalizer',
  'text',
  'tokenizer',
]);

/**
 * The analysis that the texts go through. `chain` is set for a chain that a user has put together;
 * a built-in analyzer shows no links.
 */
interface Used {
  readonly name: string;
  readonly analyzer: Pick<Analyzer, 'analyze' | 'attributes'>;
  readonly chain?: FilterChain | undefined;
  /** Positions between two texts. */
  readonly gap: number;
  readonly explainedGap: number;
}

export function analyzeRequest(
  body: AnalyzeBody,
  registry: AnalysisRegistry,
  options: AnalyzeOptions = { global: true },
): Record<string, unknown> {
  for (const key of Object.keys(body)) {
    if (KEYS.has(key)) continue;
    throw new ApiError('x_content_parse_exception', `[analyze_request] unknown field [${key}]`);
  }
  const texts = textsOf(body);
  checkLinks(body, texts, options.global);
  checkLength(texts, registry.maxTokenCount);
  const used = usedBy(body, registry, options);
  const most = registry.maxTokenCount;
  if (body.explain === true || body.explain === 'true') {
    return { detail: explained(used, texts, { most, shown: attributesAsked(body) }) };
  }
  const list = new TokenList(most, used.gap);
  for (const text of texts) list.add(used.analyzer.analyze(text));
  return { tokens: list.tokens };
}

function textsOf({ text }: AnalyzeBody): string[] {
  if (text === undefined || text === null) return [];
  const given: readonly unknown[] = Array.isArray(text) ? text : [text];
  if (given.some((one) => typeof one === 'object')) {
    const reason = Array.isArray(text)
      ? '[analyze_request] failed to parse field [text]'
      : "[analyze_request] text doesn't support values of type: START_OBJECT";
    throw new ApiError('x_content_parse_exception', reason);
  }
  return given.map(String);
}

/** The attributes to be shown, in lower case; an empty set shows all. */
function attributesAsked({ attributes }: AnalyzeBody): ReadonlySet<string> {
  const given = Array.isArray(attributes) ? attributes : [attributes ?? []].flat();
  return new Set(given.map((name) => String(name).toLowerCase()));
}

/**
 * Characters allowed for each token of `index.analyze.max_token_count`: far more than a word has.
 */
const CHARACTERS_PER_TOKEN = 20;

/**
 * Refuses texts that are too long before they are analyzed; tokens are counted only when they are
 * made.
 */
function checkLength(texts: readonly string[], maxTokenCount: number): void {
  const most = maxTokenCount * CHARACTERS_PER_TOKEN;
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= most) return;
  throw new ApiError(
    'illegal_argument_exception',
    `The text to analyze has [${length}] characters, more than the [${most}] that are allowed. This limit follows the [index.analyze.max_token_count] index level setting.`,
  );
}

/** OpenSearch's gap for a chain that the request puts together; with `explain` the gap is 0. */
const GAP = 100;

function usedBy(body: AnalyzeBody, registry: AnalysisRegistry, options: AnalyzeOptions): Used {
  const chain = chainOf(body, registry, options.global);
  if (chain) return usedChain('', chain, { gap: GAP, explainedGap: 0 });
  if (typeof body.analyzer === 'string') return namedAnalyzer(body.analyzer, registry, options);
  if (body.normalizer !== undefined) return usedNormalizer(String(body.normalizer), registry);
  if (body.field !== undefined) return usedField(registry, options);
  return usedAnalyzer(options.global ? 'standard' : 'default', registry.defaultAnalyzer, {
    registry,
    gap: options.global ? 0 : registry.defaultAnalyzer.positionIncrementGap,
  });
}

function chainOf(
  body: AnalyzeBody,
  registry: AnalysisRegistry,
  global: boolean,
): FilterChain | undefined {
  const charFilters = listOf(body.char_filter);
  const filters = listOf(body.filter);
  const { tokenizer } = body;
  if (tokenizer === undefined && charFilters.length === 0 && filters.length === 0) return undefined;
  return requestChain({ tokenizer, charFilters, filters, global }, registry);
}

function namedAnalyzer(name: string, registry: AnalysisRegistry, { global }: AnalyzeOptions): Used {
  const analyzer = registry.analyzer(name);
  if (!analyzer) {
    const where = global ? 'global analyzer' : 'analyzer';
    throw new ApiError('illegal_argument_exception', `failed to find ${where} [${name}]`);
  }
  return usedAnalyzer(name, analyzer, {
    registry,
    gap: global ? 0 : analyzer.positionIncrementGap,
  });
}

function usedAnalyzer(
  name: string,
  analyzer: Analyzer,
  { registry, gap }: { readonly registry: AnalysisRegistry; readonly gap: number },
): Used {
  const chain = registry.customChain(analyzer.name);
  return { name, analyzer, chain, gap, explainedGap: gap };
}

/** A normalizer leaves no gap between values, because a keyword field's value is one term. */
function usedNormalizer(name: string, registry: AnalysisRegistry): Used {
  const chain = registry.normalizerChain(name);
  if (chain) {
    const used = usedChain(name, chain, { gap: 0, explainedGap: 0 });
    return registry.isBuiltInNormalizer(name) ? { ...used, chain: undefined } : used;
  }
  throw new ApiError('illegal_argument_exception', `failed to find normalizer under [${name}]`);
}

function usedField(registry: AnalysisRegistry, { global, field }: AnalyzeOptions): Used {
  if (global) {
    throw new ApiError(
      'illegal_argument_exception',
      'analysis based on a specific field requires an index',
    );
  }
  const analyzer = field && 'analyzer' in field ? field.analyzer : registry.defaultAnalyzer;
  if (!field || 'analyzer' in field) {
    const { name, positionIncrementGap: gap } = analyzer;
    const isDefault = name === registry.defaultAnalyzer.name;
    const used = usedAnalyzer(isDefault ? 'default' : name, analyzer, { registry, gap });
    // Steps are shown with the gap of the analyzer, not with that of the field.
    return { ...used, explainedGap: registry.analyzer(name)?.positionIncrementGap ?? gap };
  }
  if (field.normalizer !== undefined) return usedNormalizer(field.normalizer, registry);
  const keyword = expectDefined(registry.analyzer('keyword'), '[keyword] is built in');
  return { name: '_keyword', analyzer: keyword, gap: 0, explainedGap: 0 };
}

function usedChain(
  name: string,
  chain: FilterChain,
  gaps: { readonly gap: number; readonly explainedGap: number },
): Used {
  return { name, analyzer: { analyze: (text) => runChain(chain, text) }, chain, ...gaps };
}

interface ShownTokens {
  /** The highest number of tokens allowed. */
  readonly most: number;
  /** The attributes to show; an empty set shows all. */
  readonly shown: ReadonlySet<string>;
}

function explained(used: Used, texts: readonly string[], { most, shown }: ShownTokens): unknown {
  const listOfTokens = (analyzer: Used['analyzer']) => {
    const details = { shown, made: new Set(analyzer.attributes ?? []) };
    const list = new TokenList(most, used.explainedGap, details);
    for (const text of texts) list.add(analyzer.analyze(text));
    return list.tokens;
  };
  const { name, analyzer, chain } = used;
  if (!chain) {
    return { custom_analyzer: false, analyzer: { name, tokens: listOfTokens(analyzer) } };
  }
  const tokensAfter = (steps: number) => listOfTokens(partOf(chain, steps));
  return {
    custom_analyzer: true,
    charfilters: chain.charFilters.map((filter, index) => ({
      name: filter.name,
      filtered_text: texts.map(
        (text) => applyCharFilters(chain.charFilters.slice(0, index + 1), text).text,
      ),
    })),
    tokenizer: { name: chain.tokenizer.name, tokens: tokensAfter(0) },
    tokenfilters: chain.filters.map((filter, index) => ({
      name: filter.name,
      tokens: tokensAfter(index + 1),
    })),
  };
}

/** The tokenizer and the first `steps` filters of the chain. */
function partOf(chain: FilterChain, steps: number): Used['analyzer'] {
  const filters = chain.filters.slice(0, steps);
  const part = { ...chain, filters };
  return { analyze: (text) => runChain(part, text), attributes: attributesOf(filters) };
}
