/** Schemas of what nodes report about themselves. */
import { exampleHeading, exampleNode, NODE_IDENTITY, nodesAnswer } from './nodes.js';
import {
  anything,
  boolean,
  closed,
  type Described,
  integer,
  integers,
  list,
  mapOf,
  number,
  object,
  ref,
  sizes,
  text,
  texts,
  times,
} from './schema.js';
import { COPY_STATS, SHARD_SECTIONS } from './shard_stats.js';

const sampleId = 'eO3JnJfBKXHXnoZW7nAecw';
const ofOneNode = (node: Readonly<Record<string, unknown>>) => ({
  ...exampleHeading,
  nodes: { [sampleId]: JSON.parse(JSON.stringify(node)) },
});

const memory = object({
  ...sizes('total', 'free', 'used'),
  ...integers('free_percent', 'used_percent'),
});
const SPACE = sizes('total', 'free', 'available', 'cache_reserved');
const operations = integers(
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
  os: object({
    timestamp: integer,
    cpu: object({ percent: integer, load_average: mapOf(number) }),
    mem: memory,
    swap: object(sizes('total', 'free', 'used')),
    cgroup: object({
      cpuacct: object({ control_group: text, usage_nanos: integer }),
      cpu: object({
        control_group: text,
        ...integers('cfs_period_micros', 'cfs_quota_micros'),
        stat: object(
          integers(
            'number_of_elapsed_periods',
            'number_of_times_throttled',
            'time_throttled_nanos',
          ),
        ),
      }),
      memory: object(texts('control_group', 'limit_in_bytes', 'usage_in_bytes')),
    }),
  }),
  process: object({
    ...integers('timestamp', 'open_file_descriptors', 'max_file_descriptors'),
    cpu: object({ percent: integer, ...times('total') }),
    mem: object({
      ...sizes('total_virtual', 'resident'),
      owners: object(sizes('heaps', 'engine', 'buffers', 'segments', 'files', 'other')),
    }),
    event_loop: object({
      delay: object(
        integers('samples', 'mean_in_micros', 'p50_in_micros', 'p99_in_micros', 'max_in_micros'),
      ),
    }),
  }),
  jvm: object({
    timestamp: integer,
    ...times('uptime'),
    mem: object({
      ...sizes('heap_used', 'heap_committed', 'heap_max', 'non_heap_used', 'non_heap_committed'),
      heap_used_percent: integer,
      pools: mapOf(object(sizes('used', 'max', 'peak_used', 'peak_max'))),
    }),
    threads: object({
      ...integers('count', 'peak_count'),
      heaps: mapOf(object(sizes('used', 'committed', 'engine', 'buffers'))),
    }),
    gc: object({
      collectors: mapOf(object({ collection_count: integer, ...times('collection_time') })),
    }),
    buffer_pools: mapOf(object({ count: integer, ...sizes('used', 'total_capacity') })),
    classes: object(integers('current_loaded_count', 'total_loaded_count', 'total_unloaded_count')),
  }),
  fs: object({
    timestamp: integer,
    total: object(SPACE),
    data: list(object({ ...texts('path', 'mount', 'type'), ...SPACE })),
    io_stats: object({
      devices: list(object({ device_name: text, ...operations })),
      total: object(operations),
    }),
  }),
};

const COUNTED = { ...integers('count', 'current', 'failed'), ...times('time') };
const scripts = integers('compilations', 'cache_evictions', 'compilation_limit_triggered');
const PRESSURES = [
  'combined_coordinating_and_primary',
  'coordinating',
  'primary',
  'replica',
  'all',
] as const;

