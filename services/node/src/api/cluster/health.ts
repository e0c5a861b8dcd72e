/** `GET /_cluster/health`: the health now, or once the awaited conditions hold. */
import {
  type AttributeValueHealth,
  awarenessHealth,
  type ClusterHealth,
  type ClusterState,
  clusterHealth,
  clusterSettings,
  INDICES_OPTIONS,
  resolveIndices,
} from '@skein/cluster';
import { ApiError, asApiError, invalidRequest } from '@skein/errors';
import { booleanParam, enumParam, jsonReply, orDefault, stringParam } from '@skein/http';
import { CLUSTER, readSetting } from '@skein/settings';
import type { Actors } from '../../actors.js';
import type { MasterService } from '../../master_service/mod.js';
import { type Caller, visibleThrough } from '../../security/index_access.js';
import { INDEX_EXPRESSION_PARAMS, LOCAL_PARAM, MASTER_PARAMS } from '../common_params.js';
import { defineEndpoint, type RequestContext } from '../endpoint.js';
import {
  callerOf,
  type IndexExpressionRequest,
  indexExpression,
  MONITORS,
} from '../indices/index_targets.js';
import {
  type HealthConditions,
  isSatisfied,
  isWaiting,
  readConditions,
} from './health_conditions.js';
import { renderHealth } from './render_health.js';

export const LEVELS = ['cluster', 'indices', 'shards', 'awareness_attributes'] as const;

export const health = defineEndpoint({
  id: 'cluster.health',
  shape: 'local',
  routes: ['GET /_cluster/health', 'GET /_cluster/health/{index}'],
  params: {
    ...MASTER_PARAMS,
    ...LOCAL_PARAM,
    expand_wildcards: INDEX_EXPRESSION_PARAMS.expand_wildcards,
    level: orDefault(
      enumParam(LEVELS, (_name, text) => `unknown level [${text}]`),
      'cluster',
    ),
    wait_for_active_shards: stringParam,
    wait_for_nodes: stringParam,
    wait_for_events: enumParam(['immediate', 'urgent', 'high', 'normal', 'low', 'languid']),
    wait_for_no_relocating_shards: orDefault(booleanParam, false),
    wait_for_no_initializing_shards: orDefault(booleanParam, false),
    wait_for_status: enumParam(['green', 'yellow', 'red']),
    awareness_attribute: stringParam,
    ensure_node_weighed_in: orDefault(booleanParam, false),
  },
  body: 'none',
  privilege: 'cluster:monitor',
  isEssential: true,
  parse: ({ pathParams, params }) => {
    refuseContradictions(params, pathParams.index);
    return {
      target: indexExpression(pathParams.index, params, INDICES_OPTIONS.lenientExpandHidden),
      level: params.level,
      attribute: params.awareness_attribute,
      timeoutMs: params.timeout,
      conditions: readConditions(params),
    };
  },
  handle: async ({ target, level, attribute, timeoutMs, conditions }, actors, context) => {
    const caller = callerOf(actors, context);
    const look = (state: ClusterState) => healthOf(state, target, caller);
    const { masterService } = actors;
    const { signal } = context;
    const reached = await Promise.all([
      !conditions.noEvents || areEventsOver(masterService, timeoutMs),
      masterService.waitFor((state) => isReached(look(state), conditions), { timeoutMs, signal }),
    ]);
    const inTime = reached.every((isInTime) => isInTime);
    // The client may ask another node next, which must know this state by then.
    if (inTime && isWaiting(conditions)) {
      await actors.nodeOperations.applied(masterService.state().version, { timeoutMs, signal });
    }
    const { health: found, missing } = look(masterService.state());
    const shown = visible(found, actors, context);
    const state = masterService.state();
    const body = renderHealth(shown, {
      clusterName: state.clusterName,
      level,
      awareness: level === 'awareness_attributes' ? byAttributes(state, attribute) : new Map(),
      timedOut: !inTime,
      missing,
      lookingFor: actors.allocation.lookingFor,
      pendingTasks: await masterService.pendingTasks(),
    });
    return jsonReply(body, inTime ? 200 : 408);
  },
});

/**
 * Weights of nodes are not supported, so every node counts as weighed in; only the called node can
 * be sure of that.
 */
function refuseContradictions(
  params: {
    readonly level: (typeof LEVELS)[number];
    readonly awareness_attribute: string | undefined;
    readonly ensure_node_weighed_in: boolean;
    readonly local: boolean;
  },
  index: string | undefined,
): void {
  if (index !== undefined && params.level === 'awareness_attributes') {
    throw invalid('awareness_attribute is not a supported parameter with index health');
  }
  if (params.awareness_attribute !== undefined && params.level !== 'awareness_attributes') {
    throw invalid('level=awareness_attributes is required with awareness_attribute parameter');
  }
  if (params.ensure_node_weighed_in && !params.local) {
    throw invalid('not a local request to ensure local node commissioned or weighed in');
  }
}

function invalid(reason: string): ApiError {
  return invalidRequest([reason]);
}

/** The health by values of one attribute, or of the awareness attributes of allocation. */
function byAttributes(
  state: ClusterState,
  attribute: string | undefined,
): ReadonlyMap<string, readonly AttributeValueHealth[]> {
  const { awareness } = CLUSTER.allocation;
  const attributes =
    attribute === undefined ? readSetting(clusterSettings(state), awareness) : [attribute];
  return new Map(attributes.map((name) => [name, awarenessHealth(state, name)]));
}

interface Looked {
  readonly health: ClusterHealth;
  /** True if a named index does not exist: the cluster counts as red until it does. */
  readonly missing: boolean;
}

/**
 * Figures of the whole cluster are visible to every caller; those of an expression to callers with
 * access to its indices.
 */
function healthOf(state: ClusterState, target: IndexExpressionRequest, caller: Caller): Looked {
  const { expressions, options } = target;
  const { nowMs } = caller;
  const whole = expressions.length === 0;
  const visible = whole ? state : visibleThrough(state, expressions, caller, MONITORS);
  const names = resolveIndices(visible, expressions, options, nowMs);
  return {
    health: clusterHealth(visible, names),
    missing: hasMissing(visible, expressions, nowMs),
  };
}

function hasMissing(state: ClusterState, expressions: readonly string[], nowMs: number): boolean {
  try {
    resolveIndices(state, expressions, INDICES_OPTIONS.strictExpandHidden, nowMs);
    return false;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.type === 'index_not_found_exception') return true;
    throw thrown;
  }
}

function isReached(looked: Looked, conditions: HealthConditions): boolean {
  return !looked.missing && isSatisfied(looked.health, conditions);
}

/** True if all commands that were queued at the master have been executed. */
async function areEventsOver(master: MasterService, timeoutMs: number): Promise<boolean> {
  try {
    await master.submit('wait_for_events', {}, { timeoutMs, masterTimeoutMs: timeoutMs });
    return true;
  } catch (thrown) {
    const { type } = asApiError(thrown);
    if (type === 'process_cluster_event_timeout_exception') return false;
    throw thrown;
  }
}

/** Restricts the parts that name indices to those the caller may monitor. */
function visible(
  found: ClusterHealth,
  { security }: Pick<Actors, 'security'>,
  { identity }: RequestContext,
): ClusterHealth {
  const names = found.indices.map((part) => part.index);
  const allowed = new Set(security.filterIndices(identity, 'indices:monitor', names));
  return { ...found, indices: found.indices.filter((part) => allowed.has(part.index)) };
}
