/**
 * Searchable snapshots: indices that are searched directly in their snapshot (`index.store.type:
 * remote_snapshot`). Recognizes them, and finds the snapshots that they depend on.
 */
import type { IndexMetadata } from './index_metadata.js';
import type { RestoreSource } from './snapshot_records.js';

const STORE_TYPE = 'index.store.type';
const REMOTE_SNAPSHOT = 'remote_snapshot';
const OF_ITS_SNAPSHOT = 'index.searchable_snapshot.';

export function isSearchableSnapshot({ settings }: Pick<IndexMetadata, 'settings'>): boolean {
  return settings.get(STORE_TYPE) === REMOTE_SNAPSHOT;
}

/** Adds the settings that OpenSearch gives to a searchable snapshot. */
export function searchableSettings(
  settings: IndexMetadata['settings'],
  { repository, snapshot, indexId }: Omit<RestoreSource, 'generations'>,
): Map<string, string> {
  return new Map([
    ...settings,
    [STORE_TYPE, REMOTE_SNAPSHOT],
    [`${OF_ITS_SNAPSHOT}repository`, repository],
    [`${OF_ITS_SNAPSHOT}snapshot_id.name`, snapshot.name],
    [`${OF_ITS_SNAPSHOT}snapshot_id.uuid`, snapshot.uuid],
    [`${OF_ITS_SNAPSHOT}index.id`, indexId],
  ]);
}

/**
 * Removes the settings that `searchableSettings` adds: the same documents in the index's own files.
 */
export function withoutSearchable(settings: IndexMetadata['settings']): Map<string, string> {
  return new Map(
    [...settings].filter(
      ([key, value]) =>
        !key.startsWith(OF_ITS_SNAPSHOT) && !(key === STORE_TYPE && value === REMOTE_SNAPSHOT),
    ),
  );
}

type Indices = ReadonlyMap<string, IndexMetadata>;

/** UUIDs of a repository's snapshots that some index is searched in. They cannot be deleted. */
export function searchedSnapshots(indices: Indices, repository: string): ReadonlySet<string> {
  return new Set(
    searchedIn(indices, repository).flatMap(
      ({ restoredFrom }) => restoredFrom?.snapshot.uuid ?? [],
    ),
  );
}

/** The indices that are searched in a repository. */
export function searchedIn(indices: Indices, repository: string): readonly IndexMetadata[] {
  return [...indices.values()].filter(
    (index) => isSearchableSnapshot(index) && index.restoredFrom?.repository === repository,
  );
}
