/** Schemas of what nodes report about themselves. */
import { exampleHeading, exampleNode, NODE_IDENTITY, nodesAnswer } from './nodes.js';
import type { Described } from './schema.js';
import * as s from './schema.js';
import { COPY_STATS, SHARD_SECTIONS } from './shard_stats.js';

const sampleId = 'eO3JnJfBKXHXnoZW7nAecw';
const ofOneNode = (node: Readonly<Record<string, unknown>>) => ({
  ...exampleHeading,
  nodes: { [sampleId]: JSON.parse(JSON.stringify(node)) },
});

const memory = s.object({
  ...s.sizes('total', 'free', 'used'),
  ...s.integers('free_percent', 'used_percent'),
});
const SPACE = s.sizes('total', 'free', 'available', 'cache_reserved');
const operations = s.integers(
  'operations',
  'read_operations',
  'write_operations',
  'read_kilobytes',
  'write_kilobytes',
  'read_time',
  'write_time',
  'queue_size',
  'io_time_in_millis',
);

const MACHINE = {
  os: s.object({
    timestamp: s.integer,
    cpu: s.object({ percent: s.integer, load_average: s.mapOf(s.number) }),
    mem: memory,
    swap: s.object(s.sizes('total', 'free', 'used')),
    cgroup: s.object({
      cpuacct: s.object({ control_group: s.text, usage_nanos: s.integer }),
      cpu: s.object({
        control_group: s.text,
        ...s.integers('cfs_period_micros', 'cfs_quota_micros'),
        stat: s.object(
          s.integers(
            'number_of_elapsed_periods',
            'number_of_times_throttled',
            'time_throttled_nanos',
          ),
        ),
      }),
      memory: s.object(s.texts('control_group', 'limit_in_bytes', 'usage_in_bytes')),
    }),
  }),
  process: s.object({
    ...s.integers('timestamp', 'open_file_descriptors', 'max_file_descriptors'),
    cpu: s.object({ percent: s.integer, ...s.times('total') }),
    mem: s.object({
      ...s.sizes('total_virtual', 'resident'),
      owners: s.object(s.sizes('heaps', 'engine', 'buffers', 'segments', 'files', 'other')),
    }),
    event_loop: s.object({
      delay: s.object(
        s.integers('samples', 'mean_in_micros', 'p50_in_micros', 'p99_in_micros', 'max_in_micros'),
      ),
    }),
  }),
  jvm: s.object({
    timestamp: s.integer,
    ...s.times('uptime'),
    mem: s.object({
      ...s.sizes('heap_used', 'heap_committed', 'heap_max', 'non_heap_used', 'non_heap_committed'),
      heap_used_percent: s.integer,
      pools: s.mapOf(s.object(s.sizes('used', 'max', 'peak_used', 'peak_max'))),
    }),
    threads: s.object({
      ...s.integers('count', 'peak_count'),
      heaps: s.mapOf(s.object(s.sizes('used', 'committed', 'engine', 'buffers'))),
    }),
    gc: s.object({
      collectors: s.mapOf(s.object({ collection_count: s.integer, ...s.times('collection_time') })),
    }),
    buffer_pools: s.mapOf(s.object({ count: s.integer, ...s.sizes('used', 'total_capacity') })),
    classes: s.object(
      s.integers('current_loaded_count', 'total_loaded_count', 'total_unloaded_count'),
    ),
  }),
  fs: s.object({
    timestamp: s.integer,
    total: s.object(SPACE),
    data: s.list(s.object({ ...s.texts('path', 'mount', 'type'), ...SPACE })),
    io_stats: s.object({
      devices: s.list(s.object({ device_name: s.text, ...operations })),
      total: s.object(operations),
    }),
  }),
};

const COUNTED = { ...s.integers('count', 'current', 'failed'), ...s.times('time') };
const scripts = s.integers('compilations', 'cache_evictions', 'compilation_limit_triggered');
const PRESSURES = [
  'combined_coordinating_and_primary',
  'coordinating',
  'primary',
  'replica',
  'all',
] as const;

const WORK = {
  thread_pool: s.mapOf(
    s.object(s.integers('threads', 'queue', 'active', 'rejected', 'largest', 'completed')),
  ),
  transport: s.object({
    ...s.integers('server_open', 'total_outbound_connections', 'rx_count', 'tx_count'),
    ...s.sizes('rx_size', 'tx_size'),
  }),
  http: s.object({
    ...s.integers('current_open', 'total_opened'),
    failed_requests: s.object({ total: s.integer, by_type: s.mapOf(s.integer) }),
  }),
  breakers: s.mapOf(
    s.object({
      ...s.sizes('limit_size', 'estimated_size'),
      overhead: s.number,
      tripped: s.integer,
    }),
  ),
  script: s.object(scripts),
  script_cache: s.object({
    sum: s.object(scripts),
    contexts: s.list(s.object({ context: s.text, ...scripts })),
  }),
  discovery: s.object({
    cluster_state_queue: s.object(s.integers('total', 'pending', 'committed')),
    published_cluster_states: s.object(
      s.integers('full_states', 'incompatible_diffs', 'compatible_diffs'),
    ),
    cluster_state_stats: s.object({
      overall: s.object(s.integers('update_count', 'total_time_in_millis', 'failed_count')),
    }),
  }),
  ingest: s.object({
    total: s.object(COUNTED),
    pipelines: s.mapOf(
      s.object({
        ...COUNTED,
        processors: s.list(s.mapOf(s.object({ type: s.text, stats: s.object(COUNTED) }))),
      }),
    ),
  }),
  adaptive_selection: s.mapOf(
    s.object({
      ...s.integers('outgoing_searches', 'avg_queue_size', 'avg_service_time_ns'),
      avg_response_time_ns: s.integer,
      rank: s.text,
    }),
  ),
  indexing_pressure: s.object({
    memory: s.object({
      ...s.sizes('limit'),
      current: s.object(s.sizes(...PRESSURES)),
      total: s.object({
        ...s.sizes(...PRESSURES),
        ...s.integers('coordinating_rejections', 'primary_rejections', 'replica_rejections'),
      }),
    }),
  }),
  file_cache: s.object({
    ...s.integers('timestamp', 'active_percent', 'used_percent', 'hit_count', 'miss_count'),
    ...s.sizes('active', 'total', 'used', 'evictions'),
  }),
  segment_replication_backpressure: s.object(s.integers('total_rejected_requests')),
  slow_log: s.object({ total: s.integer, latest: s.list(s.mapOf(s.anything)) }),
};

