/** A search of these indices with default parameters, whose shards must all answer. */
import type { SearchTerms } from './contract.js';

export function plainTerms(indices: readonly string[]): SearchTerms {
  return {
    target: {
      indices,
      ignoreUnavailable: undefined,
      allowNoIndices: undefined,
      expandWildcards: undefined,
    },
    routing: undefined,
    preference: undefined,
    searchType: 'query_then_fetch',
    restTotalHitsAsInt: false,
    allowPartialSearchResults: false,
    maxConcurrentShardRequests: undefined,
    preFilterShardSize: undefined,
  };
}
