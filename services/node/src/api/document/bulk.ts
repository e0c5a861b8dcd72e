/** `POST|PUT /_bulk`, `/{index}/_bulk`: many writes in one request, each with its own outcome. */
import { expectDefined } from '@skein/base';
import { utf8 } from '@skein/bytes';
import { RawJson } from '@skein/content';
import { toPlainError } from '@skein/errors';
import { booleanParam, integerParam, jsonReply, orDefault, stringParam } from '@skein/http';
import type { RoutedWriteResult } from '../../document_router/mod.js';
import { defineEndpoint } from '../endpoint.js';
import { bulkAnswer } from './bulk_answer.js';
import { type BulkItem, parseBulk } from './bulk_body.js';
import { refuse, writeProblems } from './validate_write.js';
import {
  SOURCE_PARAMS,
  sourceFilter,
  unknownPipeline,
  WRITE_PARAMS,
  writeOptions,
} from './write_params.js';

export const bulk = defineEndpoint({
  id: 'bulk',
  shape: 'document',
  routes: ['POST /_bulk', 'PUT /_bulk', 'POST /{index}/_bulk', 'PUT /{index}/_bulk'],
  params: {
    ...WRITE_PARAMS,
    ...SOURCE_PARAMS,
    pipeline: stringParam,
    require_alias: orDefault(booleanParam, false),
    /** Of mapping types, which are gone; accepted for old clients. */
    type: stringParam,
    /** Items handed to ingest pipelines at once. */
    batch_size: integerParam,
  },
  body: 'ndjson',
  privilege: 'indices:write',
  parse: ({ pathParams, params, body }) => {
    const items = parseBulk(body.required(), {
      index: pathParams.index,
      routing: params.routing,
      pipeline: params.pipeline,
      requireAlias: params.require_alias,
      source: sourceFilter(params),
    });
    const problems = items.flatMap(({ write }) => writeProblems(write));
    refuse(items.length === 0 ? ['no requests added'] : problems);
    return { items, params };
  },
  handle: async ({ items, params }, { documentRouter }, context) => {
    const ready = items.filter((item) => !namesPipeline(item));
    const writes = ready.map((item) => item.write);
    const { tookMs, results } = await documentRouter.bulk(writes, writeOptions(params, context));
    let next = 0;
    let errors = false;
    const answers = items.map((item) => {
      const outcome = namesPipeline(item)
        ? pipelineFailure(item)
        : expectDefined(results[next++], 'every write has a result');
      errors ||= !outcome.result.ok;
      return bulkAnswer(item.action, outcome);
    });
    return jsonReply({ took: tookMs, errors, items: new RawJson(utf8(`[${answers.join()}]`)) });
  },
});

function namesPipeline({ pipeline }: BulkItem): boolean {
  return pipeline !== undefined && pipeline !== '_none' && pipeline !== '';
}

function pipelineFailure({ write, pipeline }: BulkItem): RoutedWriteResult {
  const error = toPlainError(unknownPipeline(pipeline ?? ''));
  return {
    index: write.index,
    result: { ok: false, id: write.id, error },
    forcedRefresh: false,
    shards: { total: 0, successful: 0, failed: 0 },
  };
}
