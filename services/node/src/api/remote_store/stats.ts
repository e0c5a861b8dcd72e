/**
 * `GET /_remotestore/stats/{index}`, `GET /_remotestore/stats/{index}/{shard_id}`: uploads of
 * primaries to the remote store.
 */
import { INDICES_OPTIONS } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { jsonReply } from '@skein/http';
import type { RemoteStoreStats, UploadCounts } from '@skein/shard';
import { defineEndpoint } from '../endpoint.js';
import { shardsJson } from '../indices/broadcast_reply.js';
import { indexExpression, READS_METADATA, targetIndices } from '../indices/index_targets.js';

export const stats = defineEndpoint({
  id: 'remote_store.stats',
  shape: 'shards',
  routes: ['GET /_remotestore/stats/{index}', 'GET /_remotestore/stats/{index}/{shard_id}'],
  params: {},
  body: 'none',
  privilege: { anyOf: READS_METADATA },
  parse: ({ pathParams }) => ({
    target: indexExpression(pathParams.index, {}, INDICES_OPTIONS.strictExpandOpenForbidClosed),
    shardId: pathParams.shard_id,
  }),
  handle: async ({ target, shardId }, actors, context) => {
    const indices = targetIndices(actors, context, target, READS_METADATA);
    const { shardRouter } = actors;
    const all = await shardRouter.broadcast('stats', indices, {}, context);
    const isWanted = (id: number) => shardId === undefined || String(id) === shardId;
    const outcomes = all.outcomes.filter(({ target: of }) => of.primary && isWanted(of.shardId));
    const indicesJson: Record<string, JsonObject> = {};
    for (const index of indices) {
      const shards = outcomes.flatMap((outcome): readonly (readonly [string, JsonObject[]])[] => {
        if (!outcome.ok || outcome.target.index !== index) return [];
        const { target: of, reply } = outcome;
        if (reply.remoteStore === undefined) return [];
        const routing = { state: 'STARTED', primary: true, node: of.nodeId ?? null };
        return [[String(of.shardId), [{ routing, ...shardJson(reply.remoteStore) }]]];
      });
      if (shards.length > 0) indicesJson[index] = { shards: Object.fromEntries(shards) };
    }
    const counted = { total: outcomes.length, outcomes };
    return jsonReply({ _shards: shardsJson(counted), indices: indicesJson });
  },
});

function shardJson({ operations, files, ...stats }: RemoteStoreStats): JsonObject {
  return {
    segment: { download: {}, upload: uploadJson(files) },
    translog: {
      upload: {
        ...uploadJson(operations),
        bytes_lag: stats.pendingBytes,
        rejection_count: stats.rejected,
        consecutive_failure_count: stats.unanswered,
      },
      download: {},
    },
  };
}

function uploadJson({ started, succeeded, failed, bytes, lastMs }: UploadCounts): JsonObject {
  return {
    last_successful_upload_timestamp: lastMs ?? 0,
    total_uploads: { started, failed, succeeded },
    total_upload_size: { succeeded_bytes: bytes },
  };
}
