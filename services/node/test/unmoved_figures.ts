/**
 * The figures that the work of statistics.test.ts does not change, each with the reason. Figures of
 * shards stand once for `_nodes/stats`, both halves of `_stats` and `_cluster/stats`.
 */
type Reasons = Readonly<Record<string, string>>;

/**
 * Maps `nodes.indices.get.total`, `stats.primaries.get.total`, ... to the one name
 * `shards.get.total`.
 */
export function figureOf(path: string): string {
  return path.replace(
    /^(nodes\.indices|stats\.primaries|stats\.total|cluster\.indices)\./,
    'shards.',
  );
}

const NO_QUERY_CACHE =
  'no answers of filters are kept; the reader of OpenSearch adds its figures up';
const NO_COPIED_SEGMENTS = 'replicas here index by themselves: segment_replication.test.ts';
const NOT_APART = 'searches with which other threads helped are counted among the others';
const NO_QUEUE_OF_STATES = 'cluster states are applied as they come: none waits in between';
const PHASE_ENDED = 'phases are told when their search has ended; took.current has those before';
const LUCENE_9 = 'OpenSearch shows 0 since Lucene 9; memory_in_bytes has all';

/**
 * Figures that never change. OpenSearch reports them, and programs that read them fail or show gaps
 * without them.
 */
export const NEVER_MOVED: Reasons = {
  'cluster.nodes.count.search': 'no node has the role search',
  'shards.store.reserved_in_bytes': 'no room is reserved for files that a recovery will bring',
  'shards.indexing.index_current':
    'a shard writes in one turn of its thread and tells between turns',
  'shards.indexing.delete_current':
    'a shard deletes in one turn of its thread and tells between turns',
  'shards.get.current': 'a document is read in one turn of its thread',
  'shards.merges.total_stopped_time_in_millis':
    'no merge is stopped: one that is held back counts in total_throttled_time',
  'shards.merges.unreferenced_file_cleanups_performed':
    'files that a failed merge left are not counted when they go',
  'shards.warmer.current': 'nothing is built before a segment is searched',
  'shards.warmer.total': 'nothing is built before a segment is searched',
  'shards.warmer.total_time_in_millis': 'nothing is built before a segment is searched',
  'shards.search.concurrent_query_total': NOT_APART,
  'shards.search.concurrent_query_time_in_millis': NOT_APART,
  'shards.search.concurrent_query_current': NOT_APART,
  'shards.search.concurrent_avg_slice_count': NOT_APART,
  'shards.search.request.dfs_pre_query.current': PHASE_ENDED,
  'shards.search.request.query.current': PHASE_ENDED,
  'shards.search.request.fetch.current': PHASE_ENDED,
  'shards.search.request.dfs_query.current': PHASE_ENDED,
  'shards.search.request.expand.current': PHASE_ENDED,
  'shards.search.request.can_match.current': PHASE_ENDED,
  'shards.search.search_idle_reactivate_count_total': 'wake-ups of shards at rest are not counted',
  'nodes.discovery.cluster_state_queue.total': NO_QUEUE_OF_STATES,
  'nodes.discovery.cluster_state_queue.pending': NO_QUEUE_OF_STATES,
  'nodes.discovery.cluster_state_queue.committed': NO_QUEUE_OF_STATES,
  'shards.query_cache.memory_size_in_bytes': NO_QUERY_CACHE,
  'shards.query_cache.total_count': NO_QUERY_CACHE,
  'shards.query_cache.hit_count': NO_QUERY_CACHE,
  'shards.query_cache.miss_count': NO_QUERY_CACHE,
  'shards.query_cache.cache_size': NO_QUERY_CACHE,
  'shards.query_cache.cache_count': NO_QUERY_CACHE,
  'shards.query_cache.evictions': NO_QUERY_CACHE,
  'shards.segments.terms_memory_in_bytes': LUCENE_9,
  'shards.segments.stored_fields_memory_in_bytes': LUCENE_9,
  'shards.segments.term_vectors_memory_in_bytes': LUCENE_9,
  'shards.segments.norms_memory_in_bytes': LUCENE_9,
  'shards.segments.points_memory_in_bytes': LUCENE_9,
  'shards.segments.doc_values_memory_in_bytes': LUCENE_9,
  'shards.segments.index_writer_memory_in_bytes':
    'all shards share indices.memory.index_buffer_size; shares are not told',
  'shards.segments.version_map_memory_in_bytes':
    'bounded by its number of entries; its bytes are not counted',
  'shards.segments.fixed_bit_set_memory_in_bytes':
    'bytes of the bit sets of nested documents are not counted',
  'shards.segments.max_unsafe_auto_id_timestamp': 'ids made by the node are looked up as any other',
  'shards.translog.earliest_last_modified_age': 'times of files are not read',
  'shards.recovery.current_as_source': 'recoveries under way are told by _recovery alone',
  'shards.recovery.current_as_target': 'recoveries under way are told by _recovery alone',
  'shards.recovery.throttle_time_in_millis':
    'how long indices.recovery.max_bytes_per_sec held files back is told nowhere',
  'nodes.thread_pool.merge.rejected': 'merges wait for each other without a limit',
  'nodes.jvm.mem.pools.survivor.used_in_bytes': 'V8 counts survivors in the young pool',
  'nodes.jvm.mem.pools.survivor.max_in_bytes': 'V8 counts survivors in the young pool',
  'nodes.jvm.mem.pools.survivor.peak_used_in_bytes': 'V8 counts survivors in the young pool',
  'nodes.jvm.mem.pools.survivor.peak_max_in_bytes': 'V8 counts survivors in the young pool',
  'nodes.jvm.buffer_pools.direct.count':
    'V8 tells the bytes of buffers outside of its heap, not how many',
  'nodes.indexing_pressure.memory.total.coordinating_rejections':
    'a coordinating node refuses no write of its own: shards do',
  'nodes.indexing_pressure.memory.total.replica_rejections':
    'a replica takes what its primary has written',
  'nodes.indexing_pressure.memory.limit_in_bytes':
    'queues bound writes by number, breakers by bytes',
};

