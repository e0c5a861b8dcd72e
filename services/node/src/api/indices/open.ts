/** `POST /{index}/_open` */
import { INDICES_OPTIONS } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { acknowledged, booleanParam, orDefault, stringParam, timeParam } from '@skein/http';
import { waitForActiveShards } from '../../master_service/mod.js';
import { INDEX_EXPRESSION_PARAMS, MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { refuseWildcards } from './delete.js';
import { indexExpression, MANAGES, targetIndices } from './index_targets.js';

export const open = defineEndpoint({
  id: 'indices.open',
  shape: 'master',
  routes: ['POST /{index}/_open'],
  params: {
    ...MASTER_PARAMS,
    ...INDEX_EXPRESSION_PARAMS,
    wait_for_active_shards: stringParam,
    wait_for_completion: orDefault(booleanParam, true),
    task_execution_timeout: timeParam,
  },
  body: 'json',
  privilege: 'indices:manage',
  parse: ({ pathParams, params }) => {
    if (!params.wait_for_completion) {
      throw new ApiError(
        'illegal_argument_exception',
        '[wait_for_completion=false] is not supported: tasks are not kept',
      );
    }
    return {
      target: indexExpression(pathParams.index, params, INDICES_OPTIONS.openIndex),
      waitFor: params.wait_for_active_shards,
      options: submitOptions(params),
    };
  },
  handle: async ({ target, waitFor, options }, actors, context) => {
    refuseWildcards(actors, target.expressions);
    const { masterService } = actors;
    const indices = targetIndices(actors, context, target, MANAGES);
    const outcome = await masterService.submit('open_index', { indices }, options);
    const shardsAcknowledged =
      outcome.acknowledged &&
      (await waitForActiveShards(masterService, {
        indices,
        count: waitFor,
        timeoutMs: options.timeoutMs,
        signal: context.signal,
      }));
    return acknowledged({ shards_acknowledged: shardsAcknowledged }, outcome.acknowledged);
  },
});
