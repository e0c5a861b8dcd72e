/** A fault found when the answers of shards were put together: no shard has it. */
import { ApiError } from '@skein/errors';

export function reduceFailed(error: ApiError): ApiError {
  return new ApiError('search_phase_execution_exception', '', {
    status: error.status,
    rootCauses: [],
    cause: error,
    metadata: { phase: 'query', grouped: true, failed_shards: [] },
  });
}
