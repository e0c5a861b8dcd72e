/** The statistics of shards, which are summed by index and by node. */
import {
  anything,
  boolean,
  integer,
  integers,
  list,
  mapOf,
  number,
  object,
  orNull,
  sizes,
  text,
  texts,
  times,
} from './schema.js';

const sized = (...names: readonly string[]) => {
  const entries = names.flatMap((name) => [
    [`${name}_bytes`, integer] as const,
    [name, text] as const,
  ]);
  return object(Object.fromEntries(entries));
};
const uploads = {
  total_uploads: object(integers('started', 'failed', 'succeeded')),
  total_upload_size: sized('started', 'succeeded', 'failed'),
};

const DOCUMENTS = {
  docs: object(integers('count', 'deleted')),
  store: object(sizes('size', 'reserved')),
  indexing: object({
    ...integers('index_total', 'index_current', 'index_failed', 'delete_total', 'delete_current'),
    ...integers('noop_update_total'),
    ...times('index_time', 'delete_time', 'throttle_time'),
    is_throttled: boolean,
    doc_status: mapOf(integer),
    types: mapOf(anything),
  }),
  get: object({
    ...integers('total', 'exists_total', 'missing_total', 'current'),
    ...times('time', 'exists_time', 'missing_time'),
    getTime: text,
  }),
};

const KINDS = ['query', 'concurrent_query', 'fetch', 'scroll', 'point_in_time', 'suggest'];
const SEARCH = {
  open_contexts: integer,
  concurrent_avg_slice_count: number,
  search_idle_reactivate_count_total: integer,
  ...integers(...KINDS.flatMap((kind) => [`${kind}_total`, `${kind}_current`])),
  ...times(...KINDS.map((kind) => `${kind}_time`)),
};

const MEMORIES = ['memory', 'terms_memory', 'stored_fields_memory', 'term_vectors_memory'];
const MORE_MEMORIES = ['norms_memory', 'points_memory', 'doc_values_memory'];
const SEGMENTS = object({
  ...integers('count', 'max_unsafe_auto_id_timestamp', 'fixed_bit_set_memory_in_bytes'),
  ...sizes(...MEMORIES, ...MORE_MEMORIES, 'index_writer_memory', 'version_map_memory'),
  fixed_bit_set: text,
  remote_store: object({
    upload: object({
      ...times('max_refresh_time_lag', 'total_time_spent'),
      total_upload_size: sized('started', 'succeeded', 'failed'),
      refresh_size_lag: sized('total', 'max'),
      pressure: object(integers('total_rejections')),
    }),
    download: object({
      ...times('total_time_spent'),
      total_download_size: sized('started', 'succeeded', 'failed'),
    }),
  }),
  segment_replication: object(
    integers('max_bytes_behind', 'total_bytes_behind', 'max_replication_lag'),
  ),
  file_sizes: mapOf(anything),
});

const CACHES = {
  query_cache: object({
    ...sizes('memory_size'),
    ...integers('total_count', 'hit_count', 'miss_count', 'cache_size', 'cache_count', 'evictions'),
  }),
  fielddata: object({
    ...sizes('memory_size'),
    evictions: integer,
    fields: mapOf(object(sizes('memory_size'))),
  }),
  completion: object({ ...sizes('size'), fields: mapOf(object(sizes('size'))) }),
  request_cache: object({
    ...sizes('memory_size'),
    ...integers('evictions', 'hit_count', 'miss_count'),
  }),
};

/** The sections that `_stats` and `_nodes/stats` have. */
export const SHARD_SECTIONS = {
  ...DOCUMENTS,
  search: object({
    ...SEARCH,
    groups: mapOf(object(SEARCH)),
    request: mapOf(object({ ...times('time'), ...integers('current', 'total') })),
  }),
  merges: object({
    ...integers('current', 'current_docs', 'total', 'total_docs'),
    ...integers('unreferenced_file_cleanups_performed'),
    ...sizes('current_size', 'total_size', 'total_auto_throttle'),
    ...times('total_time', 'total_stopped_time', 'total_throttled_time'),
  }),
  refresh: object({
    ...integers('total', 'external_total', 'listeners'),
    ...times('total_time', 'external_total_time'),
  }),
  flush: object({ ...integers('total', 'periodic'), ...times('total_time') }),
  warmer: object({ ...integers('current', 'total'), ...times('total_time') }),
  ...CACHES,
  segments: SEGMENTS,
  translog: object({
    ...integers('operations', 'uncommitted_operations', 'earliest_last_modified_age'),
    ...sizes('size', 'uncommitted_size'),
    remote_store: object({ upload: object(uploads) }),
  }),
  recovery: object({
    ...integers('current_as_source', 'current_as_target'),
    ...times('throttle_time'),
  }),
};

const userData = mapOf(text);

/** The sections of one copy of a shard. */
export const COPY_STATS = {
  ...SHARD_SECTIONS,
  routing: object({
    state: text,
    primary: boolean,
    node: orNull('string'),
    relocating_node: orNull('string'),
  }),
  commit: object({
    id: text,
    ...integers('generation', 'num_docs'),
    user_data: userData,
  }),
  seq_no: object(integers('max_seq_no', 'local_checkpoint', 'global_checkpoint')),
  retention_leases: object({
    ...integers('primary_term', 'version'),
    leases: list(object({ id: text, ...integers('retaining_seq_no', 'timestamp'), source: text })),
  }),
  shard_path: object({ ...texts('state_path', 'data_path'), is_custom_data_path: boolean }),
};

export const exampleSections = {
  docs: { count: 3, deleted: 0 },
  store: { size_in_bytes: 4521, reserved_in_bytes: 0 },
};
