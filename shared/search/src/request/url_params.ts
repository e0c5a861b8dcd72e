/** The URL parameters of a search that say what to search, as the endpoint read them. They win over the body. */
import type { JsonObject } from '@skein/content';
import { parseQuery } from '../queries/parse_query.js';
import type { QueryNode } from '../queries/query_node.js';
import { queryStringJson } from '../queries/query_string.js';
import type { UrlSource } from './parse_source.js';

export interface SearchUrlParams {
  readonly q?: string | undefined;
  readonly df?: string | undefined;
  readonly analyzer?: string | undefined;
  readonly analyzeWildcard?: boolean | undefined;
  readonly defaultOperator?: string | undefined;
  readonly lenient?: boolean | undefined;
  readonly from?: number | undefined;
  readonly size?: number | undefined;
  readonly sort?: readonly string[] | undefined;
  readonly source?: UrlSource | undefined;
  readonly storedFields?: readonly string[] | undefined;
  readonly docvalueFields?: readonly string[] | undefined;
  readonly terminateAfter?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly trackScores?: boolean | undefined;
  /** `true`, `false` or a count, as written. */
  readonly trackTotalHits?: string | undefined;
  readonly version?: boolean | undefined;
  readonly explain?: boolean | undefined;
  readonly seqNoPrimaryTerm?: boolean | undefined;
  readonly statsGroups?: readonly string[] | undefined;
  readonly includeNamedQueriesScore?: boolean | undefined;
  readonly typedKeys?: boolean | undefined;
  readonly requestCache?: boolean | undefined;
  readonly suggestField?: string | undefined;
  readonly suggestText?: string | undefined;
  readonly suggestSize?: number | undefined;
  readonly suggestMode?: string | undefined;
  /** No parameter, but a setting of the cluster that goes the same way: `search.max_buckets`, where it is not the standard. */
  readonly maxBuckets?: number | undefined;
  /** As well: hits show this type, for clients of Elasticsearch 7. */
  readonly typeName?: string | undefined;
  /** As well: `search.default_search_timeout`, where there is one. */
  readonly defaultTimeoutMs?: number | undefined;
}

/** `q=` and its companions as a `query_string` query. */
export function urlQuery(params: SearchUrlParams): QueryNode | undefined {
  const json = urlQueryJson(params);
  return json && parseQuery(json);
}

export function urlQueryJson(params: SearchUrlParams): JsonObject | undefined {
  if (params.q === undefined) return undefined;
  const options = {
    query: params.q,
    default_field: params.df,
    analyzer: params.analyzer,
    analyze_wildcard: params.analyzeWildcard,
    lenient: params.lenient,
    default_operator: params.defaultOperator,
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return queryStringJson(Object.fromEntries(given) as JsonObject);
}
