/**
 * Whether this node can still write: a node that cannot keeps no promise, and says so to the
 * others.
 */
export { FsHealth, type FsHealthParts } from './fs_health.js';
