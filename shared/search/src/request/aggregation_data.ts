/**
 * The queries and searches inside aggregations. The package of aggregations passes them on unread,
 * so their types are not known there: this package has parsed them.
 */
import type { HitsRequest, QueryData } from '@skein/aggregations';
import type { QueryNode } from '../queries/query_node.js';
import type { SearchRequest } from './search_request.js';

export function aggregatedQuery(query: QueryData): QueryNode {
  // `QueryReading.query` of the parser of aggregations returns a `QueryNode`.
  return query as QueryNode;
}

export function hitsRequest({ request }: HitsRequest): SearchRequest {
  // `parseTopHits` has made it.
  return request as SearchRequest;
}
