/** Schemas of searches in the background, by templates, and of what explains searches. */
import { attributes } from './nodes.js';
import type { Described } from './schema.js';
import * as s from './schema.js';
import { SEARCH_MEMBERS } from './search_body.js';
import { exampleFound } from './searching.js';

const counts = { total: 1, successful: 1, skipped: 0, failed: 0 };
const query = { schema: s.ref('CountRequest'), example: { query: { match: { title: 'moby' } } } };
const template = {
  schema: s.ref('SearchTemplate'),
  example: {
    source: { query: { match: { title: '{{words}}' } } },
    params: { words: 'moby' },
  },
};

const FILTER = s.closed({
  ...Object.fromEntries(
    ['max_num_terms', 'min_term_freq', 'max_term_freq', 'min_doc_freq', 'max_doc_freq'].map(
      (name) => [name, s.integer],
    ),
  ),
  min_word_length: s.integer,
  max_word_length: s.integer,
});
const TERM_VECTORS = {
  doc: s.ref('Document'),
  fields: s.list(s.text),
  offsets: s.boolean,
  positions: s.boolean,
  payloads: s.boolean,
  term_statistics: s.boolean,
  termStatistics: { ...s.boolean, deprecated: true },
  field_statistics: s.boolean,
  fieldStatistics: { ...s.boolean, deprecated: true },
  per_field_analyzer: s.mapOf(s.text),
  filter: FILTER,
  routing: s.text,
  version: s.integer,
  version_type: s.text,
  _index: s.text,
  _id: s.text,
};

const foundTerms = s.object({
  field_statistics: s.object(s.integers('sum_doc_freq', 'doc_count', 'sum_ttf')),
  terms: s.mapOf(
    s.object({
      ...s.integers('doc_freq', 'ttf', 'term_freq'),
      score: s.number,
      tokens: s.list(
        s.object({ ...s.integers('position', 'start_offset', 'end_offset'), payload: s.text }),
      ),
    }),
  ),
});

const METRICS = {
  precision: s.closed({
    k: s.integer,
    relevant_rating_threshold: s.integer,
    ignore_unlabeled: s.boolean,
  }),
  recall: s.closed({ k: s.integer, relevant_rating_threshold: s.integer }),
  mean_reciprocal_rank: s.closed({ k: s.integer, relevant_rating_threshold: s.integer }),
  dcg: s.closed({ k: s.integer, normalize: s.boolean, unknown_doc_rating: s.integer }),
  expected_reciprocal_rank: s.closed({
    k: s.integer,
    maximum_relevance: s.integer,
    unknown_doc_rating: s.integer,
  }),
};
const rated = s.closed({ _index: s.text, _id: s.text, rating: s.integer }, [
  '_index',
  '_id',
  'rating',
]);

const begun = {
  id: s.text,
  ...s.integers('start_time_in_millis', 'expiration_time_in_millis'),
};
const exampleBegun = {
  id: 'FmJvb2tz',
  start_time_in_millis: 1795904122352,
  expiration_time_in_millis: 1796336122352,
};
const asyncAnswer = {
  answer: {
    schema: s.object({
      ...begun,
      is_partial: s.boolean,
      is_running: s.boolean,
      response: s.ref('SearchAnswer'),
      error: s.ref('ErrorCause'),
    }),
    example: { ...exampleBegun, is_partial: false, is_running: false, response: exampleFound },
  },
};
const asynchronousAnswer = {
  answer: {
    schema: s.object({
      ...begun,
      state: s.text,
      response: s.ref('SearchAnswer'),
      error: s.ref('ErrorCause'),
    }),
    example: { ...exampleBegun, state: 'PERSIST_SUCCEEDED', response: exampleFound },
  },
};
const searchBody = {
  schema: s.ref('SearchRequest'),
  example: { query: { match: { title: 'moby' } } },
};
const search = { schema: s.ref('SearchAnswer'), example: exampleFound };
const pits = {
  answer: {
    schema: s.object({
      pits: s.list(
        s.object({
          pit_id: s.text,
          successful: s.boolean,
          ...s.integers('creation_time', 'keep_alive'),
        }),
      ),
    }),
    example: { pits: [{ pit_id: 'cGl0', creation_time: 1795904122352, keep_alive: 60000 }] },
  },
};

