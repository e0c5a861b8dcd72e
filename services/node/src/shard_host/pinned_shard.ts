/** A shard's newest point in time, held for one search. */
import type { IndexMetadata } from '@skein/cluster';
import { mappingText } from './desired_shards.js';
import type { HostedShard } from './hosted_shard.js';
import type { PinnedShard } from './mod.js';
import type { IndexVersion, SearchThreads } from './search_threads.js';

/** `undefined` when the shard has not published anything yet. */
export function pinShard(
  shard: HostedShard,
  index: IndexMetadata,
  searchers: SearchThreads,
): PinnedShard | undefined {
  const snapshot = shard.snapshots.pin();
  if (snapshot === undefined) return undefined;
  const indexVersion = versionOf(index, shard);
  let released = false;
  return {
    snapshotVersion: snapshot.version,
    call: (kind, request, signal) => {
      const key = shard.readerKey;
      return searchers.run({ kind, key, snapshot, index: indexVersion, request, signal });
    },
    answer: (request, signal) => {
      const key = shard.readerKey;
      return searchers.answer({ key, snapshot, index: indexVersion, request, signal });
    },
    release: () => {
      if (released) return;
      released = true;
      shard.snapshots.release(snapshot.version);
    },
  };
}

function versionOf(index: IndexMetadata, { open }: HostedShard): IndexVersion {
  return {
    version: `${index.mappingVersion}/${index.settingsVersion}`,
    context: () => ({
      index: index.name,
      indexUuid: index.uuid,
      shardId: open.shardId,
      path: open.path,
      indexSettings: Object.fromEntries(index.settings),
      settingsVersion: index.settingsVersion,
      mapping: mappingText(index),
      mappingVersion: index.mappingVersion,
    }),
  };
}
