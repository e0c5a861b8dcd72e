/**
 * `POST /_cluster/reroute`: moves, cancels and allocates copies by command, and then allocates
 * shards.
 */
import { INDICES_OPTIONS, type IndexMetadata } from '@skein/cluster';
import { acknowledged, booleanParam, listParam, orDefault } from '@skein/http';
import { seesName } from '../../security/index_access.js';
import { visibleMapping } from '../../security/visible_mapping.js';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { callerOf, MONITORS, targetIndices } from '../indices/index_targets.js';
import { locatedBody } from '../search/search_body.js';
import { renderDecisions } from './render_decisions.js';
import { renderState, STATE_METRICS } from './render_state.js';
import { readCommands } from './reroute_body.js';

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
  parse: ({ params, body }) => ({
    commands: readCommands(locatedBody(body)),
    dryRun: params.dry_run,
    explain: params.explain,
    retryFailed: params.retry_failed,
    metrics: params.metric ?? STATE_METRICS.filter((metric) => metric !== 'metadata'),
    options: submitOptions(params),
  }),
  handle: async (request, actors, context) => {
    const { commands, dryRun, explain, retryFailed, metrics, options } = request;
    const { masterService, allocation } = actors;
    const explanations =
      explain || (dryRun && commands.length > 0)
        ? await allocation.tryCommands(commands, explain)
        : [];
    if (!dryRun) {
      await masterService.submit('reroute_shards', { retryFailed, commands, explain }, options);
    }
    const current = masterService.state();
    const everything = { expressions: [], options: INDICES_OPTIONS.lenientExpandHidden };
    const indices = new Set(targetIndices(actors, context, everything, MONITORS));
    const seesDeleted = seesName(callerOf(actors, context), MONITORS);
    const voters = masterService.votingConfiguration();
    const view = {
      metrics: new Set(metrics),
      indices,
      seesDeleted,
      flat: false,
      voters,
      mappingOf: (index: IndexMetadata) => visibleMapping(index, context.identity),
    };
    const { clusterUuid } = current.metadata;
    const state = { cluster_uuid: clusterUuid, ...renderState(current, view) };
    const explained = explanations.map(({ command, parameters, decisions }) => ({
      command,
      parameters,
      decisions: renderDecisions(decisions, true),
    }));
    return acknowledged({ state, ...(explain ? { explanations: explained } : {}) });
  },
});
