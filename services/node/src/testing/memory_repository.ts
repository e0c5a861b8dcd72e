/** For tests: an empty repository in memory, whose clock stands still. */
import { MemoryBlobStore, type RepositoryOptions } from '@skein/snapshots';

export function memoryRepository(changes: Partial<RepositoryOptions> = {}): RepositoryOptions {
  let uuids = 0;
  return {
    name: 'r',
    store: new MemoryBlobStore(),
    nowMs: () => 0,
    newUuid: () => `uuid-${uuids++}`,
    writer: { clusterUuid: 'cluster', term: 1 },
    isCompressed: true,
    chunkBytes: undefined,
    turns: { clock: { monotonicMs: () => 0 }, timers: { after: () => ({ cancel: () => {} }) } },
    ...changes,
  };
}
