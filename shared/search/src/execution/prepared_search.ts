/**
 * The state that both phases of a request share on one shard, created once even if the phases run
 * separately.
 */

import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseDerived, parseRuntimeMappings } from '@skein/mapping';
import {
  createSearcher,
  type IndexSearcher,
  LeafCount,
  type Query,
  sharedStatistics,
} from '@skein/search_library';
import { DerivedFields, type DerivedFieldsOptions } from '../derived/derived_fields.js';
import type { FetchPart } from '../fetch/fetch_part.js';
import { hitParts } from '../fetch/hit_parts.js';
import { checkInnerHits } from '../inner_hits/check_inner_hits.js';
import { checkPlan } from '../plan/search_plan.js';
import { SearchProfiler } from '../profile/search_profiler.js';
import { bindQuery } from '../queries/bind_query.js';
import { MATCH_ALL } from '../queries/match_all.js';
import { toLibraryQuery } from '../queries/parse_query.js';
import type { QueryNode } from '../queries/query_node.js';
import { type QueryShardContext, unseen } from '../queries/query_shard_context.js';
import type { SearchRequest } from '../request/search_request.js';
import type { ShardOrigin, ShardSearchRequest } from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import { Interruption } from './interruption.js';
import { queryShardContext, requestQuery } from './shard_context.js';
import { sortOf } from './sort/sort_of.js';
import { planSort, type SortPlan } from './sort/sort_plan.js';

export interface PreparedSearch {
  readonly request: SearchRequest;
  readonly shard: QueryShardContext;
  readonly plan: SortPlan;
  readonly searcher: IndexSearcher;
  readonly origin: ShardOrigin | undefined;
  /** The request's query with all restrictions around it, bound on first use. */
  readonly query: () => Query;
  /** The same query before `post_filter`; it selects the documents to aggregate. */
  readonly matches: () => Query;
  /** The query without restrictions, which hits are highlighted for. */
  readonly highlighted: (own?: QueryNode) => Query;
  /** All documents that the request may find, whatever its query. */
  readonly allDocuments: () => Query;
  /**
   * The parts of each hit, built on first use. Call `query` before: binding the query tells `shard`
   * its named queries and inner hits.
   */
  readonly parts: () => readonly FetchPart[];
  readonly interruption: Interruption;
  /** Absent unless the request asks for a profile. */
  readonly profiler: SearchProfiler | undefined;
}

type PreparedRequest = Pick<ShardSearchRequest, 'plan' | 'aliasFilter' | 'nowMs'>;

/** Combines the derived fields of the mapping with those of the request, which take precedence. */
function derivedFields(
  request: SearchRequest,
  shard: QueryShardContext,
  options: DerivedFieldsOptions,
): DerivedFields | undefined {
  const derived = { ...shard.mapping.derived, ...parseDerived(request.derived) };
  const given = parseRuntimeMappings(request.runtimeMappings);
  const runtime = { ...shard.mapping.runtime, ...given };
  if (isEmpty(derived) && isEmpty(runtime)) return undefined;
  return new DerivedFields({ derived, runtime }, shard, options);
}

function isEmpty(fields: JsonObject): boolean {
  return Object.keys(fields).length === 0;
}

/** Adds the collapse field to `docvalue_fields`, so that hits show the value of their group. */
function showingGroups(request: SearchRequest): SearchRequest {
  const { collapse, docvalueFields } = request;
  if (!collapse || docvalueFields.some(({ field }) => field === collapse.field)) return request;
  const shared = { field: collapse.field, format: undefined };
  return { ...request, docvalueFields: [...docvalueFields, shared] };
}

/**
 * Refuses a profile if documents are hidden: the number of documents a query examined reveals their
 * existence.
 */
function profilerOf(
  { profile }: SearchRequest,
  { clock, hidesDocuments }: ExecutionEnvironment,
): SearchProfiler | undefined {
  if (profile !== true) return undefined;
  if (hidesDocuments !== true) return new SearchProfiler(clock);
  throw new ApiError(
    'security_exception',
    'A search request cannot be profiled if document level security is enabled',
    { status: 400 },
  );
}

function checkStoredFields({ storedFields, source, fields }: SearchRequest): void {
  if (!storedFields?.includes('_none_')) return;
  if (fields !== undefined) {
    throw new ApiError(
      'search_exception',
      '[stored_fields] cannot be disabled when using the [fields] option',
    );
  }
  if (!source?.enabled) return;
  throw new ApiError(
    'search_exception',
    '[stored_fields] cannot be disabled if [_source] is requested',
  );
}

