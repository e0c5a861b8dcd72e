/** The location of a remote-backed index. */
import type { IndexMetadata } from '@skein/cluster';
import { INDEX, readSetting } from '@skein/settings';

export interface RemotePlace {
  readonly repository: string;
  /** The index's folder in the repository. */
  readonly indexId: string;
}

export function remotePlace({
  settings,
  uuid,
}: Pick<IndexMetadata, 'settings' | 'uuid'>): RemotePlace {
  const { segmentRepository, path } = INDEX.remoteStore;
  const indexId = settings.get(path.key) ?? uuid;
  return { repository: readSetting(settings, segmentRepository), indexId };
}
