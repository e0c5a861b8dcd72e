/** Schemas of the cluster: health, settings, tasks, and identity. */
import {
  anything,
  boolean,
  closed,
  type Described,
  described,
  integer,
  integers,
  mapOf,
  number,
  object,
  ref,
  text,
  texts,
  words,
} from './schema.js';

const HEALTH = [
  'number_of_nodes',
  'number_of_data_nodes',
  'active_primary_shards',
  'active_shards',
  'relocating_shards',
  'initializing_shards',
  'unassigned_shards',
  'delayed_unassigned_shards',
  'number_of_pending_tasks',
  'number_of_in_flight_fetch',
  'task_max_waiting_in_queue_millis',
] as const;
const SHARDS = [
  'active_primary_shards',
  'active_shards',
  'relocating_shards',
  'initializing_shards',
  'unassigned_shards',
];

export const cluster_management: Described = {
  schemas: {
    ClusterHealth: object(
      {
        cluster_name: text,
        status: words('green', 'yellow', 'red'),
        timed_out: boolean,
        discovered_master: boolean,
        discovered_cluster_manager: boolean,
        active_shards_percent_as_number: number,
        ...Object.fromEntries(HEALTH.map((name) => [name, integer])),
        task_max_waiting_in_queue: text,
        active_shards_percent: text,
        indices: mapOf(
          object({
            status: words('green', 'yellow', 'red'),
            ...integers('number_of_shards', 'number_of_replicas', ...SHARDS),
            shards: mapOf(
              object({
                status: words('green', 'yellow', 'red'),
                primary_active: boolean,
                ...integers(...SHARDS),
              }),
            ),
          }),
        ),
      },
      ['cluster_name', 'status', 'timed_out', ...HEALTH],
    ),
    ClusterSettings: object({
      acknowledged: boolean,
      persistent: described('Kept when all nodes stop.', mapOf(anything)),
      transient: mapOf(anything),
      defaults: mapOf(anything),
    }),
    Info: object(
      {
        name: text,
        cluster_name: text,
        cluster_uuid: text,
        version: object(
          {
            ...texts('distribution', 'number', 'build_flavor', 'build_type', 'build_hash'),
            ...texts('build_date', 'lucene_version', 'minimum_wire_compatibility_version'),
            minimum_index_compatibility_version: text,
            build_snapshot: boolean,
          },
          ['number'],
        ),
        tagline: text,
      },
      ['name', 'cluster_name', 'version'],
    ),
  },
  shapes: {
    info: {
      answer: {
        schema: ref('Info'),
        example: {
          name: 'node-1',
          cluster_name: 'skein',
          version: { number: '7.10.2' },
          tagline: 'You Know, for Search',
        },
      },
    },
    'cluster.health': {
      answer: {
        schema: ref('ClusterHealth'),
        example: {
          cluster_name: 'skein',
          status: 'green',
          timed_out: false,
          ...Object.fromEntries(HEALTH.map((name) => [name, 0])),
          number_of_nodes: 1,
          number_of_data_nodes: 1,
          active_shards_percent_as_number: 100,
        },
      },
    },
    'cluster.put_settings': {
      body: {
        schema: closed({ persistent: mapOf(anything), transient: mapOf(anything) }),
        example: { persistent: { 'cluster.routing.allocation.enable': 'all' } },
      },
      answer: {
        schema: ref('ClusterSettings'),
        example: {
          acknowledged: true,
          persistent: { cluster: { routing: { allocation: { enable: 'all' } } } },
          transient: {},
        },
      },
    },
    'cluster.get_settings': {
      answer: { schema: ref('ClusterSettings'), example: { persistent: {}, transient: {} } },
    },
  },
};
