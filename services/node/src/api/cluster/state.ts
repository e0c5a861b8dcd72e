/** `GET /_cluster/state/{metric}/{index}` */
import { INDICES_OPTIONS } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import {
  booleanParam,
  integerParam,
  jsonReply,
  orDefault,
  splitList,
  timeParam,
} from '@skein/http';
import { seesName } from '../../security/index_access.js';
import { visibleMapping } from '../../security/visible_mapping.js';
import { INDEX_EXPRESSION_PARAMS, LOCAL_PARAM, MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { callerOf, indexExpression, MONITORS, targetIndices } from '../indices/index_targets.js';
import { renderState, STATE_METRICS } from './render_state.js';

const DEFAULT_WAIT_MS = 60_000;

export const state = defineEndpoint({
  id: 'cluster.state',
  shape: 'local',
  routes: [
    'GET /_cluster/state',
    'GET /_cluster/state/{metric}',
    'GET /_cluster/state/{metric}/{index}',
  ],
  params: {
    ...INDEX_EXPRESSION_PARAMS,
    ...MASTER_TIMEOUT_PARAMS,
    ...LOCAL_PARAM,
    flat_settings: orDefault(booleanParam, false),
    wait_for_metadata_version: integerParam,
    wait_for_timeout: orDefault(timeParam, DEFAULT_WAIT_MS),
  },
  body: 'none',
  privilege: 'cluster:monitor',
  isEssential: true,
  parse: ({ pathParams, params }) => ({
    target: indexExpression(pathParams.index, params, INDICES_OPTIONS.lenientExpandOpen),
    /** True if there is no index in the path: all indices, including hidden and closed ones. */
    all: pathParams.index === undefined,
    metrics: readMetrics(splitList(pathParams.metric ?? '_all')),
    flat: params.flat_settings,
    version: atLeastOne(params.wait_for_metadata_version),
    waitMs: params.wait_for_timeout,
  }),
  handle: async ({ target, all, metrics, flat, version, waitMs }, actors, context) => {
    const { masterService } = actors;
    const reached =
      version === undefined ||
      (await masterService.waitFor((candidate) => candidate.metadata.version >= version, {
        timeoutMs: waitMs,
        signal: context.signal,
      }));
    const current = masterService.state();
    const { clusterName: cluster_name, metadata } = current;
    const head = {
      ...(version === undefined ? {} : { wait_for_timed_out: !reached }),
      cluster_name,
      cluster_uuid: metadata.clusterUuid,
    };
    if (!reached) return jsonReply(head);
    const options = all ? INDICES_OPTIONS.lenientExpandHidden : target.options;
    const indices = targetIndices(actors, context, { ...target, options }, MONITORS);
    const seesDeleted = seesName(callerOf(actors, context), MONITORS);
    return jsonReply({
      ...head,
      ...renderState(current, {
        metrics,
        flat,
        indices: new Set(indices),
        seesDeleted,
        voters: masterService.votingConfiguration(),
        mappingOf: (index) => visibleMapping(index, context.identity),
      }),
    });
  },
});

function atLeastOne(version: number | undefined): number | undefined {
  if (version === undefined || version >= 1) return version;
  throw new ApiError(
    'illegal_argument_exception',
    `provided waitForMetadataVersion should be >= 1, but instead is [${version}]`,
  );
}

/** Throws for an unknown metric, which OpenSearch ignores. */
function readMetrics(names: readonly string[]): ReadonlySet<string> {
  const unknown = names.find((name) => name !== '_all' && !STATE_METRICS.includes(name));
  if (unknown !== undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `unknown metric [${unknown}], expected one of [${STATE_METRICS.join(', ')}]`,
    );
  }
  return new Set(names.includes('_all') ? STATE_METRICS : names);
}
