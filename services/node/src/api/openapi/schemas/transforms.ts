/** Schemas of transforms. */
import { COUNTERS } from '../../../transform_host/mod.js';
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
  oneNamed,
  ref,
  text,
  textOrList,
  texts,
  words,
} from './schema.js';

const SETTINGS = closed({
  max_page_search_size: { type: ['integer', 'null'] },
  docs_per_second: { type: ['number', 'null'] },
  dates_as_epoch_millis: boolean,
  deduce_mappings: boolean,
  align_checkpoints: { type: 'boolean', enum: [false] },
  num_failure_retries: { type: ['integer', 'null'] },
  unattended: boolean,
});

const TRANSFORM = {
  description: { type: ['string', 'null'] },
  source: closed({ index: textOrList, query: ref('Query'), runtime_mappings: mapOf(anything) }, [
    'index',
  ]),
  dest: closed({ index: text, pipeline: text }),
  pivot: closed({
    group_by: mapOf(
      oneNamed(['terms', 'histogram', 'date_histogram', 'geotile_grid'], mapOf(anything)),
    ),
    aggregations: mapOf(ref('Aggregation')),
    aggs: mapOf(ref('Aggregation')),
    max_page_search_size: { type: ['integer', 'null'] },
  }),
  latest: closed({ unique_key: textOrList, sort: text }),
  sync: closed({ time: closed({ field: text, delay: text }, ['field']) }, ['time']),
  frequency: text,
  settings: SETTINGS,
  retention_policy: closed({ time: closed({ field: text, max_age: text }, ['field', 'max_age']) }, [
    'time',
  ]),
  _meta: mapOf(anything),
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
    Transform: closed({ id: text, ...TRANSFORM }, ['source', 'dest']),
    TransformChange: closed(
      Object.fromEntries(
        Object.entries(TRANSFORM).filter(([name]) => name !== 'pivot' && name !== 'latest'),
      ),
    ),
    StoredTransform: object({
      ...texts('id', 'version'),
      create_time: integer,
      ...TRANSFORM,
    }),
  },
  shapes: {
    'transform.put_transform': {
      body: { schema: ref('Transform'), example },
      answer: acknowledged,
    },
    'transform.update_transform': {
      body: { schema: ref('TransformChange'), example: { frequency: '5m' } },
      answer: { schema: ref('StoredTransform'), example: exampleStored },
    },
    'transform.get_transform': {
      answer: {
        schema: object({ count: integer, transforms: list(ref('StoredTransform')) }),
        example: { count: 1, transforms: [exampleStored] },
      },
    },
    'transform.get_transform_stats': {
      answer: {
        schema: object({
          count: integer,
          transforms: list(
            object({
              id: text,
              state: words('started', 'indexing', 'stopping', 'stopped', 'failed'),
              reason: text,
              node: object({ id: text }),
              stats: object(integers(...COUNTERS)),
              checkpointing: object({
                last: object(integers('checkpoint', 'timestamp_millis', 'time_upper_bound_millis')),
                next: object(integers('checkpoint')),
              }),
              health: object({ status: words('green', 'yellow', 'red') }),
            }),
          ),
        }),
        example: { count: 1, transforms: [{ id: 'pages', state: 'stopped' }] },
      },
    },
    'transform.preview_transform': {
      body: { schema: ref('Transform'), example },
      answer: {
        schema: object({
          preview: list(mapOf(anything)),
          generated_dest_index: object({
            mappings: mapOf(anything),
            settings: mapOf(anything),
            aliases: mapOf(anything),
          }),
        }),
        example: { preview: [{ shelf: 'a', pages: 635 }], generated_dest_index: {} },
      },
    },
  },
};
