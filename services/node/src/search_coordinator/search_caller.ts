/** For whom the room works, and with what. */

import type { Clock, Timers } from '@skein/base';
import type { BreakerAccount } from '@skein/search_library';
import type { MasterService } from '../master_service/mod.js';
import type { Security } from '../security/mod.js';
import type { ShardHost } from '../shard_host/mod.js';
import type { ShardRouter } from '../shard_router/mod.js';
import type { RemoteContexts } from './contexts/remote_contexts.js';
import type { SearchContexts } from './contexts/search_contexts.js';
import type { SearchOptions } from './contract.js';
import type { RequestSlowLog } from './request_slow_log.js';

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
  /** Told of every search that was answered. */
  readonly endedSearches: Pick<RequestSlowLog, 'ended'>;
  /** Those of other nodes. */
  readonly remoteContexts: RemoteContexts;
}

export interface SearchCaller {
  readonly options: SearchOptions;
  readonly parts: SearchCoordinatorParts;
}
