/** `NodeLinks` over a mesh: the listener, the links to all wanted nodes, and the watchers. */
import type { Log, Random, Timers } from '@skein/base';
import {
  bindAddresses,
  isLoopback,
  publishedAddress,
  type SecretSeal,
  secretProver,
  secretSeal,
} from '@skein/platform';
import {
  type CallOptions,
  type CallTable,
  type Handler,
  type Link,
  Mesh,
  type NodeIdentity,
  openProver,
  type Routes,
} from '@skein/transport';
import type { TransportConfig } from '../config/transport_config.js';
import type { SpanStart, Tracing } from '../tracing/mod.js';
import type { CallHandler, LinkWatcher, NodeLinks } from './contract.js';
import { LinkTraffic, type TrafficReport } from './link_traffic.js';
import type { NodeNetwork } from './node_network.js';
import { type TransportAccess, transportAccess } from './transport_access.js';

const LOOPBACK = '127.0.0.1';

export interface NodeLinksParts {
  readonly config: TransportConfig;
  readonly network: NodeNetwork;
  /** True if this node looks for no other nodes. */
  readonly isAlone: boolean;
  /** True if the configuration names other nodes. */
  readonly looksForOthers: boolean;
  readonly routes: Routes;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
  readonly tracing?: Tracing | undefined;
  /** Called once the publish address is known. */
  readonly identify: (facts: LinkFacts) => Omit<NodeIdentity, 'clusterUuid'>;
}

export interface LinkFacts {
  /** `host:port` published to other nodes. */
  readonly publishAddress: string;
  readonly boundAddresses: readonly string[];
}

export class MeshLinks<Calls extends CallTable> implements NodeLinks<Calls> {
  readonly facts: LinkFacts;
  readonly access: TransportAccess;
  /** Seals user data sent between nodes; undefined if certificates alone authenticate nodes. */
  readonly userSeal: SecretSeal | undefined;
  readonly #identity: Omit<NodeIdentity, 'clusterUuid'>;
  readonly #mesh: Mesh;
  readonly #traffic = new LinkTraffic();
  readonly #watchers = new Set<LinkWatcher>();
  readonly #stopListening: () => Promise<void>;
  readonly #tracing: Tracing | undefined;
  #clusterUuid: string | null = null;

  /**
   * Binds the interface. Rejects with settings_exception if that would not be safe, or with the
   * system's error.
   */
  static async start<Calls extends CallTable>(parts: NodeLinksParts): Promise<MeshLinks<Calls>> {
    const { config, network, isAlone } = parts;
    const addresses = addressesOf(config, { isAlone, hasTls: network.hasTls });
    const access = transportAccess({
      onLoopbackOnly: addresses.every(isLoopback),
      looksForOthers: parts.looksForOthers,
      hasTls: network.hasTls,
      hasSecret: network.secrets.length > 0,
      hasOwnSecret: network.ownSecret.isThere(),
      allowsPlain: config.allowsPlain,
    });
    const secrets = access === 'own_secret' ? [await network.ownSecret.read()] : network.secrets;
    let accept = (link: Link): void => link.terminate();
    const listener = await network.listen({
      addresses,
      port: config.port,
      names: config.publishHost === undefined ? [] : [config.publishHost],
      accept: (link) => accept(link),
    });
    const facts = {
      publishAddress: published(config, listener.addresses),
      boundAddresses: listener.addresses,
    };
    const links = new MeshLinks<Calls>(parts, { facts, access, secrets, stop: listener.stop });
    accept = (link) => links.#mesh.accept(links.#traffic.accepted(link));
    return links;
  }

