/** Every pipeline aggregation, one line each. */
export { avg_bucket } from './pipeline/avg_bucket.js';
export { bucket_correlation } from './pipeline/bucket_correlation.js';
export { bucket_script } from './pipeline/bucket_script.js';
export { bucket_selector } from './pipeline/bucket_selector.js';
export { bucket_sort } from './pipeline/bucket_sort.js';
export { cumulative_cardinality } from './pipeline/cumulative_cardinality.js';
export { cumulative_sum } from './pipeline/cumulative_sum.js';
export { derivative } from './pipeline/derivative.js';
export { extended_stats_bucket } from './pipeline/extended_stats_bucket.js';
export { max_bucket, min_bucket } from './pipeline/extreme_bucket.js';
export { moving_avg } from './pipeline/moving_avg.js';
export { moving_fn } from './pipeline/moving_fn.js';
export { moving_percentiles } from './pipeline/moving_percentiles.js';
export { normalize } from './pipeline/normalize.js';
export { percentiles_bucket } from './pipeline/percentiles_bucket.js';
export { serial_diff } from './pipeline/serial_diff.js';
export { stats_bucket } from './pipeline/stats_bucket.js';
export { sum_bucket } from './pipeline/sum_bucket.js';
