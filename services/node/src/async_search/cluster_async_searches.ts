/**
 * Asynchronous searches on any node: an id names the node that runs the search, which is called
 * with the caller's identity.
 */
import { ifReachable, type NodeLinks } from '../node_links/mod.js';
import {
  parseContextId,
  type SearchOptions,
  type UnreadSearchCall,
} from '../search_coordinator/mod.js';
import type { UserContexts } from '../security/user_contexts.js';
import type { AsyncSearchCalls, AsyncStateMessage } from './async_search_calls.js';
import type {
  AsyncLook,
  AsyncSearches,
  AsyncSearchState,
  AsyncSearchStats,
  AsyncTerms,
} from './contract.js';
import { type LocalAsyncParts, LocalAsyncSearches, notFound } from './local_async_searches.js';

export interface AsyncSearchParts extends LocalAsyncParts {
  readonly links: Pick<NodeLinks<AsyncSearchCalls>, 'call' | 'handle' | 'nodes'>;
  readonly users: Pick<UserContexts, 'encode' | 'decode'>;
}

export class ClusterAsyncSearches implements AsyncSearches {
  readonly #parts: AsyncSearchParts;
  readonly #local: LocalAsyncSearches;

  constructor(parts: AsyncSearchParts) {
    this.#parts = parts;
    this.#local = new LocalAsyncSearches(parts);
    this.#answerOthers();
  }

  submit(call: UnreadSearchCall, terms: AsyncTerms, options: SearchOptions) {
    return this.#local.submit(call, terms, options);
  }

  async get(id: string, look: AsyncLook, options: SearchOptions): Promise<AsyncSearchState> {
    const nodeId = this.#ownerOf(id);
    if (nodeId === undefined) return this.#local.get(id, look, options.identity);
    return stateOf(await this.#ask(nodeId, id, 'async_search/get', { id, look }, options));
  }

  async delete(id: string, options: SearchOptions): Promise<void> {
    const nodeId = this.#ownerOf(id);
    if (nodeId === undefined) this.#local.delete(id, options.identity);
    else await this.#ask(nodeId, id, 'async_search/delete', { id }, options);
  }

  async stats(options: SearchOptions): Promise<ReadonlyMap<string, AsyncSearchStats>> {
    const { links, nodeId } = this.#parts;
    const others = links.nodes().map(async (node) => {
      const stats = await ifReachable(this.#call(node.nodeId, 'async_search/stats', {}, options));
      return [node.nodeId, stats] as const;
    });
    const all = new Map([[nodeId, this.#local.stats]]);
    for (const [id, stats] of await Promise.all(others))
      if (stats !== undefined) all.set(id, stats);
    return all;
  }

  stop(): void {
    this.#local.stop();
  }

  /** Undefined for this node. */
  #ownerOf(text: string): string | undefined {
    const id = parseContextId('async', text);
    if (id === undefined) throw notFound(text);
    return id.nodeId === this.#parts.nodeId ? undefined : id.nodeId;
  }

  #answerOthers(): void {
    const { links, users } = this.#parts;
    links.handle('async_search/get', async ({ id, look }, { user, from }) =>
      messageOf(await this.#local.get(id, look, users.decode(user, from.nodeId))),
    );
    links.handle('async_search/delete', ({ id }, { user, from }) => {
      this.#local.delete(id, users.decode(user, from.nodeId));
      return {};
    });
    links.handle('async_search/stats', () => this.#local.stats);
  }

  /** The searches of a node that is gone are lost. */
  async #ask<Name extends 'async_search/get' | 'async_search/delete'>(
    nodeId: string,
    id: string,
    name: Name,
    request: AsyncSearchCalls[Name]['request'],
    options: SearchOptions,
  ): Promise<AsyncSearchCalls[Name]['reply']> {
    const reply = await ifReachable(this.#call(nodeId, name, request, options));
    if (reply === undefined) throw notFound(id);
    return reply;
  }

  #call<Name extends keyof AsyncSearchCalls>(
    nodeId: string,
    name: Name,
    request: AsyncSearchCalls[Name]['request'],
    { identity, signal }: SearchOptions,
  ): Promise<AsyncSearchCalls[Name]['reply']> {
    const { links, users } = this.#parts;
    return links.call(nodeId, name, request, { user: users.encode(identity), signal });
  }
}

function messageOf({ outcome, ...state }: AsyncSearchState): AsyncStateMessage {
  const answer = outcome && 'body' in outcome ? outcome : undefined;
  const error = outcome && 'error' in outcome ? outcome.error : undefined;
  return { ...state, status: answer?.status, body: answer?.body, error };
}

function stateOf({ status, body, error, ...state }: AsyncStateMessage): AsyncSearchState {
  if (error !== undefined) return { ...state, outcome: { error } };
  const outcome = status === undefined || body === undefined ? undefined : { status, body };
  return { ...state, outcome };
}
