/** Schemas of the cluster: its state, its statistics and the allocation of shards. */
import { attributes, exampleHeading, NODES_HEADING } from './nodes.js';
import type { Described } from './schema.js';
import * as s from './schema.js';
import { SHARD_SECTIONS } from './shard_stats.js';

const decision = s.object(s.texts('decider', 'decision', 'explanation'));
const space = s.object({
  ...s.integers('total_bytes', 'used_bytes', 'free_bytes'),
  free_disk_percent: s.number,
  used_disk_percent: s.number,
});
const range = s.object({ min: s.number, max: s.number, avg: s.number });

const named = s.list(s.object({ name: s.text, ...s.integers('count', 'index_count') }));
const ANALYSIS = [
  'char_filter_types',
  'tokenizer_types',
  'filter_types',
  'analyzer_types',
  'built_in_char_filters',
  'built_in_tokenizers',
  'built_in_filters',
  'built_in_analyzers',
];
const ROLES = [
  'total',
  'cluster_manager',
  'coordinating_only',
  'data',
  'ingest',
  'master',
  'remote_cluster_client',
  'search',
  'warm',
];
const { docs, store, fielddata, query_cache, completion, segments } = SHARD_SECTIONS;

const ofIndices = s.object({
  count: s.integer,
  shards: s.object({
    total: s.integer,
    primaries: s.integer,
    replication: s.number,
    index: s.object({ shards: range, primaries: range, replication: range }),
  }),
  docs,
  store,
  fielddata,
  query_cache,
  completion,
  segments,
  analysis: s.object(Object.fromEntries(ANALYSIS.map((name) => [name, named]))),
  mappings: s.object({ field_types: s.list(s.mapOf(s.anything)) }),
});
const ofNodes = s.object({
  count: s.object(s.integers(...ROLES)),
  versions: s.list(s.text),
  os: s.object({
    ...s.integers('available_processors', 'allocated_processors'),
    names: s.list(s.object({ name: s.text, count: s.integer })),
    pretty_names: s.list(s.object({ pretty_name: s.text, count: s.integer })),
    mem: s.object({
      ...s.sizes('total', 'free', 'used'),
      ...s.integers('free_percent', 'used_percent'),
    }),
  }),
  process: s.object({ cpu: s.object({ percent: s.integer }), open_file_descriptors: range }),
  jvm: s.object({
    ...s.times('max_uptime'),
    versions: s.list(
      s.object({
        ...s.texts('version', 'vm_name', 'vm_version', 'vm_vendor'),
        bundled_jdk: s.boolean,
        using_bundled_jdk: { type: ['boolean', 'null'] },
        count: s.integer,
      }),
    ),
    mem: s.object(s.sizes('heap_used', 'heap_max')),
    threads: s.integer,
  }),
  fs: s.object(s.sizes('total', 'free', 'available', 'cache_reserved')),
  plugins: s.list(s.mapOf(s.anything)),
  network_types: s.object({ transport_types: s.mapOf(s.integer), http_types: s.mapOf(s.integer) }),
  discovery_types: s.mapOf(s.integer),
  packaging_types: s.list(s.object({ type: s.text, count: s.integer })),
  ingest: s.object({
    number_of_pipelines: s.integer,
    processor_stats: s.mapOf(
      s.object({ ...s.integers('count', 'failed', 'current'), ...s.times('time') }),
    ),
  }),
});

const copies = s.mapOf(s.object({ shards: s.mapOf(s.list(s.ref('ShardRouting'))) }));
const STATE = {
  wait_for_timed_out: s.boolean,
  ...s.texts('cluster_name', 'cluster_uuid', 'state_uuid'),
  version: s.integer,
  master_node: s.orNull('string'),
  cluster_manager_node: s.orNull('string'),
  blocks: s.object({
    global: s.mapOf(s.ref('ClusterBlock')),
    indices: s.mapOf(s.mapOf(s.ref('ClusterBlock'))),
  }),
  nodes: s.mapOf(s.object({ ...s.texts('name', 'ephemeral_id', 'transport_address'), attributes })),
  metadata: s.mapOf(s.anything),
  routing_table: s.object({ indices: copies }),
  routing_nodes: s.object({
    unassigned: s.list(s.ref('ShardRouting')),
    nodes: s.mapOf(s.list(s.ref('ShardRouting'))),
  }),
  snapshots: s.mapOf(s.anything),
  restore: s.mapOf(s.anything),
  snapshot_deletions: s.mapOf(s.anything),
  repository_cleanup: s.mapOf(s.anything),
};

const onNode = { index: s.text, shard: s.oneOf(s.integer, s.text), node: s.text };
const COMMANDS = {
  move: s.closed({
    index: s.text,
    shard: s.oneOf(s.integer, s.text),
    from_node: s.text,
    to_node: s.text,
  }),
  cancel: s.closed({ ...onNode, allow_primary: s.boolean }),
  allocate_replica: s.closed(onNode),
  allocate_stale_primary: s.closed({ ...onNode, accept_data_loss: s.boolean }),
  allocate_empty_primary: s.closed({ ...onNode, accept_data_loss: s.boolean }),
};

const started = {
  state: 'STARTED',
  primary: true,
  node: 'eO3JnJfBKXHXnoZW7nAecw',
  relocating_node: null,
  shard: 0,
  index: 'books',
};
const exampleDecisions = [
  { decider: 'same_shard', decision: 'NO', explanation: 'a copy of this shard is on the node' },
];

