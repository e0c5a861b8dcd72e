/** Schemas of the cluster: health, settings, tasks, and identity. */

import type { Described } from './schema.js';
import * as s from './schema.js';

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
    ClusterHealth: s.object(
      {
        cluster_name: s.text,
        status: s.words('green', 'yellow', 'red'),
        timed_out: s.boolean,
        discovered_master: s.boolean,
        discovered_cluster_manager: s.boolean,
        active_shards_percent_as_number: s.number,
        ...Object.fromEntries(HEALTH.map((name) => [name, s.integer])),
        task_max_waiting_in_queue: s.text,
        active_shards_percent: s.text,
        indices: s.mapOf(
          s.object({
            status: s.words('green', 'yellow', 'red'),
            ...s.integers('number_of_shards', 'number_of_replicas', ...SHARDS),
            shards: s.mapOf(
              s.object({
                status: s.words('green', 'yellow', 'red'),
                primary_active: s.boolean,
                ...s.integers(...SHARDS),
              }),
            ),
          }),
        ),
      },
      ['cluster_name', 'status', 'timed_out', ...HEALTH],
    ),
    ClusterSettings: s.object({
      acknowledged: s.boolean,
      persistent: s.described('Kept when all nodes stop.', s.mapOf(s.anything)),
      transient: s.mapOf(s.anything),
      defaults: s.mapOf(s.anything),
    }),
    Info: s.object(
      {
        name: s.text,
        cluster_name: s.text,
        cluster_uuid: s.text,
        version: s.object(
          {
            ...s.texts('distribution', 'number', 'build_flavor', 'build_type', 'build_hash'),
            ...s.texts('build_date', 'lucene_version', 'minimum_wire_compatibility_version'),
            minimum_index_compatibility_version: s.text,
            build_snapshot: s.boolean,
          },
          ['number'],
        ),
        tagline: s.text,
      },
      ['name', 'cluster_name', 'version'],
    ),
  },
  shapes: {
    info: {
      answer: {
        schema: s.ref('Info'),
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
        schema: s.ref('ClusterHealth'),
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
        schema: s.closed({ persistent: s.mapOf(s.anything), transient: s.mapOf(s.anything) }),
        example: { persistent: { 'cluster.routing.allocation.enable': 'all' } },
      },
      answer: {
        schema: s.ref('ClusterSettings'),
        example: {
          acknowledged: true,
          persistent: { cluster: { routing: { allocation: { enable: 'all' } } } },
          transient: {},
        },
      },
    },
    'cluster.get_settings': {
      answer: { schema: s.ref('ClusterSettings'), example: { persistent: {}, transient: {} } },
    },
  },
};
