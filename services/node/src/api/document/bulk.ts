/**
 * `POST|PUT /_bulk`, `/{index}/_bulk`: many writes in one request, each with its own outcome. The whole body is read before the first write, since
 * an error of its form refuses all of it; reading, writing and answering go in slices, between which other requests get their turn.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { expectDefined } from '@skein/base';
import { utf8 } from '@skein/bytes';
import { RawJson } from '@skein/content';
import { toPlainError } from '@skein/errors';
import {
  booleanParam,
  chunksReply,
  integerParam,
  jsonReply,
  orDefault,
  stringParam,
} from '@skein/http';
import type { RoutedWriteResult } from '../../document_router/mod.js';
import { defineEndpoint, type ItemFailed } from '../endpoint.js';
import { bulkAnswer } from './bulk_answer.js';
import { type BulkItem, readBulk } from './bulk_body.js';
import { answerPlain, SLICE } from './bulk_plain.js';
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
    const defaults = {
      index: pathParams.index,
      routing: params.routing,
      pipeline: params.pipeline,
      requireAlias: params.require_alias,
      source: sourceFilter(params),
    };
    return { bytes: body.required(), defaults, params };
  },
  handle: async ({ bytes, defaults, params }, { documentRouter }, context) => {
    const options = writeOptions(params, context);
    const { itemFailed } = context;
    const plain = await answerPlain({ bytes, defaults, options, itemFailed }, documentRouter);
    if (plain !== undefined) return chunksReply(plain);
    const items = await readAll(readBulk(bytes, defaults));
    // A refresh at the end of each slice would be one too many: such a request goes as one.
    const size = options.refresh === 'false' ? SLICE : items.length;
    const answers: string[] = [];
    let errors = false;
    let took = 0;
    for (let start = 0; start < items.length; start += size) {
      const slice = items.slice(start, start + size);
      const ready = slice.filter((item) => !namesPipeline(item));
      const { tookMs, results } = await documentRouter.bulk(
        ready.map((item) => item.write),
        options,
      );
      took += tookMs;
      errors = answerSlice(slice, results, { answers, itemFailed }) || errors;
    }
    return jsonReply({ took, errors, items: new RawJson(utf8(`[${answers.join()}]`)) });
  },
});

async function readAll(unread: Iterable<BulkItem>): Promise<BulkItem[]> {
  const items: BulkItem[] = [];
  const problems: string[] = [];
  for (const item of unread) {
    problems.push(...writeProblems(item.write));
    if (items.push(item) % SLICE === 0) await turn();
  }
  refuse(items.length === 0 ? ['no requests added'] : problems);
  return items;
}

/** Appends the items' answers in the order of the request; says whether there is an error among them. */
function answerSlice(
  slice: readonly BulkItem[],
  results: readonly RoutedWriteResult[],
  { answers, itemFailed }: { readonly answers: string[]; readonly itemFailed: ItemFailed },
): boolean {
  let next = 0;
  let errors = false;
  for (const item of slice) {
    const outcome = namesPipeline(item)
      ? pipelineFailure(item)
      : expectDefined(results[next++], 'every write has a result');
    const { result } = outcome;
    if (!result.ok) {
      errors = true;
      itemFailed(answers.length, result.error);
    }
    answers.push(bulkAnswer(item.action, outcome));
  }
  return errors;
}

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
