/** Schemas of endpoints that belong to none of the other groups. */
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
  oneOf,
  orNull,
  ref,
  text,
  textOrList,
  texts,
  words,
} from './schema.js';

const simulatedTemplate = {
  schema: object({
    template: object({
      settings: mapOf(anything),
      mappings: mapOf(anything),
      aliases: mapOf(anything),
    }),
    overlapping: list(object({ name: text, index_patterns: list(text) })),
  }),
  example: { template: { settings: {}, mappings: {}, aliases: {} }, overlapping: [] },
};
const template = {
  schema: ref('IndexTemplate'),
  example: { index_patterns: ['books-*'], template: { settings: { number_of_replicas: 0 } } },
};
const file = object(integers('file_count', 'size_in_bytes'));
const snapshotStats = object({
  incremental: file,
  processed: file,
  total: file,
  ...integers('start_time_in_millis', 'time_in_millis'),
});
const shardsStats = object(
  integers('initializing', 'started', 'finalizing', 'done', 'failed', 'total'),
);
const searchPipeline = {
  description: orNull('string'),
  version: oneOf(integer, text, { type: 'null' }),
  request_processors: list(mapOf(anything)),
  response_processors: list(mapOf(anything)),
  phase_results_processors: list(mapOf(anything)),
};
const remote = mapOf(anything);
const feature = object({ available: boolean, enabled: boolean });

