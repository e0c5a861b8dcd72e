/**
 * Chooses the copy with the latest writes. Replicas with segment replication
 * (`index.replication.type: SEGMENT`) show a write some time after their primary. A read that needs
 * the latest writes and sets no preference asks the primary, as in OpenSearch.
 */
import type { ClusterState } from '@skein/cluster';
import { copiesSegments } from '@skein/engine';

const PRIMARY = '_primary';

/** The preference of a read of one document. */
export function preferenceOfRead(
  state: ClusterState,
  index: { readonly name: string },
  read: { readonly realtime: boolean; readonly preference?: string | undefined },
): string | undefined {
  return read.realtime ? currentPreference(state, [index.name], read.preference) : read.preference;
}

/** The preference of a search for documents that are to be changed. */
export function currentPreference(
  state: ClusterState,
  indices: Iterable<string>,
  preference: string | undefined,
): string | undefined {
  if (preference !== undefined) return preference;
  for (const name of indices) {
    const index = state.metadata.indices.get(name);
    if (index !== undefined && copiesSegments(index.settings)) return PRIMARY;
  }
  return undefined;
}
