/**
 * All nodes that this node can reach. Each node dials the others and sends its requests over the
 * links that it has dialled; over the links that it has accepted, it only answers. So a pair of
 * nodes has links in both directions. A call to this node itself goes straight to its handler.
 *
 * A peer is one process of another node (`ephemeralId`): a node that restarts is another peer. A
 * peer has links of several channels (`link.ts`). When its `ping` channel closes, it is dialled
 * once more; if that fails or another process answers, it is reported as `disconnected`.
 */
import type { Log } from '@skein/base';
import { ApiError, asApiError } from '@skein/errors';
import type { CallContext, CallOptions, Handler, Routes } from './calls.js';
import { type DialerParts, helloOf } from './dialer.js';
import { shakeHands } from './handshake.js';
import type { Hello, NodeIdentity } from './identity.js';
import type { Link } from './link.js';
import { Peer } from './peer.js';
import { Responder } from './responder.js';

/** Limit of accepted links of one address whose handshake is not finished. */
const MAX_STRANGERS = 64;

export interface MeshParts extends Omit<DialerParts, 'actions'> {
  readonly routes: Routes;
  readonly log: Log;
  readonly events?: MeshEvents;
}

export interface MeshEvents {
  /** Called when this node can call the other. */
  connected?(node: NodeIdentity): void;
  /**
   * Called when the node's links are closed, and one attempt to reconnect has failed or has reached
   * another process.
   */
  disconnected?(node: NodeIdentity, reason: string): void;
  /**
   * Called when another node has opened its `ping` channel to this one: it is alive, and its
   * identity has its address.
   */
  heard?(node: NodeIdentity): void;
}

export class Mesh {
  readonly #parts: MeshParts;
  readonly #dialer: DialerParts;
  readonly #handlers = new Map<string, Handler>();
  /** Peers by node id. */
  readonly #peers = new Map<string, Peer>();
  /** The running attempt to connect to each address. */
  readonly #connecting = new Map<string, Promise<Peer>>();
  readonly #accepted = new Set<Responder>();
  /** Accepted links whose handshake is not finished. */
  readonly #unproven = new Set<Link>();
  /** Number of accepted links whose handshake is not finished, by remote address. */
  readonly #strangers = new Map<string, number>();
  #isReady = false;
  #closed = false;

  constructor(parts: MeshParts) {
    this.#parts = parts;
    this.#dialer = { ...parts, actions: Object.keys(parts.routes) };
  }

  handle(name: string, handler: Handler): void {
    this.#handlers.set(name, handler);
  }

  /**
   * Declares that all handlers are registered. From now on, a call without a handler is refused as
   * unknown; before, it is refused as not ready yet.
   */
  ready(): void {
    this.#isReady = true;
  }

