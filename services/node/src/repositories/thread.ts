/** What the thread itself needs of this room. */
export { openBlobStore } from './open_blob_store.js';
export type { RepositoryHostCalls } from './repository_calls.js';
export { ThreadWork } from './thread_work.js';
