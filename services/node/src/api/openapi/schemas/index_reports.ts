/** Schemas of statistics and other reports about indices. */
import { attributes } from './nodes.js';
import type { Described } from './schema.js';
import * as s from './schema.js';
import { byShardCopy, COPY_STATS, exampleSections, SHARD_SECTIONS } from './shard_stats.js';

const counts = { total: 2, successful: 1, failed: 0 };
const ignored = { schema: s.described('Ignored.', { type: 'object' }), example: {} };
const broadcast = {
  body: ignored,
  answer: { schema: s.ref('BroadcastAnswer'), example: { _shards: counts } },
};
const sections = s.object(SHARD_SECTIONS);
const primariesAndTotal = { primaries: sections, total: sections };
const exampleSums = { primaries: exampleSections, total: exampleSections };

const recoveryEnd = s.openObject(
  s.texts('id', 'host', 'transport_address', 'ip', 'name'),
  s.anything,
);
const start = { ...s.times('total_time') };

const segment = s.object({
  ...s.integers('generation', 'num_docs', 'deleted_docs'),
  ...s.sizes('size', 'memory'),
  committed: s.boolean,
  search: s.boolean,
  version: s.text,
  compound: s.boolean,
  attributes: s.mapOf(s.text),
  sort: s.list(s.anything),
});

export const index_reports: Described = {
  schemas: {
    ShardSections: sections,
    BroadcastAnswer: s.object({ _shards: s.ref('ShardCounts') }, ['_shards']),
    IndexStats: s.object({
      uuid: s.text,
      primaries: s.ref('ShardSections'),
      total: s.ref('ShardSections'),
      shards: s.mapOf(s.list(s.object(COPY_STATS))),
    }),
    Recovery: s.object({
      id: s.integer,
      type: s.text,
      stage: s.text,
      primary: s.boolean,
      start_time: s.text,
      start_time_in_millis: s.integer,
      stop_time: s.text,
      stop_time_in_millis: s.integer,
      ...start,
      source: recoveryEnd,
      target: recoveryEnd,
      index: s.object({
        size: s.object({ ...s.sizes('total', 'reused', 'recovered'), percent: s.text }),
        files: s.object({
          ...s.integers('total', 'reused', 'recovered'),
          percent: s.text,
          details: s.list(
            s.object({
              name: s.text,
              ...s.sizes('length', 'recovered'),
              reused: s.oneOf(s.boolean, s.text),
            }),
          ),
        }),
        ...s.times('total_time', 'source_throttle_time', 'target_throttle_time'),
      }),
      translog: s.object({
        ...s.integers('recovered', 'total', 'total_on_start'),
        percent: s.text,
        ...start,
      }),
      verify_index: s.object(s.times('check_index_time', 'total_time')),
    }),
    ReloadedAnalyzers: s.list(
      s.object({
        index: s.text,
        reloaded_analyzers: s.list(s.text),
        reloaded_node_ids: s.list(s.text),
      }),
    ),
  },
  shapes: {
    'indices.stats': {
      answer: {
        schema: s.object({
          _shards: s.ref('ShardCounts'),
          _all: s.object(
            Object.fromEntries(
              Object.keys(primariesAndTotal).map((name) => [name, s.ref('ShardSections')]),
            ),
          ),
          indices: s.mapOf(s.ref('IndexStats')),
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
        schema: byShardCopy({
          ...s.integers('num_committed_segments', 'num_search_segments'),
          segments: s.mapOf(segment),
        }),
        example: { _shards: counts, indices: {} },
      },
    },
    'indices.recovery': {
      answer: {
        schema: s.mapOf(s.object({ shards: s.list(s.ref('Recovery')) })),
        example: {
          books: { shards: [{ id: 0, type: 'EMPTY_STORE', stage: 'DONE', primary: true }] },
        },
      },
    },
    'indices.shard_stores': {
      answer: {
        schema: s.object({
          indices: s.mapOf(
            s.object({
              shards: s.mapOf(
                s.object({
                  stores: s.list(
                    s.openObject(
                      {
                        allocation_id: s.text,
                        allocation: s.text,
                        store_exception: s.ref('ErrorCause'),
                      },
                      s.object({
                        ...s.texts('name', 'ephemeral_id', 'transport_address'),
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
        schema: s.object({
          indices: s.list(
            s.object({
              name: s.text,
              aliases: s.list(s.text),
              attributes: s.list(s.text),
              data_stream: s.text,
            }),
          ),
          aliases: s.list(s.object({ name: s.text, indices: s.list(s.text) })),
          data_streams: s.list(
            s.object({ name: s.text, backing_indices: s.list(s.text), timestamp_field: s.text }),
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
        schema: s.mapOf(
          s.object({
            mappings: s.mapOf(s.object({ full_name: s.text, mapping: s.mapOf(s.anything) })),
          }),
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
        schema: s.object({
          acknowledged: s.boolean,
          shards_acknowledged: s.boolean,
          indices: s.list(
            s.object({
              name: s.text,
              blocked: s.boolean,
              exception: s.ref('ErrorCause'),
              failed_shards: s.list(s.mapOf(s.anything)),
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
        schema: s.object({
          acknowledged: s.boolean,
          shards_acknowledged: s.boolean,
          task: s.text,
          indices: s.mapOf(
            s.object({
              closed: s.boolean,
              exception: s.ref('ErrorCause'),
              failedShards: s.mapOf(s.anything),
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
        schema: s.object({ acknowledged: s.boolean, shards_acknowledged: s.boolean, task: s.text }),
        example: { acknowledged: true, shards_acknowledged: true },
      },
    },
    'indices.clear_cache': broadcast,
    'indices.flush': broadcast,
    'indices.forcemerge': {
      body: ignored,
      answer: {
        schema: s.object({ _shards: s.ref('ShardCounts'), task: s.text }),
        example: { _shards: counts },
      },
    },
    'indices.refresh': broadcast,
    'indices.reload_search_analyzers': {
      body: ignored,
      answer: {
        schema: s.object({
          _shards: s.ref('ShardCounts'),
          reload_details: s.ref('ReloadedAnalyzers'),
        }),
        example: { _shards: counts, reload_details: [] },
      },
    },
    'indices.refresh_search_analyzers': {
      body: ignored,
      answer: {
        schema: s.object({
          _shards: s.ref('ShardCounts'),
          successful_refresh_details: s.list(
            s.object({ index: s.text, refreshed_analyzers: s.list(s.text) }),
          ),
        }),
        example: { _shards: counts, successful_refresh_details: [] },
      },
    },
  },
};
