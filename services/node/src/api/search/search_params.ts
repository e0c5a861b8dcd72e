/** URL parameters of the search endpoints, and their combination with a body. */
import { ApiError } from '@skein/errors';
import {
  booleanParam,
  floatParam,
  integerParam,
  listParam,
  orDefault,
  type ParamValues,
  stringParam,
  timeParam,
} from '@skein/http';
import type { SearchUrlParams } from '@skein/search';
import type { IndexExpression, SearchTerms, SearchType } from '../../search_coordinator/mod.js';
import { expressionFlag, INDEX_EXPRESSION_PARAMS } from '../common_params.js';

/** A flag that is not given without a value, unlike most. */
const flagWithValue: typeof booleanParam = {
  ...booleanParam,
  parse: (name, text) => (text === '' ? undefined : booleanParam.parse(name, text)),
};

/** Parameters for the target of a search. */
export const TARGET_PARAMS = {
  ...INDEX_EXPRESSION_PARAMS,
  /** Accepted without effect, because no index is throttled. */
  ignore_throttled: expressionFlag,
  routing: stringParam,
  preference: stringParam,
} as const;

/** `q=` and its options. */
export const QUERY_STRING_PARAMS = {
  q: stringParam,
  df: stringParam,
  analyzer: stringParam,
  analyze_wildcard: booleanParam,
  default_operator: stringParam,
  lenient: booleanParam,
} as const;

/** Parameters that require `q`. */
export const BESIDE_QUERY_STRING = {
  df: 'q',
  analyzer: 'q',
  analyze_wildcard: 'q',
  default_operator: 'q',
  lenient: 'q',
} as const;

/** Parameters that a query in the body replaces. */
export const QUERY_STRING_NAMES = Object.keys(QUERY_STRING_PARAMS);

/** Parameters for calling the shards; most have no effect here. */
export const EXECUTION_PARAMS = {
  search_type: stringParam,
  max_concurrent_shard_requests: integerParam,
  pre_filter_shard_size: integerParam,
  ccs_minimize_roundtrips: booleanParam,
  rest_total_hits_as_int: orDefault(booleanParam, false),
  /** True to show the types of aggregations and suggestions. */
  typed_keys: booleanParam,
} as const;

export const SEARCH_PARAMS = {
  ...TARGET_PARAMS,
  ...QUERY_STRING_PARAMS,
  ...EXECUTION_PARAMS,
  terminate_after: integerParam,
  from: integerParam,
  size: integerParam,
  sort: listParam,
  _source: listParam,
  _source_includes: listParam,
  _source_excludes: listParam,
  stored_fields: listParam,
  docvalue_fields: listParam,
  timeout: timeParam,
  track_scores: booleanParam,
  track_total_hits: stringParam,
  version: flagWithValue,
  seq_no_primary_term: flagWithValue,
  include_named_queries_score: booleanParam,
  allow_partial_search_results: booleanParam,
  batched_reduce_size: integerParam,
  /** True if shard results may be cached. */
  request_cache: booleanParam,
  /** The stats groups of the search. */
  stats: listParam,
  cancel_after_time_interval: timeParam,
  explain: flagWithValue,
  scroll: timeParam,
  search_pipeline: stringParam,
  verbose_pipeline: booleanParam,
  suggest_field: stringParam,
  suggest_mode: stringParam,
  suggest_size: integerParam,
  suggest_text: stringParam,
  phase_took: booleanParam,
} as const;

export function indexExpression(
  index: string | undefined,
  params: ParamValues<typeof INDEX_EXPRESSION_PARAMS>,
): IndexExpression {
  return {
    indices: index === undefined ? [] : [index],
    ignoreUnavailable: params.ignore_unavailable,
    allowNoIndices: params.allow_no_indices,
    expandWildcards: params.expand_wildcards,
  };
}

export function queryStringParams(
  params: ParamValues<typeof QUERY_STRING_PARAMS>,
): SearchUrlParams {
  return {
    q: params.q,
    df: params.df,
    analyzer: params.analyzer,
    analyzeWildcard: params.analyze_wildcard,
    defaultOperator: params.default_operator,
    lenient: params.lenient,
  };
}

/** Limit of index expressions remembered for one set of parameters. */
const MAX_INDICES = 256;

