/** `POST /_snapshot/{repository}/{snapshot}/_restore`: restores indices of a snapshot. */
import { snapshotFault } from '@skein/cluster';
import { booleanParam, jsonReply, orDefault, type Reply } from '@skein/http';
import type { Actors } from '../../actors.js';
import { checkSeesAll } from '../../security/visibility.js';
import { MASTER_PARAMS, masterTimeoutMs } from '../common_params.js';
import { defineEndpoint, type RequestContext } from '../endpoint.js';
import { readRestoreBody } from './restore_body.js';
import { planRestore, type RestorePlan } from './restore_plan.js';
import { checkGlobalMetadata, RESTORES_GLOBAL_STATE } from './restored_global.js';

export const restore = defineEndpoint({
  id: 'snapshot.restore',
  shape: 'master',
  routes: ['POST /_snapshot/{repository}/{snapshot}/_restore'],
  params: { ...MASTER_PARAMS, wait_for_completion: orDefault(booleanParam, false) },
  body: 'json',
  privilege: 'snapshots:manage',
  parse: ({ pathParams, params, body }) => ({
    repository: pathParams.repository ?? '',
    name: pathParams.snapshot ?? '',
    body: readRestoreBody(body),
    waits: params.wait_for_completion,
    masterTimeoutMs: masterTimeoutMs(params),
  }),
  handle: async (request, actors, context) => {
    const { repository, name, body, waits, masterTimeoutMs: timeoutMs } = request;
    const { masterService, snapshots, security } = actors;
    if (body.includeGlobalState) security.authorize(context.identity, RESTORES_GLOBAL_STATE);
    const root = await snapshots.operate(repository, 'read_root', {}, context.signal);
    const found = root.snapshots.find((one) => one.name === name);
    if (found === undefined) {
      const reason = 'snapshot does not exist';
      throw snapshotFault('snapshot_restore_exception', repository, { name }, reason);
    }
    const chosen = { repository, root, found, body };
    const plan = await planRestore(chosen, snapshots, context.signal);
    authorize(plan, actors, context);
    if (plan.globalMetadata !== undefined) await checkGlobalMetadata(plan.globalMetadata, actors);
    const uuid = snapshots.newUuid();
    const snapshot = { name: found.name, uuid: found.uuid };
    const indices = plan.indices.map(({ aliases: _, ...index }) => index);
    const command = { ...plan, indices, uuid, repository, snapshot };
    const options = { timeoutMs, masterTimeoutMs: timeoutMs };
    await masterService.submit('restore_snapshot', command, options);
    if (!waits && plan.indices.length > 0) return jsonReply({ accepted: true });
    return restored(plan, { repository, snapshot, uuid }, actors, context);
  },
});

/**
 * A user who restores an index could read it, creates it under its new name, and may replace an
 * existing one; so these privileges are checked.
 */
function authorize(
  { indices, dataStreams }: RestorePlan,
  { security, masterService }: Pick<Actors, 'security' | 'masterService'>,
  { identity }: RequestContext,
): void {
  const names = indices.map(({ name }) => name);
  security.authorizeIndices(identity, 'indices:read', names);
  for (const name of names) checkSeesAll(identity, name);
  const targets = indices.map(({ target }) => target);
  const aliases = indices.flatMap((index) => index.aliases);
  const made = [...targets, ...dataStreams.map(({ name }) => name), ...aliases];
  security.authorizeIndices(identity, 'indices:create', made);
  const { metadata } = masterService.state();
  const replaced = [
    ...targets.filter((name) => metadata.indices.has(name)),
    ...dataStreams.flatMap(({ name }) => metadata.dataStreams.get(name)?.indices ?? []),
  ];
  security.authorizeIndices(identity, 'indices:manage', replaced);
}

interface Restoring {
  readonly repository: string;
  readonly snapshot: { readonly name: string; readonly uuid: string };
  readonly uuid: string;
}

async function restored(
  { indices }: RestorePlan,
  { repository, snapshot, uuid }: Restoring,
  { snapshots }: Pick<Actors, 'snapshots'>,
  { signal }: RequestContext,
): Promise<Reply> {
  const { result, reason = 'failed' } = await snapshots.ended('restores', uuid, signal);
  if (result !== 'SUCCESS') {
    throw snapshotFault('snapshot_restore_exception', repository, snapshot, reason);
  }
  const shards = indices.flatMap(({ generations }) => generations);
  const failed = shards.filter((generation) => generation === null).length;
  return jsonReply({
    snapshot: {
      snapshot: snapshot.name,
      indices: indices.map(({ target }) => target),
      shards: { total: shards.length, failed, successful: shards.length - failed },
    },
  });
}
