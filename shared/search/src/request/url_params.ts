/**
 * The URL parameters that define a search, as read by the endpoint. They take precedence over the
 * body.
 */
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
  /** `true`, `false` or a number, unparsed. */
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
  /** A cluster setting instead of a parameter: `search.max_buckets`, if it is not the default. */
  readonly maxBuckets?: number | undefined;
  /** Not a parameter either: the `_type` of hits for clients of Elasticsearch 7. */
  readonly typeName?: string | undefined;
  /** A cluster setting as well: `search.default_search_timeout`, if set. */
  readonly defaultTimeoutMs?: number | undefined;
}

/** Turns `q=` and its related parameters into a `query_string` query. */
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
  return queryStringJson(Object.fromEntries(given));
}
