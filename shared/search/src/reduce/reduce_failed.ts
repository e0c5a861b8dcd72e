/**
 * An error found while shard results were reduced: it belongs to no shard. OpenSearch reduces when
 * its fetch phase begins.
 */
import { ApiError } from '@skein/errors';

export function reduceFailed(error: ApiError): ApiError {
  return new ApiError('search_phase_execution_exception', '', {
    status: error.status,
    rootCauses: [],
    cause: error,
    metadata: { phase: 'fetch', grouped: true, failed_shards: [] },
  });
}
