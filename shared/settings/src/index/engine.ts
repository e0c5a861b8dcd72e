/** Settings of a shard's engine: refresh, translog, merges, retention. */
import {
  booleanSetting,
  choiceSetting,
  floatSetting,
  intSetting,
  longSetting,
  onlySetting,
  sizeSetting,
  timeSetting,
} from '../setting_types.js';

const MIN_TRANSLOG_BYTES = 56;
const MAX_THREADS = 'index.merge.scheduler.max_thread_count';
/** Default number of merges that may wait. */
const MERGES_BEYOND_THREADS = 5;

export const ENGINE = {
  refreshInterval: timeSetting(
    [
      'index.refresh_interval',
      'dynamic',
      'time between two refreshes, which make new documents searchable; -1: no automatic refresh',
    ],
    '1s',
    '-1',
  ),
  searchIdleAfter: timeSetting(
    [
      'index.search.idle.after',
      'dynamic',
      'time without searches after which a shard refreshes only at its next search; without effect if index.refresh_interval is set',
    ],
    '30s',
    '0ms',
  ),
  throttled: booleanSetting(
    ['index.search.throttled', 'private', 'true: the index is frozen; only shown, in _cat/indices'],
    'false',
  ),
  durability: choiceSetting(
    [
      'index.translog.durability',
      'dynamic',
      'fsync of the translog: request (before each response) or async (every index.translog.sync_interval)',
    ],
    'REQUEST',
    ['REQUEST', 'ASYNC'],
  ),
  syncInterval: timeSetting(
    [
      'index.translog.sync_interval',
      'dynamic',
      'time between two fsyncs of the translog if index.translog.durability is async',
    ],
    '5s',
    '100ms',
  ),
  flushThreshold: sizeSetting(
    [
      'index.translog.flush_threshold_size',
      'dynamic',
      'size of the translog since the last commit at which a shard flushes, in bytes',
    ],
    '512mb',
    { min: MIN_TRANSLOG_BYTES },
  ),
  generationThreshold: sizeSetting(
    [
      'index.translog.generation_threshold_size',
      'dynamic',
      'size of a translog file at which a new file is started, in bytes',
    ],
    '64mb',
    { min: MIN_TRANSLOG_BYTES },
  ),
  translogRetentionAge: timeSetting(
    [
      'index.translog.retention.age',
      'dynamic',
      'hint: soft deletes keep the history; without effect, as in OpenSearch with soft deletes',
    ],
    '-1',
    '-1',
  ),
  translogRetentionSize: sizeSetting(
    [
      'index.translog.retention.size',
      'dynamic',
      'hint: soft deletes keep the history; without effect, as in OpenSearch with soft deletes',
    ],
    '-1',
    { min: -1 },
  ),
  flushAfterMerge: sizeSetting(
    [
      'index.flush_after_merge',
      'dynamic',
      'size of a merge, in bytes, from which on a flush follows it',
    ],
    '512mb',
    { min: 0 },
  ),
  gcDeletes: timeSetting(
    [
      'index.gc_deletes',
      'dynamic',
      'time for which a shard remembers the versions of deleted documents',
    ],
    '60s',
    '-1',
  ),
  softDeletes: onlySetting(
    [
      'index.soft_deletes.enabled',
      'final',
      'only true: an index keeps its history of operations in its segments',
    ],
    ['true'],
  ),
  softDeletesOperations: longSetting(
    [
      'index.soft_deletes.retention.operations',
      'dynamic',
      'number of operations that an index keeps for recoveries, beside those that its copies need',
    ],
    '0',
    { min: 0 },
  ),
  softDeletesLease: timeSetting(
    [
      'index.soft_deletes.retention_lease.period',
      'dynamic',
      'time for which the primary keeps the operations that an absent copy needs',
    ],
    '12h',
    '0ms',
  ),
  mergePolicy: onlySetting(
    ['index.merge.policy', 'static', 'only tiered: no other merge policy exists'],
    ['tiered', 'default'],
  ),
  mergeExpungeDeletes: floatSetting(
    [
      'index.merge.policy.expunge_deletes_allowed',
      'dynamic',
      'percentage of deleted documents up to which a force merge with only_expunge_deletes leaves a segment alone',
    ],
    '10.0',
    { min: 0, max: 100 },
  ),
  mergeFloor: sizeSetting(
    [
      'index.merge.policy.floor_segment',
      'dynamic',
      'size to which the merge policy rounds up smaller segments, in bytes',
    ],
    '2mb',
    { min: 1 },
  ),
  mergeAtOnce: intSetting(
    ['index.merge.policy.max_merge_at_once', 'dynamic', 'largest number of segments in one merge'],
    '10',
    { min: 2 },
  ),
  mergeMaxSegment: sizeSetting(
    [
      'index.merge.policy.max_merged_segment',
      'dynamic',
      'largest segment that an automatic merge makes, in bytes',
    ],
    '5gb',
    { min: 0 },
  ),
  mergePerTier: floatSetting(
    [
      'index.merge.policy.segments_per_tier',
      'dynamic',
      'number of segments of similar size from which on they are merged',
    ],
    '10.0',
    { min: 2 },
  ),
  mergeReclaim: floatSetting(
    [
      'index.merge.policy.reclaim_deletes_weight',
      'dynamic',
      'preference of the merge policy for segments with many deleted documents; 0: none',
    ],
    '2.0',
    { min: 0 },
  ),
  mergeDeletesPct: floatSetting(
    [
      'index.merge.policy.deletes_pct_allowed',
      'dynamic',
      'percentage of deleted documents above which a segment is rewritten',
    ],
    '20.0',
    { min: 5, max: 50 },
  ),
  mergeCompound: onlySetting(
    ['index.compound_format', 'dynamic', 'only true: each segment is one file'],
    ['0.1', 'true', '1.0', '1'],
  ),
  mergeThreads: intSetting(
    [MAX_THREADS, 'dynamic', 'largest number of merges of a shard at the same time'],
    '1',
    {
      min: 1,
    },
  ),
  mergeCount: intSetting(
    [
      'index.merge.scheduler.max_merge_count',
      'dynamic',
      'number of running and waiting merges of a shard above which its writes are throttled',
    ],
    (settings) => String(MERGES_BEYOND_THREADS + Number(settings.get(MAX_THREADS) ?? '1')),
    { min: 1 },
  ),
  mergeThrottle: booleanSetting(
    [
      'index.merge.scheduler.auto_throttle',
      'dynamic',
      'true: the write rate of large merges is limited while a shard keeps up with its merges',
    ],
    'true',
  ),
  warmer: booleanSetting(
    ['index.warmer.enabled', 'dynamic', 'hint: a new reader is always warmed'],
    'true',
  ),
  checksum: onlySetting(
    [
      'index.shard.check_on_startup',
      'static',
      'only false: a shard is not fully checked when it opens',
    ],
    ['false'],
  ),
  requestCache: booleanSetting(
    [
      'index.requests.cache.enable',
      'dynamic',
      'true: responses of a shard without hits are cached until the shard is refreshed with changes',
    ],
    'true',
  ),
  queryCache: booleanSetting(
    ['index.queries.cache.enabled', 'static', 'hint: results of filters may be cached in memory'],
    'true',
  ),
  fielddataCache: choiceSetting(
    ['index.fielddata.cache', 'static', 'hint: place of the fielddata cache'],
    'node',
    ['node', 'none'],
  ),
  loadFixedBitset: booleanSetting(
    [
      'index.load_fixed_bitset_filters_eagerly',
      'static',
      'hint: parent filters of nested documents are built when a reader opens',
    ],
    'true',
  ),
  optimizeAutoId: booleanSetting(
    [
      'index.optimize_auto_generated_id',
      'dynamic',
      'true: a shard looks up no version for ids that the server generated',
    ],
    'true',
  ),
  maxRetries: intSetting(
    [
      'index.allocation.max_retries',
      'dynamic',
      'number of failed attempts after which a shard is no longer allocated automatically',
    ],
    '5',
    { min: 0 },
  ),
};
