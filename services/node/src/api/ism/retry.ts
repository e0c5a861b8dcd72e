/**
 * `POST /_plugins/_ism/retry/{index}`: retries the failed action, or moves the index to another
 * state.
 */
import type { IndexMetadata } from '@skein/cluster';
import { inState, readPolicy, retried } from '@skein/lifecycle';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { eachIndex, indicesNamed, type StepOrReason } from './each_index.js';
import { readNames } from './read_names.js';
import { ISM_ROUTES } from './routes.js';

export const retry = defineEndpoint({
  id: 'ism.retry_index',
  shape: 'master',
  routes: ISM_ROUTES('POST', 'retry/{index}'),
  params: MASTER_PARAMS,
  body: 'json',
  privilege: 'indices:manage',
  parse: ({ pathParams, params, body }) => {
    const given = body.object();
    return {
      target: indicesNamed(pathParams.index),
      state: given === undefined ? undefined : readNames(given, ['state']).state,
      options: submitOptions(params),
    };
  },
  handle: ({ state, ...request }, actors, context) =>
    eachIndex(request, actors, context, (index) => retryOf(index, state, context.nowMs)),
});

function retryOf(
  { lifecycle: managed }: IndexMetadata,
  state: string | undefined,
  nowMs: number,
): StepOrReason {
  if (managed?.dialect !== 'ism') return 'This index is not being managed.';
  if (managed.status !== 'failed') return 'This index is not in failed state.';
  if (state === undefined) {
    const { memo: _forgotten, ...rest } = managed;
    return { to: retried(rest, nowMs), effects: [] };
  }
  if (!readPolicy('ism', managed.policy).states.has(state)) {
    return `There is no state [${state}] in the policy`;
  }
  return { to: inState(managed, state, nowMs), effects: [] };
}
