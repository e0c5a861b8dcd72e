/** The parts of this module that the repository thread imports. */
export { openBlobStore } from './open_blob_store.js';
export type { RepositoryHostCalls } from './repository_calls.js';
export { ThreadWork } from './thread_work.js';
