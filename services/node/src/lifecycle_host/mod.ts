/** Executes lifecycle policies of indices on the master, one step at a time. */

export { LifecycleHost, type LifecycleHostParts } from './lifecycle_host.js';
export { LifecycleWork } from './lifecycle_work.js';
