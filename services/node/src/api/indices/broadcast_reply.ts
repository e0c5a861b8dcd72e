/** `{"_shards": {total, successful, failed, failures?}}` of an operation on many shards. */
import type { JsonObject } from '@skein/content';
import { errorDetail, fromPlainError } from '@skein/errors';
import { jsonReply, type Reply } from '@skein/http';
import type { BroadcastResult } from '../../shard_router/mod.js';

export function broadcastReply(result: BroadcastResult<unknown>): Reply {
  return jsonReply({ _shards: shardsJson(result) });
}

export function shardsJson({ total, outcomes }: BroadcastResult<unknown>): JsonObject {
  const failures = outcomes.flatMap((outcome) =>
    outcome.ok
      ? []
      : [
          {
            shard: outcome.target.shardId,
            index: outcome.target.index,
            ...(outcome.target.nodeId === undefined ? {} : { node: outcome.target.nodeId }),
            status: 'INTERNAL_SERVER_ERROR',
            // Metadata of an error holds only JSON values.
            reason: errorDetail(fromPlainError(outcome.error)),
          },
        ],
  );
  const successful = outcomes.length - failures.length;
  return {
    total,
    successful,
    failed: failures.length,
    ...(failures.length === 0 ? {} : { failures }),
  };
}