export const cluster_reports: Described = {
  schemas: {
    ClusterBlock: s.object({
      description: s.text,
      retryable: s.boolean,
      disable_state_persistence: s.boolean,
      levels: s.list(s.text),
    }),
    UnassignedInfo: s.object({
      ...s.texts('reason', 'at', 'details', 'allocation_status', 'last_allocation_status'),
      ...s.integers('failed_attempts', 'failed_allocation_attempts'),
      delayed: s.boolean,
    }),
    ShardRouting: s.object(
      {
        state: s.words('STARTED', 'INITIALIZING', 'RELOCATING', 'UNASSIGNED'),
        primary: s.boolean,
        searchOnly: s.boolean,
        node: s.orNull('string'),
        relocating_node: s.orNull('string'),
        shard: s.integer,
        index: s.text,
        expected_shard_size_in_bytes: s.integer,
        allocation_id: s.object(s.texts('id', 'relocation_id')),
        recovery_source: s.mapOf(s.anything),
        unassigned_info: s.ref('UnassignedInfo'),
      },
      ['state', 'primary', 'shard', 'index'],
    ),
    RerouteCommand: { ...s.closed(COMMANDS), minProperties: 1, maxProperties: 1 },
    ClusterState: s.object(STATE),
  },
  shapes: {
    'cluster.state': {
      answer: {
        schema: s.ref('ClusterState'),
        example: {
          cluster_name: 'skein',
          cluster_uuid: 'EU2a1G2uS6KXv0aLdcWe0A',
          version: 12,
          routing_table: { indices: { books: { shards: { 0: [started] } } } },
        },
      },
    },
    'cluster.stats': {
      answer: {
        schema: s.object({
          ...NODES_HEADING,
          cluster_uuid: s.text,
          timestamp: s.integer,
          status: s.words('green', 'yellow', 'red'),
          indices: ofIndices,
          nodes: ofNodes,
        }),
        example: {
          ...exampleHeading,
          cluster_uuid: 'EU2a1G2uS6KXv0aLdcWe0A',
          timestamp: 1795904122352,
          status: 'green',
          indices: { count: 1, docs: { count: 3, deleted: 0 } },
        },
      },
    },
    'cluster.reroute': {
      body: {
        schema: s.closed({ commands: s.list(s.ref('RerouteCommand')) }),
        example: {
          commands: [
            { move: { index: 'books', shard: 0, from_node: 'node-1', to_node: 'node-2' } },
          ],
        },
      },
      answer: {
        schema: s.object({
          acknowledged: s.boolean,
          state: s.ref('ClusterState'),
          explanations: s.list(
            s.object({
              command: s.text,
              parameters: s.mapOf(s.anything),
              decisions: s.list(decision),
            }),
          ),
        }),
        example: {
          acknowledged: true,
          explanations: [
            { command: 'move', parameters: { index: 'books' }, decisions: exampleDecisions },
          ],
        },
      },
    },
    'cluster.allocation_explain': {
      body: {
        schema: s.closed({
          index: s.text,
          shard: s.integer,
          primary: s.boolean,
          current_node: s.text,
        }),
        example: { index: 'books', shard: 0, primary: false },
      },
      answer: {
        schema: s.object({
          index: s.text,
          shard: s.integer,
          primary: s.boolean,
          ...s.texts('current_state', 'can_allocate', 'allocate_explanation', 'explanation'),
          ...s.texts('can_remain_on_current_node', 'can_rebalance_cluster', 'move_explanation'),
          ...s.texts(
            'can_rebalance_to_other_node',
            'rebalance_explanation',
            'can_move_to_other_node',
          ),
          ...s.integers('configured_delay_in_millis', 'remaining_delay_in_millis'),
          unassigned_info: s.ref('UnassignedInfo'),
          current_node: s.object({
            ...s.texts('id', 'name', 'transport_address'),
            attributes,
            weight_ranking: s.integer,
          }),
          can_remain_decisions: s.list(decision),
          can_rebalance_cluster_decisions: s.list(decision),
          cluster_info: s.object({
            nodes: s.mapOf(
              s.object({ node_name: s.text, least_available: space, most_available: space }),
            ),
            shard_sizes: s.mapOf(s.anything),
            shard_paths: s.mapOf(s.anything),
            reserved_sizes: s.list(s.anything),
          }),
          node_allocation_decisions: s.list(
            s.object({
              ...s.texts('node_id', 'node_name', 'transport_address', 'node_decision'),
              node_attributes: attributes,
              weight_ranking: s.integer,
              store: s.mapOf(s.anything),
              deciders: s.list(decision),
            }),
          ),
        }),
        example: {
          index: 'books',
          shard: 0,
          primary: false,
          current_state: 'unassigned',
          can_allocate: 'no',
          node_allocation_decisions: [
            { node_name: 'node-1', node_decision: 'no', deciders: exampleDecisions },
          ],
        },
      },
    },
    'cluster.pending_tasks': {
      answer: {
        schema: s.object({
          tasks: s.list(
            s.object({
              insert_order: s.integer,
              ...s.texts('priority', 'source'),
              executing: s.boolean,
              ...s.integers('time_in_queue_millis', 'time_in_execution_millis'),
              ...s.texts('time_in_queue', 'time_in_execution'),
            }),
          ),
        }),
        example: { tasks: [] },
      },
    },
    'cluster.remote_info': {
      answer: { schema: s.closed({}), example: {} },
    },
  },
};