const NODE_STATS = {
  timestamp: s.integer,
  ...NODE_IDENTITY,
  indices: s.object({
    ...SHARD_SECTIONS,
    indices: s.mapOf(s.ref('ShardSections')),
    shards: s.mapOf(s.list(s.mapOf(s.object(COPY_STATS)))),
  }),
  ...MACHINE,
  ...WORK,
};

const NODE_INFO = {
  ...NODE_IDENTITY,
  ...s.texts('version', 'build_type', 'build_flavor', 'build_hash'),
  ...s.sizes('total_indexing_buffer'),
  settings: s.mapOf(s.anything),
  os: s.object({
    ...s.times('refresh_interval'),
    ...s.texts('name', 'pretty_name', 'arch', 'version'),
    ...s.integers('available_processors', 'allocated_processors'),
  }),
  process: s.object({ ...s.times('refresh_interval'), id: s.integer, mlockall: s.boolean }),
  jvm: s.object({
    pid: s.integer,
    ...s.texts('version', 'vm_name', 'vm_version', 'vm_vendor', 'start_time'),
    start_time_in_millis: s.integer,
    mem: s.object(s.sizes('heap_init', 'heap_max', 'non_heap_init', 'non_heap_max', 'direct_max')),
    gc_collectors: s.list(s.text),
    memory_pools: s.list(s.text),
    using_compressed_ordinary_object_pointers: s.text,
    input_arguments: s.list(s.text),
  }),
  thread_pool: s.mapOf(
    s.object({ type: s.text, ...s.integers('size', 'core', 'max', 'queue_size') }),
  ),
  transport: s.object({
    bound_address: s.list(s.text),
    publish_address: s.text,
    profiles: s.mapOf(s.anything),
  }),
  http: s.object({
    bound_address: s.list(s.text),
    publish_address: s.text,
    ...s.sizes('max_content_length'),
  }),
  plugins: s.list(s.mapOf(s.anything)),
  modules: s.list(s.mapOf(s.anything)),
  ingest: s.object({ processors: s.list(s.object({ type: s.text })) }),
  aggregations: s.mapOf(s.object({ types: s.list(s.text) })),
  search_pipelines: s.object({
    request_processors: s.list(s.object({ type: s.text })),
    response_processors: s.list(s.object({ type: s.text })),
  }),
};

export const node_reports: Described = {
  schemas: {},
  shapes: {
    'nodes.stats': {
      answer: {
        schema: nodesAnswer(NODE_STATS),
        example: ofOneNode({
          timestamp: 1795904122352,
          ...exampleNode,
          process: { timestamp: 1795904122352, open_file_descriptors: 210 },
        }),
      },
    },
    'nodes.info': {
      answer: {
        schema: nodesAnswer(NODE_INFO),
        example: ofOneNode({ ...exampleNode, version: '7.10.2', build_type: 'tar' }),
      },
    },
    'nodes.usage': {
      answer: {
        schema: nodesAnswer({
          ...s.integers('timestamp', 'since'),
          rest_actions: s.mapOf(s.integer),
          aggregations: s.mapOf(s.mapOf(s.integer)),
        }),
        example: ofOneNode({
          timestamp: 1795904122352,
          since: 1795904022352,
          rest_actions: { search_action: 3 },
          aggregations: { terms: { bytes: 1 } },
        }),
      },
    },
    'nodes.reload_secure_settings': {
      body: {
        schema: s.closed({ secure_settings_password: s.text }),
        example: { secure_settings_password: 'secret' },
      },
      answer: {
        schema: nodesAnswer({ name: s.text, reload_exception: s.ref('ErrorCause') }),
        example: ofOneNode({ name: 'node-1' }),
      },
    },
    'asynchronous_search.stats': {
      answer: {
        schema: nodesAnswer({
          asynchronous_search_stats: s.object(
            s.integers(
              'submitted',
              'initialized',
              'search_failed',
              'search_completed',
              'rejected',
              'cancelled',
              'running_current',
              'persisted',
            ),
          ),
        }),
        example: ofOneNode({ asynchronous_search_stats: { submitted: 1, search_completed: 1 } }),
      },
    },
  },
};