  /** The nodes that can be called now. */
  peers(): readonly NodeIdentity[] {
    return [...this.#peers.values()].map((peer) => peer.identity);
  }

  /**
   * Connects to the node at this address, or returns its identity if it is connected already.
   * Rejects with connect_transport_exception.
   */
  async connect(address: string): Promise<NodeIdentity> {
    for (const peer of this.#peers.values()) if (peer.address === address) return peer.identity;
    const peer = await this.#open(address);
    return peer.identity;
  }

  /**
   * Rejects with the other node's error, or with node_not_connected, node_disconnected,
   * receive_timeout_transport or task_cancelled.
   */
  async call(
    nodeId: string,
    name: string,
    request: unknown,
    options: CallOptions = {},
  ): Promise<unknown> {
    if (nodeId === this.#self.nodeId) return this.#callSelf(name, request, options);
    const peer = this.#peers.get(nodeId);
    if (peer === undefined) throw notConnected(nodeId);
    return peer.call(name, this.#route(name), request, options);
  }

  /**
   * Sends a one-way message. It is lost if the other node cannot be reached or takes messages too
   * slowly.
   */
  notify(nodeId: string, name: string, message: unknown): void {
    const handler = nodeId === this.#self.nodeId ? this.#handlers.get(name) : undefined;
    if (handler !== undefined) handler(message, this.#localContext({}));
    else this.#peers.get(nodeId)?.notify(name, this.#route(name), message);
  }

  /** Ends all links that this node has dialled to another, without an event. */
  forget(nodeId: string, reason: string): void {
    const peer = this.#peers.get(nodeId);
    this.#peers.delete(nodeId);
    peer?.close(reason);
  }

  /** Accepts a link, on which the other node will send requests. */
  accept(link: Link): void {
    const { remoteAddress } = link;
    const strangers = (this.#strangers.get(remoteAddress) ?? 0) + 1;
    if (this.#closed || strangers > MAX_STRANGERS) {
      link.terminate();
      return;
    }
    this.#strangers.set(remoteAddress, strangers);
    this.#unproven.add(link);
    shakeHands({
      ...this.#parts,
      link,
      side: 'acceptor',
      hello: helloOf(this.#dialer, 'ping'),
      done: (outcome) => {
        this.#unproven.delete(link);
        this.#strangers.set(remoteAddress, (this.#strangers.get(remoteAddress) ?? 1) - 1);
        if (this.#strangers.get(remoteAddress) === 0) this.#strangers.delete(remoteAddress);
        if (outcome.ok) this.#respond(link, outcome.hello);
        else this.#parts.log.debug('link refused', { remoteAddress, reason: outcome.error.reason });
      },
    });
  }

  close(): void {
    this.#closed = true;
    for (const link of this.#unproven) link.terminate();
    for (const responder of this.#accepted) responder.close('node is closing');
    for (const nodeId of [...this.#peers.keys()]) this.forget(nodeId, 'node is closing');
  }

  get #self(): NodeIdentity {
    return this.#parts.identity();
  }

  #open(address: string): Promise<Peer> {
    const running = this.#connecting.get(address);
    if (running !== undefined) return running;
    const opening = this.#openOnce(address).finally(() => this.#connecting.delete(address));
    this.#connecting.set(address, opening);
    return opening;
  }

  async #openOnce(address: string): Promise<Peer> {
    const peer = await Peer.open({
      dialer: this.#dialer,
      address,
      lost: (lost, reason) => void this.#reconnect(lost, reason),
    });
    return this.#admit(peer);
  }

  /**
   * Adds a peer and returns the one to use. If this process is connected already, the older peer
   * stays. If another process of the node was connected, the new one replaces it, because the old
   * process is gone.
   */
  #admit(peer: Peer): Peer {
    const { nodeId, ephemeralId } = peer.identity;
    const known = this.#peers.get(nodeId);
    if (this.#closed) peer.close('node is closing');
    else if (known?.identity.ephemeralId === ephemeralId && !known.closed) {
      peer.close('connected already');
      return known;
    } else {
      this.#peers.set(nodeId, peer);
      known?.close('replaced by a newer process');
      this.#parts.events?.connected?.(peer.identity);
    }
    return peer;
  }

  async #reconnect(lost: Peer, reason: string): Promise<void> {
    const { nodeId, ephemeralId } = lost.identity;
    if (this.#closed || this.#peers.get(nodeId) !== lost) return;
    this.#peers.delete(nodeId);
    let why = reason;
    try {
      const found = await this.#open(lost.address);
      if (found.identity.ephemeralId === ephemeralId) return;
      why = 'another process answers at its address';
    } catch (failure) {
      why = `${reason}; ${asApiError(failure).reason}`;
    }
    this.#parts.events?.disconnected?.(lost.identity, why);
  }

  #respond(link: Link, hello: Hello): void {
    const responder = new Responder({
      link,
      hello,
      timers: this.#parts.timers,
      handler: (name) => this.#handlers.get(name),
      unhandled: (name) => this.#unhandled(name),
      closed: () => this.#accepted.delete(responder),
    });
    this.#accepted.add(responder);
    if (hello.channel === 'ping') this.#parts.events?.heard?.(hello.identity);
  }

  async #callSelf(name: string, request: unknown, options: CallOptions): Promise<unknown> {
    const handler = this.#handlers.get(name);
    if (handler === undefined) throw this.#unhandled(name);
    return handler(request, this.#localContext(options));
  }

  #unhandled(name: string): ApiError {
    return this.#isReady ? unknownCall(name) : notReady(this.#self, name);
  }

  #localContext(options: CallOptions): CallContext {
    return {
      from: this.#self,
      signal: options.signal ?? new AbortController().signal,
      parentTask: options.parentTask,
      user: options.user,
      traceparent: options.traceparent,
    };
  }

  #route(name: string) {
    const route = this.#parts.routes[name];
    if (route === undefined) throw unknownCall(name);
    return route;
  }
}

function notConnected(nodeId: string): ApiError {
  return new ApiError('node_not_connected_exception', `[${nodeId}] Node not connected`);
}

function notReady({ name }: NodeIdentity, call: string): ApiError {
  return new ApiError(
    'transport_not_ready_exception',
    `[${name}] is starting: transport not ready yet to handle [${call}]`,
  );
}

function unknownCall(name: string): ApiError {
  return new ApiError('action_not_found_transport_exception', `No handler for action [${name}]`);
}
