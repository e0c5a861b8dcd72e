/** `GET /_ilm/policy`, `GET /_ilm/policy/{policy}` */
import { simpleMatch } from '@skein/base';
import {
  bodiesOf,
  type ClusterState,
  composedSettings,
  ilmPolicyName,
  type LifecyclePolicy,
  streamOf,
} from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { jsonReply, splitList } from '@skein/http';
import { MASTER_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const get_lifecycle = defineEndpoint({
  id: 'ilm.get_lifecycle',
  shape: 'local',
  routes: ['GET /_ilm/policy', 'GET /_ilm/policy/{policy}'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams }) => splitList(pathParams.policy ?? '*'),
  handle: (names, { masterService }) => {
    const state = masterService.state();
    const policies = [...state.metadata.lifecyclePolicies.values()].filter(
      ({ dialect, id }) => dialect === 'ilm' && names.some((name) => simpleMatch(name, id)),
    );
    const missing = names.filter(
      (name) => !name.includes('*') && !policies.some(({ id }) => id === name),
    );
    if (missing.length > 0) {
      const reason = `Lifecycle policy not found: [${missing.join(', ')}]`;
      throw new ApiError('resource_not_found_exception', reason);
    }
    policies.sort((a, b) => (a.id < b.id ? -1 : 1));
    return jsonReply(Object.fromEntries(policies.map((one) => [one.id, policyJson(state, one)])));
  },
});

function policyJson(state: ClusterState, policy: LifecyclePolicy): JsonObject {
  const { id, version, updatedMs, source } = policy;
  return {
    version,
    modified_date: new Date(updatedMs).toISOString(),
    policy: source,
    in_use_by: usersOf(state, id),
  };
}

function usersOf(state: ClusterState, id: string): JsonObject {
  const { indices, indexTemplates } = state.metadata;
  const users = [...indices.values()].filter(({ settings }) => ilmPolicyName(settings) === id);
  const streams = users.flatMap(({ name }) => streamOf(state, name)?.name ?? []);
  const templates = [...indexTemplates.values()].filter(
    (template) => ilmPolicyName(composedSettings(bodiesOf(state, template))) === id,
  );
  return {
    indices: users.map(({ name }) => name).sort(),
    data_streams: [...new Set(streams)].sort(),
    composable_templates: templates.map(({ name }) => name).sort(),
  };
}