  private constructor(
    parts: NodeLinksParts,
    bound: {
      readonly facts: LinkFacts;
      readonly access: TransportAccess;
      readonly secrets: readonly string[];
      readonly stop: () => Promise<void>;
    },
  ) {
    this.facts = bound.facts;
    this.access = bound.access;
    const { secrets } = bound;
    this.userSeal = secrets.length === 0 ? undefined : secretSeal(secrets, 'users');
    this.#stopListening = bound.stop;
    this.#tracing = parts.tracing;
    this.#identity = parts.identify(bound.facts);
    this.#mesh = new Mesh({
      network: this.#traffic.dialling(parts.network.network),
      identity: () => this.identity,
      routes: parts.routes,
      prover: secrets.length === 0 ? openProver : secretProver(secrets),
      timers: parts.timers,
      random: parts.random,
      log: parts.log,
      events: {
        connected: (node) => this.#notifyWatchers((watcher) => watcher.connected?.(node)),
        disconnected: (node, reason) =>
          this.#notifyWatchers((watcher) => watcher.disconnected?.(node, reason)),
        heard: (node) => this.#notifyWatchers((watcher) => watcher.heard?.(node)),
      },
    });
  }

  get localNodeId(): string {
    return this.#identity.nodeId;
  }

  get traffic(): TrafficReport {
    return this.#traffic.report;
  }

  /** This node's identity, sent in every handshake. */
  get identity(): NodeIdentity {
    return { ...this.#identity, clusterUuid: this.#clusterUuid };
  }

  /** Restricts connections to nodes of this cluster, or of none yet. */
  belongTo(clusterUuid: string): void {
    this.#clusterUuid = clusterUuid;
  }

  call<Name extends keyof Calls & string>(
    nodeId: string,
    name: Name,
    request: Calls[Name]['request'],
    options: CallOptions = {},
  ): Promise<Calls[Name]['reply']> {
    const tracing = this.#tracing;
    // A node's own background calls, such as heartbeats, belong to no trace.
    const asked =
      tracing?.traceparent === undefined
        ? this.#mesh.call(nodeId, name, request, options)
        : tracing.run(spanOf(name, 'client', nodeId), () =>
            this.#mesh.call(nodeId, name, request, {
              ...options,
              traceparent: tracing.traceparent,
            }),
          );
    // The mesh carries messages unread; the table of calls is the same on both sides.
    return asked as Promise<Calls[Name]['reply']>;
  }

  notify<Name extends keyof Calls & string>(
    nodeId: string,
    name: Name,
    message: Calls[Name]['request'],
  ): void {
    this.#mesh.notify(nodeId, name, message);
  }

  handle<Name extends keyof Calls & string>(name: Name, handler: CallHandler<Calls[Name]>): void {
    const tracing = this.#tracing;
    if (tracing === undefined) {
      this.#mesh.handle(name, handler satisfies Handler);
      return;
    }
    this.#mesh.handle(name, (request, context) => {
      const { traceparent: parent, from } = context;
      if (parent === undefined) return handler(request, context);
      return tracing.run({ ...spanOf(name, 'server', from.nodeId), parent }, () =>
        handler(request, context),
      );
    });
  }

  /** Marks that all handlers are registered. */
  ready(): void {
    this.#mesh.ready();
  }

  nodes(): readonly NodeIdentity[] {
    return this.#mesh.peers();
  }

  watch(watcher: LinkWatcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  connect(address: string): Promise<NodeIdentity> {
    return this.#mesh.connect(address);
  }

  /** Closes all links to a node. */
  forget(nodeId: string, reason: string): void {
    this.#mesh.forget(nodeId, reason);
  }

  async stop(): Promise<void> {
    this.#mesh.close();
    await this.#stopListening();
  }

  #notifyWatchers(event: (watcher: LinkWatcher) => void): void {
    for (const watcher of [...this.#watchers]) event(watcher);
  }
}

function spanOf(name: string, kind: 'client' | 'server', nodeId: string): SpanStart {
  return { name, kind, attributes: { 'rpc.system': 'skein', 'skein.peer': nodeId } };
}

/**
 * A lone node without a configured address listens on loopback only, unless it has certificates or
 * may have plain connections.
 */
function addressesOf(
  { hosts, isHostGiven, allowsPlain }: TransportConfig,
  { isAlone, hasTls }: { readonly isAlone: boolean; readonly hasTls: boolean },
): readonly string[] {
  const staysHome = isAlone && !isHostGiven && !hasTls && !allowsPlain;
  return staysHome ? [LOOPBACK] : bindAddresses(hosts);
}

function published(
  { publishHost, publishPort }: TransportConfig,
  [bound = '']: readonly string[],
): string {
  return publishedAddress(bound, { host: publishHost, port: publishPort });
}
