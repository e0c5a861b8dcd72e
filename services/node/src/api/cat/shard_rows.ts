/** The shards of some indices with their statistics, from which several cats make their rows. */
import {
  type ClusterState,
  INDICES_OPTIONS,
  type IndicesOptions,
  isActive,
  type ShardCopy,
} from '@skein/cluster';
import type { ShardStats } from '@skein/shard';
import type { Asker, CopyTarget } from '../../shard_router/mod.js';
import type { RequestContext } from '../endpoint.js';
import type { CommonActors, ShapeActors } from '../endpoint_shapes.js';
import { READS_METADATA, targetIndices } from '../indices/index_targets.js';

type ShardActors = Pick<ShapeActors['shards'], 'masterService' | 'shardRouter'>;

export interface ShardRow {
  readonly index: string;
  readonly shardId: number;
  readonly copy: ShardCopy;
  /** Absent for a copy that is not started, or that failed to answer. */
  readonly stats: ShardStats | undefined;
}

/** The indices of an expression that the caller may see. */
export function visibleIndices(
  expression: string | undefined,
  actors: CommonActors,
  context: RequestContext,
  options: IndicesOptions = INDICES_OPTIONS.strictExpandOpenClosed,
): readonly string[] {
  const expressions = expression === undefined ? [] : [expression];
  return targetIndices(actors, context, { expressions, options }, READS_METADATA);
}

export async function shardRows(
  indices: readonly string[],
  actors: ShardActors,
  asker: Asker,
): Promise<readonly ShardRow[]> {
  const state = actors.masterService.state();
  const stats = await statsByShard(openIndices(state, indices), actors, asker);
  return indices.flatMap((index) =>
    (state.routing.get(index)?.shards ?? []).flatMap((copies, shardId) =>
      copies.map((copy) => ({
        index,
        shardId,
        copy,
        stats: isActive(copy)
          ? stats.get(keyOf({ index, shardId, nodeId: copy.nodeId }))
          : undefined,
      })),
    ),
  );
}

type CopyKey = Pick<CopyTarget, 'index' | 'shardId' | 'nodeId'>;

function keyOf({ index, shardId, nodeId }: CopyKey): string {
  return `${index}/${shardId}/${nodeId}`;
}

function openIndices(state: ClusterState, indices: readonly string[]): readonly string[] {
  return indices.filter((index) => state.metadata.indices.get(index)?.state === 'open');
}

async function statsByShard(
  indices: readonly string[],
  actors: ShardActors,
  asker: Asker,
): Promise<ReadonlyMap<string, ShardStats>> {
  if (indices.length === 0) return new Map();
  const { outcomes } = await actors.shardRouter.broadcast('stats', indices, {}, asker);
  const found = new Map<string, ShardStats>();
  for (const outcome of outcomes) {
    if (outcome.ok) found.set(keyOf(outcome.target), outcome.reply);
  }
  return found;
}