export const other_endpoints: Described = {
  schemas: {
    SearchPipeline: closed(searchPipeline),
  },
  shapes: {
    'health.live': {
      answer: { schema: object({ live: boolean }), example: { live: true } },
    },
    'health.ready': {
      answer: {
        schema: object({ ready: boolean, reason: text }),
        example: { ready: true },
      },
    },
    'license.get': {
      answer: {
        schema: object({
          license: object({
            ...texts('status', 'uid', 'type', 'issued_to', 'issuer'),
            max_nodes: integer,
          }),
        }),
        example: { license: { status: 'active', type: 'basic' } },
      },
    },
    'xpack.info': {
      answer: {
        schema: object({
          build: mapOf(text),
          license: object(texts('uid', 'type', 'mode', 'status')),
          features: mapOf(feature),
          tagline: text,
        }),
        example: { features: { ilm: { available: true, enabled: true } } },
      },
    },
    'security.authenticate': {
      answer: {
        schema: object({
          username: text,
          roles: list(text),
          full_name: orNull('string'),
          email: orNull('string'),
          metadata: mapOf(anything),
          enabled: boolean,
          authentication_realm: object(texts('name', 'type')),
          lookup_realm: object(texts('name', 'type')),
          authentication_type: text,
        }),
        example: { username: 'ann', roles: ['reader'], enabled: true },
      },
    },
    'security.protected_resource': {
      answer: {
        schema: object({
          resource: text,
          authorization_servers: list(text),
          scopes_supported: list(text),
          bearer_methods_supported: list(text),
          resource_name: text,
          resource_documentation: text,
          dpop_signing_alg_values_supported: list(text),
          dpop_bound_access_tokens_required: boolean,
          tls_client_certificate_bound_access_tokens: boolean,
        }),
        example: {
          resource: 'https://search.example',
          authorization_servers: ['https://auth.example'],
        },
      },
    },
    'indices.get_template': {
      answer: {
        schema: mapOf(
          object({
            order: integer,
            version: integer,
            index_patterns: list(text),
            settings: mapOf(anything),
            mappings: mapOf(anything),
            aliases: mapOf(ref('Alias')),
          }),
        ),
        example: { old: { order: 0, index_patterns: ['old-*'], settings: {}, mappings: {} } },
      },
    },
    'indices.simulate_template': { body: template, answer: simulatedTemplate },
    'indices.simulate_index_template': { body: template, answer: simulatedTemplate },
    'snapshot.status': {
      answer: {
        schema: object({
          snapshots: list(
            object({
              ...texts('snapshot', 'repository', 'uuid', 'state'),
              include_global_state: boolean,
              shards_stats: shardsStats,
              stats: snapshotStats,
              indices: mapOf(
                object({
                  shards_stats: shardsStats,
                  stats: snapshotStats,
                  shards: mapOf(
                    object({ ...texts('stage', 'node', 'reason'), stats: snapshotStats }),
                  ),
                }),
              ),
            }),
          ),
        }),
        example: {
          snapshots: [{ snapshot: 'first', repository: 'kept', state: 'SUCCESS', indices: {} }],
        },
      },
    },
    'snapshot.verify_repository': {
      answer: {
        schema: object({ nodes: mapOf(object({ name: text })) }),
        example: { nodes: { eO3JnJfBKXHXnoZW7nAecw: { name: 'node-1' } } },
      },
    },
    'snapshot.cleanup_repository': {
      answer: {
        schema: object({ results: object(integers('deleted_bytes', 'deleted_blobs')) }),
        example: { results: { deleted_bytes: 0, deleted_blobs: 0 } },
      },
    },
    'remote_store.restore': {
      body: {
        schema: closed({ indices: textOrList }, ['indices']),
        example: { indices: ['books'] },
      },
      answer: {
        schema: object({
          accepted: boolean,
          remote_store: object({
            indices: list(text),
            shards: object(integers('total', 'failed', 'successful')),
          }),
        }),
        example: { accepted: true },
      },
    },
    'remote_store.stats': {
      answer: {
        schema: object({
          _shards: ref('ShardCounts'),
          indices: mapOf(
            object({
              shards: mapOf(
                list(
                  object({
                    routing: object({ state: text, primary: boolean, node: text }),
                    segment: object({ download: remote, upload: remote }),
                    translog: object({ download: remote, upload: remote }),
                  }),
                ),
              ),
            }),
          ),
        }),
        example: { _shards: { total: 1, successful: 1, failed: 0 }, indices: {} },
      },
    },
    'search_pipeline.put': {
      body: { schema: ref('SearchPipeline'), example: { description: 'changes nothing' } },
      answer: acknowledged,
    },
    'search_pipeline.get': {
      answer: {
        schema: mapOf(ref('SearchPipeline')),
        example: { plain: { description: 'changes nothing' } },
      },
    },
    'ingest.processor_grok': {
      answer: {
        schema: object({ patterns: mapOf(text) }),
        example: { patterns: { WORD: '\\b\\w+\\b' } },
      },
    },
    get_script_languages: {
      answer: {
        schema: object({
          types_allowed: list(text),
          language_contexts: list(object({ language: text, contexts: list(text) })),
        }),
        example: {
          types_allowed: ['inline', 'stored'],
          language_contexts: [{ language: 'mustache', contexts: ['template'] }],
        },
      },
    },
    get_script_context: {
      answer: {
        schema: object({
          contexts: list(
            object({
              name: text,
              methods: list(
                object({
                  name: text,
                  return_type: text,
                  params: list(object(texts('type', 'name'))),
                }),
              ),
            }),
          ),
        }),
        example: {
          contexts: [
            { name: 'filter', methods: [{ name: 'execute', return_type: 'boolean', params: [] }] },
          ],
        },
      },
    },
    scripts_painless_context: {
      answer: {
        schema: oneOf(object({ contexts: list(text) }), mapOf(anything)),
        example: { contexts: ['filter', 'score'] },
      },
    },
    scripts_painless_execute: {
      body: {
        schema: closed(
          {
            script: ref('Script'),
            context: words('painless_test', 'filter', 'score'),
            context_setup: closed({ document: ref('Document'), index: text, query: ref('Query') }),
          },
          ['script'],
        ),
        example: { script: { source: 'params.a + 1', params: { a: 2 } } },
      },
      answer: { schema: object({ result: anything }), example: { result: '3' } },
    },
    'nodes.profile': {
      answer: {
        schema: mapOf(anything),
        example: { nodes: [], startTime: 0, endTime: 1000 },
      },
    },
    describe_api: {
      answer: {
        schema: object({
          openapi: text,
          info: mapOf(anything),
          servers: list(mapOf(anything)),
          security: list(mapOf(anything)),
          paths: mapOf(anything),
          components: mapOf(anything),
        }),
        example: { openapi: '3.1.1', paths: {} },
      },
    },
  },
};
