/** A shard's newest point in time, held for one search. */
import type { IndexMetadata } from '@skein/cluster';
import { mappingText } from './desired_shards.js';
import type { HostedShard } from './hosted_shard.js';
import type { PinnedShard } from './mod.js';
import type { SearchThreads } from './search_threads.js';

/** `undefined` when the shard has not published anything yet. */
export function pinShard(
  shard: HostedShard,
  index: IndexMetadata,
  searchers: SearchThreads,
): PinnedShard | undefined {
  const snapshot = shard.snapshots.pin();
  if (snapshot === undefined) return undefined;
  let released = false;
  return {
    snapshotVersion: snapshot.version,
    context: (aliasFilter) => ({
      index: index.name,
      indexUuid: index.uuid,
      shardId: shard.open.shardId,
      path: shard.open.path,
      indexSettings: Object.fromEntries(index.settings),
      settingsVersion: index.settingsVersion,
      mapping: mappingText(index),
      mappingVersion: index.mappingVersion,
      aliasFilter,
    }),
    call: (kind, request, signal) =>
      searchers.run({ kind, key: shard.readerKey, snapshot, request, signal }),
    release: () => {
      if (released) return;
      released = true;
      shard.snapshots.release(snapshot.version);
    },
  };
}
