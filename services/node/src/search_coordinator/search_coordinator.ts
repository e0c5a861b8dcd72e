/** The actor behind the search endpoints. What it keeps between requests is in `SearchContexts`. */
import type { Clock, Timers } from '@skein/base';
import type { BreakerAccount } from '@skein/search_library';
import type { MasterService } from '../master_service/mod.js';
import type { Security } from '../security/mod.js';
import type { ShardHost } from '../shard_host/mod.js';
import type { ShardRouter } from '../shard_router/mod.js';
import { closePointsInTime, listPointsInTime, openPointInTime } from './contexts/point_in_time.js';
import type { RemoteContexts } from './contexts/remote_contexts.js';
import { clearScrolls, nextPage } from './contexts/scroll.js';
import type { SearchContexts } from './contexts/search_contexts.js';
import { count } from './count.js';
import { explain } from './explain.js';
import { fieldCapabilities } from './field_capabilities.js';
import type { SearchCoordinator } from './mod.js';
import { multiSearch } from './multi_search.js';
import { readAll } from './read_all.js';
import type { RequestSlowLog } from './request_slow_log.js';
import { search } from './search.js';
import { searchShards } from './search_shards.js';
import { searchUnread } from './search_unread.js';
import { termVectors } from './term_vectors.js';
import { validate } from './validate.js';

export interface SearchCoordinatorParts {
  readonly masterService: Pick<MasterService, 'state'>;
  readonly shardRouter: Pick<ShardRouter, 'copies' | 'pin' | 'pinNow' | 'read'>;
  readonly shardHost: Pick<ShardHost, 'runShardless'>;
  readonly security: Security;
  readonly clock: Clock;
  readonly timers: Timers;
  /** What this thread keeps for requests. */
  readonly requests: Pick<BreakerAccount, 'lease'>;
  readonly contexts: SearchContexts;
  readonly slowRequests: RequestSlowLog;
  /** Those of other nodes. */
  readonly remoteContexts: RemoteContexts;
}

export function createSearchCoordinator(parts: SearchCoordinatorParts): SearchCoordinator {
  return {
    search: (call, options, situation) => search(call, options, parts, situation),
    searchUnread: (call, options) => searchUnread(call, options, parts),
    readAll: (call, options) => readAll(call, { options, parts }),
    nextPage: (call, options) => nextPage(call, { options, parts }),
    clearScrolls: (ids, options) => clearScrolls(ids, { options, parts }),
    openPointInTime: (call, options) => openPointInTime(call, { options, parts }),
    listPointsInTime: (options) => listPointsInTime({ options, parts }),
    closePointsInTime: (ids, options) => closePointsInTime(ids, { options, parts }),
    count: (call, options) => count(call, options, parts),
    multiSearch: (calls, options) => multiSearch(calls, options, parts),
    explain: (call, options) => explain(call, options, parts),
    termVectors: (request, call, options) => termVectors(request, call, { options, parts }),
    validate: (call, options) => validate(call, options, parts),
    fieldCapabilities: (call, options) => fieldCapabilities(call, options, parts),
    searchShards: (call, options) => searchShards(call, options, parts),
  };
}
