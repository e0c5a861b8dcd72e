/** The actor behind the search endpoints. It keeps nothing between requests. */
import type { Clock } from '@skein/base';
import type { MasterService } from '../master_service/mod.js';
import type { Security } from '../security/mod.js';
import type { ShardHost } from '../shard_host/mod.js';
import { count } from './count.js';
import { explain } from './explain.js';
import { fieldCapabilities } from './field_capabilities.js';
import type { SearchCoordinator } from './mod.js';
import { multiSearch } from './multi_search.js';
import { search } from './search.js';
import { searchShards } from './search_shards.js';
import { searchUnread } from './search_unread.js';
import { termVectors } from './term_vectors.js';
import { validate } from './validate.js';

export interface SearchCoordinatorParts {
  readonly masterService: Pick<MasterService, 'state'>;
  readonly shardHost: Pick<ShardHost, 'search' | 'write'>;
  readonly security: Security;
  readonly clock: Clock;
}

export function createSearchCoordinator(parts: SearchCoordinatorParts): SearchCoordinator {
  return {
    search: (call, options, situation) => search(call, options, parts, situation),
    searchUnread: (call, options) => searchUnread(call, options, parts),
    count: (call, options) => count(call, options, parts),
    multiSearch: (calls, options) => multiSearch(calls, options, parts),
    explain: (call, options) => explain(call, options, parts),
    termVectors: (request, call, options) => termVectors(request, call, { options, parts }),
    validate: (call, options) => validate(call, options, parts),
    fieldCapabilities: (call, options) => fieldCapabilities(call, options, parts),
    searchShards: (call, options) => searchShards(call, options, parts),
  };
}
