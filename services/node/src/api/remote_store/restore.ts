/**
 * `POST /_remotestore/_restore`: restores lost shards, and the indices of a lost cluster, from the
 * remote store.
 */
import type { ClusterState, RestoreRemoteStoreRequest } from '@skein/cluster';
import { isActive } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { booleanParam, jsonReply, orDefault } from '@skein/http';
import type { Actors } from '../../actors.js';
import { checkSeesAll } from '../../security/visibility.js';
import { MASTER_TIMEOUT_PARAMS, masterTimeoutMs } from '../common_params.js';
import { defineEndpoint, type RequestContext } from '../endpoint.js';
import { readIndices, refuseOthers } from '../snapshot/snapshot_body.js';
import { planRemoteRestore } from './restore_plan.js';

export const restore = defineEndpoint({
  id: 'remote_store.restore',
  shape: 'master',
  routes: ['POST /_remotestore/_restore'],
  params: {
    ...MASTER_TIMEOUT_PARAMS,
    wait_for_completion: orDefault(booleanParam, false),
    restore_all_shards: orDefault(booleanParam, false),
  },
  body: 'json',
  privilege: 'snapshots:manage',
  parse: ({ params, body }) => {
    const given = body.object() ?? {};
    refuseOthers(given, ['indices']);
    const patterns = readIndices(given);
    if (patterns.length === 0) {
      throw new ApiError(
        'action_request_validation_exception',
        'Validation Failed: 1: indices are missing;',
      );
    }
    return {
      patterns,
      allShards: params.restore_all_shards,
      waits: params.wait_for_completion,
      masterTimeoutMs: masterTimeoutMs(params),
    };
  },
  handle: async (request, actors, context) => {
    const { patterns, allShards, waits, masterTimeoutMs: timeoutMs } = request;
    const { masterService } = actors;
    const found = await planRemoteRestore(patterns, actors, context.signal);
    const plan = { ...found, allShards };
    authorize(plan, actors, context);
    const options = { timeoutMs, masterTimeoutMs: timeoutMs };
    await masterService.submit('restore_remote_store', plan, options);
    if (!waits) return jsonReply({ accepted: true });
    const names = [...plan.present, ...plan.absent.map(({ name }) => name)];
    await masterService.waitFor((state) => names.every((name) => isRestored(state, name)), {
      timeoutMs: -1,
      signal: context.signal,
    });
    context.signal.throwIfAborted();
    const shards = shardsOf(masterService.state(), names);
    return jsonReply({ remote_store: { indices: names, shards } });
  },
});

/** A user who restores an index could read it, and needs the privilege to create missing ones. */
function authorize(
  { present, absent }: RestoreRemoteStoreRequest,
  { security }: Pick<Actors, 'security'>,
  { identity }: RequestContext,
): void {
  const made = absent.map(({ name }) => name);
  for (const name of made) checkSeesAll(identity, name);
  security.authorizeIndices(identity, 'indices:read', made);
  security.authorizeIndices(identity, 'indices:create', made);
  security.authorizeIndices(identity, 'indices:manage', [...present]);
}

/** True if all primaries are active or the index was deleted. */
function isRestored({ routing }: ClusterState, name: string): boolean {
  const shards = routing.get(name)?.shards ?? [];
  return shards.every(([primary]) => primary !== undefined && isActive(primary));
}

function shardsOf({ routing }: ClusterState, names: readonly string[]) {
  const total = names.reduce((sum, name) => sum + (routing.get(name)?.shards.length ?? 0), 0);
  return { total, failed: 0, successful: total };
}
