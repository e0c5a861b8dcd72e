/** The `_analyze` API as a function: a request and an index's analysis in, the answer's JSON out. */
import { ApiError } from '@skein/errors';
import { applyCharFilters, runChain } from '../analyzer/chain_analyzer.js';
import type { Analyzer } from '../analyzer.js';
import type { AnalysisRegistry, FilterChain } from '../build/registry.js';
import { newBatch, newToken } from '../token.js';
import { requestChain } from './request_chain.js';
import { TokenList } from './token_list.js';

/** The JSON body of `_analyze`. */
export interface AnalyzeBody {
  readonly [key: string]: unknown;
}

export interface AnalyzeOptions {
  /** No index was named. */
  readonly global: boolean;
  /** The analyzer of the request's `field`, which the caller looks up in the mapping. */
  readonly fieldAnalyzer?: Analyzer | undefined;
}

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
  checkLength(texts, registry.maxTokenCount);
  const explain = body.explain === true || body.explain === 'true';
  const chain = chainOf(body, registry, options);
  if (chain) return explain ? explainChain(chain, texts, registry) : plain(chain, texts, registry);
  const analyzer = analyzerOf(body, registry, options);
  const list = new TokenList(registry.maxTokenCount, explain);
  // Only custom analyzers of an index keep values apart here, as in the reference.
  const custom = registry.customChain(analyzer.name) !== undefined;
  const gaps = custom ? analyzer : GAPS;
  for (const text of texts) list.add(analyzer.analyze(text), gaps);
  if (!explain) return { tokens: list.tokens };
  return {
    detail: { custom_analyzer: false, analyzer: { name: analyzer.name, tokens: list.tokens } },
  };
}

function textsOf(body: AnalyzeBody): string[] {
  const { text } = body;
  const given: readonly unknown[] = Array.isArray(text)
    ? text
    : text === undefined || text === null
      ? []
      : [text];
  if (given.some((one) => typeof one === 'object')) {
    throw new ApiError(
      'x_content_parse_exception',
      "[analyze_request] text doesn't support values of this type",
    );
  }
  const texts = given.map(String);
  const problems: string[] = [];
  if (texts.length === 0) problems.push('text is missing');
  const normalizes = body.normalizer !== undefined;
  if (normalizes && (body.tokenizer !== undefined || body.analyzer !== undefined)) {
    problems.push('tokenizer/analyze should be null if normalizer is specified');
  }
  if (problems.length > 0) {
    const list = problems.map((problem, index) => ` ${index + 1}: ${problem};`).join('');
    throw new ApiError('action_request_validation_exception', `Validation Failed:${list}`);
  }
  return texts;
}

/** Characters for each token the index allows (`index.analyze.max_token_count`): far more than words have. */
const CHARACTERS_PER_TOKEN = 20;

/** Tokens are counted when they are made; that there are not too many to make is seen here. */
function checkLength(texts: readonly string[], maxTokenCount: number): void {
  const most = maxTokenCount * CHARACTERS_PER_TOKEN;
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= most) return;
  throw new ApiError(
    'illegal_argument_exception',
    `The text to analyze has [${length}] characters, more than the [${most}] that are allowed. This limit follows the [index.analyze.max_token_count] index level setting.`,
  );
}

/** The chain of a request that names links, or a custom analyzer of the index, whose steps `explain` shows. */
function chainOf(
  body: AnalyzeBody,
  registry: AnalysisRegistry,
  options: AnalyzeOptions,
): FilterChain | undefined {
  if (typeof body.analyzer === 'string')
    return explainable(body, registry.customChain(body.analyzer));
  const charFilters = listOf(body.char_filter);
  const filters = listOf(body.filter);
  if (body.tokenizer === undefined && charFilters.length === 0 && filters.length === 0)
    return undefined;
  return requestChain(
    { tokenizer: body.tokenizer, charFilters, filters, global: options.global },
    registry,
  );
}

function explainable(body: AnalyzeBody, chain: FilterChain | undefined): FilterChain | undefined {
  return body.explain === true ? chain : undefined;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function analyzerOf(
  body: AnalyzeBody,
  registry: AnalysisRegistry,
  options: AnalyzeOptions,
): Analyzer {
  if (body.normalizer !== undefined) return normalizingAnalyzer(String(body.normalizer), registry);
  if (body.analyzer !== undefined) {
    const name = String(body.analyzer);
    const analyzer = registry.analyzer(name);
    if (analyzer) return analyzer;
    const where = options.global ? 'global analyzer' : 'analyzer';
    throw new ApiError('illegal_argument_exception', `failed to find ${where} [${name}]`);
  }
  if (body.field !== undefined && options.global) {
    throw new ApiError(
      'illegal_argument_exception',
      'analysis based on a specific field requires an index',
    );
  }
  return options.fieldAnalyzer ?? registry.defaultAnalyzer;
}

function normalizingAnalyzer(name: string, registry: AnalysisRegistry): Analyzer {
  const normalizer = registry.normalizer(name);
  if (!normalizer) {
    throw new ApiError('illegal_argument_exception', `failed to find normalizer under [${name}]`);
  }
  const analyze = (text: string) =>
    newBatch([newToken(normalizer.normalize(text), 0, text.length, 'word')], text.length);
  return { name, positionIncrementGap: 100, offsetGap: 1, analyze };
}

const GAPS = { positionIncrementGap: 0, offsetGap: 1 };

function plain(chain: FilterChain, texts: readonly string[], registry: AnalysisRegistry) {
  const list = new TokenList(registry.maxTokenCount, false);
  for (const text of texts) list.add(runChain(chain, text), GAPS);
  return { tokens: list.tokens };
}

/** The tokens after the tokenizer and after every filter. */
function explainChain(chain: FilterChain, texts: readonly string[], registry: AnalysisRegistry) {
  const listAfter = (steps: number) => {
    const list = new TokenList(registry.maxTokenCount, true);
    const part = { ...chain, filters: chain.filters.slice(0, steps) };
    for (const text of texts) list.add(runChain(part, text), GAPS);
    return list.tokens;
  };
  const charfilters = chain.charFilters.map((filter, index) => ({
    name: filter.name,
    filtered_text: texts.map(
      (text) => applyCharFilters(chain.charFilters.slice(0, index + 1), text).text,
    ),
  }));
  return {
    detail: {
      custom_analyzer: true,
      charfilters,
      tokenizer: { name: chain.tokenizer.name, tokens: listAfter(0) },
      tokenfilters: chain.filters.map((filter, index) => ({
        name: filter.name,
        tokens: listAfter(index + 1),
      })),
    },
  };
}
