/** The segments that points in time hold, on whichever nodes the points in time were opened. */
import type { ClusterState } from '@skein/cluster';
import type { HeldSegments } from '../contract.js';
import type { SearchCaller } from '../search_caller.js';
import { callShard } from '../shard_source.js';
import { readPitId } from './point_in_time.js';

/** `ids`: undefined lists all of the caller's. */
export async function pointInTimeSegments(
  ids: readonly string[] | undefined,
  caller: SearchCaller,
): Promise<readonly HeldSegments[]> {
  for (const id of ids ?? []) readPitId(id);
  const { remoteContexts } = caller.parts;
  const asked = ids === undefined ? undefined : [...new Set(ids)];
  const [here, elsewhere] = await Promise.all([
    segmentsHere(asked, caller),
    remoteContexts.segments(asked, caller.options),
  ]);
  return [...here, ...elsewhere].sort(byShard);
}

function byShard(a: HeldSegments, b: HeldSegments): number {
  if (a.index !== b.index) return a.index < b.index ? -1 : 1;
  return a.shardId - b.shardId;
}

/** The segments of this node's points in time. Shards that are lost are left out. */
export async function segmentsHere(
  ids: readonly string[] | undefined,
  { options, parts }: SearchCaller,
): Promise<readonly HeldSegments[]> {
  const { pointsInTime } = parts.contexts;
  const { identity, signal } = options;
  const owned = pointsInTime.ownedBy(identity);
  const wanted = ids === undefined ? owned : owned.filter(({ text }) => ids.includes(text));
  const state = parts.masterService.state();
  const found = wanted.flatMap((context) =>
    context.content.shards.map(async (shard) => {
      const nodeId = context.held.nodeOf(shard);
      if (nodeId === undefined) return [];
      parts.security.authorizeIndices(identity, 'indices:read', [shard.index.name]);
      const { segments } = await pointsInTime.use(context, undefined, () =>
        callShard(context.held, { shard, kind: 'segments', request: {} }, signal),
      );
      const place = { index: shard.index.name, shardId: shard.shardId, nodeId };
      return [{ ...place, primary: isPrimary(state, place), segments }];
    }),
  );
  return (await Promise.all(found)).flat();
}

function isPrimary(
  { routing }: ClusterState,
  { index, shardId, nodeId }: Pick<HeldSegments, 'index' | 'shardId' | 'nodeId'>,
): boolean {
  const copies = routing.get(index)?.shards[shardId] ?? [];
  return copies.some((copy) => copy.primary && copy.nodeId === nodeId);
}