/**
 * Figures of the machine, the process or the settings: they are not 0, and the work of the test
 * does not change them.
 */
export const STEADY: Reasons = {
  'nodes.os.mem.total_in_bytes': 'the machine',
  'nodes.process.max_file_descriptors': 'a limit of the process',
  'nodes.jvm.mem.heap_max_in_bytes': 'a limit of the process',
  'nodes.jvm.mem.pools.young.max_in_bytes': 'a limit of the process',
  'nodes.jvm.mem.pools.young.peak_max_in_bytes': 'a limit of the process',
  'nodes.jvm.mem.pools.old.max_in_bytes': 'a limit of the process',
  'nodes.jvm.mem.pools.old.peak_max_in_bytes': 'a limit of the process',
  'nodes.fs.total.total_in_bytes': 'the disk',
  'nodes.fs.data.0.total_in_bytes': 'the disk',
  'nodes.fs.total.cache_reserved_in_bytes': 'a setting',
  'nodes.fs.data.0.cache_reserved_in_bytes': 'a setting',
  'nodes.breakers.request.limit_size_in_bytes': 'a setting',
  'nodes.breakers.request.overhead': 'a setting',
  'nodes.breakers.fielddata.limit_size_in_bytes': 'a setting',
  'nodes.breakers.fielddata.overhead': 'a setting',
  'nodes.breakers.in_flight_requests.limit_size_in_bytes': 'a setting',
  'nodes.breakers.in_flight_requests.overhead': 'a setting',
  'nodes.breakers.parent.limit_size_in_bytes': 'a setting',
  'nodes.breakers.parent.overhead': 'a setting',
  'nodes.file_cache.total_in_bytes': 'a setting',
  'nodes.transport.server_open': 'links may be there when the nodes have met',
  'nodes.transport.total_outbound_connections': 'links may be there when the nodes have met',
  'nodes.discovery.published_cluster_states.full_states': 'one for a node that joins, as they did',
  'cluster._nodes.total': 'the nodes that are asked',
  'cluster._nodes.successful': 'the nodes that are asked',
  'cluster.nodes.count.total': 'the nodes that there are',
  'cluster.nodes.count.cluster_manager': 'the nodes that there are',
  'cluster.nodes.count.data': 'the nodes that there are',
  'cluster.nodes.count.ingest': 'the nodes that there are',
  'cluster.nodes.count.master': 'the nodes that there are',
  'cluster.nodes.count.remote_cluster_client': 'the nodes that there are',
  'cluster.nodes.os.available_processors': 'the machine',
  'cluster.nodes.os.allocated_processors': 'the machine',
  'cluster.nodes.os.names.0.count': 'the nodes that there are',
  'cluster.nodes.os.pretty_names.0.count': 'the nodes that there are',
  'cluster.nodes.os.mem.total_in_bytes': 'the machine',
  'cluster.nodes.jvm.versions.0.count': 'the nodes that there are',
  'cluster.nodes.fs.total_in_bytes': 'the disk',
  'cluster.nodes.fs.cache_reserved_in_bytes': 'a setting',
  'cluster.nodes.network_types.transport_types.tcp': 'the nodes that there are',
  'cluster.nodes.network_types.http_types.node': 'the nodes that there are',
  'cluster.nodes.discovery_types.zen': 'the nodes that there are',
  'cluster.nodes.packaging_types.0.count': 'the nodes that there are',
  'cluster.nodes.jvm.mem.heap_max_in_bytes': 'a limit of the process',
};

