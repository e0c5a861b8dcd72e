/** Searches that request only suggestions: they return no documents. */
import type { SearchRequest } from './search_request.js';

export function isSuggestOnly({ suggest, query, knn, aggregations }: SearchRequest): boolean {
  if (suggest === undefined) return false;
  return query === undefined && knn.length === 0 && aggregations === undefined;
}