export const more_searching: Described = {
  schemas: {
    SearchTemplate: s.closed({
      source: s.oneOf(s.text, s.mapOf(s.anything)),
      inline: { ...s.oneOf(s.text, s.mapOf(s.anything)), deprecated: true },
      template: { ...s.oneOf(s.text, s.mapOf(s.anything)), deprecated: true },
      id: s.text,
      params: s.mapOf(s.anything),
      explain: s.boolean,
      profile: s.boolean,
    }),
    Explanation: s.object({
      value: s.number,
      description: s.text,
      details: s.list(s.ref('Explanation')),
    }),
    TermVectorsRequest: s.closed(TERM_VECTORS),
    TermVectors: s.object({
      _index: s.orNull('string'),
      _type: s.text,
      _id: s.text,
      ...s.integers('_version', 'took'),
      found: s.boolean,
      term_vectors: s.mapOf(foundTerms),
      error: s.ref('ErrorCause'),
    }),
    RatedRequest: s.closed(
      {
        id: s.text,
        request: s.closed(SEARCH_MEMBERS),
        template_id: s.text,
        params: s.mapOf(s.anything),
        ratings: s.list(rated),
        summary_fields: s.textOrList,
      },
      ['id', 'ratings'],
    ),
  },
  shapes: {
    explain: {
      body: query,
      answer: {
        schema: s.object({
          _index: s.text,
          _type: s.text,
          _id: s.text,
          matched: s.boolean,
          explanation: s.ref('Explanation'),
          get: s.object({
            ...s.integers('_seq_no', '_primary_term', '_version'),
            found: s.boolean,
            _routing: s.text,
            _source: s.ref('Document'),
            fields: s.mapOf(s.list(s.anything)),
          }),
        }),
        example: {
          _index: 'books',
          _id: '1',
          matched: true,
          explanation: { value: 0.28, description: 'weight(title:moby)', details: [] },
        },
      },
    },
    'indices.validate_query': {
      body: query,
      answer: {
        schema: s.object({
          valid: s.boolean,
          error: s.text,
          _shards: s.ref('ShardCounts'),
          explanations: s.list(
            s.object({
              index: s.text,
              shard: s.integer,
              valid: s.boolean,
              ...s.texts('explanation', 'error'),
            }),
          ),
        }),
        example: { _shards: counts, valid: true },
      },
    },
    field_caps: {
      body: {
        schema: s.closed({ index_filter: s.ref('Query'), runtime_mappings: s.mapOf(s.anything) }),
        example: { index_filter: { range: { pages: { gte: 100 } } } },
      },
      answer: {
        schema: s.object({
          indices: s.list(s.text),
          fields: s.mapOf(
            s.mapOf(
              s.object({
                type: s.text,
                searchable: s.boolean,
                aggregatable: s.boolean,
                indices: s.list(s.text),
                non_searchable_indices: s.list(s.text),
                non_aggregatable_indices: s.list(s.text),
                meta: s.mapOf(s.list(s.text)),
                alias: s.boolean,
              }),
            ),
          ),
        }),
        example: {
          indices: ['books'],
          fields: {
            pages: { integer: { type: 'integer', searchable: true, aggregatable: true } },
          },
        },
      },
    },
    termvectors: {
      body: { schema: s.ref('TermVectorsRequest'), example: { fields: ['title'] } },
      answer: {
        schema: s.ref('TermVectors'),
        example: { _index: 'books', _id: '1', found: true, took: 1, term_vectors: {} },
      },
    },
    mtermvectors: {
      body: {
        schema: s.closed({
          docs: s.list(s.ref('TermVectorsRequest')),
          ids: s.list(s.text),
          parameters: s.ref('TermVectorsRequest'),
        }),
        example: { docs: [{ _index: 'books', _id: '1', fields: ['title'] }] },
      },
      answer: {
        schema: s.object({ docs: s.list(s.ref('TermVectors')) }),
        example: { docs: [{ _index: 'books', _id: '1', found: true, took: 1 }] },
      },
    },
    rank_eval: {
      body: {
        schema: s.closed(
          {
            requests: s.list(s.ref('RatedRequest')),
            metric: { ...s.closed(METRICS), minProperties: 1, maxProperties: 1 },
            templates: s.list(
              s.closed({
                id: s.text,
                template: s.closed({ source: s.oneOf(s.text, s.mapOf(s.anything)), lang: s.text }),
              }),
            ),
            max_concurrent_searches: s.integer,
          },
          ['requests', 'metric'],
        ),
        example: {
          requests: [
            {
              id: 'moby',
              request: { query: { match: { title: 'moby' } } },
              ratings: [{ _index: 'books', _id: '1', rating: 1 }],
            },
          ],
          metric: { precision: { k: 5 } },
        },
      },
      answer: {
        schema: s.object({
          metric_score: s.number,
          details: s.mapOf(
            s.object({
              metric_score: s.number,
              unrated_docs: s.list(s.object(s.texts('_index', '_id'))),
              hits: s.list(s.object({ hit: s.ref('Hit'), rating: s.orNull('integer') })),
              metric_details: s.mapOf(s.mapOf(s.number)),
            }),
          ),
          failures: s.mapOf(s.anything),
        }),
        example: { metric_score: 1, details: {}, failures: {} },
      },
    },
    terms_enum: {
      body: {
        schema: s.closed(
          {
            field: s.text,
            string: s.text,
            size: s.integer,
            timeout: s.text,
            case_insensitive: s.boolean,
            search_after: s.text,
            index_filter: s.ref('Query'),
          },
          ['field'],
        ),
        example: { field: 'tag', string: 'a' },
      },
      answer: {
        schema: s.object({
          _shards: s.ref('ShardCounts'),
          terms: s.list(s.text),
          complete: s.boolean,
        }),
        example: {
          _shards: { total: 1, successful: 1, failed: 0 },
          terms: ['adventure'],
          complete: true,
        },
      },
    },
    search_shards: {
      body: {
        schema: s.closed({ slice: s.closed({ id: s.integer, max: s.integer }, ['id', 'max']) }),
        example: { slice: { id: 0, max: 2 } },
      },
      answer: {
        schema: s.object({
          nodes: s.mapOf(
            s.object({ ...s.texts('name', 'ephemeral_id', 'transport_address'), attributes }),
          ),
          indices: s.mapOf(s.object({ aliases: s.list(s.text), filter: s.mapOf(s.anything) })),
          shards: s.list(s.list(s.ref('ShardRouting'))),
        }),
        example: { nodes: {}, indices: { books: {} }, shards: [] },
      },
    },
    search_template: { body: template, answer: search },
    render_search_template: {
      body: template,
      answer: {
        schema: s.object({ template_output: s.anything }),
        example: { template_output: { query: { match: { title: 'moby' } } } },
      },
    },
    msearch_template: {
      lines: {
        description: 'Two lines for each search: a header (`index`, `routing`, …) and a template.',
        example: '{"index":"books"}\n{"source":{"query":{"match_all":{}}}}\n',
      },
      answer: {
        schema: s.ref('MultiSearchAnswer'),
        example: { took: 2, responses: [{ ...exampleFound, status: 200 }] },
      },
    },
    'async_search.submit': { body: searchBody, ...asyncAnswer },
    'async_search.get': asyncAnswer,
    'async_search.status': {
      answer: {
        schema: s.object({
          ...begun,
          is_partial: s.boolean,
          is_running: s.boolean,
          _shards: s.ref('ShardCounts'),
          completion_status: s.integer,
        }),
        example: { ...exampleBegun, is_partial: false, is_running: false, _shards: counts },
      },
    },
    'asynchronous_search.search': { body: searchBody, ...asynchronousAnswer },
    'asynchronous_search.get': asynchronousAnswer,
    open_point_in_time: {
      answer: {
        schema: s.object({ id: s.text, _shards: s.ref('ShardCounts') }, ['id']),
        example: { id: 'cGl0', _shards: counts },
      },
    },
    close_point_in_time: {
      body: { schema: s.closed({ id: s.text }, ['id']), example: { id: 'cGl0' } },
      answer: {
        schema: s.object({ succeeded: s.boolean, num_freed: s.integer }),
        example: { succeeded: true, num_freed: 1 },
      },
    },
    'cat.pit_segments': {
      body: {
        schema: s.closed({ pit_id: s.textOrList }, ['pit_id']),
        example: { pit_id: ['cGl0'] },
      },
      answer: { schema: s.list(s.mapOf(s.text)), example: [] },
    },
    get_all_pits: pits,
    delete_all_pits: pits,
    get_source: {
      answer: { schema: s.ref('Document'), example: { title: 'Moby Dick', pages: 635 } },
    },
  },
};