const MACHINE = 'what the machine does just now';
const PROCESS = 'what the process does just now';
const NONE_SKIPPED = 'every shard here may match: search_coordinator.test.ts';
const OVER = 'over when it is asked';
const NEVER_UNDER_WAY = 'told when threads have done their work';
const NOT_SEARCHED =
  'no index is searched in a repository here: searchable_snapshots.test.ts, block_cache.test.ts';

const NOT_REMOTE = 'no index here is in a remote store: remote_store.test.ts';

/**
 * Figures that are counted or measured, but whose causes do not occur in the test, or are over when
 * the figures are read.
 */
export const MAY_REST: Reasons = {
  'cluster.nodes.os.mem.used_in_bytes': MACHINE,
  'cluster.nodes.os.mem.free_percent': MACHINE,
  'cluster.nodes.os.mem.used_percent': MACHINE,
  'cluster.nodes.fs.free_in_bytes': MACHINE,
  'cluster.nodes.fs.available_in_bytes': MACHINE,
  'cluster.nodes.process.cpu.percent': PROCESS,
  'cluster.nodes.process.open_file_descriptors.min': PROCESS,
  'cluster.nodes.process.open_file_descriptors.max': PROCESS,
  'cluster.nodes.process.open_file_descriptors.avg': PROCESS,
  'cluster.nodes.jvm.threads': PROCESS,
  'nodes.process.mem.owners.other_in_bytes':
    'reserved memory that was never written hides what the others use: memory_owners.test.ts',
  'shards.indexing.throttle_time_in_millis': 'merges keep up here: write_throttle.test.ts',
  'shards.merges.total_throttled_time_in_millis': 'merges here are small: merge_throttling.test.ts',
  'shards.merges.current': OVER,
  'shards.merges.current_docs': OVER,
  'shards.merges.current_size_in_bytes': OVER,
  'shards.search.query_current': `${OVER}: search_counts.test.ts`,
  'shards.search.request.can_match.total': NONE_SKIPPED,
  'shards.search.request.can_match.time_in_millis': NONE_SKIPPED,
  'shards.search.request.took.current': `${OVER}: search_times.test.ts`,
  'shards.search.fetch_current': `${OVER}: search_counts.test.ts`,
  'shards.search.suggest_current': `${OVER}: search_counts.test.ts`,
  'shards.segments.segment_replication.max_bytes_behind': NO_COPIED_SEGMENTS,
  'shards.segments.segment_replication.total_bytes_behind': NO_COPIED_SEGMENTS,
  'shards.segments.segment_replication.max_replication_lag': NO_COPIED_SEGMENTS,
  'shards.segments.remote_store.upload.total_upload_size.started_bytes': NOT_REMOTE,
  'shards.segments.remote_store.upload.total_upload_size.succeeded_bytes': NOT_REMOTE,
  'shards.segments.remote_store.upload.total_upload_size.failed_bytes': NOT_REMOTE,
  'shards.segments.remote_store.upload.refresh_size_lag.total_bytes': NOT_REMOTE,
  'shards.segments.remote_store.upload.refresh_size_lag.max_bytes': NOT_REMOTE,
  'shards.segments.remote_store.upload.max_refresh_time_lag_in_millis': NOT_REMOTE,
  'shards.segments.remote_store.upload.total_time_spent_in_millis': NOT_REMOTE,
  'shards.segments.remote_store.upload.pressure.total_rejections': NOT_REMOTE,
  'shards.segments.remote_store.download.total_download_size.started_bytes': NOT_REMOTE,
  'shards.segments.remote_store.download.total_download_size.succeeded_bytes': NOT_REMOTE,
  'shards.segments.remote_store.download.total_download_size.failed_bytes': NOT_REMOTE,
  'shards.segments.remote_store.download.total_time_spent_in_millis': NOT_REMOTE,
  'shards.translog.remote_store.upload.total_uploads.started': NOT_REMOTE,
  'shards.translog.remote_store.upload.total_uploads.failed': NOT_REMOTE,
  'shards.translog.remote_store.upload.total_uploads.succeeded': NOT_REMOTE,
  'shards.translog.remote_store.upload.total_upload_size.started_bytes': NOT_REMOTE,
  'shards.translog.remote_store.upload.total_upload_size.succeeded_bytes': NOT_REMOTE,
  'shards.translog.remote_store.upload.total_upload_size.failed_bytes': NOT_REMOTE,
  'nodes.segment_replication_backpressure.total_rejected_requests': NO_COPIED_SEGMENTS,
  'nodes.ingest.total.current': OVER,
  'nodes.ingest.pipelines.p.current': NEVER_UNDER_WAY,
  'nodes.ingest.pipelines.p.processors.0.script.stats.current': NEVER_UNDER_WAY,
  'nodes.ingest.pipelines.p.processors.1.fail.stats.current': NEVER_UNDER_WAY,
  'nodes.ingest.pipelines.p.processors.0.script.stats.failed': 'a script of one line does not',
  'nodes.ingest.pipelines.p.processors.1.fail.stats.time_in_millis': 'less than a millisecond',
  'cluster.nodes.ingest.processor_stats.script.current': NEVER_UNDER_WAY,
  'cluster.nodes.ingest.processor_stats.script.failed': 'a script of one line does not',
  'cluster.nodes.ingest.processor_stats.conditional.current': NEVER_UNDER_WAY,
  'cluster.nodes.ingest.processor_stats.conditional.time_in_millis': 'less than a millisecond',
  'nodes.file_cache.active_in_bytes': NOT_SEARCHED,
  'nodes.file_cache.used_in_bytes': NOT_SEARCHED,
  'nodes.file_cache.evictions_in_bytes': NOT_SEARCHED,
  'nodes.file_cache.active_percent': NOT_SEARCHED,
  'nodes.file_cache.used_percent': NOT_SEARCHED,
  'nodes.file_cache.hit_count': NOT_SEARCHED,
  'nodes.file_cache.miss_count': NOT_SEARCHED,
  'nodes.thread_pool.ingest.queue': OVER,
  'nodes.thread_pool.ingest.active': OVER,
  'nodes.thread_pool.merge.queue': OVER,
  'nodes.thread_pool.merge.active': OVER,
  'nodes.thread_pool.search.queue': OVER,
  'nodes.thread_pool.search.active': OVER,
  'nodes.thread_pool.write.queue': OVER,
  'nodes.thread_pool.write.active': OVER,
  'nodes.indexing_pressure.memory.current.replica_in_bytes': OVER,
  'nodes.adaptive_selection.node.outgoing_searches': OVER,
  'nodes.adaptive_selection.node.avg_queue_size': OVER,
  'nodes.breakers.request.estimated_size_in_bytes': OVER,
  'nodes.breakers.in_flight_requests.estimated_size_in_bytes': OVER,
  'nodes.discovery.published_cluster_states.incompatible_diffs':
    'no node here has missed the state that a difference is for',
  'nodes.discovery.cluster_state_stats.overall.failed_count': 'every state here is committed',
  'cluster._nodes.failed': 'every node answers',
  'cluster.nodes.count.coordinating_only': 'every node has a role',
  'nodes.os.cpu.percent': MACHINE,
  'nodes.os.cpu.load_average.1m': MACHINE,
  'nodes.os.cpu.load_average.5m': MACHINE,
  'nodes.os.cpu.load_average.15m': MACHINE,
  'nodes.os.mem.free_in_bytes': MACHINE,
  'nodes.os.mem.used_in_bytes': MACHINE,
  'nodes.os.mem.free_percent': MACHINE,
  'nodes.os.mem.used_percent': MACHINE,
  'cluster.nodes.os.mem.free_in_bytes': MACHINE,
  'nodes.fs.total.free_in_bytes': MACHINE,
  'nodes.fs.total.available_in_bytes': MACHINE,
  'nodes.fs.data.0.free_in_bytes': MACHINE,
  'nodes.fs.data.0.available_in_bytes': MACHINE,
  'nodes.process.cpu.percent': PROCESS,
  'nodes.process.open_file_descriptors': PROCESS,
  'nodes.process.event_loop.delay.p50_in_micros': PROCESS,
  'nodes.process.event_loop.delay.max_in_micros':
    'the longest delay may have been at the start, on a busy machine',
  'nodes.jvm.mem.heap_used_percent': PROCESS,
  'nodes.jvm.mem.pools.young.peak_used_in_bytes': PROCESS,
  'nodes.jvm.threads.count': PROCESS,
  'nodes.jvm.threads.peak_count': PROCESS,
  'nodes.jvm.gc.collectors.old.collection_count': 'V8 collects the old pool when it is full',
  'nodes.jvm.gc.collectors.old.collection_time_in_millis':
    'V8 collects the old pool when it is full',
};

