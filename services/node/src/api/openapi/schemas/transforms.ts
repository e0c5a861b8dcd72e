/** Schemas of transforms. */
import { COUNTERS } from '../../../transform_host/mod.js';
import type { Described } from './schema.js';
import * as s from './schema.js';

const SETTINGS = s.closed({
  max_page_search_size: { type: ['integer', 'null'] },
  docs_per_second: { type: ['number', 'null'] },
  dates_as_epoch_millis: s.boolean,
  deduce_mappings: s.boolean,
  align_checkpoints: { type: 'boolean', enum: [false] },
  num_failure_retries: { type: ['integer', 'null'] },
  unattended: s.boolean,
});

const TRANSFORM = {
  description: { type: ['string', 'null'] },
  source: s.closed(
    { index: s.textOrList, query: s.ref('Query'), runtime_mappings: s.mapOf(s.anything) },
    ['index'],
  ),
  dest: s.closed({ index: s.text, pipeline: s.text }),
  pivot: s.closed({
    group_by: s.mapOf(
      s.oneNamed(['terms', 'histogram', 'date_histogram', 'geotile_grid'], s.mapOf(s.anything)),
    ),
    aggregations: s.mapOf(s.ref('Aggregation')),
    aggs: s.mapOf(s.ref('Aggregation')),
    max_page_search_size: { type: ['integer', 'null'] },
  }),
  latest: s.closed({ unique_key: s.textOrList, sort: s.text }),
  sync: s.closed({ time: s.closed({ field: s.text, delay: s.text }, ['field']) }, ['time']),
  frequency: s.text,
  settings: SETTINGS,
  retention_policy: s.closed(
    { time: s.closed({ field: s.text, max_age: s.text }, ['field', 'max_age']) },
    ['time'],
  ),
  _meta: s.mapOf(s.anything),
};

const example = {
  source: { index: 'books' },
  dest: { index: 'pages-by-shelf' },
  pivot: {
    group_by: { shelf: { terms: { field: 'shelf' } } },
    aggregations: { pages: { sum: { field: 'pages' } } },
  },
};
const exampleStored = { id: 'pages', version: '0.1.0', create_time: 1795904122352, ...example };

export const transforms: Described = {
  schemas: {
    Transform: s.closed({ id: s.text, ...TRANSFORM }, ['source', 'dest']),
    TransformChange: s.closed(
      Object.fromEntries(
        Object.entries(TRANSFORM).filter(([name]) => name !== 'pivot' && name !== 'latest'),
      ),
    ),
    StoredTransform: s.object({
      ...s.texts('id', 'version'),
      create_time: s.integer,
      ...TRANSFORM,
    }),
  },
  shapes: {
    'transform.put_transform': {
      body: { schema: s.ref('Transform'), example },
      answer: s.acknowledged,
    },
    'transform.update_transform': {
      body: { schema: s.ref('TransformChange'), example: { frequency: '5m' } },
      answer: { schema: s.ref('StoredTransform'), example: exampleStored },
    },
    'transform.get_transform': {
      answer: {
        schema: s.object({ count: s.integer, transforms: s.list(s.ref('StoredTransform')) }),
        example: { count: 1, transforms: [exampleStored] },
      },
    },
    'transform.get_transform_stats': {
      answer: {
        schema: s.object({
          count: s.integer,
          transforms: s.list(
            s.object({
              id: s.text,
              state: s.words('started', 'indexing', 'stopping', 'stopped', 'failed'),
              reason: s.text,
              node: s.object({ id: s.text }),
              stats: s.object(s.integers(...COUNTERS)),
              checkpointing: s.object({
                last: s.object(
                  s.integers('checkpoint', 'timestamp_millis', 'time_upper_bound_millis'),
                ),
                next: s.object(s.integers('checkpoint')),
              }),
              health: s.object({ status: s.words('green', 'yellow', 'red') }),
            }),
          ),
        }),
        example: { count: 1, transforms: [{ id: 'pages', state: 'stopped' }] },
      },
    },
    'transform.preview_transform': {
      body: { schema: s.ref('Transform'), example },
      answer: {
        schema: s.object({
          preview: s.list(s.mapOf(s.anything)),
          generated_dest_index: s.object({
            mappings: s.mapOf(s.anything),
            settings: s.mapOf(s.anything),
            aliases: s.mapOf(s.anything),
          }),
        }),
        example: { preview: [{ shelf: 'a', pages: 635 }], generated_dest_index: {} },
      },
    },
  },
};