/**
 * The terms by parameters object and index expression. The parameters are the same object for each
 * request with the same query string (`known_params.ts`), and so the terms are the same object too.
 */
const knownTerms = new WeakMap<object, Map<string, SearchTerms>>();

export function searchTerms(
  index: string | undefined,
  params: ParamValues<typeof SEARCH_PARAMS>,
): SearchTerms {
  const key = index ?? '';
  let known = knownTerms.get(params);
  if (known === undefined || known.size >= MAX_INDICES) {
    known = new Map();
    knownTerms.set(params, known);
  }
  const terms = known.get(key) ?? termsOf(index, params);
  known.set(key, terms);
  return terms;
}

function termsOf(
  index: string | undefined,
  params: ParamValues<typeof SEARCH_PARAMS>,
): SearchTerms {
  return {
    target: indexExpression(index, params),
    routing: params.routing,
    preference: params.preference,
    searchType: searchType(params.search_type),
    restTotalHitsAsInt: params.rest_total_hits_as_int,
    allowPartialSearchResults: params.allow_partial_search_results,
    ...shardConcurrency(params),
    batchedReduceSize: batchedReduceSize(params.batched_reduce_size),
    cancelAfterMs: params.cancel_after_time_interval,
    phaseTook: params.phase_took,
    searchPipeline: params.search_pipeline,
    verbosePipeline: params.verbose_pipeline,
  };
}

/** By parameters object, which is reused for equal queries (`known_params.ts`). */
const knownUrls = new WeakMap<object, SearchUrlParams>();

export function searchUrlParams(params: ParamValues<typeof SEARCH_PARAMS>): SearchUrlParams {
  const known = knownUrls.get(params);
  if (known !== undefined) return known;
  const made = urlOf(params);
  knownUrls.set(params, made);
  return made;
}

function urlOf(params: ParamValues<typeof SEARCH_PARAMS>): SearchUrlParams {
  return {
    ...queryStringParams(params),
    terminateAfter: params.terminate_after,
    from: params.from,
    size: params.size,
    sort: params.sort,
    source: {
      source: params._source,
      includes: params._source_includes,
      excludes: params._source_excludes,
    },
    storedFields: params.stored_fields,
    docvalueFields: params.docvalue_fields,
    timeoutMs: params.timeout,
    trackScores: params.track_scores,
    trackTotalHits: params.track_total_hits,
    version: params.version,
    explain: params.explain,
    seqNoPrimaryTerm: params.seq_no_primary_term,
    statsGroups: params.stats,
    includeNamedQueriesScore: params.include_named_queries_score,
    typedKeys: params.typed_keys,
    suggestField: params.suggest_field,
    suggestText: params.suggest_text,
    suggestSize: params.suggest_size,
    suggestMode: params.suggest_mode,
    requestCache: params.request_cache,
  };
}

/** Number of shard results reduced at once. */
export function batchedReduceSize(value: number | undefined): number | undefined {
  checkAtLeast('batchedReduceSize', value, 2);
  return value;
}

/** Limits of pre-filtering and of concurrent shard requests. */
export function shardConcurrency(
  params: ParamValues<typeof EXECUTION_PARAMS>,
): Pick<SearchTerms, 'maxConcurrentShardRequests' | 'preFilterShardSize'> {
  checkAtLeast('preFilterShardSize', params.pre_filter_shard_size, 1);
  checkAtLeast('maxConcurrentShardRequests', params.max_concurrent_shard_requests, 1);
  return {
    maxConcurrentShardRequests: params.max_concurrent_shard_requests,
    preFilterShardSize: params.pre_filter_shard_size,
  };
}

function checkAtLeast(name: string, value: number | undefined, least: number): void {
  if (value === undefined || value >= least) return;
  throw new ApiError('illegal_argument_exception', `${name} must be >= ${least}`);
}

export function searchType(text: string | undefined): SearchType {
  if (text === undefined || text === 'query_then_fetch') return 'query_then_fetch';
  if (text === 'dfs_query_then_fetch') return text;
  const former = text === 'query_and_fetch' || text === 'dfs_query_and_fetch';
  throw new ApiError(
    'illegal_argument_exception',
    former ? `Unsupported search type [${text}]` : `No search type for [${text}]`,
  );
}

export const MIN_SCORE_PARAM = { min_score: floatParam } as const;
