/** Schemas of searches in the background, by templates, and of what explains searches. */
import { attributes } from './nodes.js';
import {
  anything,
  boolean,
  closed,
  type Described,
  integer,
  integers,
  list,
  mapOf,
  number,
  object,
  oneOf,
  orNull,
  ref,
  text,
  textOrList,
  texts,
} from './schema.js';
import { SEARCH_MEMBERS } from './search_body.js';
import { exampleFound } from './searching.js';

const counts = { total: 1, successful: 1, skipped: 0, failed: 0 };
const query = { schema: ref('CountRequest'), example: { query: { match: { title: 'moby' } } } };
const template = {
  schema: ref('SearchTemplate'),
  example: {
    source: { query: { match: { title: '{{words}}' } } },
    params: { words: 'moby' },
  },
};

const FILTER = closed({
  ...Object.fromEntries(
    ['max_num_terms', 'min_term_freq', 'max_term_freq', 'min_doc_freq', 'max_doc_freq'].map(
      (name) => [name, integer],
    ),
  ),
  min_word_length: integer,
  max_word_length: integer,
});
const TERM_VECTORS = {
  doc: ref('Document'),
  fields: list(text),
  offsets: boolean,
  positions: boolean,
  payloads: boolean,
  term_statistics: boolean,
  termStatistics: { ...boolean, deprecated: true },
  field_statistics: boolean,
  fieldStatistics: { ...boolean, deprecated: true },
  per_field_analyzer: mapOf(text),
  filter: FILTER,
  routing: text,
  version: integer,
  version_type: text,
  _index: text,
  _id: text,
};

const foundTerms = object({
  field_statistics: object(integers('sum_doc_freq', 'doc_count', 'sum_ttf')),
  terms: mapOf(
    object({
      ...integers('doc_freq', 'ttf', 'term_freq'),
      score: number,
      tokens: list(
        object({ ...integers('position', 'start_offset', 'end_offset'), payload: text }),
      ),
    }),
  ),
});

const METRICS = {
  precision: closed({
    k: integer,
    relevant_rating_threshold: integer,
    ignore_unlabeled: boolean,
  }),
  recall: closed({ k: integer, relevant_rating_threshold: integer }),
  mean_reciprocal_rank: closed({ k: integer, relevant_rating_threshold: integer }),
  dcg: closed({ k: integer, normalize: boolean, unknown_doc_rating: integer }),
  expected_reciprocal_rank: closed({
    k: integer,
    maximum_relevance: integer,
    unknown_doc_rating: integer,
  }),
};
const rated = closed({ _index: text, _id: text, rating: integer }, ['_index', '_id', 'rating']);

const begun = {
  id: text,
  ...integers('start_time_in_millis', 'expiration_time_in_millis'),
};
const exampleBegun = {
  id: 'FmJvb2tz',
  start_time_in_millis: 1795904122352,
  expiration_time_in_millis: 1796336122352,
};
const asyncAnswer = {
  answer: {
    schema: object({
      ...begun,
      is_partial: boolean,
      is_running: boolean,
      response: ref('SearchAnswer'),
      error: ref('ErrorCause'),
    }),
    example: { ...exampleBegun, is_partial: false, is_running: false, response: exampleFound },
  },
};
const asynchronousAnswer = {
  answer: {
    schema: object({
      ...begun,
      state: text,
      response: ref('SearchAnswer'),
      error: ref('ErrorCause'),
    }),
    example: { ...exampleBegun, state: 'PERSIST_SUCCEEDED', response: exampleFound },
  },
};
const searchBody = {
  schema: ref('SearchRequest'),
  example: { query: { match: { title: 'moby' } } },
};
const search = { schema: ref('SearchAnswer'), example: exampleFound };
const pits = {
  answer: {
    schema: object({
      pits: list(
        object({ pit_id: text, successful: boolean, ...integers('creation_time', 'keep_alive') }),
      ),
    }),
    example: { pits: [{ pit_id: 'cGl0', creation_time: 1795904122352, keep_alive: 60000 }] },
  },
};

