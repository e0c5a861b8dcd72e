/** Schemas of the cluster: its state, its statistics and the allocation of shards. */
import { attributes, exampleHeading, NODES_HEADING } from './nodes.js';
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
  oneOf,
  orNull,
  ref,
  sizes,
  text,
  texts,
  times,
  words,
} from './schema.js';
import { SHARD_SECTIONS } from './shard_stats.js';

const decision = object(texts('decider', 'decision', 'explanation'));
const space = object({
  ...integers('total_bytes', 'used_bytes', 'free_bytes'),
  free_disk_percent: number,
  used_disk_percent: number,
});
const range = object({ min: number, max: number, avg: number });

const named = list(object({ name: text, ...integers('count', 'index_count') }));
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

const ofIndices = object({
  count: integer,
  shards: object({
    total: integer,
    primaries: integer,
    replication: number,
    index: object({ shards: range, primaries: range, replication: range }),
  }),
  docs,
  store,
  fielddata,
  query_cache,
  completion,
  segments,
  analysis: object(Object.fromEntries(ANALYSIS.map((name) => [name, named]))),
  mappings: object({ field_types: list(mapOf(anything)) }),
});
const ofNodes = object({
  count: object(integers(...ROLES)),
  versions: list(text),
  os: object({
    ...integers('available_processors', 'allocated_processors'),
    names: list(object({ name: text, count: integer })),
    pretty_names: list(object({ pretty_name: text, count: integer })),
    mem: object({
      ...sizes('total', 'free', 'used'),
      ...integers('free_percent', 'used_percent'),
    }),
  }),
  process: object({ cpu: object({ percent: integer }), open_file_descriptors: range }),
  jvm: object({
    ...times('max_uptime'),
    versions: list(
      object({
        ...texts('version', 'vm_name', 'vm_version', 'vm_vendor'),
        bundled_jdk: boolean,
        using_bundled_jdk: { type: ['boolean', 'null'] },
        count: integer,
      }),
    ),
    mem: object(sizes('heap_used', 'heap_max')),
    threads: integer,
  }),
  fs: object(sizes('total', 'free', 'available', 'cache_reserved')),
  plugins: list(mapOf(anything)),
  network_types: object({ transport_types: mapOf(integer), http_types: mapOf(integer) }),
  discovery_types: mapOf(integer),
  packaging_types: list(object({ type: text, count: integer })),
  ingest: object({
    number_of_pipelines: integer,
    processor_stats: mapOf(object({ ...integers('count', 'failed', 'current'), ...times('time') })),
  }),
});

const copies = mapOf(object({ shards: mapOf(list(ref('ShardRouting'))) }));
const STATE = {
  ...texts('cluster_name', 'cluster_uuid', 'state_uuid'),
  version: integer,
  master_node: orNull('string'),
  cluster_manager_node: orNull('string'),
  blocks: object({
    global: mapOf(ref('ClusterBlock')),
    indices: mapOf(mapOf(ref('ClusterBlock'))),
  }),
  nodes: mapOf(object({ ...texts('name', 'ephemeral_id', 'transport_address'), attributes })),
  metadata: mapOf(anything),
  routing_table: object({ indices: copies }),
  routing_nodes: object({
    unassigned: list(ref('ShardRouting')),
    nodes: mapOf(list(ref('ShardRouting'))),
  }),
  snapshots: mapOf(anything),
  restore: mapOf(anything),
  snapshot_deletions: mapOf(anything),
  repository_cleanup: mapOf(anything),
};

const onNode = { index: text, shard: oneOf(integer, text), node: text };
const COMMANDS = {
  move: closed({ index: text, shard: oneOf(integer, text), from_node: text, to_node: text }),
  cancel: closed({ ...onNode, allow_primary: boolean }),
  allocate_replica: closed(onNode),
  allocate_stale_primary: closed({ ...onNode, accept_data_loss: boolean }),
  allocate_empty_primary: closed({ ...onNode, accept_data_loss: boolean }),
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
    ClusterBlock: object({
      description: text,
      retryable: boolean,
      disable_state_persistence: boolean,
      levels: list(text),
    }),
    UnassignedInfo: object({
      ...texts('reason', 'at', 'details', 'allocation_status', 'last_allocation_status'),
      ...integers('failed_attempts', 'failed_allocation_attempts'),
      delayed: boolean,
    }),
    ShardRouting: object(
      {
        state: words('STARTED', 'INITIALIZING', 'RELOCATING', 'UNASSIGNED'),
        primary: boolean,
        searchOnly: boolean,
        node: orNull('string'),
        relocating_node: orNull('string'),
        shard: integer,
        index: text,
        expected_shard_size_in_bytes: integer,
        allocation_id: object(texts('id', 'relocation_id')),
        recovery_source: mapOf(anything),
        unassigned_info: ref('UnassignedInfo'),
      },
      ['state', 'primary', 'shard', 'index'],
    ),
    RerouteCommand: { ...closed(COMMANDS), minProperties: 1, maxProperties: 1 },
    ClusterState: object(STATE),
  },
  shapes: {
    'cluster.state': {
      answer: {
        schema: ref('ClusterState'),
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
        schema: object({
          ...NODES_HEADING,
          cluster_uuid: text,
          timestamp: integer,
          status: words('green', 'yellow', 'red'),
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
        schema: closed({ commands: list(ref('RerouteCommand')) }),
        example: {
          commands: [
            { move: { index: 'books', shard: 0, from_node: 'node-1', to_node: 'node-2' } },
          ],
        },
      },
      answer: {
        schema: object({
          acknowledged: boolean,
          state: ref('ClusterState'),
          explanations: list(
            object({
              command: text,
              parameters: mapOf(anything),
              decisions: list(decision),
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
        schema: closed({
          index: text,
          shard: integer,
          primary: boolean,
          current_node: text,
        }),
        example: { index: 'books', shard: 0, primary: false },
      },
      answer: {
        schema: object({
          index: text,
          shard: integer,
          primary: boolean,
          ...texts('current_state', 'can_allocate', 'allocate_explanation', 'explanation'),
          ...texts('can_remain_on_current_node', 'can_rebalance_cluster', 'move_explanation'),
          ...texts(
            'can_rebalance_to_other_node',
            'rebalance_explanation',
            'can_move_to_other_node',
          ),
          ...integers('configured_delay_in_millis', 'remaining_delay_in_millis'),
          unassigned_info: ref('UnassignedInfo'),
          current_node: object({
            ...texts('id', 'name', 'transport_address'),
            attributes,
            weight_ranking: integer,
          }),
          can_remain_decisions: list(decision),
          can_rebalance_cluster_decisions: list(decision),
          cluster_info: object({
            nodes: mapOf(
              object({ node_name: text, least_available: space, most_available: space }),
            ),
            shard_sizes: mapOf(anything),
            shard_paths: mapOf(anything),
            reserved_sizes: list(anything),
          }),
          node_allocation_decisions: list(
            object({
              ...texts('node_id', 'node_name', 'transport_address', 'node_decision'),
              node_attributes: attributes,
              weight_ranking: integer,
              store: mapOf(anything),
              deciders: list(decision),
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
        schema: object({
          tasks: list(
            object({
              insert_order: integer,
              ...texts('priority', 'source'),
              executing: boolean,
              ...integers('time_in_queue_millis', 'time_in_execution_millis'),
              ...texts('time_in_queue', 'time_in_execution'),
            }),
          ),
        }),
        example: { tasks: [] },
      },
    },
    'cluster.remote_info': {
      answer: { schema: closed({}), example: {} },
    },
  },
};
