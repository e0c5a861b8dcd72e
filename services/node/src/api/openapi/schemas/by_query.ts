/** Schemas of reindex, update by query and delete by query. */
import {
  anything,
  closed,
  type Described,
  integer,
  list,
  mapOf,
  number,
  object,
  ref,
  text,
  textOrList,
  words,
} from './schema.js';
import { SEARCH_MEMBERS } from './search_body.js';

const conflicts = words('abort', 'proceed');

/** With `wait_for_completion=false` the answer is the id of a task. */
const done = {
  took: 12,
  timed_out: false,
  total: 1,
  updated: 1,
  deleted: 0,
  batches: 1,
  version_conflicts: 0,
  noops: 0,
  retries: { bulk: 0, search: 0 },
  throttled_millis: 0,
  requests_per_second: -1,
  throttled_until_millis: 0,
  failures: [],
};
const answer = { schema: ref('ByScrollAnswer'), example: done };

export const by_query: Described = {
  schemas: {
    UpdateByQueryRequest: closed({
      ...SEARCH_MEMBERS,
      script: ref('Script'),
      conflicts,
      max_docs: integer,
    }),
    DeleteByQueryRequest: closed({ ...SEARCH_MEMBERS, conflicts, max_docs: integer }),
    ReindexSource: closed({
      ...SEARCH_MEMBERS,
      index: textOrList,
      remote: object({
        host: text,
        username: text,
        password: text,
        credentials: text,
        headers: mapOf(text),
        socket_timeout: text,
        connect_timeout: text,
      }),
    }),
    ReindexDestination: closed({
      index: text,
      op_type: words('index', 'create'),
      version_type: words('internal', 'external', 'external_gte'),
      routing: text,
      pipeline: text,
    }),
    ReindexRequest: closed(
      {
        source: ref('ReindexSource'),
        dest: ref('ReindexDestination'),
        script: ref('Script'),
        conflicts,
        max_docs: integer,
        size: integer,
      },
      ['source', 'dest'],
    ),
    ByScrollAnswer: object({
      task: text,
      took: integer,
      timed_out: { type: 'boolean' },
      total: integer,
      created: integer,
      updated: integer,
      deleted: integer,
      batches: integer,
      version_conflicts: integer,
      noops: integer,
      retries: object({ bulk: integer, search: integer }),
      throttled_millis: integer,
      requests_per_second: number,
      throttled_until_millis: integer,
      failures: list(mapOf(anything)),
    }),
  },
  shapes: {
    reindex: {
      body: {
        schema: ref('ReindexRequest'),
        example: { source: { index: 'books' }, dest: { index: 'copies' } },
      },
      answer,
    },
    update_by_query: {
      body: {
        schema: ref('UpdateByQueryRequest'),
        example: {
          query: { match: { title: 'omoo' } },
          script: { source: 'ctx._source.read = true' },
        },
      },
      answer,
    },
    delete_by_query: {
      body: {
        schema: ref('DeleteByQueryRequest'),
        example: { query: { match: { title: 'nothing' } } },
      },
      answer,
    },
  },
};
