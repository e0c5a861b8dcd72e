/** The shards of some indices with their statistics, from which several cats make their rows. */
import {
  type ClusterState,
  INDICES_OPTIONS,
  type IndicesOptions,
  isActive,
  type ShardCopy,
} from '@skein/cluster';
import type { ParamValues } from '@skein/http';
import type { ShardStats } from '@skein/shard';
import type { Asker, CopyTarget } from '../../shard_router/mod.js';
import type { INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import type { RequestContext } from '../endpoint.js';
import type { ShapeActors } from '../endpoint_shapes.js';
import { indexExpression, READS_METADATA, shownIndices } from '../indices/index_targets.js';
import type { OfCopy } from './columns/copy_columns.js';

type ShardActors = Pick<ShapeActors['shards'], 'masterService' | 'shardRouter'>;

export interface ShardRow {
  readonly index: string;
  readonly shardId: number;
  readonly copy: ShardCopy;
  /** Absent for a copy that is not started, or that failed to answer. */
  readonly stats: ShardStats | undefined;
}

export interface PlacedRow extends ShardRow {
  /** The node of the copy, if it is known. */
  readonly node: OfCopy['node'];
  /** The node to which the copy moves, if it does and the node is known. */
  readonly destination: OfCopy['node'];
}

interface TargetRequest {
  readonly pathParams: { readonly index?: string | undefined };
  readonly params: ParamValues<typeof INDEX_EXPRESSION_PARAMS>;
}

/** The rows of the indices of an expression that the caller may see, with their nodes. */
export async function placedRows(
  {
    expression,
    options,
  }: { readonly expression: string | undefined; readonly options: IndicesOptions },
  actors: ShapeActors['shards'],
  context: RequestContext,
): Promise<readonly PlacedRow[]> {
  const { nodes } = actors.masterService.state();
  const target = { expressions: expression === undefined ? [] : [expression], options };
  const indices = shownIndices(actors, context, target, READS_METADATA);
  const rows = await shardRows(indices, actors, context);
  return rows.map((row) => {
    const { nodeId = '', relocation } = row.copy;
    const destination = relocation === undefined ? undefined : nodes.get(relocation.nodeId);
    return { ...row, node: nodes.get(nodeId), destination };
  });
}

/** The rows of the indices that a request with the parameters of index expressions names. */
export async function targetedRows(
  { pathParams, params }: TargetRequest,
  actors: ShapeActors['shards'],
  context: RequestContext,
) {
  const options = INDICES_OPTIONS.strictExpandOpenClosed;
  const target = indexExpression(pathParams.index, params, options);
  const indices = shownIndices(actors, context, target, READS_METADATA);
  return { indices, rows: await shardRows(indices, actors, context) };
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
