/**
 * `POST /_plugins/_ism/change_policy/{index}`: changes the policy, or takes a newer version of it.
 */
import type { IndexMetadata, LifecyclePolicy } from '@skein/cluster';
import { isJsonArray, isJsonObject, type JsonObject } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import { beginning, inState, moved, readPolicy } from '@skein/lifecycle';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { eachIndex, indicesNamed, type StepOrReason } from './each_index.js';
import { requirePolicy } from './policy_json.js';
import { readNames } from './read_names.js';
import { ISM_ROUTES } from './routes.js';

export const change_policy = defineEndpoint({
  id: 'ism.change_policy',
  shape: 'master',
  routes: ISM_ROUTES('POST', 'change_policy/{index}'),
  params: MASTER_PARAMS,
  body: 'json',
  privilege: 'indices:manage',
  parse: ({ pathParams, params, body }) => {
    const { include, ...names } = body.requiredObject();
    return {
      target: indicesNamed(pathParams.index),
      included: statesOf(include),
      names: readNames(names, ['policy_id', 'state']),
      options: submitOptions(params),
    };
  },
  handle: ({ names, included, ...request }, actors, context) => {
    const { policy_id: id = '', state } = names;
    const policy = requirePolicy(actors.masterService.state(), id);
    if (state !== undefined && !readPolicy('ism', policy.source).states.has(state)) {
      const reason = `Cannot ChangePolicy to a state that does not exist in the new policy [${state}]`;
      throw new ApiError('illegal_argument_exception', reason);
    }
    return eachIndex(request, actors, context, (index) =>
      changed(index, policy, { state, included, nowMs: context.nowMs }),
    );
  },
});

function statesOf(include: JsonObject[string]): readonly string[] {
  if (include === undefined || include === null) return [];
  return (isJsonArray(include) ? include : [include]).map((one) => {
    const { state } = isJsonObject(one) ? readNames(one, ['state']) : {};
    if (state !== undefined) return state;
    throw illegalArgument('Must include a state when using include filter');
  });
}

interface Change {
  readonly state: string | undefined;
  /** Only indices in these states are changed; all if empty. */
  readonly included: readonly string[];
  readonly nowMs: number;
}

/**
 * If the current state is the same in both policies, the new one applies at once; otherwise at the
 * end of the state. An index without a state, or one that has finished, starts again.
 */
function changed(
  { lifecycle: managed }: IndexMetadata,
  policy: LifecyclePolicy,
  { state, included, nowMs }: Change,
): StepOrReason | undefined {
  if (managed?.dialect !== 'ism') return 'This index is not being managed';
  if (included.length > 0 && !included.includes(managed.state ?? '')) return undefined;
  if (managed.state === undefined || managed.status === 'completed') {
    const begun = beginning(policy, nowMs, managed);
    return { to: state === undefined ? begun : inState(begun, state, nowMs), effects: [] };
  }
  if (state === undefined && isSameState(managed.state, managed.policy, policy.source)) {
    const { source, version, seqNo, id } = policy;
    const taken = {
      policy: source,
      policyId: id,
      policyVersion: version,
      policySeqNo: seqNo,
    };
    return { to: moved(managed, { ...taken, message: `Changed policy to ${id}` }), effects: [] };
  }
  const change = { policyId: policy.id, ...(state === undefined ? {} : { state }) };
  const message = `Attempting to change policy to ${policy.id}`;
  return { to: moved(managed, { change, message }), effects: [] };
}

/** True if the state has the same actions in the same order, whatever their options. */
function isSameState(name: string, before: JsonObject, after: JsonObject): boolean {
  const [old, next] = [before, after].map((source) => readPolicy('ism', source).states.get(name));
  if (old === undefined || next === undefined) return false;
  const names = (actions: typeof old.actions) => actions.map((action) => action.name).join();
  return names(old.actions) === names(next.actions);
}
