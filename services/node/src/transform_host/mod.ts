/** Transforms, which build indices from other indices: run on the master, shown on any node. */
export type { TransformPreview, Transforms } from './contract.js';
export { COUNTERS } from './counters.js';
export { CREATED_BY } from './destination.js';
export { Previews } from './previews.js';
export { TransformHost, type TransformHostParts } from './transform_host.js';