export const more_searching: Described = {
  schemas: {
    SearchTemplate: closed({
      source: oneOf(text, mapOf(anything)),
      inline: { ...oneOf(text, mapOf(anything)), deprecated: true },
      template: { ...oneOf(text, mapOf(anything)), deprecated: true },
      id: text,
      params: mapOf(anything),
      explain: boolean,
      profile: boolean,
    }),
    Explanation: object({
      value: number,
      description: text,
      details: list(ref('Explanation')),
    }),
    TermVectorsRequest: closed(TERM_VECTORS),
    TermVectors: object({
      _index: orNull('string'),
      _type: text,
      _id: text,
      ...integers('_version', 'took'),
      found: boolean,
      term_vectors: mapOf(foundTerms),
      error: ref('ErrorCause'),
    }),
    RatedRequest: closed(
      {
        id: text,
        request: closed(SEARCH_MEMBERS),
        template_id: text,
        params: mapOf(anything),
        ratings: list(rated),
        summary_fields: textOrList,
      },
      ['id', 'ratings'],
    ),
  },
  shapes: {
    explain: {
      body: query,
      answer: {
        schema: object({
          _index: text,
          _type: text,
          _id: text,
          matched: boolean,
          explanation: ref('Explanation'),
          get: object({
            ...integers('_seq_no', '_primary_term', '_version'),
            found: boolean,
            _routing: text,
            _source: ref('Document'),
            fields: mapOf(list(anything)),
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
        schema: object({
          valid: boolean,
          error: text,
          _shards: ref('ShardCounts'),
          explanations: list(
            object({
              index: text,
              shard: integer,
              valid: boolean,
              ...texts('explanation', 'error'),
            }),
          ),
        }),
        example: { _shards: counts, valid: true },
      },
    },
    field_caps: {
      body: {
        schema: closed({ index_filter: ref('Query'), runtime_mappings: mapOf(anything) }),
        example: { index_filter: { range: { pages: { gte: 100 } } } },
      },
      answer: {
        schema: object({
          indices: list(text),
          fields: mapOf(
            mapOf(
              object({
                type: text,
                searchable: boolean,
                aggregatable: boolean,
                indices: list(text),
                non_searchable_indices: list(text),
                non_aggregatable_indices: list(text),
                meta: mapOf(list(text)),
                alias: boolean,
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
      body: { schema: ref('TermVectorsRequest'), example: { fields: ['title'] } },
      answer: {
        schema: ref('TermVectors'),
        example: { _index: 'books', _id: '1', found: true, took: 1, term_vectors: {} },
      },
    },
    mtermvectors: {
      body: {
        schema: closed({
          docs: list(ref('TermVectorsRequest')),
          ids: list(text),
          parameters: ref('TermVectorsRequest'),
        }),
        example: { docs: [{ _index: 'books', _id: '1', fields: ['title'] }] },
      },
      answer: {
        schema: object({ docs: list(ref('TermVectors')) }),
        example: { docs: [{ _index: 'books', _id: '1', found: true, took: 1 }] },
      },
    },
    rank_eval: {
      body: {
        schema: closed(
          {
            requests: list(ref('RatedRequest')),
            metric: { ...closed(METRICS), minProperties: 1, maxProperties: 1 },
            templates: list(
              closed({
                id: text,
                template: closed({ source: oneOf(text, mapOf(anything)), lang: text }),
              }),
            ),
            max_concurrent_searches: integer,
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
        schema: object({
          metric_score: number,
          details: mapOf(
            object({
              metric_score: number,
              unrated_docs: list(object(texts('_index', '_id'))),
              hits: list(object({ hit: ref('Hit'), rating: orNull('integer') })),
              metric_details: mapOf(mapOf(number)),
            }),
          ),
          failures: mapOf(anything),
        }),
        example: { metric_score: 1, details: {}, failures: {} },
      },
    },
    terms_enum: {
      body: {
        schema: closed(
          {
            field: text,
            string: text,
            size: integer,
            timeout: text,
            case_insensitive: boolean,
            search_after: text,
            index_filter: ref('Query'),
          },
          ['field'],
        ),
        example: { field: 'tag', string: 'a' },
      },
      answer: {
        schema: object({
          _shards: ref('ShardCounts'),
          terms: list(text),
          complete: boolean,
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
        schema: closed({ slice: closed({ id: integer, max: integer }, ['id', 'max']) }),
        example: { slice: { id: 0, max: 2 } },
      },
      answer: {
        schema: object({
          nodes: mapOf(
            object({ ...texts('name', 'ephemeral_id', 'transport_address'), attributes }),
          ),
          indices: mapOf(object({ aliases: list(text), filter: mapOf(anything) })),
          shards: list(list(ref('ShardRouting'))),
        }),
        example: { nodes: {}, indices: { books: {} }, shards: [] },
      },
    },
    search_template: { body: template, answer: search },
    render_search_template: {
      body: template,
      answer: {
        schema: object({ template_output: anything }),
        example: { template_output: { query: { match: { title: 'moby' } } } },
      },
    },
    msearch_template: {
      lines: {
        description: 'Two lines for each search: a header (`index`, `routing`, …) and a template.',
        example: '{"index":"books"}\n{"source":{"query":{"match_all":{}}}}\n',
      },
      answer: {
        schema: ref('MultiSearchAnswer'),
        example: { took: 2, responses: [{ ...exampleFound, status: 200 }] },
      },
    },
    'async_search.submit': { body: searchBody, ...asyncAnswer },
    'async_search.get': asyncAnswer,
    'async_search.status': {
      answer: {
        schema: object({
          ...begun,
          is_partial: boolean,
          is_running: boolean,
          _shards: ref('ShardCounts'),
          completion_status: integer,
        }),
        example: { ...exampleBegun, is_partial: false, is_running: false, _shards: counts },
      },
    },
    'asynchronous_search.search': { body: searchBody, ...asynchronousAnswer },
    'asynchronous_search.get': asynchronousAnswer,
    open_point_in_time: {
      answer: {
        schema: object({ id: text, _shards: ref('ShardCounts') }, ['id']),
        example: { id: 'cGl0', _shards: counts },
      },
    },
    close_point_in_time: {
      body: { schema: closed({ id: text }, ['id']), example: { id: 'cGl0' } },
      answer: {
        schema: object({ succeeded: boolean, num_freed: integer }),
        example: { succeeded: true, num_freed: 1 },
      },
    },
    'cat.pit_segments': {
      body: { schema: closed({ pit_id: textOrList }, ['pit_id']), example: { pit_id: ['cGl0'] } },
      answer: { schema: list(mapOf(text)), example: [] },
    },
    get_all_pits: pits,
    delete_all_pits: pits,
    get_source: {
      answer: { schema: ref('Document'), example: { title: 'Moby Dick', pages: 635 } },
    },
  },
};
