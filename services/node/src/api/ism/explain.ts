/** `GET /_plugins/_ism/explain/{index}`: the position of indices in their policies. */
import {
  INDICES_OPTIONS,
  type IndexMetadata,
  type ManagedIndex,
  requireIndex,
} from '@skein/cluster';
import { isJsonObject, type JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { booleanParam, jsonReply, orDefault } from '@skein/http';
import { readPolicy, rolledOverMs } from '@skein/lifecycle';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, READS_METADATA, targetIndices } from '../indices/index_targets.js';
import { policyJson } from './policy_json.js';
import { readNames } from './read_names.js';
import { ISM_ROUTES } from './routes.js';

export const explain = defineEndpoint({
  id: 'ism.explain',
  shape: 'local',
  routes: [
    ...ISM_ROUTES('GET', 'explain'),
    ...ISM_ROUTES('GET', 'explain/{index}'),
    ...ISM_ROUTES('POST', 'explain'),
    ...ISM_ROUTES('POST', 'explain/{index}'),
  ],
  params: { show_policy: orDefault(booleanParam, false) },
  body: 'json',
  privilege: { anyOf: READS_METADATA },
  parse: ({ pathParams, params, body }) => ({
    target: indexExpression(pathParams.index, {}, INDICES_OPTIONS.strictExpandHidden),
    showsPolicy: params.show_policy,
    filter: filterOf(body.object()),
  }),
  handle: ({ target, showsPolicy, filter }, actors, context) => {
    const { masterService } = actors;
    const names = targetIndices(actors, context, target, READS_METADATA);
    const state = masterService.state();
    const entries = names
      .map((name) => requireIndex(state, name))
      .filter((index) => filter === undefined || matches(ismPositionOf(index), filter))
      .map((index) => {
        const managed = ismPositionOf(index);
        if (managed === undefined) return [index.name, UNMANAGED] as const;
        const facts = { state, index, managed, primaries: undefined, nowMs: context.nowMs };
        return [
          index.name,
          managedJson(index, managed, { showsPolicy, rolledAtMs: rolledOverMs(facts) }),
        ] as const;
      });
    const total = entries.filter(([, json]) => json !== UNMANAGED).length;
    return jsonReply({ ...Object.fromEntries(entries), total_managed_indices: total });
  },
});

const UNMANAGED: JsonObject = {
  'index.plugins.index_state_management.policy_id': null,
  'index.opendistro.index_state_management.policy_id': null,
  enabled: null,
};

/** The position in a policy of ISM; `undefined` without one, also if ILM manages the index. */
function ismPositionOf({ lifecycle }: IndexMetadata): ManagedIndex | undefined {
  return lifecycle?.dialect === 'ism' ? lifecycle : undefined;
}

interface Filter {
  readonly policy_id?: string;
  readonly state?: string;
  readonly action_type?: string;
  readonly failed?: boolean;
}

function filterOf(body: JsonObject | undefined): Filter | undefined {
  if (body === undefined || Object.keys(body).length === 0) return undefined;
  const { filter } = body;
  if (!isJsonObject(filter)) throw new ApiError('illegal_argument_exception', 'Missing [filter]');
  const { failed, ...texts } = filter;
  const names = Object.keys(texts).length === 0 ? {} : readFilter(texts);
  return { ...names, ...(typeof failed === 'boolean' ? { failed } : {}) };
}

function readFilter(json: JsonObject): Filter {
  const [first] = Object.keys(json);
  const keys = ['policy_id', 'state', 'action_type'] as const;
  const known = keys.find((key) => key === first) ?? 'policy_id';
  return readNames(json, [known, ...keys.filter((key) => key !== known)]);
}

function matches(managed: ManagedIndex | undefined, filter: Filter): boolean {
  if (managed === undefined) return false;
  return (
    (filter.policy_id ?? managed.policyId) === managed.policyId &&
    (filter.state ?? managed.state) === managed.state &&
    (filter.action_type ?? actionName(managed)) === actionName(managed) &&
    (filter.failed ?? managed.status === 'failed') === (managed.status === 'failed')
  );
}

function managedJson(
  { name, uuid, creationDateMs }: IndexMetadata,
  managed: ManagedIndex,
  {
    showsPolicy,
    rolledAtMs,
  }: { readonly showsPolicy: boolean; readonly rolledAtMs: number | undefined },
): JsonObject {
  const { policyId: id, policySeqNo: seqNo, policyVersion: version, policy: source } = managed;
  const stored = {
    id,
    dialect: 'ism',
    source,
    version,
    seqNo,
    updatedMs: managed.sinceMs,
  } as const;
  return {
    'index.plugins.index_state_management.policy_id': id,
    'index.opendistro.index_state_management.policy_id': id,
    index: name,
    index_uuid: uuid,
    policy_id: id,
    policy_seq_no: seqNo,
    policy_primary_term: 1,
    index_creation_date: creationDateMs,
    ...(rolledAtMs === undefined ? {} : { rolled_over: true }),
    ...(managed.change === undefined ? {} : { transition_to: managed.change.state ?? null }),
    ...standing(managed),
    info: { message: managed.message },
    enabled: managed.status !== 'completed',
    ...(showsPolicy ? { policy: policyJson(stored) } : {}),
  };
}

function standing(managed: ManagedIndex): JsonObject {
  const { state, stateSinceMs, actionSinceMs, action, failures, status } = managed;
  if (state === undefined) return {};
  const name = actionName(managed);
  return {
    state: { name: state, start_time: stateSinceMs },
    action: {
      name,
      start_time: actionSinceMs,
      index: action,
      failed: status === 'failed',
      consumed_retries: failures,
      last_rollover: managed.rolledOverMs ?? null,
    },
    step: {
      name: `attempt_${name}`,
      start_time: actionSinceMs,
      step_status:
        status === 'failed' ? 'failed' : status === 'completed' ? 'completed' : 'starting',
    },
    retry_info: { failed: status === 'failed', consumed_retries: failures },
  };
}

function actionName({ policy, state = '', action }: ManagedIndex): string {
  const actions = readPolicy('ism', policy).states.get(state)?.actions ?? [];
  return actions[action]?.name ?? 'transition';
}
