/** What a request is sorted by, as far as keys are needed for it. */
import { isScoreOnly } from '../request/parse_sort.js';
import type { SearchRequest } from '../request/search_request.js';

/** No sort keys when the order is that of the scores; `search_after` needs one even then. */
export function sortOf(request: SearchRequest): SearchRequest['sort'] {
  return isScoreOnly(request.sort) && request.searchAfter === undefined ? [] : request.sort;
}
