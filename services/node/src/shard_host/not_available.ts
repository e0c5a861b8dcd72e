import { ApiError } from '@skein/errors';

/** Nobody can be asked about this shard. `cause`: why the last who could be was not. */
export function notAvailable(index: string, shardId: number, cause?: ApiError): ApiError {
  return new ApiError(
    'no_shard_available_action_exception',
    `No shard available for [[${index}][${shardId}]]`,
    { metadata: { index, shard: String(shardId) }, ...(cause === undefined ? {} : { cause }) },
  );
}