/**
 * Checks a bound query against the clause limit; each bound query of a request has its own limit.
 */
export function withinLimits(
  query: Query,
  { maxClauseCount }: Pick<QueryShardContext, 'maxClauseCount'>,
): Query {
  new LeafCount(maxClauseCount).add(query);
  return query;
}

/**
 * A query used for highlighting only is not part of the search: its errors are reported unwrapped.
 */
function highlightedQuery(
  own: QueryNode | undefined,
  { query = MATCH_ALL }: SearchRequest,
  shard: QueryShardContext,
): Query {
  const bound = own ? bindQuery(own, unseen(shard)) : toLibraryQuery(query, unseen(shard));
  return withinLimits(bound, shard);
}

function plainContext(
  { typeName }: SearchRequest,
  { index, scripts }: ExecutionEnvironment,
  nowMs: number,
): QueryShardContext {
  const context = queryShardContext(index, scripts, nowMs);
  return typeName === undefined ? context : { ...context, typeName };
}

export function prepareSearch(
  search: PreparedRequest,
  environment: ExecutionEnvironment,
  deadlineMs?: number,
): PreparedSearch {
  const { origin } = environment;
  checkPlan(search.plan);
  checkStoredFields(search.plan.request);
  const request = showingGroups(search.plan.request);
  const plain = plainContext(request, environment, search.nowMs);
  const profiler = profilerOf(request, environment);
  const interruption = new Interruption(environment, deadlineMs);
  const checkCancelled = interruption.check;
  const { segments: own } = environment.reader;
  const derived = derivedFields(request, plain, { segments: own, checkCancelled });
  const segments = derived ? own.map((segment) => derived.segment(segment)) : own;
  const shard = derived
    ? { ...plain, segments, derived, mapping: derived.over(plain.mapping) }
    : { ...plain, segments };
  const searcher = createSearcher(segments, {
    checkCancelled,
    kernels: environment.kernels,
    profiler: profiler?.queries,
    maxClauseCount: shard.maxClauseCount,
    statistics:
      environment.statistics ?? (request.statistics && sharedStatistics(request.statistics)),
    similarity: (field) => shard.mapping.similarity(field),
  });
  let bound: Query | undefined;
  const query = (): Query => {
    bound ??= withinLimits(requestQuery({ ...search, request }, shard), shard);
    return bound;
  };
  const plan = sortPlan(
    () => planSort(sortOf(request), shard, { searcher, shardPlace: request.shardPlace }),
    () => checkQuery(query, shard),
  );
  const matches = (): Query => {
    if (request.postFilter === undefined) return query();
    const alone = { ...search, request: { ...request, postFilter: undefined } };
    return withinLimits(requestQuery(alone, unseen(shard)), shard);
  };
  const highlighted = (own?: QueryNode) => highlightedQuery(own, request, shard);
  for (const own of request.highlight?.queries ?? []) highlighted(own);
  const allDocuments = () => requestQuery({ ...search, request: unasked(request) }, unseen(shard));
  let made: readonly FetchPart[] | undefined;
  const parts = (): readonly FetchPart[] => {
    const { innerHits } = shard;
    const fetching = profiler?.fetch;
    const showing = { request, shard, plan, searcher, origin, query, highlighted, innerHits };
    made ??= fetching
      ? fetching.build(() => hitParts({ ...showing, profiler: fetching }))
      : hitParts(showing);
    return made;
  };
  return {
    request,
    shard,
    plan,
    searcher,
    origin,
    query,
    matches,
    highlighted,
    allDocuments,
    parts,
    interruption,
    profiler,
  };
}

/** The request without its query: only the restrictions on visible documents remain. */
function unasked(request: SearchRequest): SearchRequest {
  return { ...request, query: undefined, postFilter: undefined, knn: [], indexBoost: 1 };
}

function checkQuery(query: () => Query, shard: QueryShardContext): void {
  query();
  checkInnerHits(shard);
}

/** Reports errors of the query before those of the sort. */
function sortPlan(plan: () => SortPlan, check: () => void): SortPlan {
  try {
    return plan();
  } catch (thrown) {
    check();
    throw thrown;
  }
}
