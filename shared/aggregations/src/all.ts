/** Every aggregation, one line each. */
export { dateHistogram } from './bucket/date_histogram.js';
export { terms } from './bucket/terms.js';
export { avg } from './metric/avg.js';
export { sum } from './metric/sum.js';
