/** Calls to other nodes, as whoever makes them sees it. */
import type { CallContext, CallOptions, CallTable, NodeIdentity } from '@skein/transport';

export interface NodeLinks<Calls extends CallTable> {
  readonly localNodeId: string;
  /**
   * Asks a node. Messages are plain data: objects, arrays, text, doubles, booleans, `undefined` and
   * `Uint8Array`; JSON of users travels as bytes. A call to this node itself goes straight to its
   * handler, nothing is copied. Rejects with the handler's ApiError, or node_not_connected,
   * node_disconnected, transport_not_ready, receive_timeout_transport, task_cancelled.
   */
  call<Name extends keyof Calls & string>(
    nodeId: string,
    name: Name,
    request: Calls[Name]['request'],
    options?: CallOptions,
  ): Promise<Calls[Name]['reply']>;
  /** One way: lost without a word when the node cannot be reached. */
  notify<Name extends keyof Calls & string>(
    nodeId: string,
    name: Name,
    message: Calls[Name]['request'],
  ): void;
  /**
   * Answers a call from now on; one handler a call. Calls that nobody handles are refused: while
   * the node starts, as ones that may be answered soon.
   */
  handle<Name extends keyof Calls & string>(
    name: Name,
    handler: (
      request: Calls[Name]['request'],
      context: CallContext,
    ) => Calls[Name]['reply'] | Promise<Calls[Name]['reply']>,
  ): void;
  /**
   * Connects to whoever answers there, or says who that is when it is connected already. Rejects
   * with connect_transport_exception.
   */
  connect(address: string): Promise<NodeIdentity>;
  /** Those that can be called now, without this node. */
  nodes(): readonly NodeIdentity[];
  /** Tells of nodes that come and go. Returns what ends it. */
  watch(watcher: LinkWatcher): () => void;
}

export interface LinkWatcher {
  /** The node can be called from now on. */
  connected?(node: NodeIdentity): void;
  /** Its links are closed, and one attempt to reconnect has failed. */
  disconnected?(node: NodeIdentity, reason: string): void;
  /**
   * A node has opened a link to this one; where it can be dialled is known, it may not be connected
   * yet.
   */
  heard?(node: NodeIdentity): void;
}
