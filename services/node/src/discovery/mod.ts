/**
 * Finding the other nodes: seeds that are configured, nodes of the last cluster state, and whom
 * those know. Seeds only find nodes; they grant nothing.
 */
export type { SeedPorts } from './contract.js';
export { Discovery, type DiscoveryParts } from './discovery.js';
export type { DiscoveryCalls } from './discovery_calls.js';
