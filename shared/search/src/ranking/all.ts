/** The ranking metrics: one export line each. */
export { dcg } from './dcg.js';
export { expected_reciprocal_rank } from './expected_reciprocal_rank.js';
export { mean_reciprocal_rank } from './mean_reciprocal_rank.js';
export { precision } from './precision.js';
export { recall } from './recall.js';
