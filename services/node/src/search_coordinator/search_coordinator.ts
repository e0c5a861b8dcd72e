/** The actor behind the search endpoints. What it keeps between requests is in `SearchContexts`. */

import { closePointsInTime, listPointsInTime, openPointInTime } from './contexts/point_in_time.js';
import { pointInTimeSegments } from './contexts/point_in_time_segments.js';
import { clearScrolls, nextPage } from './contexts/scroll.js';
import type { SearchCoordinator } from './contract.js';
import { count } from './count.js';
import { explain } from './explain.js';
import { fieldCapabilities } from './field_capabilities.js';
import { multiSearch } from './multi_search.js';
import { readAll } from './read_all.js';
import { search } from './search.js';
import type { SearchCoordinatorParts } from './search_caller.js';
import { searchShards } from './search_shards.js';
import { searchUnread } from './search_unread.js';
import { termVectors } from './term_vectors.js';
import { termsEnum } from './terms_enum.js';
import { validate } from './validate.js';

export function createSearchCoordinator(parts: SearchCoordinatorParts): SearchCoordinator {
  return {
    search: (call, options, situation) => search(call, options, parts, situation),
    searchUnread: (call, options) => searchUnread(call, options, parts),
    readAll: (call, options) => readAll(call, { options, parts }),
    nextPage: (call, options) => nextPage(call, { options, parts }),
    written: ({ chunks }) => parts.replies.giveBack(chunks),
    clearScrolls: (ids, options) => clearScrolls(ids, { options, parts }),
    openPointInTime: (call, options) => openPointInTime(call, { options, parts }),
    listPointsInTime: (options) => listPointsInTime({ options, parts }),
    pointInTimeSegments: (ids, options) => pointInTimeSegments(ids, { options, parts }),
    closePointsInTime: (ids, options) => closePointsInTime(ids, { options, parts }),
    count: (call, options) => count(call, options, parts),
    multiSearch: (calls, options) => multiSearch(calls, options, parts),
    explain: (call, options) => explain(call, options, parts),
    termVectors: (request, call, options) => termVectors(request, call, { options, parts }),
    validate: (call, options) => validate(call, options, parts),
    fieldCapabilities: (call, options) => fieldCapabilities(call, options, parts),
    termsEnum: (call, options) => termsEnum(call, options, parts),
    searchShards: (call, options) => searchShards(call, options, parts),
  };
}
