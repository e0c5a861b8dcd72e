/**
 * Finding the other nodes: seeds that are configured, nodes of the last cluster state, and whom those know. Seeds only find nodes; they grant
 * nothing.
 */
export { Discovery, type DiscoveryParts } from './discovery.js';
export type { DiscoveryCalls } from './discovery_calls.js';

/** What finding takes of the world. */
export interface SeedPorts {
  /** Addresses of a host name; rejects when it is not known. An address is its own. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
  /** Lines of `unicast_hosts.txt`; none when there is no such file. */
  readonly readSeedFile: () => Promise<readonly string[]>;
}
