/** Notifies listeners of completed phases, such as slow logs. */
import type { TotalHits } from '@skein/search_library';
import type { SearchRequest } from '../request/search_request.js';
import type { AskedSearch, ShardSearchRequest } from '../shard_messages.js';
import type { SearchedPhase } from './environment.js';

interface Asked extends Pick<ShardSearchRequest, 'asked'> {
  readonly request: SearchRequest;
}

/** The description of a search whose shard received none: the shard knows only of itself. */
const ALONE: AskedSearch = { opaqueId: undefined, searchType: 'query_then_fetch', totalShards: 1 };

export function searchedPhase(
  { request, asked = ALONE }: Asked,
  total: TotalHits | undefined,
  tookMs: number,
): SearchedPhase {
  return { request, asked, total, tookMs };
}
