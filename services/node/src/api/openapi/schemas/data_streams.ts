/** Schemas of data streams. */
import {
  acknowledged,
  anything,
  boolean,
  closed,
  type Described,
  integer,
  integers,
  list,
  mapOf,
  object,
  ref,
  text,
  texts,
} from './schema.js';

const lifecycle = object({ enabled: boolean, data_retention: text });
const streamIndex = closed({ data_stream: text, index: text }, ['data_stream', 'index']);
const exampleLifecycle = { enabled: true, data_retention: '7d' };

export const data_streams: Described = {
  schemas: {
    DataStream: object({
      name: text,
      timestamp_field: object({ name: text }),
      indices: list(object(texts('index_name', 'index_uuid'))),
      generation: integer,
      status: text,
      ...texts('template', 'ilm_policy'),
      hidden: boolean,
      system: boolean,
      rollover_on_write: boolean,
      _meta: mapOf(anything),
      lifecycle,
    }),
  },
  shapes: {
    'indices.get_data_stream': {
      answer: {
        schema: object({ data_streams: list(ref('DataStream')) }),
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
        schema: object({
          _shards: ref('ShardCounts'),
          ...integers('data_stream_count', 'backing_indices', 'total_store_size_bytes'),
          total_store_size: text,
          data_streams: list(
            object({
              data_stream: text,
              ...integers('backing_indices', 'store_size_bytes', 'maximum_timestamp'),
              store_size: text,
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
        schema: object({ data_streams: list(object({ name: text, lifecycle })) }),
        example: { data_streams: [{ name: 'logs-app', lifecycle: exampleLifecycle }] },
      },
    },
    'indices.put_data_lifecycle': {
      body: {
        schema: closed({ enabled: boolean, data_retention: text }),
        example: { data_retention: '7d' },
      },
      answer: acknowledged,
    },
    'indices.modify_data_stream': {
      body: {
        schema: closed(
          {
            actions: list({
              ...closed({ add_backing_index: streamIndex, remove_backing_index: streamIndex }),
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
      answer: acknowledged,
    },
  },
};
