/** Schemas of searches and counts. */
import {
  anything,
  boolean,
  type Described,
  described,
  integer,
  list,
  mapOf,
  number,
  object,
  oneOf,
  ref,
  text,
  words,
} from './schema.js';

const counts = { total: 1, successful: 1, skipped: 0, failed: 0 };

export const searching: Described = {
  schemas: {
    Query: described('One member, named after the query.', mapOf(anything)),
    Sort: oneOf(text, list(oneOf(text, mapOf(anything))), mapOf(anything)),
    SearchRequest: object({
      query: ref('Query'),
      from: integer,
      size: integer,
      sort: ref('Sort'),
      search_after: list(anything),
      _source: oneOf(boolean, text, list(text), mapOf(anything)),
      fields: list(oneOf(text, mapOf(anything))),
      docvalue_fields: list(oneOf(text, mapOf(anything))),
      stored_fields: oneOf(text, list(text)),
      aggs: mapOf(mapOf(anything)),
      aggregations: mapOf(mapOf(anything)),
      highlight: mapOf(anything),
      post_filter: ref('Query'),
      collapse: mapOf(anything),
      rescore: oneOf(mapOf(anything), list(mapOf(anything))),
      suggest: mapOf(anything),
      pit: mapOf(anything),
      slice: mapOf(anything),
      track_total_hits: oneOf(boolean, integer),
      track_scores: boolean,
      min_score: number,
      timeout: text,
      terminate_after: integer,
      profile: boolean,
      explain: boolean,
      version: boolean,
      seq_no_primary_term: boolean,
    }),
    Hit: object(
      {
        _index: text,
        _id: text,
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
    SearchAnswer: object(
      {
        took: integer,
        timed_out: boolean,
        terminated_early: boolean,
        _scroll_id: text,
        pit_id: text,
        _shards: ref('ShardCounts'),
        hits: object(
          {
            total: object({ value: integer, relation: words('eq', 'gte') }, ['value', 'relation']),
            max_score: { type: ['number', 'null'] },
            hits: list(ref('Hit')),
          },
          ['hits'],
        ),
        aggregations: mapOf(anything),
        suggest: mapOf(anything),
        profile: mapOf(anything),
      },
      ['took', 'timed_out', '_shards', 'hits'],
    ),
    CountRequest: object({ query: ref('Query') }),
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
        example: {
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
        },
      },
    },
    count: {
      body: { schema: ref('CountRequest'), example: { query: { match: { title: 'moby' } } } },
      answer: { schema: ref('CountAnswer'), example: { count: 1, _shards: counts } },
    },
  },
};