/**
 * Figures that are reported where Linux provides them: they are missing in some containers, and on
 * other systems.
 */
export const OF_LINUX: Reasons = {
  'nodes.os.swap.total_in_bytes': MACHINE,
  'nodes.os.swap.free_in_bytes': MACHINE,
  'nodes.os.swap.used_in_bytes': MACHINE,
  'nodes.os.cgroup.cpuacct.usage_nanos': MACHINE,
  'nodes.os.cgroup.cpu.cfs_period_micros': MACHINE,
  'nodes.os.cgroup.cpu.cfs_quota_micros': MACHINE,
  'nodes.os.cgroup.cpu.stat.number_of_elapsed_periods': MACHINE,
  'nodes.os.cgroup.cpu.stat.number_of_times_throttled': MACHINE,
  'nodes.os.cgroup.cpu.stat.time_throttled_nanos': MACHINE,
  'nodes.fs.io_stats.devices.0.operations': MACHINE,
  'nodes.fs.io_stats.devices.0.read_operations': MACHINE,
  'nodes.fs.io_stats.devices.0.write_operations': MACHINE,
  'nodes.fs.io_stats.devices.0.read_kilobytes': MACHINE,
  'nodes.fs.io_stats.devices.0.write_kilobytes': MACHINE,
  'nodes.fs.io_stats.devices.0.read_time': MACHINE,
  'nodes.fs.io_stats.devices.0.write_time': MACHINE,
  'nodes.fs.io_stats.devices.0.queue_size': MACHINE,
  'nodes.fs.io_stats.devices.0.io_time_in_millis': MACHINE,
  'nodes.fs.io_stats.total.operations': MACHINE,
  'nodes.fs.io_stats.total.read_operations': MACHINE,
  'nodes.fs.io_stats.total.write_operations': MACHINE,
  'nodes.fs.io_stats.total.read_kilobytes': MACHINE,
  'nodes.fs.io_stats.total.write_kilobytes': MACHINE,
  'nodes.fs.io_stats.total.read_time': MACHINE,
  'nodes.fs.io_stats.total.write_time': MACHINE,
  'nodes.fs.io_stats.total.queue_size': MACHINE,
  'nodes.fs.io_stats.total.io_time_in_millis': MACHINE,
};
