/** `POST /_cluster/reroute`: place what can be placed. Moving single shards belongs to clusters of several nodes and is refused. */
import { INDICES_OPTIONS } from '@skein/cluster';
import { isJsonArray } from '@skein/content';
import { ApiError } from '@skein/errors';
import { acknowledged, booleanParam, listParam, orDefault } from '@skein/http';
import { seesName } from '../../security/index_access.js';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { callerOf, MONITORS, targetIndices } from '../indices/index_targets.js';
import { renderState, STATE_METRICS } from './render_state.js';

export const reroute = defineEndpoint({
  id: 'cluster.reroute',
  shape: 'master',
  routes: ['POST /_cluster/reroute'],
  params: {
    ...MASTER_PARAMS,
    dry_run: orDefault(booleanParam, false),
    explain: orDefault(booleanParam, false),
    retry_failed: orDefault(booleanParam, false),
    metric: listParam,
  },
  body: 'json',
  privilege: 'cluster:manage',
  parse: ({ params, body }) => {
    const { commands } = body.object() ?? {};
    if (isJsonArray(commands) && commands.length > 0) {
      throw new ApiError(
        'illegal_argument_exception',
        '[commands] of _cluster/reroute are not supported on a single node',
      );
    }
    return {
      dryRun: params.dry_run,
      explain: params.explain,
      retryFailed: params.retry_failed,
      metrics: params.metric ?? STATE_METRICS.filter((metric) => metric !== 'metadata'),
      options: submitOptions(params),
    };
  },
  handle: async ({ dryRun, explain, retryFailed, metrics, options }, actors, context) => {
    const { masterService } = actors;
    if (!dryRun) await masterService.submit('reroute_shards', { retryFailed }, options);
    const current = masterService.state();
    const everything = { expressions: [], options: INDICES_OPTIONS.lenientExpandHidden };
    const indices = new Set(targetIndices(actors, context, everything, MONITORS));
    const seesDeleted = seesName(callerOf(actors, context), MONITORS);
    const view = { metrics: new Set(metrics), indices, seesDeleted, flat: false };
    const { clusterUuid } = current.metadata;
    const state = { cluster_uuid: clusterUuid, ...renderState(current, view) };
    return acknowledged({ state, ...(explain ? { explanations: [] } : {}) });
  },
});
