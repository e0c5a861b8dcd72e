/** The request of `top_hits`: a search of the documents of each bucket. */
import type { HitsRequest } from '@skein/aggregations';
import type { JsonObject } from '@skein/content';
import { parseTopHits } from '../inner_hits/parse_inner_hits.js';
import { type ParseQueryOptions, parseContext } from '../queries/parse_query.js';
import { isScoreOnly, SCORE_FIELD } from './parse_sort.js';
import type { SearchRequest } from './search_request.js';

export function readHits(json: JsonObject, options: ParseQueryOptions): HitsRequest {
  const request = parseTopHits(json, parseContext(options));
  const { from, size, totalHitsAsInt } = request;
  return { from, size, totalHitsAsInt, needsScores: needsScores(request), request };
}

function needsScores({ sort, trackScores }: SearchRequest): boolean {
  return (
    trackScores ||
    sort.length === 0 ||
    isScoreOnly(sort) ||
    sort.some(({ field, script }) => field === SCORE_FIELD || script !== undefined)
  );
}
