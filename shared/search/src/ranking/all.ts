/** The table of contents of this folder: one export line a metric. */
export { dcg } from './dcg.js';
export { expected_reciprocal_rank } from './expected_reciprocal_rank.js';
export { mean_reciprocal_rank } from './mean_reciprocal_rank.js';
export { precision } from './precision.js';
export { recall } from './recall.js';
