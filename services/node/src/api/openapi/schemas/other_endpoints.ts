/** Schemas of endpoints that belong to none of the other groups. */
import type { Described } from './schema.js';
import * as s from './schema.js';
import { byShardCopy } from './shard_stats.js';

const simulatedTemplate = {
  schema: s.object({
    template: s.object({
      settings: s.mapOf(s.anything),
      mappings: s.mapOf(s.anything),
      aliases: s.mapOf(s.anything),
    }),
    overlapping: s.list(s.object({ name: s.text, index_patterns: s.list(s.text) })),
  }),
  example: { template: { settings: {}, mappings: {}, aliases: {} }, overlapping: [] },
};
const template = {
  schema: s.ref('IndexTemplate'),
  example: { index_patterns: ['books-*'], template: { settings: { number_of_replicas: 0 } } },
};
const file = s.object(s.integers('file_count', 'size_in_bytes'));
const snapshotStats = s.object({
  incremental: file,
  processed: file,
  total: file,
  ...s.integers('start_time_in_millis', 'time_in_millis'),
});
const shardsStats = s.object(
  s.integers('initializing', 'started', 'finalizing', 'done', 'failed', 'total'),
);
const searchPipeline = {
  description: s.orNull('string'),
  version: s.oneOf(s.integer, s.text, { type: 'null' }),
  request_processors: s.list(s.mapOf(s.anything)),
  response_processors: s.list(s.mapOf(s.anything)),
  phase_results_processors: s.list(s.mapOf(s.anything)),
};
const remote = s.mapOf(s.anything);
const feature = s.object({ available: s.boolean, enabled: s.boolean });

