/** The status of a completed snapshot. */

import type { JsonObject } from '@skein/content';
import { type Root, type RootSnapshot, someAtOnce } from '@skein/snapshots';
import type { Snapshots } from '../../snapshot_host/mod.js';
import { indicesInSnapshot } from './indices_in_snapshot.js';
import { NOTHING_COPIED, type ShardStatus, statusJson } from './status_json.js';

interface Ended {
  readonly repository: string;
  readonly root: Root;
  readonly found: RootSnapshot;
  readonly indices: readonly string[] | undefined;
}

/** Number of shard lists that are read at once. */
const AT_ONCE = 16;

export async function endedStatus(
  request: Ended,
  snapshots: Pick<Snapshots, 'operate'>,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { repository, found, root } = request;
  const { uuid } = found;
  const [details] = await snapshots.operate(repository, 'details', { uuids: [uuid] }, signal);
  if (details === undefined) throw new TypeError('a snapshot has its details');
  const names = indicesInSnapshot(details.indices, request.indices ?? []);
  const shown = new Set(names);
  const wanted = root.indices.filter(({ name }) => shown.has(name));
  const failures = new Map(details.failures.map((one) => [shardName(one.index, one.shard), one]));
  const shards = wanted.flatMap(({ name, id, generations }) =>
    generations.map((generation, shard) => ({ name, id, shard, generation })),
  );
  const read = async (shard: (typeof shards)[number]): Promise<ShardStatus> => {
    const failure = failures.get(shardName(shard.name, shard.shard))?.reason;
    if (failure !== undefined || shard.generation === undefined) {
      return { ...NOTHING_COPIED, stage: 'FAILURE', reason: failure };
    }
    const { id: indexId, generation } = shard;
    const request = { uuid, indexId, shard: shard.shard, generation };
    const stats = await snapshots.operate(repository, 'shard_stats', request, signal);
    return { ...stats, stage: 'DONE' };
  };
  const statuses = await someAtOnce(shards, read, AT_ONCE);
  const byIndex = Map.groupBy(statuses.keys(), (at) => shards[at]?.name);
  const indices = names.map((name) => {
    const own = (byIndex.get(name) ?? []).flatMap((at) => statuses[at] ?? []);
    return [name, own] as const;
  });
  const { startMs, endMs, name, state, includeGlobalState } = details;
  const head = {
    name,
    repository,
    uuid,
    state,
    includeGlobalState,
    startMs,
    timeMs: endMs - startMs,
  };
  return statusJson(head, indices);
}

function shardName(index: string, shard: number): string {
  return `[${index}][${shard}]`;
}
