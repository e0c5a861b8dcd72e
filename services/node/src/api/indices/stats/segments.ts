/** `GET /_segments`, `GET /{index}/_segments`: the segments of each copy of each shard. */
import { INDICES_OPTIONS } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { booleanParam, jsonReply, orDefault } from '@skein/http';
import type { SegmentInfo } from '@skein/shard';
import { INDEX_EXPRESSION_PARAMS } from '../../common_params.js';
import { defineEndpoint } from '../../endpoint.js';
import { shardsJson } from '../broadcast_reply.js';
import { indexExpression, READS_METADATA, shownIndices } from '../index_targets.js';
import { SEGMENT_VERSION, segmentGeneration } from './segment_facts.js';

export const segments = defineEndpoint({
  id: 'indices.segments',
  shape: 'shards',
  routes: ['GET /_segments', 'GET /{index}/_segments'],
  params: { ...INDEX_EXPRESSION_PARAMS, verbose: orDefault(booleanParam, false) },
  body: 'none',
  privilege: { anyOf: READS_METADATA },
  parse: ({ pathParams, params }) =>
    indexExpression(pathParams.index, params, INDICES_OPTIONS.strictExpandOpenForbidClosed),
  handle: async (target, actors, context) => {
    const names = shownIndices(actors, context, target, READS_METADATA);
    const result = await actors.shardRouter.broadcast('stats', names, {}, context);
    const indices = new Map<string, Map<string, JsonObject[]>>();
    for (const outcome of result.outcomes) {
      if (!outcome.ok) continue;
      const { index, shardId, nodeId, primary } = outcome.target;
      const shards = indices.get(index) ?? new Map<string, JsonObject[]>();
      indices.set(index, shards);
      const copies = shards.get(String(shardId)) ?? [];
      shards.set(String(shardId), copies);
      const routing = { state: 'STARTED', primary, node: nodeId ?? null };
      copies.push({ routing, ...copyJson(outcome.reply.segmentList) });
    }
    const shown = [...indices].map(([index, shards]): [string, JsonObject] => [
      index,
      { shards: Object.fromEntries(shards) },
    ]);
    return jsonReply({ _shards: shardsJson(result), indices: Object.fromEntries(shown) });
  },
});

function copyJson(list: readonly SegmentInfo[]): JsonObject {
  const count = (is: (segment: SegmentInfo) => boolean) => list.filter(is).length;
  return {
    num_committed_segments: count(({ committed }) => committed),
    num_search_segments: count(({ searchable }) => searchable),
    segments: Object.fromEntries(list.map((segment) => [segment.name, segmentJson(segment)])),
  };
}

/**
 * Lucene's names for the modes of stored fields: small blocks for fast reads, or larger ones that
 * take less space.
 */
const STORED_MODE = { lz4: 'BEST_SPEED', zstd: 'BEST_COMPRESSION' } as const;

/**
 * A segment is a single file except for its stored fields, which corresponds to Lucene's compound
 * format.
 */
function segmentJson(segment: SegmentInfo): JsonObject {
  return {
    generation: segmentGeneration(segment),
    num_docs: segment.docCount,
    deleted_docs: segment.deletedCount,
    size_in_bytes: segment.sizeBytes,
    memory_in_bytes: segment.memoryBytes,
    committed: segment.committed,
    search: segment.searchable,
    version: SEGMENT_VERSION,
    compound: true,
    attributes: { 'Lucene90StoredFieldsFormat.mode': STORED_MODE[segment.compression] },
  };
}
