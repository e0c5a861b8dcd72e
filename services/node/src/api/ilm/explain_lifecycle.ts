/** `GET /{index}/_ilm/explain`: the position of indices in their ILM policies. */
import { formatTimeMs } from '@skein/base';
import {
  type ClusterState,
  INDICES_OPTIONS,
  type IndexMetadata,
  ilmPolicyName,
  type ManagedIndex,
  policyKey,
  requireIndex,
} from '@skein/cluster';
import { isJsonObject, type JsonObject } from '@skein/content';
import { booleanParam, jsonReply, orDefault } from '@skein/http';
import { agedFromMs } from '@skein/lifecycle';
import { MASTER_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, READS_METADATA, targetIndices } from '../indices/index_targets.js';
import { hasFailed, standingOf } from './standing.js';

export const explain_lifecycle = defineEndpoint({
  id: 'ilm.explain_lifecycle',
  shape: 'local',
  routes: ['GET /{index}/_ilm/explain'],
  params: {
    ...MASTER_PARAMS,
    only_managed: orDefault(booleanParam, false),
    only_errors: orDefault(booleanParam, false),
  },
  body: 'none',
  privilege: { anyOf: READS_METADATA },
  parse: ({ pathParams, params }) => ({
    target: indexExpression(pathParams.index, {}, INDICES_OPTIONS.strictExpandHidden),
    onlyManaged: params.only_managed,
    onlyErrors: params.only_errors,
  }),
  handle: ({ target, onlyManaged, onlyErrors }, actors, context) => {
    const names = targetIndices(actors, context, target, READS_METADATA);
    const state = actors.masterService.state();
    const shown = names
      .map((name) => requireIndex(state, name))
      .filter((index) => {
        if (onlyErrors) return isInError(state, index);
        return !onlyManaged || isManaged(index);
      });
    const indices = shown.map((index) => [index.name, explained(state, index, context.nowMs)]);
    return jsonReply({ indices: Object.fromEntries(indices) });
  },
});

/** An index is managed before the master has taken up the policy that its settings name. */
function isManaged(index: IndexMetadata): boolean {
  return index.lifecycle?.dialect === 'ilm' || ilmPolicyName(index.settings) !== '';
}

/** As in Elasticsearch, a policy that does not exist is an error too. */
function isInError(state: ClusterState, index: IndexMetadata): boolean {
  const { lifecycle: managed } = index;
  if (managed?.dialect === 'ilm') return hasFailed(managed);
  const name = ilmPolicyName(index.settings);
  return name !== '' && !isStored(state, name);
}

function isStored(state: ClusterState, policy: string): boolean {
  return state.metadata.lifecyclePolicies.has(policyKey('ilm', policy));
}

function explained(state: ClusterState, index: IndexMetadata, nowMs: number): JsonObject {
  const { lifecycle: managed } = index;
  if (managed?.dialect === 'ilm') return managedJson(state, index, managed, nowMs);
  const name = ilmPolicyName(index.settings);
  if (name === '') return { index: index.name, managed: false };
  const reason = `policy [${name}] does not exist`;
  return {
    index: index.name,
    managed: true,
    policy: name,
    ...(isStored(state, name) ? {} : { step_info: { type: 'illegal_argument_exception', reason } }),
  };
}

function managedJson(
  state: ClusterState,
  index: IndexMetadata,
  managed: ManagedIndex,
  nowMs: number,
): JsonObject {
  const since = agedFromMs({ state, index, managed, primaries: undefined, nowMs });
  const { phase, action, step } = standingOf(managed);
  const { phases } = managed.policy;
  const definition = isJsonObject(phases) ? phases[phase] : undefined;
  return {
    index: index.name,
    managed: true,
    policy: managed.policyId,
    index_creation_date_millis: index.creationDateMs,
    time_since_index_creation: formatTimeMs(Math.max(0, nowMs - index.creationDateMs)),
    lifecycle_date_millis: since,
    age: formatTimeMs(Math.max(0, nowMs - since)),
    phase,
    phase_time_millis: managed.stateSinceMs,
    action,
    action_time_millis: managed.actionSinceMs,
    step,
    step_time_millis: managed.actionSinceMs,
    ...(hasFailed(managed)
      ? {
          failed_step: action,
          is_auto_retryable_error: true,
          failed_step_retry_count: managed.failures,
        }
      : {}),
    step_info: { message: managed.message },
    phase_execution: {
      policy: managed.policyId,
      ...(definition === undefined ? {} : { phase_definition: definition }),
      version: managed.policyVersion,
      modified_date_in_millis: managed.sinceMs,
    },
  };
}
