/** The interface for calls to other nodes. */
import type { CallContext, CallOptions, CallTable, NodeIdentity } from '@skein/transport';

export type CallHandler<Call extends CallTable[string]> = (
  request: Call['request'],
  context: CallContext,
) => Call['reply'] | Promise<Call['reply']>;

export interface NodeLinks<Calls extends CallTable> {
  readonly localNodeId: string;
  /**
   * Calls a node. Messages are plain data: objects, arrays, text, doubles, booleans, `undefined`
   * and `Uint8Array`; users' JSON travels as bytes. A call to this node itself goes straight to its
   * handler, without copying. Rejects with the handler's ApiError, or node_not_connected,
   * node_disconnected, transport_not_ready, receive_timeout_transport, task_cancelled.
   */
  call<Name extends keyof Calls & string>(
    nodeId: string,
    name: Name,
    request: Calls[Name]['request'],
    options?: CallOptions,
  ): Promise<Calls[Name]['reply']>;
  /**
   * Sends a one-way message. It is lost if the node cannot be reached or takes messages too slowly.
   */
  notify<Name extends keyof Calls & string>(
    nodeId: string,
    name: Name,
    message: Calls[Name]['request'],
  ): void;
  /**
   * Registers the handler of a call; there is one handler per call. Calls without a handler are
   * refused; while the node starts, with an error that tells the caller to retry.
   */
  handle<Name extends keyof Calls & string>(name: Name, handler: CallHandler<Calls[Name]>): void;
  /**
   * Connects to the node at the address, or returns its identity if it is connected already.
   * Rejects with connect_transport_exception.
   */
  connect(address: string): Promise<NodeIdentity>;
  /** The nodes that can be called now, without this one. */
  nodes(): readonly NodeIdentity[];
  /** Reports nodes that connect and disconnect. Returns a function that ends the watch. */
  watch(watcher: LinkWatcher): () => void;
}

export interface LinkWatcher {
  /** Called when the node can be called from now on. */
  connected?(node: NodeIdentity): void;
  /** Called when the node's links are closed and one attempt to reconnect has failed. */
  disconnected?(node: NodeIdentity, reason: string): void;
  /**
   * Called when a node has opened a link to this one. Its address is known, but it may not be
   * connected yet.
   */
  heard?(node: NodeIdentity): void;
}
