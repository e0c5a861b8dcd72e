/**
 * Discovery of the other nodes: configured seeds, nodes of the last cluster state, and the nodes
 * those know. Seeds only help to find nodes; they grant no rights.
 */
export type { SeedPorts } from './contract.js';
export { Discovery, type DiscoveryParts } from './discovery.js';
export type { DiscoveryCalls } from './discovery_calls.js';
