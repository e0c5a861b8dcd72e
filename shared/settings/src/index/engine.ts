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
    ['index.refresh_interval', 'dynamic', 'how often new documents become searchable; -1 never'],
    '1s',
    '-1',
  ),
  searchIdleAfter: timeSetting(
    [
      'index.search.idle.after',
      'dynamic',
      'without a search for this long a shard refreshes when it is searched again; not with a refresh_interval of its own',
    ],
    '30s',
    '0ms',
  ),
  throttled: booleanSetting(
    ['index.search.throttled', 'private', 'searched in the slow pool'],
    'false',
  ),
  durability: choiceSetting(
    ['index.translog.durability', 'dynamic', 'fsync before each answer, or every sync_interval'],
    'REQUEST',
    ['REQUEST', 'ASYNC'],
  ),
  syncInterval: timeSetting(
    ['index.translog.sync_interval', 'dynamic', 'fsync period when durability is async'],
    '5s',
    '100ms',
  ),
  flushThreshold: sizeSetting(
    ['index.translog.flush_threshold_size', 'dynamic', 'uncommitted translog that starts a flush'],
    '512mb',
    { min: MIN_TRANSLOG_BYTES },
  ),
  generationThreshold: sizeSetting(
    [
      'index.translog.generation_threshold_size',
      'dynamic',
      'size of a file of the translog after which another is begun',
    ],
    '64mb',
    { min: MIN_TRANSLOG_BYTES },
  ),
  translogRetentionAge: timeSetting(
    [
      'index.translog.retention.age',
      'dynamic',
      'hint: without effect where soft deletes keep the history, as in the reference',
    ],
    '-1',
    '-1',
  ),
  translogRetentionSize: sizeSetting(
    [
      'index.translog.retention.size',
      'dynamic',
      'hint: without effect where soft deletes keep the history, as in the reference',
    ],
    '-1',
    { min: -1 },
  ),
  flushAfterMerge: sizeSetting(
    ['index.flush_after_merge', 'dynamic', 'a merge of this size is followed by a flush'],
    '512mb',
    { min: 0 },
  ),
  gcDeletes: timeSetting(
    ['index.gc_deletes', 'dynamic', 'how long versions of deleted documents are remembered'],
    '60s',
    '-1',
  ),
  softDeletes: onlySetting(
    ['index.soft_deletes.enabled', 'final', 'history in the index itself; always on'],
    ['true'],
  ),
  softDeletesOperations: longSetting(
    [
      'index.soft_deletes.retention.operations',
      'dynamic',
      'operations kept for recovery beside those that copies need',
    ],
    '0',
    { min: 0 },
  ),
  softDeletesLease: timeSetting(
    [
      'index.soft_deletes.retention_lease.period',
      'dynamic',
      'how long history of an absent copy is kept',
    ],
    '12h',
    '0ms',
  ),
  mergePolicy: onlySetting(['index.merge.policy', 'static', 'tiered only'], ['tiered', 'default']),
  mergeExpungeDeletes: floatSetting(
    [
      'index.merge.policy.expunge_deletes_allowed',
      'dynamic',
      'per cent of deletes a segment may keep',
    ],
    '10.0',
  ),
  mergeFloor: sizeSetting(
    ['index.merge.policy.floor_segment', 'dynamic', 'smaller segments count as this size'],
    '2mb',
  ),
  mergeAtOnce: intSetting(
    ['index.merge.policy.max_merge_at_once', 'dynamic', 'segments merged at once'],
    '10',
    { min: 2 },
  ),
  mergeMaxSegment: sizeSetting(
    ['index.merge.policy.max_merged_segment', 'dynamic', 'largest segment a merge makes'],
    '5gb',
  ),
  mergePerTier: floatSetting(
    ['index.merge.policy.segments_per_tier', 'dynamic', 'segments of a size class'],
    '10.0',
    { min: 2 },
  ),
  mergeReclaim: floatSetting(
    [
      'index.merge.policy.reclaim_deletes_weight',
      'dynamic',
      'how much merges are preferred that rid deletes',
    ],
    '2.0',
  ),
  mergeDeletesPct: floatSetting(
    ['index.merge.policy.deletes_pct_allowed', 'dynamic', 'per cent of deletes a segment may hold'],
    '20.0',
    { min: 5, max: 50 },
  ),
  mergeCompound: onlySetting(
    ['index.compound_format', 'dynamic', 'every segment is one file'],
    ['0.1', 'true', '1.0', '1'],
  ),
  mergeThreads: intSetting([MAX_THREADS, 'dynamic', 'merges of a shard at a time'], '1', {
    min: 1,
  }),
  mergeCount: intSetting(
    [
      'index.merge.scheduler.max_merge_count',
      'dynamic',
      'merges of a shard under way or wanted, beyond which its writes are held back',
    ],
    (settings) => String(MERGES_BEYOND_THREADS + Number(settings.get(MAX_THREADS) ?? '1')),
    { min: 1 },
  ),
  mergeThrottle: booleanSetting(
    [
      'index.merge.scheduler.auto_throttle',
      'dynamic',
      'large merges write no faster than they must',
    ],
    'true',
  ),
  warmer: booleanSetting(['index.warmer.enabled', 'dynamic', 'hint: readers open warm'], 'true'),
  checksum: onlySetting(
    ['index.shard.check_on_startup', 'static', 'a full check of a shard that opens is not built'],
    ['false'],
  ),
  requestCache: booleanSetting(
    [
      'index.requests.cache.enable',
      'dynamic',
      'answers without hits are kept and given again until the shard shows something new',
    ],
    'true',
  ),
  queryCache: booleanSetting(
    ['index.queries.cache.enabled', 'static', 'hint: filters may be kept in memory'],
    'true',
  ),
  fielddataCache: choiceSetting(
    ['index.fielddata.cache', 'static', 'hint: where field data is kept'],
    'node',
    ['node', 'none'],
  ),
  loadFixedBitset: booleanSetting(
    [
      'index.load_fixed_bitset_filters_eagerly',
      'static',
      'hint: parent filters are built when a reader opens',
    ],
    'true',
  ),
  optimizeAutoId: booleanSetting(
    [
      'index.optimize_auto_generated_id',
      'dynamic',
      'no version is looked up for ids the server made',
    ],
    'true',
  ),
  maxRetries: intSetting(
    ['index.allocation.max_retries', 'dynamic', 'attempts to allocate a shard'],
    '5',
    { min: 0 },
  ),
};
