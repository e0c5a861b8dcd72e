/**
 * A repository as the master's work sees it: operations of the repository thread on behalf of the
 * master that does the work.
 */
import { type RepositoryStorage, repositoryStorage } from '@skein/cluster';
import type { OperationName, OperationRequest, Repositories } from '../repositories/mod.js';

interface StorageRequest {
  readonly repository: string;
  /**
   * The term of the master. It never writes in a later term, though it may see the states of its
   * successor.
   */
  readonly term: number;
  /** The repository generation in the cluster state. */
  readonly known: () => number;
}

export function masterStorage(
  repositories: Pick<Repositories, 'operateIn'>,
  { repository, term, known }: StorageRequest,
): RepositoryStorage {
  const operation =
    <Name extends OperationName>(name: Name) =>
    (request: OperationRequest<Name>) =>
      repositories.operateIn(term, repository, name, request);
  const operations = {
    read_root: operation('read_root'),
    details: operation('details'),
    global_metadata: operation('global_metadata'),
    index_metadata: operation('index_metadata'),
    clone_shards: operation('clone_shards'),
    finalize: operation('finalize'),
    delete_snapshots: operation('delete_snapshots'),
    clean_up: operation('clean_up'),
  };
  return repositoryStorage(operations, known);
}
