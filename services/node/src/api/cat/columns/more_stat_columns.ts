/**
 * Shard figures that OpenSearch lists for nodes and indices but not for single shards. A figure of
 * something that Skein does not have (a query cache, warmers) is zero.
 */
import { insertAfter, none, STAT_COLUMNS, type StatColumn, stat } from './stat_columns.js';

const QUERY_CACHE: readonly StatColumn[] = [
  stat('query_cache.hit_count', 'qchc,queryCacheHitCount', 'query cache hits', 'count', none),
  stat('query_cache.miss_count', 'qcmc,queryCacheMissCount', 'query cache misses', 'count', none),
];

const REQUEST_CACHE: readonly StatColumn[] = [
  stat(
    'request_cache.memory_size',
    'rcm,requestCacheMemory',
    'request cache in memory',
    'bytes',
    (s) => s.requestCache.memoryBytes,
  ),
  stat(
    'request_cache.evictions',
    'rce,requestCacheEvictions',
    'request cache evictions',
    'count',
    (s) => s.requestCache.evictions,
  ),
  stat(
    'request_cache.hit_count',
    'rchc,requestCacheHitCount',
    'request cache hits',
    'count',
    (s) => s.requestCache.hits,
  ),
  stat(
    'request_cache.miss_count',
    'rcmc,requestCacheMissCount',
    'request cache misses',
    'count',
    (s) => s.requestCache.misses,
  ),
];

export const WARMER_COLUMNS: readonly StatColumn[] = [
  stat('warmer.current', 'wc,warmerCurrent', 'warmers running', 'count', none),
  stat('warmer.total', 'wto,warmerTotal', 'warmers run', 'count', none),
  stat('warmer.total_time', 'wtt,warmerTotalTime', 'time in warmers', 'ms', none),
];

const SUGGEST: readonly StatColumn[] = [
  stat(
    'suggest.current',
    'suc,suggestCurrent',
    'suggestions running',
    'count',
    (s) => s.search.suggestCurrent,
  ),
  stat(
    'suggest.time',
    'suti,suggestTime',
    'time in suggestions',
    'ms',
    (s) => s.search.suggestTimeMs,
  ),
  stat('suggest.total', 'suto,suggestTotal', 'suggestions', 'count', (s) => s.search.suggestTotal),
];

/** OpenSearch lists points in time under the aliases of scrolls, except for single shards. */
const SCROLL_ALIASES: Readonly<Record<string, string>> = {
  'search.point_in_time_current': 'scc',
  'search.point_in_time_time': 'scti',
  'search.point_in_time_total': 'scto',
};

const SUMMED = STAT_COLUMNS.filter(
  ({ name }) => name !== 'search.search_idle_reactivate_count_total',
).map((column): StatColumn => {
  const alias = SCROLL_ALIASES[column.name];
  const [, ...others] = column.aliases ?? [];
  return alias === undefined ? column : { ...column, aliases: [alias, ...others] };
});
const LAST_QUERY_CACHE = 'query_cache.evictions';

/** The columns in OpenSearch's order. */
export const INDEX_STAT_COLUMNS: readonly StatColumn[] = [
  ...insertAfter(SUMMED, LAST_QUERY_CACHE, REQUEST_CACHE),
  ...WARMER_COLUMNS,
  ...SUGGEST,
  stat(
    'memory.total',
    'tm,memoryTotal',
    'memory used',
    'bytes',
    ({ segments }) => segments.memoryBytes,
  ),
];

export const NODE_STAT_COLUMNS: readonly StatColumn[] = [
  ...insertAfter(SUMMED, LAST_QUERY_CACHE, [...QUERY_CACHE, ...REQUEST_CACHE]),
  ...SUGGEST,
];
