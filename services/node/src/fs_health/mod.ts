/**
 * Monitors that this node can write to its data path. A node that cannot is unable to keep
 * promises, and tells the others.
 */
export { FsHealth, type FsHealthParts } from './fs_health.js';
