/**
 * `POST|PUT /_bulk`, `/{index}/_bulk`: many writes in one request, each with its own outcome. The
 * whole body is read before the first write, because a format error refuses all of it; the items
 * after the first slice are then read again to write them. Reading, writing and answering run in
 * slices, between which other requests get their turn. A requested refresh runs once, after the
 * last slice.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { utf8 } from '@skein/bytes';
import { illegalArgument } from '@skein/errors';
import { booleanParam, chunksReply, integerParam, orDefault, stringParam } from '@skein/http';
import type { BatchOutcome, DocumentRouter, WriteOptions } from '../../document_router/mod.js';
import type { WriteBatch } from '../../shard_host/mod.js';
import { defineEndpoint } from '../endpoint.js';
import { BulkAnswer } from './bulk_answer.js';
import { BulkReader } from './bulk_reader.js';
import { refuse } from './validate_write.js';
import { SOURCE_PARAMS, sourceFilter, WRITE_PARAMS, writeOptions } from './write_params.js';

/** Items per slice, a few milliseconds of work. */
const SLICE = 2_000;

/** Number of items per call of ingest pipelines. */
const batchSizeParam: typeof integerParam = {
  ...integerParam,
  parse: (name, text) => {
    const size = integerParam.parse(name, text);
    if (size === undefined || size > 0) return size;
    throw illegalArgument('batch_size must be greater than 0');
  },
};

export const bulk = defineEndpoint({
  id: 'bulk',
  shape: 'document',
  routes: ['POST /_bulk', 'PUT /_bulk', 'POST /{index}/_bulk', 'PUT /{index}/_bulk'],
  params: {
    ...WRITE_PARAMS,
    ...SOURCE_PARAMS,
    pipeline: stringParam,
    require_alias: orDefault(booleanParam, false),
    /** For mapping types, which no longer exist; accepted from old clients. */
    type: stringParam,
    batch_size: batchSizeParam,
  },
  body: 'ndjson',
  privilege: 'indices:write',
  parse: ({ pathParams, params, body, typed }) => {
    const defaults = {
      index: pathParams.index,
      routing: params.routing,
      pipeline: params.pipeline,
      requireAlias: params.require_alias,
      source: sourceFilter(params),
      takesTypes: typed !== undefined,
    };
    return { bytes: body.required(), defaults, params };
  },
  handle: async ({ bytes, defaults, params }, { documentRouter }, context) => {
    const options = writeOptions(params, context);
    const reader = new BulkReader(bytes, defaults);
    const first = await firstSlice(reader);
    const second = reader.mark;
    await readToEnd(reader);
    refuse(first.ids.length === 0 ? ['no requests added'] : reader.problems);
    reader.returnTo(second);
    const answer = new BulkAnswer(context.itemFailed, context.typed?.type);
    const took = await writeAll(reader, { first, options, documentRouter, answer });
    const { errors, ingestMs } = answer;
    const ingestTook = ingestMs === undefined ? '' : `"ingest_took":${ingestMs},`;
    const head = utf8(`{"took":${took},${ingestTook}"errors":${errors},"items":[`);
    return chunksReply([head, ...answer.finish(), utf8(']}')]);
  },
});

/** Reads the first slice: it contains at least one item, if the body has any. */
async function firstSlice(reader: BulkReader): Promise<WriteBatch> {
  let slice = reader.read(SLICE);
  while (!reader.done && slice.ids.length === 0) {
    await turn();
    slice = reader.readOn(SLICE);
  }
  return slice;
}

/** Reads all other items, so that errors are found before the first item is written. */
async function readToEnd(reader: BulkReader): Promise<void> {
  while (!reader.done) {
    reader.read(SLICE);
    await turn();
  }
}

interface Writing {
  readonly first: WriteBatch;
  readonly options: WriteOptions;
  readonly documentRouter: DocumentRouter;
  readonly answer: BulkAnswer;
}

/**
 * Writes slice after slice and lets other requests run between two slices: a slice whose items are
 * all refused on this node would never wait by itself. Returns the time taken in milliseconds.
 */
async function writeAll(reader: BulkReader, writing: Writing): Promise<number> {
  const { first, options, documentRouter, answer } = writing;
  const isShownLater = options.refresh !== 'false' && !reader.done;
  const sliceOptions = isShownLater ? { ...options, refresh: 'false' as const } : options;
  const unseen: BatchOutcome[] = [];
  let took = 0;
  for (let slice = first; ; slice = reader.read(SLICE)) {
    if (slice.ids.length > 0) {
      const outcome = await documentRouter.write(slice, sliceOptions);
      took += outcome.tookMs;
      if (isShownLater) unseen.push(outcome);
      else answer.add(outcome);
    }
    if (reader.done) return took + (isShownLater ? await showAll(unseen, writing) : 0);
    await turn();
  }
}

/**
 * Runs the refresh for all slices, then renders their items: each item reports the refresh, so none
 * can be rendered earlier. Returns the time of the refresh in milliseconds.
 */
async function showAll(
  unseen: readonly BatchOutcome[],
  { options, documentRouter, answer }: Writing,
): Promise<number> {
  const { tookMs, outcomes } = await documentRouter.show(unseen, options);
  for (const outcome of outcomes) {
    answer.add(outcome);
    await turn();
  }
  return tookMs;
}
