/** The metrics of a node for Prometheus: `GET /_metrics`. */
export type { Metrics } from './contract.js';
export { NodeMetrics } from './node_metrics.js';
export { openMetrics } from './open_metrics.js';
export { RequestMetrics } from './request_metrics.js';
