/** In the engine thread: the source shards of a resized index, in the form the engine takes. */
import { shardOf } from '@skein/cluster/routing';
import type { LocalShards } from '@skein/engine';
import type { Directory } from '@skein/search_library';
import type { OpenShardRequest } from '@skein/shard';

const ROUTING_FIELD = '_routing';

/** Operations that follow the commit a shard starts from, one file at a time. */
export function* tailOf(
  { local }: OpenShardRequest,
  openFolder: (path: string) => Directory,
): Generator<Uint8Array> {
  if (local?.tail === undefined) return;
  const directory = openFolder(local.tail.path);
  try {
    for (const name of local.tail.files) {
      const frames = new Uint8Array(directory.length(name));
      directory.readInto(name, 0, frames);
      yield frames;
    }
  } finally {
    directory.closeReads();
  }
}

export function localShards(
  { local, shardId }: OpenShardRequest,
  openIndex: (path: string) => Directory,
): LocalShards | undefined {
  if (local === undefined) return undefined;
  const { sources, routedBy } = local;
  return {
    sources: sources.map(({ path, commit }) => ({ indexDirectory: openIndex(path), commit })),
    stays: routedBy && ((id, routing) => shardOf(routedBy, id, routing) === shardId),
    routingField: ROUTING_FIELD,
  };
}
