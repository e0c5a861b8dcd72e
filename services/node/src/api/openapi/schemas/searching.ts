/** Schemas of searches, counts, scrolls and points in time. */

import {
  anything,
  boolean,
  closed,
  type Described,
  integer,
  list,
  mapOf,
  object,
  oneOf,
  ref,
  text,
  textOrList,
  words,
} from './schema.js';
import { SEARCH_BODY_SCHEMAS } from './search_body.js';

const counts = { total: 1, successful: 1, skipped: 0, failed: 0 };

export const exampleFound = {
  took: 2,
  timed_out: false,
  _shards: counts,
  hits: {
    total: { value: 1, relation: 'eq' },
    max_score: null,
    hits: [
      {
        _index: 'books',
        _id: '1',
        _score: null,
        _source: { title: 'Moby Dick', pages: 635 },
        sort: [635],
      },
    ],
  },
};

const SEARCH_ANSWER = {
  took: integer,
  timed_out: boolean,
  terminated_early: boolean,
  _scroll_id: text,
  pit_id: text,
  _shards: ref('ShardCounts'),
  hits: object(
    {
      total: oneOf(
        object({ value: integer, relation: words('eq', 'gte') }, ['value', 'relation']),
        integer,
      ),
      max_score: { type: ['number', 'null'] },
      hits: list(ref('Hit')),
    },
    ['hits'],
  ),
  aggregations: mapOf(anything),
  suggest: mapOf(anything),
  profile: mapOf(anything),
  num_reduce_phases: integer,
  _clusters: mapOf(anything),
  status: integer,
  processor_results: list(mapOf(anything)),
};

export const searching: Described = {
  schemas: {
    ...SEARCH_BODY_SCHEMAS,
    Hit: object(
      {
        _index: text,
        _type: text,
        _id: text,
        _shard: text,
        _node: text,
        _version: integer,
        _seq_no: integer,
        _primary_term: integer,
        _nested: mapOf(anything),
        _ignored: list(text),
        ignored_field_values: mapOf(list(anything)),
        _explanation: mapOf(anything),
        _score: { type: ['number', 'null'] },
        _source: ref('Document'),
        _routing: text,
        fields: mapOf(list(anything)),
        highlight: mapOf(list(text)),
        sort: list(anything),
        matched_queries: anything,
        inner_hits: mapOf(anything),
      },
      ['_index', '_id'],
    ),
    SearchAnswer: object(SEARCH_ANSWER, ['took', 'timed_out', '_shards', 'hits']),
    CountRequest: closed({ query: ref('Query') }),
    Scroll: closed({ scroll_id: text, scroll: text }, ['scroll_id']),
    MultiSearchAnswer: object(
      {
        took: integer,
        responses: list(object({ ...SEARCH_ANSWER, error: ref('ErrorCause') }, ['status'])),
      },
      ['took', 'responses'],
    ),
    PointsInTime: object(
      {
        pits: list(object({ pit_id: text, successful: boolean, creation_time: integer })),
      },
      ['pits'],
    ),
    CountAnswer: object({ count: integer, _shards: ref('ShardCounts') }, ['count', '_shards']),
  },
  shapes: {
    search: {
      body: {
        schema: ref('SearchRequest'),
        example: {
          query: { match: { title: 'moby' } },
          size: 10,
          sort: [{ pages: 'desc' }],
          aggs: { pages: { stats: { field: 'pages' } } },
        },
      },
      answer: {
        schema: ref('SearchAnswer'),
        example: exampleFound,
      },
    },
    scroll: {
      body: { schema: ref('Scroll'), example: { scroll_id: 'c2Nyb2xs', scroll: '1m' } },
      answer: { schema: ref('SearchAnswer'), example: exampleFound },
    },
    clear_scroll: {
      body: {
        schema: closed({ scroll_id: textOrList }, ['scroll_id']),
        example: { scroll_id: ['c2Nyb2xs'] },
      },
      answer: {
        schema: object({ succeeded: boolean, num_freed: integer }, ['succeeded', 'num_freed']),
        example: { succeeded: true, num_freed: 1 },
      },
    },
    create_pit: {
      answer: {
        schema: object({ pit_id: text, _shards: ref('ShardCounts'), creation_time: integer }, [
          'pit_id',
          '_shards',
          'creation_time',
        ]),
        example: { pit_id: 'cGl0', _shards: counts, creation_time: 1795904122352 },
      },
    },
    delete_pit: {
      body: {
        schema: closed({ pit_id: textOrList }, ['pit_id']),
        example: { pit_id: ['cGl0'] },
      },
      answer: {
        schema: ref('PointsInTime'),
        example: { pits: [{ successful: true, pit_id: 'cGl0' }] },
      },
    },
    msearch: {
      lines: {
        description: 'Two lines for each search: a header (`index`, `routing`, …) and a body.',
        example: '{"index":"books"}\n{"size":1}\n',
      },
      answer: {
        schema: ref('MultiSearchAnswer'),
        example: { took: 2, responses: [{ ...exampleFound, status: 200 }] },
      },
    },
    count: {
      body: { schema: ref('CountRequest'), example: { query: { match: { title: 'moby' } } } },
      answer: { schema: ref('CountAnswer'), example: { count: 1, _shards: counts } },
    },
  },
};
