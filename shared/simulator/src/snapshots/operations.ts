/** Operations on a repository, run at once in this thread. */
import type { RepositoryOperations } from '@skein/cluster';
import {
  cleanUp,
  cloneShards,
  deleteSnapshots,
  finalizeSnapshot,
  type RepositoryOptions,
  readDetails,
  readGlobalMetadata,
  readIndexMetadata,
  readRoot,
} from '@skein/snapshots';

/**
 * The operations of a node's repository thread. `repository` returns the options when an operation
 * begins.
 */
export function operationsOn(repository: () => RepositoryOptions): RepositoryOperations {
  return {
    read_root: ({ atLeast }) => readRoot(repository(), atLeast),
    details: ({ uuids }) => Promise.all(uuids.map((uuid) => readDetails(repository(), uuid))),
    global_metadata: ({ uuid }) => readGlobalMetadata(repository(), uuid),
    index_metadata: async ({ uuid, indices }) => {
      const root = await readRoot(repository());
      const one = (index: string) => readIndexMetadata(repository(), uuid, index, root);
      return Promise.all(indices.map(one));
    },
    clone_shards: (request) => cloneShards(repository(), request),
    finalize: (request) => finalizeSnapshot(repository(), request),
    delete_snapshots: (request) => deleteSnapshots(repository(), request),
    clean_up: ({ expectedGeneration }) => cleanUp(repository(), expectedGeneration),
  };
}
