/** Schemas of statistics and other reports about indices. */
import { attributes } from './nodes.js';
import {
  anything,
  boolean,
  type Described,
  described,
  integer,
  integers,
  list,
  mapOf,
  object,
  oneOf,
  openObject,
  ref,
  sizes,
  text,
  texts,
  times,
} from './schema.js';
import { COPY_STATS, exampleSections, SHARD_SECTIONS } from './shard_stats.js';

const counts = { total: 2, successful: 1, failed: 0 };
const ignored = { schema: described('Ignored.', { type: 'object' }), example: {} };
const broadcast = {
  body: ignored,
  answer: { schema: ref('BroadcastAnswer'), example: { _shards: counts } },
};
const sections = object(SHARD_SECTIONS);
const primariesAndTotal = { primaries: sections, total: sections };
const exampleSums = { primaries: exampleSections, total: exampleSections };

const recoveryEnd = openObject(texts('id', 'host', 'transport_address', 'ip', 'name'), anything);
const start = { ...times('total_time') };

const segment = object({
  ...integers('generation', 'num_docs', 'deleted_docs'),
  ...sizes('size', 'memory'),
  committed: boolean,
  search: boolean,
  version: text,
  compound: boolean,
  attributes: mapOf(text),
  sort: list(anything),
});

export const index_reports: Described = {
  schemas: {
    ShardSections: sections,
    BroadcastAnswer: object({ _shards: ref('ShardCounts') }, ['_shards']),
    IndexStats: object({
      uuid: text,
      primaries: ref('ShardSections'),
      total: ref('ShardSections'),
      shards: mapOf(list(object(COPY_STATS))),
    }),
    Recovery: object({
      id: integer,
      type: text,
      stage: text,
      primary: boolean,
      start_time: text,
      start_time_in_millis: integer,
      stop_time: text,
      stop_time_in_millis: integer,
      ...start,
      source: recoveryEnd,
      target: recoveryEnd,
      index: object({
        size: object({ ...sizes('total', 'reused', 'recovered'), percent: text }),
        files: object({
          ...integers('total', 'reused', 'recovered'),
          percent: text,
          details: list(
            object({ name: text, ...sizes('length', 'recovered'), reused: oneOf(boolean, text) }),
          ),
        }),
        ...times('total_time', 'source_throttle_time', 'target_throttle_time'),
      }),
      translog: object({
        ...integers('recovered', 'total', 'total_on_start'),
        percent: text,
        ...start,
      }),
      verify_index: object(times('check_index_time', 'total_time')),
    }),
    ReloadedAnalyzers: list(
      object({ index: text, reloaded_analyzers: list(text), reloaded_node_ids: list(text) }),
    ),
  },
  shapes: {
    'indices.stats': {
      answer: {
        schema: object({
          _shards: ref('ShardCounts'),
          _all: object(
            Object.fromEntries(
              Object.keys(primariesAndTotal).map((name) => [name, ref('ShardSections')]),
            ),
          ),
          indices: mapOf(ref('IndexStats')),
        }),
        example: {
          _shards: counts,
          _all: exampleSums,
          indices: { books: { uuid: 'oqkMrXHcRF2hUA1tKQQ9Sg', ...exampleSums } },
        },
      },
    },
    'indices.segments': {
      answer: {
        schema: object({
          _shards: ref('ShardCounts'),
          indices: mapOf(
            object({
              shards: mapOf(
                list(
                  object({
                    routing: object({ state: text, primary: boolean, node: text }),
                    ...integers('num_committed_segments', 'num_search_segments'),
                    segments: mapOf(segment),
                  }),
                ),
              ),
            }),
          ),
        }),
        example: { _shards: counts, indices: {} },
      },
    },
    'indices.recovery': {
      answer: {
        schema: mapOf(object({ shards: list(ref('Recovery')) })),
        example: {
          books: { shards: [{ id: 0, type: 'EMPTY_STORE', stage: 'DONE', primary: true }] },
        },
      },
    },
    'indices.shard_stores': {
      answer: {
        schema: object({
          indices: mapOf(
            object({
              shards: mapOf(
                object({
                  stores: list(
                    openObject(
                      { allocation_id: text, allocation: text, store_exception: ref('ErrorCause') },
                      object({
                        ...texts('name', 'ephemeral_id', 'transport_address'),
                        attributes,
                      }),
                    ),
                  ),
                }),
              ),
            }),
          ),
        }),
        example: { indices: { books: { shards: { 0: { stores: [] } } } } },
      },
    },
    'indices.resolve_index': {
      answer: {
        schema: object({
          indices: list(
            object({
              name: text,
              aliases: list(text),
              attributes: list(text),
              data_stream: text,
            }),
          ),
          aliases: list(object({ name: text, indices: list(text) })),
          data_streams: list(
            object({ name: text, backing_indices: list(text), timestamp_field: text }),
          ),
        }),
        example: {
          indices: [{ name: 'books', aliases: ['shelf'], attributes: ['open'] }],
          aliases: [{ name: 'shelf', indices: ['books'] }],
          data_streams: [],
        },
      },
    },
    'indices.get_field_mapping': {
      answer: {
        schema: mapOf(
          object({ mappings: mapOf(object({ full_name: text, mapping: mapOf(anything) })) }),
        ),
        example: {
          books: {
            mappings: { title: { full_name: 'title', mapping: { title: { type: 'text' } } } },
          },
        },
      },
    },
    'indices.add_block': {
      answer: {
        schema: object({
          acknowledged: boolean,
          shards_acknowledged: boolean,
          indices: list(
            object({
              name: text,
              blocked: boolean,
              exception: ref('ErrorCause'),
              failed_shards: list(mapOf(anything)),
            }),
          ),
        }),
        example: {
          acknowledged: true,
          shards_acknowledged: true,
          indices: [{ name: 'books', blocked: true }],
        },
      },
    },
    'indices.close': {
      body: ignored,
      answer: {
        schema: object({
          acknowledged: boolean,
          shards_acknowledged: boolean,
          task: text,
          indices: mapOf(
            object({
              closed: boolean,
              exception: ref('ErrorCause'),
              failedShards: mapOf(anything),
            }),
          ),
        }),
        example: {
          acknowledged: true,
          shards_acknowledged: true,
          indices: { books: { closed: true } },
        },
      },
    },
    'indices.open': {
      body: ignored,
      answer: {
        schema: object({ acknowledged: boolean, shards_acknowledged: boolean, task: text }),
        example: { acknowledged: true, shards_acknowledged: true },
      },
    },
    'indices.clear_cache': broadcast,
    'indices.flush': broadcast,
    'indices.forcemerge': {
      body: ignored,
      answer: {
        schema: object({ _shards: ref('ShardCounts'), task: text }),
        example: { _shards: counts },
      },
    },
    'indices.refresh': broadcast,
    'indices.reload_search_analyzers': {
      body: ignored,
      answer: {
        schema: object({ _shards: ref('ShardCounts'), reload_details: ref('ReloadedAnalyzers') }),
        example: { _shards: counts, reload_details: [] },
      },
    },
    'indices.refresh_search_analyzers': {
      body: ignored,
      answer: {
        schema: object({
          _shards: ref('ShardCounts'),
          successful_refresh_details: list(
            object({ index: text, refreshed_analyzers: list(text) }),
          ),
        }),
        example: { _shards: counts, successful_refresh_details: [] },
      },
    },
  },
};
