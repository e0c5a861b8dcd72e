/** What those are told who want to know of phases: slow logs. */
import type { TotalHits } from '@skein/search_library';
import type { AskedSearch, ShardSearchRequest } from '../shard_messages.js';
import type { SearchedPhase } from './environment.js';

/** A shard that was not told: it knows of itself alone. */
const ALONE: AskedSearch = { opaqueId: undefined, searchType: 'query_then_fetch', totalShards: 1 };

export function searchedPhase(
  { request, asked = ALONE }: Pick<ShardSearchRequest, 'request' | 'asked'>,
  total: TotalHits | undefined,
  tookMs: number,
): SearchedPhase {
  return { request, asked, total, tookMs };
}
