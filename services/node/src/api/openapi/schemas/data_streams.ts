/** Schemas of data streams. */

import type { Described } from './schema.js';
import * as s from './schema.js';

const lifecycle = s.object({ enabled: s.boolean, data_retention: s.text });
const streamIndex = s.closed({ data_stream: s.text, index: s.text }, ['data_stream', 'index']);
const exampleLifecycle = { enabled: true, data_retention: '7d' };

export const data_streams: Described = {
  schemas: {
    DataStream: s.object({
      name: s.text,
      timestamp_field: s.object({ name: s.text }),
      indices: s.list(s.object(s.texts('index_name', 'index_uuid'))),
      generation: s.integer,
      status: s.text,
      ...s.texts('template', 'ilm_policy'),
      hidden: s.boolean,
      system: s.boolean,
      rollover_on_write: s.boolean,
      _meta: s.mapOf(s.anything),
      lifecycle,
    }),
  },
  shapes: {
    'indices.get_data_stream': {
      answer: {
        schema: s.object({ data_streams: s.list(s.ref('DataStream')) }),
        example: {
          data_streams: [
            {
              name: 'logs-app',
              timestamp_field: { name: '@timestamp' },
              indices: [
                { index_name: '.ds-logs-app-000001', index_uuid: 'oqkMrXHcRF2hUA1tKQQ9Sg' },
              ],
              generation: 1,
              status: 'GREEN',
              template: 'logs',
            },
          ],
        },
      },
    },
    'indices.data_streams_stats': {
      answer: {
        schema: s.object({
          _shards: s.ref('ShardCounts'),
          ...s.integers('data_stream_count', 'backing_indices', 'total_store_size_bytes'),
          total_store_size: s.text,
          data_streams: s.list(
            s.object({
              data_stream: s.text,
              ...s.integers('backing_indices', 'store_size_bytes', 'maximum_timestamp'),
              store_size: s.text,
            }),
          ),
        }),
        example: {
          _shards: { total: 1, successful: 1, failed: 0 },
          data_stream_count: 1,
          backing_indices: 1,
          total_store_size_bytes: 208,
          data_streams: [],
        },
      },
    },
    'indices.get_data_lifecycle': {
      answer: {
        schema: s.object({ data_streams: s.list(s.object({ name: s.text, lifecycle })) }),
        example: { data_streams: [{ name: 'logs-app', lifecycle: exampleLifecycle }] },
      },
    },
    'indices.put_data_lifecycle': {
      body: {
        schema: s.closed({ enabled: s.boolean, data_retention: s.text }),
        example: { data_retention: '7d' },
      },
      answer: s.acknowledged,
    },
    'indices.modify_data_stream': {
      body: {
        schema: s.closed(
          {
            actions: s.list({
              ...s.closed({ add_backing_index: streamIndex, remove_backing_index: streamIndex }),
              minProperties: 1,
              maxProperties: 1,
            }),
          },
          ['actions'],
        ),
        example: {
          actions: [{ add_backing_index: { data_stream: 'logs-app', index: 'old-logs' } }],
        },
      },
      answer: s.acknowledged,
    },
  },
};
