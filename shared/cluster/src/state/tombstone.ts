/** The tombstone that a deleted index leaves in the cluster state. */
import { INDEX, readSetting } from '@skein/settings';
import type { RemotePlace, Tombstone } from './cluster_state.js';
import type { IndexMetadata } from './index_metadata.js';

export function tombstoneOf(index: IndexMetadata, deletedAtMs: number): Tombstone {
  const { name, uuid } = index;
  const remote = remotePlaceOf(index);
  return { name, uuid, deletedAtMs, ...(remote === undefined ? {} : { remote }) };
}

/** The remote location of the index's data; undefined: the index is not remote-backed. */
function remotePlaceOf({ settings, uuid }: IndexMetadata): RemotePlace | undefined {
  const { enabled, segmentRepository, path } = INDEX.remoteStore;
  if (!readSetting(settings, enabled)) return undefined;
  const indexId = settings.get(path.key) ?? uuid;
  return { repository: readSetting(settings, segmentRepository), indexId };
}
