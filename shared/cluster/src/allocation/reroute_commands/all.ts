/** All commands of `_cluster/reroute`, by name: the table of contents. */
export { allocate_empty_primary } from './allocate_empty_primary.js';
export { allocate_replica } from './allocate_replica.js';
export { allocate_stale_primary } from './allocate_stale_primary.js';
export { cancel } from './cancel.js';
export { move } from './move.js';
