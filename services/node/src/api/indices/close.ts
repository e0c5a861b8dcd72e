/** `POST /{index}/_close` */
import { INDICES_OPTIONS, requireIndex } from '@skein/cluster';
import { acknowledged, stringParam } from '@skein/http';
import { INDEX_EXPRESSION_PARAMS, MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { activeEverywhere } from './active_everywhere.js';
import { refuseWildcards } from './delete.js';
import { indexExpression, MANAGES, targetIndices } from './index_targets.js';

export const close = defineEndpoint({
  id: 'indices.close',
  shape: 'master',
  routes: ['POST /{index}/_close'],
  params: { ...MASTER_PARAMS, ...INDEX_EXPRESSION_PARAMS, wait_for_active_shards: stringParam },
  body: 'json',
  privilege: 'indices:manage',
  parse: ({ pathParams, params }) => ({
    target: indexExpression(pathParams.index, params, INDICES_OPTIONS.plainIndices),
    /** The old name of the default, which some clients still send. */
    waitFor:
      params.wait_for_active_shards === 'index-setting' ? undefined : params.wait_for_active_shards,
    options: submitOptions(params),
  }),
  handle: async ({ target, waitFor, options }, actors, context) => {
    refuseWildcards(actors, target.expressions);
    const { masterService } = actors;
    const before = masterService.state();
    const indices = targetIndices(actors, context, target, MANAGES);
    const open = indices.filter((name) => requireIndex(before, name).state === 'open');
    const outcome = await masterService.submit('close_index', { indices }, options);
    const shardsAcknowledged =
      outcome.acknowledged &&
      (await activeEverywhere(actors, {
        indices,
        count: waitFor ?? '0',
        timeoutMs: options.timeoutMs,
        signal: context.signal,
      }));
    const closed = Object.fromEntries(open.map((name) => [name, { closed: true }]));
    return acknowledged(
      { shards_acknowledged: shardsAcknowledged, indices: closed },
      outcome.acknowledged,
    );
  },
});
