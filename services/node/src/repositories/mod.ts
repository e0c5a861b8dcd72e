/** Registered repositories: what their types and settings say, and the stores behind them. */
export { openBlobStore } from './open_blob_store.js';
export { type RepositoryNode, type RepositoryRequest, readRepository } from './read_repository.js';
export type { RepositoryPlan, StorePlan } from './repository_plan.js';
export { type RepositorySecrets, readRepositorySecrets } from './repository_secrets.js';
