/** Schemas of reindex, update by query and delete by query. */

import type { Described } from './schema.js';
import * as s from './schema.js';
import { SEARCH_MEMBERS } from './search_body.js';

const conflicts = s.words('abort', 'proceed');

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
const answer = { schema: s.ref('ByScrollAnswer'), example: done };

export const by_query: Described = {
  schemas: {
    UpdateByQueryRequest: s.closed({
      ...SEARCH_MEMBERS,
      script: s.ref('Script'),
      conflicts,
      max_docs: s.integer,
    }),
    DeleteByQueryRequest: s.closed({ ...SEARCH_MEMBERS, conflicts, max_docs: s.integer }),
    ReindexSource: s.closed({
      ...SEARCH_MEMBERS,
      index: s.textOrList,
      remote: s.object({
        host: s.text,
        username: s.text,
        password: s.text,
        credentials: s.text,
        headers: s.mapOf(s.text),
        socket_timeout: s.text,
        connect_timeout: s.text,
      }),
    }),
    ReindexDestination: s.closed({
      index: s.text,
      op_type: s.words('index', 'create'),
      version_type: s.words('internal', 'external', 'external_gte'),
      routing: s.text,
      pipeline: s.text,
    }),
    ReindexRequest: s.closed(
      {
        source: s.ref('ReindexSource'),
        dest: s.ref('ReindexDestination'),
        script: s.ref('Script'),
        conflicts,
        max_docs: s.integer,
        size: s.integer,
      },
      ['source', 'dest'],
    ),
    ByScrollAnswer: s.object({
      task: s.text,
      took: s.integer,
      timed_out: { type: 'boolean' },
      total: s.integer,
      created: s.integer,
      updated: s.integer,
      deleted: s.integer,
      batches: s.integer,
      version_conflicts: s.integer,
      noops: s.integer,
      retries: s.object({ bulk: s.integer, search: s.integer }),
      throttled_millis: s.integer,
      requests_per_second: s.number,
      throttled_until_millis: s.integer,
      failures: s.list(s.mapOf(s.anything)),
    }),
  },
  shapes: {
    reindex: {
      body: {
        schema: s.ref('ReindexRequest'),
        example: { source: { index: 'books' }, dest: { index: 'copies' } },
      },
      answer,
    },
    update_by_query: {
      body: {
        schema: s.ref('UpdateByQueryRequest'),
        example: {
          query: { match: { title: 'omoo' } },
          script: { source: 'ctx._source.read = true' },
        },
      },
      answer,
    },
    delete_by_query: {
      body: {
        schema: s.ref('DeleteByQueryRequest'),
        example: { query: { match: { title: 'nothing' } } },
      },
      answer,
    },
  },
};
