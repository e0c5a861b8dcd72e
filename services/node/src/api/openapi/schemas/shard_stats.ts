/** The statistics of shards, which are summed by index and by node. */
import * as s from './schema.js';

const sized = (...names: readonly string[]) => {
  const entries = names.flatMap((name) => [
    [`${name}_bytes`, s.integer] as const,
    [name, s.text] as const,
  ]);
  return s.object(Object.fromEntries(entries));
};
const uploads = {
  total_uploads: s.object(s.integers('started', 'failed', 'succeeded')),
  total_upload_size: sized('started', 'succeeded', 'failed'),
};

const DOCUMENTS = {
  docs: s.object(s.integers('count', 'deleted')),
  store: s.object(s.sizes('size', 'reserved')),
  indexing: s.object({
    ...s.integers('index_total', 'index_current', 'index_failed', 'delete_total', 'delete_current'),
    ...s.integers('noop_update_total'),
    ...s.times('index_time', 'delete_time', 'throttle_time'),
    is_throttled: s.boolean,
    doc_status: s.mapOf(s.integer),
    types: s.mapOf(s.anything),
  }),
  get: s.object({
    ...s.integers('total', 'exists_total', 'missing_total', 'current'),
    ...s.times('time', 'exists_time', 'missing_time'),
    getTime: s.text,
  }),
};

const KINDS = ['query', 'concurrent_query', 'fetch', 'scroll', 'point_in_time', 'suggest'];
const SEARCH = {
  open_contexts: s.integer,
  concurrent_avg_slice_count: s.number,
  search_idle_reactivate_count_total: s.integer,
  ...s.integers(...KINDS.flatMap((kind) => [`${kind}_total`, `${kind}_current`])),
  ...s.times(...KINDS.map((kind) => `${kind}_time`)),
};

const MEMORIES = ['memory', 'terms_memory', 'stored_fields_memory', 'term_vectors_memory'];
const MORE_MEMORIES = ['norms_memory', 'points_memory', 'doc_values_memory'];
const SEGMENTS = s.object({
  ...s.integers('count', 'max_unsafe_auto_id_timestamp', 'fixed_bit_set_memory_in_bytes'),
  ...s.sizes(...MEMORIES, ...MORE_MEMORIES, 'index_writer_memory', 'version_map_memory'),
  fixed_bit_set: s.text,
  remote_store: s.object({
    upload: s.object({
      ...s.times('max_refresh_time_lag', 'total_time_spent'),
      total_upload_size: sized('started', 'succeeded', 'failed'),
      refresh_size_lag: sized('total', 'max'),
      pressure: s.object(s.integers('total_rejections')),
    }),
    download: s.object({
      ...s.times('total_time_spent'),
      total_download_size: sized('started', 'succeeded', 'failed'),
    }),
  }),
  segment_replication: s.object(
    s.integers('max_bytes_behind', 'total_bytes_behind', 'max_replication_lag'),
  ),
  file_sizes: s.mapOf(s.anything),
});

const CACHES = {
  query_cache: s.object({
    ...s.sizes('memory_size'),
    ...s.integers(
      'total_count',
      'hit_count',
      'miss_count',
      'cache_size',
      'cache_count',
      'evictions',
    ),
  }),
  fielddata: s.object({
    ...s.sizes('memory_size'),
    evictions: s.integer,
    fields: s.mapOf(s.object(s.sizes('memory_size'))),
  }),
  completion: s.object({ ...s.sizes('size'), fields: s.mapOf(s.object(s.sizes('size'))) }),
  request_cache: s.object({
    ...s.sizes('memory_size'),
    ...s.integers('evictions', 'hit_count', 'miss_count'),
  }),
};

/** The sections that `_stats` and `_nodes/stats` have. */
export const SHARD_SECTIONS = {
  ...DOCUMENTS,
  search: s.object({
    ...SEARCH,
    groups: s.mapOf(s.object(SEARCH)),
    request: s.mapOf(s.object({ ...s.times('time'), ...s.integers('current', 'total') })),
  }),
  merges: s.object({
    ...s.integers('current', 'current_docs', 'total', 'total_docs'),
    ...s.integers('unreferenced_file_cleanups_performed'),
    ...s.sizes('current_size', 'total_size', 'total_auto_throttle'),
    ...s.times('total_time', 'total_stopped_time', 'total_throttled_time'),
  }),
  refresh: s.object({
    ...s.integers('total', 'external_total', 'listeners'),
    ...s.times('total_time', 'external_total_time'),
  }),
  flush: s.object({ ...s.integers('total', 'periodic'), ...s.times('total_time') }),
  warmer: s.object({ ...s.integers('current', 'total'), ...s.times('total_time') }),
  ...CACHES,
  segments: SEGMENTS,
  translog: s.object({
    ...s.integers('operations', 'uncommitted_operations', 'earliest_last_modified_age'),
    ...s.sizes('size', 'uncommitted_size'),
    remote_store: s.object({ upload: s.object(uploads) }),
  }),
  recovery: s.object({
    ...s.integers('current_as_source', 'current_as_target'),
    ...s.times('throttle_time'),
  }),
};

const userData = s.mapOf(s.text);

/** The sections of one copy of a shard. */
export const COPY_STATS = {
  ...SHARD_SECTIONS,
  routing: s.object({
    state: s.text,
    primary: s.boolean,
    node: s.orNull('string'),
    relocating_node: s.orNull('string'),
  }),
  commit: s.object({
    id: s.text,
    ...s.integers('generation', 'num_docs'),
    user_data: userData,
  }),
  seq_no: s.object(s.integers('max_seq_no', 'local_checkpoint', 'global_checkpoint')),
  retention_leases: s.object({
    ...s.integers('primary_term', 'version'),
    leases: s.list(
      s.object({ id: s.text, ...s.integers('retaining_seq_no', 'timestamp'), source: s.text }),
    ),
  }),
  shard_path: s.object({ ...s.texts('state_path', 'data_path'), is_custom_data_path: s.boolean }),
};

export const exampleSections = {
  docs: { count: 3, deleted: 0 },
  store: { size_in_bytes: 4521, reserved_in_bytes: 0 },
};

/** A report with these members of each copy of each shard, by index and number of the shard. */
export function byShardCopy(members: Parameters<typeof s.object>[0]) {
  const routing = s.object({ state: s.text, primary: s.boolean, node: s.text });
  const copies = s.list(s.object({ routing, ...members }));
  return s.object({
    _shards: s.ref('ShardCounts'),
    indices: s.mapOf(s.object({ shards: s.mapOf(copies) })),
  });
}
