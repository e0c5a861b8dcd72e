/** Schemas of searches, counts, scrolls and points in time. */

import type { Described } from './schema.js';
import * as s from './schema.js';
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
  took: s.integer,
  timed_out: s.boolean,
  terminated_early: s.boolean,
  _scroll_id: s.text,
  pit_id: s.text,
  _shards: s.ref('ShardCounts'),
  hits: s.object(
    {
      total: s.oneOf(
        s.object({ value: s.integer, relation: s.words('eq', 'gte') }, ['value', 'relation']),
        s.integer,
      ),
      max_score: { type: ['number', 'null'] },
      hits: s.list(s.ref('Hit')),
    },
    ['hits'],
  ),
  aggregations: s.mapOf(s.anything),
  suggest: s.mapOf(s.anything),
  profile: s.mapOf(s.anything),
  num_reduce_phases: s.integer,
  _clusters: s.mapOf(s.anything),
  status: s.integer,
  processor_results: s.list(s.mapOf(s.anything)),
};

export const searching: Described = {
  schemas: {
    ...SEARCH_BODY_SCHEMAS,
    Hit: s.object(
      {
        _index: s.text,
        _type: s.text,
        _id: s.text,
        _shard: s.text,
        _node: s.text,
        _version: s.integer,
        _seq_no: s.integer,
        _primary_term: s.integer,
        _nested: s.mapOf(s.anything),
        _ignored: s.list(s.text),
        ignored_field_values: s.mapOf(s.list(s.anything)),
        _explanation: s.mapOf(s.anything),
        _score: { type: ['number', 'null'] },
        _source: s.ref('Document'),
        _routing: s.text,
        fields: s.mapOf(s.list(s.anything)),
        highlight: s.mapOf(s.list(s.text)),
        sort: s.list(s.anything),
        matched_queries: s.anything,
        inner_hits: s.mapOf(s.anything),
      },
      ['_index', '_id'],
    ),
    SearchAnswer: s.object(SEARCH_ANSWER, ['took', 'timed_out', '_shards', 'hits']),
    CountRequest: s.closed({ query: s.ref('Query') }),
    Scroll: s.closed({ scroll_id: s.text, scroll: s.text }, ['scroll_id']),
    MultiSearchAnswer: s.object(
      {
        took: s.integer,
        responses: s.list(s.object({ ...SEARCH_ANSWER, error: s.ref('ErrorCause') }, ['status'])),
      },
      ['took', 'responses'],
    ),
    PointsInTime: s.object(
      {
        pits: s.list(s.object({ pit_id: s.text, successful: s.boolean, creation_time: s.integer })),
      },
      ['pits'],
    ),
    CountAnswer: s.object({ count: s.integer, _shards: s.ref('ShardCounts') }, [
      'count',
      '_shards',
    ]),
  },
  shapes: {
    search: {
      body: {
        schema: s.ref('SearchRequest'),
        example: {
          query: { match: { title: 'moby' } },
          size: 10,
          sort: [{ pages: 'desc' }],
          aggs: { pages: { stats: { field: 'pages' } } },
        },
      },
      answer: {
        schema: s.ref('SearchAnswer'),
        example: exampleFound,
      },
    },
    scroll: {
      body: { schema: s.ref('Scroll'), example: { scroll_id: 'c2Nyb2xs', scroll: '1m' } },
      answer: { schema: s.ref('SearchAnswer'), example: exampleFound },
    },
    clear_scroll: {
      body: {
        schema: s.closed({ scroll_id: s.textOrList }, ['scroll_id']),
        example: { scroll_id: ['c2Nyb2xs'] },
      },
      answer: {
        schema: s.object({ succeeded: s.boolean, num_freed: s.integer }, [
          'succeeded',
          'num_freed',
        ]),
        example: { succeeded: true, num_freed: 1 },
      },
    },
    create_pit: {
      answer: {
        schema: s.object(
          { pit_id: s.text, _shards: s.ref('ShardCounts'), creation_time: s.integer },
          ['pit_id', '_shards', 'creation_time'],
        ),
        example: { pit_id: 'cGl0', _shards: counts, creation_time: 1795904122352 },
      },
    },
    delete_pit: {
      body: {
        schema: s.closed({ pit_id: s.textOrList }, ['pit_id']),
        example: { pit_id: ['cGl0'] },
      },
      answer: {
        schema: s.ref('PointsInTime'),
        example: { pits: [{ successful: true, pit_id: 'cGl0' }] },
      },
    },
    msearch: {
      lines: {
        description: 'Two lines for each search: a header (`index`, `routing`, …) and a body.',
        example: '{"index":"books"}\n{"size":1}\n',
      },
      answer: {
        schema: s.ref('MultiSearchAnswer'),
        example: { took: 2, responses: [{ ...exampleFound, status: 200 }] },
      },
    },
    count: {
      body: { schema: s.ref('CountRequest'), example: { query: { match: { title: 'moby' } } } },
      answer: { schema: s.ref('CountAnswer'), example: { count: 1, _shards: counts } },
    },
  },
};
