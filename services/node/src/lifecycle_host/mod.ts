/** Policies that indices live by, carried out: on the master, a step at a time. */

export { LifecycleHost, type LifecycleHostParts } from './lifecycle_host.js';
export { LifecycleWork } from './lifecycle_work.js';
