/**
 * The request with every option at its default. All members are present from the start, so that
 * requests have the same hidden class whatever they contain, and code that reads many of them stays
 * fast.
 */
import type { SearchRequest } from './search_request.js';

export const DEFAULT_SIZE = 10;
export const DEFAULT_TRACK_TOTAL_HITS = 10_000;

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function emptyRequest(): Mutable<SearchRequest> {
  return {
    query: undefined,
    knn: [],
    neighbours: undefined,
    from: 0,
    size: DEFAULT_SIZE,
    sort: [],
    searchAfter: undefined,
    trackTotalHits: DEFAULT_TRACK_TOTAL_HITS,
    totalHitsAsInt: false,
    trackScores: false,
    minScore: undefined,
    terminateAfter: undefined,
    timeoutMs: undefined,
    source: undefined,
    version: false,
    seqNoPrimaryTerm: false,
    explain: false,
    storedFields: undefined,
    docvalueFields: [],
    scriptFields: [],
    derived: undefined,
    runtimeMappings: undefined,
    fields: undefined,
    postFilter: undefined,
    rescores: [],
    indicesBoost: [],
    indexBoost: 1,
    collapse: undefined,
    slice: undefined,
    pit: undefined,
    includeNamedQueriesScore: false,
    highlight: undefined,
    scroll: undefined,
    statsGroups: undefined,
    aggregations: undefined,
    suggest: undefined,
    typedKeys: undefined,
    requestCache: undefined,
    maxBuckets: undefined,
    typeName: undefined,
    searchPipeline: undefined,
    verbosePipeline: undefined,
    given: undefined,
  };
}
