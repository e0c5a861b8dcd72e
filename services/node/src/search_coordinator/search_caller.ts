/** The caller of a search, and the actors and memory it uses. */

import type { Clock, Timers } from '@skein/base';
import type { BreakerAccount } from '@skein/search_library';
import type { MasterService } from '../master_service/mod.js';
import type { Security } from '../security/mod.js';
import type { ReplyMemory, ShardHost } from '../shard_host/mod.js';
import type { ShardRouter } from '../shard_router/mod.js';
import type { RemoteContexts } from './contexts/remote_contexts.js';
import type { SearchContexts } from './contexts/search_contexts.js';
import type { SearchOptions } from './contract.js';
import type { RequestSlowLog } from './request_slow_log.js';
import type { SearchTimes } from './search_times.js';

export interface SearchCoordinatorParts {
  readonly masterService: Pick<MasterService, 'state'>;
  readonly shardRouter: Pick<ShardRouter, 'copies' | 'pin' | 'pinNow' | 'read'>;
  readonly shardHost: Pick<ShardHost, 'runShardless'>;
  readonly security: Security;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Memory that this thread holds for requests. */
  readonly requests: Pick<BreakerAccount, 'lease'>;
  readonly replies: Pick<ReplyMemory, 'giveBack'>;
  readonly contexts: SearchContexts;
  /** Notified of every completed search. */
  readonly endedSearches: Pick<RequestSlowLog, 'ended'>;
  readonly searchTimes: Pick<SearchTimes, 'during'>;
  /** Scrolls and points in time on other nodes. */
  readonly remoteContexts: RemoteContexts;
}

export interface SearchCaller {
  readonly options: SearchOptions;
  readonly parts: SearchCoordinatorParts;
}
