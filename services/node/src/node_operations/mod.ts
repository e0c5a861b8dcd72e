/**
 * Reports of a node about itself and its process, which the `nodes` endpoints request from every
 * chosen node. Replies are plain data.
 */

export { ClusterNodeOperations, type ClusterNodeParts } from './cluster_node_operations.js';
export type * from './contract.js';
export { type MemoryReport, memoryOwners } from './memory_owners.js';
export type { NodeFacts } from './node_facts.js';
export { chosenNodes } from './node_filter.js';
export { NODE_REPORT_ROUTES, type NodeReportCalls } from './node_report_calls.js';
export { RestUsage } from './rest_usage.js';
export { LONGEST_PROFILE_MS, PROFILE_KINDS } from './thread_profile.js';
