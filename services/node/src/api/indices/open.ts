/** `POST /{index}/_open` */
import { INDICES_OPTIONS } from '@skein/cluster';
import { acknowledged, type Reply } from '@skein/http';
import type { SubmitOptions } from '../../master_service/mod.js';
import {
  activeCopiesParam,
  INDEX_EXPRESSION_PARAMS,
  MASTER_PARAMS,
  submitOptions,
} from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import type { CommonActors } from '../endpoint_shapes.js';
import { activeEverywhere } from './active_everywhere.js';
import { refuseWildcards } from './delete.js';
import { BACKGROUND_PARAMS, inBackground } from './in_background.js';
import { indexExpression, MANAGES, named, targetIndices } from './index_targets.js';

export const open = defineEndpoint({
  id: 'indices.open',
  shape: 'master',
  routes: ['POST /{index}/_open'],
  params: {
    ...MASTER_PARAMS,
    ...INDEX_EXPRESSION_PARAMS,
    wait_for_active_shards: activeCopiesParam,
    ...BACKGROUND_PARAMS,
  },
  body: 'json',
  privilege: 'indices:manage',
  parse: ({ pathParams, params }) => {
    const waits = params.wait_for_completion;
    const options = submitOptions(params);
    return {
      target: named(indexExpression(pathParams.index, params, INDICES_OPTIONS.openIndex)),
      waitFor: params.wait_for_active_shards,
      waits,
      options: waits ? options : { ...options, timeoutMs: params.task_execution_timeout },
    };
  },
  handle: ({ target, waits, ...order }, actors, context) => {
    refuseWildcards(actors, target.expressions);
    const indices = targetIndices(actors, context, target, MANAGES);
    const run = (signal: AbortSignal) => openIndices(indices, order, actors, signal);
    if (waits) return run(context.signal);
    const description = `open indices [${indices.join(', ')}]`;
    return inBackground(actors, context, { action: 'indices:admin/open', description, run });
  },
});

interface OpenOrder {
  readonly waitFor: string | undefined;
  readonly options: SubmitOptions;
}

async function openIndices(
  indices: readonly string[],
  { waitFor: count, options }: OpenOrder,
  actors: CommonActors,
  signal: AbortSignal,
): Promise<Reply> {
  const outcome = await actors.masterService.submit('open_index', { indices }, options);
  const { timeoutMs } = options;
  const shardsAcknowledged =
    outcome.acknowledged && (await activeEverywhere(actors, { indices, count, timeoutMs, signal }));
  return acknowledged({ shards_acknowledged: shardsAcknowledged }, outcome.acknowledged);
}
