import { ApiError } from '@skein/errors';

/** Nobody can be asked about this shard. */
export function notAvailable(index: string, shardId: number): ApiError {
  return new ApiError(
    'no_shard_available_action_exception',
    `No shard available for [[${index}][${shardId}]]`,
    { metadata: { index, shard: String(shardId) } },
  );
}
