/** `PUT /_snapshot/{repository}/{snapshot}`: takes a snapshot of some or all indices. */
import { INDICES_OPTIONS } from '@skein/cluster';
import { booleanParam, jsonReply, orDefault, type RequestBody } from '@skein/http';
import { takenIndices } from '../../snapshot_host/mod.js';
import { MASTER_PARAMS, masterTimeoutMs } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { callerOf } from '../indices/index_targets.js';
import { newSnapshot } from './new_snapshot.js';
import {
  readFlag,
  readIndices,
  readIndicesOptions,
  readMetadata,
  refuseOthers,
} from './snapshot_body.js';
import { detailsJson } from './snapshot_json.js';
import { checkSnapshotName } from './snapshot_names.js';

export const create = defineEndpoint({
  id: 'snapshot.create',
  shape: 'master',
  routes: ['PUT /_snapshot/{repository}/{snapshot}', 'POST /_snapshot/{repository}/{snapshot}'],
  params: { ...MASTER_PARAMS, wait_for_completion: orDefault(booleanParam, false) },
  body: 'json',
  privilege: 'snapshots:manage',
  parse: ({ pathParams, params, body }) => ({
    repository: pathParams.repository ?? '',
    name: pathParams.snapshot ?? '',
    ...readBody(body),
    waits: params.wait_for_completion,
    masterTimeoutMs: masterTimeoutMs(params),
  }),
  handle: async (request, actors, context) => {
    const { repository, name, expression, waits, ...rest } = request;
    checkSnapshotName(repository, name);
    const caller = callerOf(actors, context);
    const { indices, dataStreams } = takenIndices(actors.masterService.state(), expression, caller);
    const made = { ...rest, repository, name, indices, dataStreams };
    const ended = await newSnapshot(made, { actors, context, waits });
    if (ended === undefined) return jsonReply({ accepted: true });
    return jsonReply({ snapshot: detailsJson(ended) });
  },
});

function readBody(body: RequestBody) {
  const given = body.object() ?? {};
  refuseOthers(given, ['partial', 'include_global_state', 'metadata']);
  const metadata = readMetadata(given);
  return {
    expression: {
      expressions: readIndices(given),
      options: readIndicesOptions(given, INDICES_OPTIONS.strictExpandHidden),
    },
    isPartial: readFlag(given, 'partial', false),
    includeGlobalState: readFlag(given, 'include_global_state', true),
    ...(metadata === undefined ? {} : { metadata }),
  };
}
