/**
 * Searches that come again at the same point in time of a shard, while its index has the same mapping and settings: what they were prepared to, down to
 * where their terms stand in each segment, serves again. Only light ones whose outcome depends on nothing else: not on the time, on who asks, or on scripts.
 */
import type { Query } from '@skein/search_library';
import { needsOf } from '../queries/visit_queries.js';
import type { KnownSearches } from '../request/known_searches.js';
import { queriesOf } from '../request/request_queries.js';
import type { SearchRequest } from '../request/search_request.js';
import type { ExecutionEnvironment } from './environment.js';
import type { PreparedSearch } from './prepared_search.js';
import { deadlineMs } from './query_phase.js';

export class RepeatedSearches {
  /** Those of the thread. */
  readonly known: KnownSearches;
  /** Kept as long as the request is known. */
  readonly #prepared = new WeakMap<SearchRequest, PreparedSearch>();

  constructor(known: KnownSearches) {
    this.known = known;
  }

  again(request: SearchRequest, environment: ExecutionEnvironment): PreparedSearch | undefined {
    const prepared = this.#prepared.get(request);
    prepared?.interruption.restart(environment, deadlineMs(request.timeoutMs, environment));
    return prepared;
  }

  /** For a request that is kept, searched through no alias with a filter. */
  keep(request: SearchRequest, prepared: PreparedSearch): void {
    if (isLight(request) && isBoundForGood(prepared)) this.#prepared.set(request, prepared);
  }
}

/** The best by score, shown with their source. */
function isLight(request: SearchRequest): boolean {
  const { sort, searchAfter, knn, neighbours, rescores, statistics, explain, derived } = request;
  const { docvalueFields, fields, scriptFields, collapse, slice, scroll, aggregations } = request;
  const lists = [sort, knn, rescores, docvalueFields, fields, scriptFields];
  const others = [
    ...[searchAfter, neighbours, statistics, derived, collapse, slice, scroll],
    aggregations,
  ];
  return (
    !explain && lists.every((list) => list.length === 0) && others.every((one) => one === undefined)
  );
}

/** Queries whose weights are a few numbers. */
const LIGHT_QUERIES: ReadonlySet<string> = new Set([
  'boolean',
  'boost',
  'constant_score',
  'disjunction_max',
  'match_all',
  'match_none',
  'number_range',
  'phrase',
  'term',
]);

function isBoundForGood({ request, shard, query }: PreparedSearch): boolean {
  if (shard.derived !== undefined) return false;
  const { now, scripts } = needsOf(queriesOf(request));
  if (now || scripts) return false;
  if (!isLightQuery(query())) return false;
  return shard.namedQueries.size + shard.innerHits.length + shard.percolations.length === 0;
}

function isLightQuery({ kind, children = [] }: Query): boolean {
  return LIGHT_QUERIES.has(kind) && children.every(isLightQuery);
}