const WORK = {
  thread_pool: mapOf(
    object(integers('threads', 'queue', 'active', 'rejected', 'largest', 'completed')),
  ),
  transport: object({
    ...integers('server_open', 'total_outbound_connections', 'rx_count', 'tx_count'),
    ...sizes('rx_size', 'tx_size'),
  }),
  http: object({
    ...integers('current_open', 'total_opened'),
    failed_requests: object({ total: integer, by_type: mapOf(integer) }),
  }),
  breakers: mapOf(
    object({
      ...sizes('limit_size', 'estimated_size'),
      overhead: number,
      tripped: integer,
    }),
  ),
  script: object(scripts),
  script_cache: object({
    sum: object(scripts),
    contexts: list(object({ context: text, ...scripts })),
  }),
  discovery: object({
    cluster_state_queue: object(integers('total', 'pending', 'committed')),
    published_cluster_states: object(
      integers('full_states', 'incompatible_diffs', 'compatible_diffs'),
    ),
    cluster_state_stats: object({
      overall: object(integers('update_count', 'total_time_in_millis', 'failed_count')),
    }),
  }),
  ingest: object({
    total: object(COUNTED),
    pipelines: mapOf(
      object({
        ...COUNTED,
        processors: list(mapOf(object({ type: text, stats: object(COUNTED) }))),
      }),
    ),
  }),
  adaptive_selection: mapOf(
    object({
      ...integers('outgoing_searches', 'avg_queue_size', 'avg_service_time_ns'),
      avg_response_time_ns: integer,
      rank: text,
    }),
  ),
  indexing_pressure: object({
    memory: object({
      ...sizes('limit'),
      current: object(sizes(...PRESSURES)),
      total: object({
        ...sizes(...PRESSURES),
        ...integers('coordinating_rejections', 'primary_rejections', 'replica_rejections'),
      }),
    }),
  }),
  file_cache: object({
    ...integers('timestamp', 'active_percent', 'used_percent', 'hit_count', 'miss_count'),
    ...sizes('active', 'total', 'used', 'evictions'),
  }),
  segment_replication_backpressure: object(integers('total_rejected_requests')),
  slow_log: object({ total: integer, latest: list(mapOf(anything)) }),
};

const NODE_STATS = {
  timestamp: integer,
  ...NODE_IDENTITY,
  indices: object({
    ...SHARD_SECTIONS,
    indices: mapOf(ref('ShardSections')),
    shards: mapOf(list(mapOf(object(COPY_STATS)))),
  }),
  ...MACHINE,
  ...WORK,
};

const NODE_INFO = {
  ...NODE_IDENTITY,
  ...texts('version', 'build_type', 'build_flavor', 'build_hash'),
  ...sizes('total_indexing_buffer'),
  settings: mapOf(anything),
  os: object({
    ...times('refresh_interval'),
    ...texts('name', 'pretty_name', 'arch', 'version'),
    ...integers('available_processors', 'allocated_processors'),
  }),
  process: object({ ...times('refresh_interval'), id: integer, mlockall: boolean }),
  jvm: object({
    pid: integer,
    ...texts('version', 'vm_name', 'vm_version', 'vm_vendor', 'start_time'),
    start_time_in_millis: integer,
    mem: object(sizes('heap_init', 'heap_max', 'non_heap_init', 'non_heap_max', 'direct_max')),
    gc_collectors: list(text),
    memory_pools: list(text),
    using_compressed_ordinary_object_pointers: text,
    input_arguments: list(text),
  }),
  thread_pool: mapOf(object({ type: text, ...integers('size', 'core', 'max', 'queue_size') })),
  transport: object({
    bound_address: list(text),
    publish_address: text,
    profiles: mapOf(anything),
  }),
  http: object({
    bound_address: list(text),
    publish_address: text,
    ...sizes('max_content_length'),
  }),
  plugins: list(mapOf(anything)),
  modules: list(mapOf(anything)),
  ingest: object({ processors: list(object({ type: text })) }),
  aggregations: mapOf(object({ types: list(text) })),
  search_pipelines: object({
    request_processors: list(object({ type: text })),
    response_processors: list(object({ type: text })),
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
          ...integers('timestamp', 'since'),
          rest_actions: mapOf(integer),
          aggregations: mapOf(mapOf(integer)),
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
        schema: closed({ secure_settings_password: text }),
        example: { secure_settings_password: 'secret' },
      },
      answer: {
        schema: nodesAnswer({ name: text, reload_exception: ref('ErrorCause') }),
        example: ofOneNode({ name: 'node-1' }),
      },
    },
    'asynchronous_search.stats': {
      answer: {
        schema: nodesAnswer({
          asynchronous_search_stats: object(
            integers(
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
