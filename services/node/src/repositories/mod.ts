/** Snapshot repositories: their types and settings, and the thread that works in them. */
export type { OperationName, OperationReply, OperationRequest } from './operations.js';
export { Repositories, type RepositoriesParts } from './repositories.js';
export type {
  CopyProgress,
  RepositoryHostCalls,
  RepositoryThreadCalls,
} from './repository_calls.js';
export type { OperateOptions, RepositorySpawner } from './repository_thread.js';
