import { ApiError } from '@skein/errors';

/**
 * The error if no copy of the shard can be asked. `cause`: the failure of the last copy that was
 * tried.
 */
export function notAvailable(index: string, shardId: number, cause?: ApiError): ApiError {
  return new ApiError(
    'no_shard_available_action_exception',
    `No shard available for [[${index}][${shardId}]]`,
    { metadata: { index, shard: String(shardId) }, ...(cause === undefined ? {} : { cause }) },
  );
}