export const other_endpoints: Described = {
  schemas: {
    SearchPipeline: s.closed(searchPipeline),
  },
  shapes: {
    'health.live': {
      answer: { schema: s.object({ live: s.boolean }), example: { live: true } },
    },
    'health.ready': {
      answer: {
        schema: s.object({ ready: s.boolean, reason: s.text }),
        example: { ready: true },
      },
    },
    'license.get': {
      answer: {
        schema: s.object({
          license: s.object({
            ...s.texts('status', 'uid', 'type', 'issued_to', 'issuer'),
            max_nodes: s.integer,
          }),
        }),
        example: { license: { status: 'active', type: 'basic' } },
      },
    },
    'xpack.info': {
      answer: {
        schema: s.object({
          build: s.mapOf(s.text),
          license: s.object(s.texts('uid', 'type', 'mode', 'status')),
          features: s.mapOf(feature),
          tagline: s.text,
        }),
        example: { features: { ilm: { available: true, enabled: true } } },
      },
    },
    'security.authenticate': {
      answer: {
        schema: s.object({
          username: s.text,
          roles: s.list(s.text),
          full_name: s.orNull('string'),
          email: s.orNull('string'),
          metadata: s.mapOf(s.anything),
          enabled: s.boolean,
          authentication_realm: s.object(s.texts('name', 'type')),
          lookup_realm: s.object(s.texts('name', 'type')),
          authentication_type: s.text,
        }),
        example: { username: 'ann', roles: ['reader'], enabled: true },
      },
    },
    'security.protected_resource': {
      answer: {
        schema: s.object({
          resource: s.text,
          authorization_servers: s.list(s.text),
          scopes_supported: s.list(s.text),
          bearer_methods_supported: s.list(s.text),
          resource_name: s.text,
          resource_documentation: s.text,
          dpop_signing_alg_values_supported: s.list(s.text),
          dpop_bound_access_tokens_required: s.boolean,
          tls_client_certificate_bound_access_tokens: s.boolean,
        }),
        example: {
          resource: 'https://search.example',
          authorization_servers: ['https://auth.example'],
        },
      },
    },
    'indices.get_template': {
      answer: {
        schema: s.mapOf(
          s.object({
            order: s.integer,
            version: s.integer,
            index_patterns: s.list(s.text),
            settings: s.mapOf(s.anything),
            mappings: s.mapOf(s.anything),
            aliases: s.mapOf(s.ref('Alias')),
          }),
        ),
        example: { old: { order: 0, index_patterns: ['old-*'], settings: {}, mappings: {} } },
      },
    },
    'indices.simulate_template': { body: template, answer: simulatedTemplate },
    'indices.simulate_index_template': { body: template, answer: simulatedTemplate },
    'snapshot.status': {
      answer: {
        schema: s.object({
          snapshots: s.list(
            s.object({
              ...s.texts('snapshot', 'repository', 'uuid', 'state'),
              include_global_state: s.boolean,
              shards_stats: shardsStats,
              stats: snapshotStats,
              indices: s.mapOf(
                s.object({
                  shards_stats: shardsStats,
                  stats: snapshotStats,
                  shards: s.mapOf(
                    s.object({ ...s.texts('stage', 'node', 'reason'), stats: snapshotStats }),
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
        schema: s.object({ nodes: s.mapOf(s.object({ name: s.text })) }),
        example: { nodes: { eO3JnJfBKXHXnoZW7nAecw: { name: 'node-1' } } },
      },
    },
    'snapshot.cleanup_repository': {
      answer: {
        schema: s.object({ results: s.object(s.integers('deleted_bytes', 'deleted_blobs')) }),
        example: { results: { deleted_bytes: 0, deleted_blobs: 0 } },
      },
    },
    'remote_store.restore': {
      body: {
        schema: s.closed({ indices: s.textOrList }, ['indices']),
        example: { indices: ['books'] },
      },
      answer: {
        schema: s.object({
          accepted: s.boolean,
          remote_store: s.object({
            indices: s.list(s.text),
            shards: s.object(s.integers('total', 'failed', 'successful')),
          }),
        }),
        example: { accepted: true },
      },
    },
    'remote_store.stats': {
      answer: {
        schema: byShardCopy({
          segment: s.object({ download: remote, upload: remote }),
          translog: s.object({ download: remote, upload: remote }),
        }),
        example: { _shards: { total: 1, successful: 1, failed: 0 }, indices: {} },
      },
    },
    'search_pipeline.put': {
      body: { schema: s.ref('SearchPipeline'), example: { description: 'changes nothing' } },
      answer: s.acknowledged,
    },
    'search_pipeline.get': {
      answer: {
        schema: s.mapOf(s.ref('SearchPipeline')),
        example: { plain: { description: 'changes nothing' } },
      },
    },
    'ingest.processor_grok': {
      answer: {
        schema: s.object({ patterns: s.mapOf(s.text) }),
        example: { patterns: { WORD: '\\b\\w+\\b' } },
      },
    },
    get_script_languages: {
      answer: {
        schema: s.object({
          types_allowed: s.list(s.text),
          language_contexts: s.list(s.object({ language: s.text, contexts: s.list(s.text) })),
        }),
        example: {
          types_allowed: ['inline', 'stored'],
          language_contexts: [{ language: 'mustache', contexts: ['template'] }],
        },
      },
    },
    get_script_context: {
      answer: {
        schema: s.object({
          contexts: s.list(
            s.object({
              name: s.text,
              methods: s.list(
                s.object({
                  name: s.text,
                  return_type: s.text,
                  params: s.list(s.object(s.texts('type', 'name'))),
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
        schema: s.oneOf(s.object({ contexts: s.list(s.text) }), s.mapOf(s.anything)),
        example: { contexts: ['filter', 'score'] },
      },
    },
    scripts_painless_execute: {
      body: {
        schema: s.closed(
          {
            script: s.ref('Script'),
            context: s.words('painless_test', 'filter', 'score'),
            context_setup: s.closed({
              document: s.ref('Document'),
              index: s.text,
              query: s.ref('Query'),
            }),
          },
          ['script'],
        ),
        example: { script: { source: 'params.a + 1', params: { a: 2 } } },
      },
      answer: { schema: s.object({ result: s.anything }), example: { result: '3' } },
    },
    'nodes.profile': {
      answer: {
        schema: s.mapOf(s.anything),
        example: { nodes: [], startTime: 0, endTime: 1000 },
      },
    },
    describe_api: {
      answer: {
        schema: s.object({
          openapi: s.text,
          info: s.mapOf(s.anything),
          servers: s.list(s.mapOf(s.anything)),
          security: s.list(s.mapOf(s.anything)),
          paths: s.mapOf(s.anything),
          components: s.mapOf(s.anything),
        }),
        example: { openapi: '3.1.1', paths: {} },
      },
    },
  },
};
