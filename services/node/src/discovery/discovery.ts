/**
 * The search for other nodes: at once and then every second while no master is known, it connects
 * to every address it has heard of and asks whoever answers for more. Who is connected and may vote
 * is told to the agreement.
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

/**
 * Rounds follow each other quickly at first: nodes that start together find each other within a
 * blink.
 */
const FIRST_ROUNDS_MS = 50;
const ROUNDS_MS = 1000;
/** How often somebody is told that no master is found. */
const COMPLAINT_MS = 10_000;
/** Addresses learnt from others. */
const MAX_LEARNT = 1000;

export interface DiscoveryParts {
  readonly config: DiscoveryConfig;
  /** Of seeds that name none. */
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
  #isSearching = false;
  #stopped = false;
  #delayMs = FIRST_ROUNDS_MS;
  #next: TimerHandle | undefined;
  /** How long the search has gone on since the last complaint. */
  #searchedMs = 0;
  /** Why nobody was met, by address. */
  readonly #failures = new Map<string, string>();
  #told = '';

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
        this.#tellPeers();
      },
      disconnected: () => this.#tellPeers(),
      heard: (node) => void this.#connect(node.address),
    });
  }

  /** Looks for nodes from now on, until a master is known. */
  search(): void {
    if (this.#isSearching || this.#stopped) return;
    this.#isSearching = true;
    this.#delayMs = FIRST_ROUNDS_MS;
    this.#searchedMs = 0;
    void this.#round();
  }

  /** A master is known: it tells of everybody. */
  rest(): void {
    this.#isSearching = false;
    this.#next?.cancel();
  }

  /** Somebody has told where a node is: it is tried while others are looked for. */
  learn(address: string): void {
    this.#learn([address]);
  }

  stop(): void {
    this.#stopped = true;
    this.rest();
  }

  async #round(): Promise<void> {
    const addresses = new Set([...(await this.#seedAddresses()), ...this.#parts.lastKnown()]);
    for (const address of this.#learnt) addresses.add(address);
    addresses.delete(this.#parts.ownAddress);
    await Promise.all([...addresses].map((address) => this.#meet(address)));
    if (!this.#isSearching) return;
    this.#complain();
    this.#next = this.#parts.timers.after(this.#delayMs, () => void this.#round());
    this.#delayMs = Math.min(2 * this.#delayMs, ROUNDS_MS);
  }

  /**
   * What is normal for some seconds is a fault of the configuration after many: then the reasons
   * are worth reading.
   */
  #complain(): void {
    this.#searchedMs += this.#delayMs;
    if (this.#searchedMs < COMPLAINT_MS) return;
    this.#searchedMs = 0;
    const connected = this.#parts.links.nodes().map(({ name }) => name);
    const unreachable = Object.fromEntries(this.#failures);
    this.#parts.log.warn('no master found yet', { connected, unreachable });
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
      this.#parts.log.debug('node does not tell whom it knows', {
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
      this.#parts.log.debug('no node found', { address, reason });
      return undefined;
    }
  }

  async #seedAddresses(): Promise<readonly string[]> {
    const { config, seeds, defaultPort, log } = this.#parts;
    const fromFile = config.readsSeedFile ? await seeds.readSeedFile() : [];
    const found = [...config.seedHosts, ...fromFile].map(async (text) => {
      try {
        const { host, port } = parseSeed(text, defaultPort);
        const addresses = await seeds.lookup(host);
        // A name of one node is dialled by that name, which is what its certificate vouches for; a
        // name of several is a list of nodes.
        const hosts = addresses.length === 1 ? [host] : addresses;
        return hosts.map((each) => addressText(each, port));
      } catch (failure) {
        log.warn('seed host not found', { host: text, reason: asApiError(failure).reason });
        return [];
      }
    });
    return (await Promise.all(found)).flat();
  }

  #learn(addresses: readonly string[]): void {
    for (const address of addresses) {
      if (this.#learnt.size >= MAX_LEARNT) return;
      if (address !== this.#parts.ownAddress) this.#learnt.add(address);
    }
  }

  #known(): readonly string[] {
    const voters = this.#parts.links.nodes().filter(isMasterEligible);
    return voters.map(({ address }) => address);
  }

  #tellPeers(): void {
    const voters = this.#parts.links.nodes().filter(isMasterEligible);
    const peers = voters.map(({ nodeId, name }) => ({ id: nodeId, name }));
    const told = JSON.stringify(peers);
    if (told === this.#told) return;
    this.#told = told;
    this.#parts.peersChanged(peers);
  }
}
