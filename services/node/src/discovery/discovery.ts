/**
 * The search for other nodes. While no master is known, it connects every second to all known
 * addresses and asks the nodes there for more. Connected master-eligible nodes are reported to
 * coordination.
 */

import type { Log, TimerHandle, Timers } from '@skein/base';
import type { Peer } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import { addressText } from '@skein/platform';
import type { DiscoveryConfig } from '../config/transport_config.js';
import { isMasterEligible } from '../coordination_host/mod.js';
import type { NodeIdentity, NodeLinks } from '../node_links/mod.js';
import type { SeedPorts } from './contract.js';
import type { DiscoveryCalls } from './discovery_calls.js';
import { parseSeed } from './seed_address.js';

/** The first rounds follow quickly, so that nodes that start together find each other fast. */
const FIRST_ROUNDS_MS = 50;
const ROUNDS_MS = 1000;
/** Interval of warnings that no master is found. */
const COMPLAINT_MS = 10_000;
/** Limit of addresses learnt from other nodes. */
const MAX_LEARNT = 1000;

interface Search {
  /** Milliseconds between the last round and the next. */
  delayMs: number;
  next: TimerHandle | undefined;
  complaint: TimerHandle | undefined;
}

export interface DiscoveryParts {
  readonly config: DiscoveryConfig;
  /** Port of seeds without one. */
  readonly defaultPort: string;
  readonly ownAddress: string;
  readonly links: NodeLinks<DiscoveryCalls>;
  readonly seeds: SeedPorts;
  /** Addresses of the master-eligible nodes of the last cluster state. */
  readonly lastKnown: () => readonly string[];
  readonly peersChanged: (peers: readonly Peer[]) => void;
  readonly timers: Timers;
  readonly log: Log;
}

export class Discovery {
  readonly #parts: DiscoveryParts;
  readonly #learnt = new Set<string>();
  #search: Search | undefined;
  #stopped = false;
  /** Reasons of failed connections, by address. */
  readonly #failures = new Map<string, string>();
  #reportedPeers = '';

  constructor(parts: DiscoveryParts) {
    this.#parts = parts;
    const { links } = parts;
    links.handle('discovery/peers', ({ knownAddresses }) => {
      this.#learn(knownAddresses);
      return { knownAddresses: this.#known() };
    });
    links.watch({
      connected: (node) => {
        this.#learn([node.address]);
        this.#reportPeers();
      },
      disconnected: () => this.#reportPeers(),
      heard: (node) => void this.#connect(node.address),
    });
  }

  /** Searches for nodes until a master is known. */
  search(): void {
    if (this.#search !== undefined || this.#stopped) return;
    this.#failures.clear();
    const search: Search = { delayMs: FIRST_ROUNDS_MS, next: undefined, complaint: undefined };
    this.#search = search;
    this.#complainLater(search);
    void this.#round(search);
  }

  /** Stops the search, because a master is known and reports all nodes. */
  rest(): void {
    this.#search?.next?.cancel();
    this.#search?.complaint?.cancel();
    this.#search = undefined;
  }

  /** Learns an address, which is tried during searches. */
  learn(address: string): void {
    this.#learn([address]);
  }

  stop(): void {
    this.#stopped = true;
    this.rest();
  }

  /** A round that ends after its search has ended is not followed by another. */
  async #round(search: Search): Promise<void> {
    const addresses = new Set([...(await this.#seedAddresses()), ...this.#parts.lastKnown()]);
    for (const address of this.#learnt) addresses.add(address);
    addresses.delete(this.#parts.ownAddress);
    await Promise.all([...addresses].map((address) => this.#meet(address)));
    if (this.#search !== search) return;
    search.next = this.#parts.timers.after(search.delayMs, () => void this.#round(search));
    search.delayMs = Math.min(2 * search.delayMs, ROUNDS_MS);
  }

  /**
   * Warns when the search takes long: a short search is normal, a long one usually a configuration
   * error. The time does not depend on the rounds, which are slow where a firewall drops packets.
   */
  #complainLater(search: Search): void {
    search.complaint = this.#parts.timers.after(COMPLAINT_MS, () => {
      const connected = this.#parts.links.nodes().map(({ name }) => name);
      const unreachable = Object.fromEntries(this.#failures);
      this.#parts.log.warn('no master found yet', { connected, unreachable });
      this.#complainLater(search);
    });
  }

  /** Connects, and asks for more addresses. */
  async #meet(address: string): Promise<void> {
    const node = await this.#connect(address);
    if (node === undefined) return;
    try {
      const { links } = this.#parts;
      const request = { knownAddresses: this.#known() };
      const reply = await links.call(node.nodeId, 'discovery/peers', request);
      this.#learn(reply.knownAddresses);
    } catch (failure) {
      this.#parts.log.debug('node does not report the nodes that it knows', {
        address,
        reason: asApiError(failure).reason,
      });
    }
  }

  async #connect(address: string): Promise<NodeIdentity | undefined> {
    if (this.#stopped) return undefined;
    try {
      const node = await this.#parts.links.connect(address);
      this.#failures.delete(address);
      return node;
    } catch (failure) {
      const { reason } = asApiError(failure);
      this.#failures.set(address, reason);
      this.#parts.log.debug('no node at address', { address, reason });
      return undefined;
    }
  }

  async #seedAddresses(): Promise<readonly string[]> {
    const { config, seeds, defaultPort, log } = this.#parts;
    const found = [...config.seedHosts, ...(await this.#seedsOfFile())].map(async (text) => {
      try {
        const { host, port } = parseSeed(text, defaultPort);
        const addresses = await seeds.lookup(host);
        // A name with one address is dialled by that name, for which its certificate is issued; a
        // name with several addresses is a list of nodes.
        const hosts = addresses.length === 1 ? [host] : addresses;
        return hosts.map((each) => addressText(each, port));
      } catch (failure) {
        log.warn('seed host not found', { host: text, reason: asApiError(failure).reason });
        return [];
      }
    });
    return (await Promise.all(found)).flat();
  }

  /** A file that cannot be read is no reason to stop the search of the other addresses. */
  async #seedsOfFile(): Promise<readonly string[]> {
    const { config, seeds, log } = this.#parts;
    if (!config.readsSeedFile) return [];
    try {
      return await seeds.readSeedFile();
    } catch (failure) {
      log.warn('seed file not read', { reason: asApiError(failure).reason });
      return [];
    }
  }

  /** At the limit, an address at which no node was found gives its place to the new one. */
  #learn(addresses: readonly string[]): void {
    for (const address of addresses) {
      if (address === this.#parts.ownAddress || this.#learnt.has(address)) continue;
      if (this.#learnt.size >= MAX_LEARNT && !this.#unlearnFailed()) return;
      this.#learnt.add(address);
    }
  }

  #unlearnFailed(): boolean {
    for (const address of this.#failures.keys()) if (this.#learnt.delete(address)) return true;
    return false;
  }

  #known(): readonly string[] {
    const voters = this.#parts.links.nodes().filter(isMasterEligible);
    return voters.map(({ address }) => address);
  }

  #reportPeers(): void {
    const voters = this.#parts.links.nodes().filter(isMasterEligible);
    const peers = voters.map(({ nodeId, name }) => ({ id: nodeId, name }));
    const json = JSON.stringify(peers);
    if (json === this.#reportedPeers) return;
    this.#reportedPeers = json;
    this.#parts.peersChanged(peers);
  }
}
