/** The sort of a request, as far as sort keys are needed for it. */
import { isScoreOnly } from '../../request/parse_sort.js';
import type { SearchRequest } from '../../request/search_request.js';

/**
 * Returns no keys if hits are sorted by score alone, except that `search_after` needs one even
 * then.
 */
export function sortOf(request: SearchRequest): SearchRequest['sort'] {
  return isScoreOnly(request.sort) && request.searchAfter === undefined ? [] : request.sort;
}
