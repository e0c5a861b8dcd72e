/** `POST /_snapshot/{repository}/_cleanup`: deletes data that no snapshot uses. */
import { jsonReply } from '@skein/http';
import { MASTER_PARAMS, masterTimeoutMs } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const cleanup_repository = defineEndpoint({
  id: 'snapshot.cleanup_repository',
  shape: 'master',
  routes: ['POST /_snapshot/{repository}/_cleanup'],
  params: { ...MASTER_PARAMS },
  body: 'none',
  privilege: 'snapshots:manage',
  parse: ({ pathParams, params }) => ({
    repository: pathParams.repository ?? '',
    masterTimeoutMs: masterTimeoutMs(params),
  }),
  handle: async ({ repository, masterTimeoutMs: timeoutMs }, { snapshots }, { signal }) => {
    const removed = await snapshots.remove(repository, [], { masterTimeoutMs: timeoutMs, signal });
    const { blobs = 0, bytes = 0 } = removed ?? {};
    return jsonReply({ results: { deleted_bytes: bytes, deleted_blobs: blobs } });
  },
});
