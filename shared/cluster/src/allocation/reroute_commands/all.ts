/** The table of contents: what `_cluster/reroute` can be told, by name. */
export { allocate_empty_primary } from './allocate_empty_primary.js';
export { allocate_replica } from './allocate_replica.js';
export { allocate_stale_primary } from './allocate_stale_primary.js';
export { cancel } from './cancel.js';
export { move } from './move.js';
