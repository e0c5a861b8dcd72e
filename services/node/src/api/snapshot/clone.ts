/**
 * `PUT /_snapshot/{repository}/{snapshot}/_clone/{target_snapshot}`: makes another snapshot of some
 * indices of a snapshot, without copying their data.
 */
import { snapshotFault } from '@skein/cluster';
import { acknowledged, type RequestBody } from '@skein/http';
import { MASTER_PARAMS, masterTimeoutMs } from '../common_params.js';
import { refuse } from '../document/validate_write.js';
import { defineEndpoint } from '../endpoint.js';
import { indicesInSnapshot } from './indices_in_snapshot.js';
import { newSnapshot } from './new_snapshot.js';
import { fault, readFlag, readIndices, refuseOthers } from './snapshot_body.js';
import { checkSnapshotName, snapshotMissing } from './snapshot_names.js';

export const clone = defineEndpoint({
  id: 'snapshot.clone',
  shape: 'master',
  routes: ['PUT /_snapshot/{repository}/{snapshot}/_clone/{target_snapshot}'],
  params: { ...MASTER_PARAMS },
  body: 'json',
  privilege: 'snapshots:manage',
  parse: ({ pathParams, params, body }) => ({
    repository: pathParams.repository ?? '',
    source: pathParams.snapshot ?? '',
    target: pathParams.target_snapshot ?? '',
    ...readBody(body),
    masterTimeoutMs: masterTimeoutMs(params),
  }),
  handle: async (request, actors, context) => {
    const { repository, source, target, patterns, ignoreUnavailable } = request;
    const { masterTimeoutMs: timeoutMs } = request;
    checkSnapshotName(repository, target);
    const { snapshots } = actors;
    const root = await snapshots.operate(repository, 'read_root', {}, context.signal);
    const found = root.snapshots.find(({ name }) => name === source);
    if (found === undefined) throw snapshotMissing(repository, source);
    const indices = indicesInSnapshot(found.indices, patterns, { ignoreUnavailable });
    const uuids = [found.uuid];
    const [details] = await snapshots.operate(repository, 'details', { uuids }, context.signal);
    const failed = details?.failures.find(({ index }) => indices.includes(index))?.index;
    if (failed !== undefined) {
      const id = root.indices.find(({ name }) => name === failed)?.id ?? '_na_';
      const reason = `Can't clone index [[${failed}/${id}]] because its snapshot was not successful.`;
      throw snapshotFault('snapshot_exception', repository, { name: target }, reason);
    }
    const made = {
      repository,
      name: target,
      indices,
      dataStreams: [],
      includeGlobalState: true,
      isPartial: false,
      source: { name: found.name, uuid: found.uuid },
      masterTimeoutMs: timeoutMs,
    };
    await newSnapshot(made, { actors, context, waits: true });
    return acknowledged({});
  },
});

function readBody(body: RequestBody) {
  const given = body.requiredObject();
  refuseOthers(given, []);
  if (given.expand_wildcards !== undefined || given.allow_no_indices !== undefined) {
    throw fault('[expand_wildcards] and [allow_no_indices] have no meaning for a clone');
  }
  const patterns = readIndices(given);
  refuse(patterns.length === 0 ? ['indices patterns are empty'] : []);
  return { patterns, ignoreUnavailable: readFlag(given, 'ignore_unavailable', false) };
}
