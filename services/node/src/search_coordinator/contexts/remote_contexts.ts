/**
 * Scrolls and points in time on other nodes. Their ids name the node, which is called with the
 * caller's identity. Contexts of a node that is gone are lost.
 */
import { encodePlain } from '@skein/bytes';
import { PLAN_VERSION } from '@skein/search';
import { ifReachable, type NodeLinks } from '../../node_links/mod.js';
import type { UserContexts } from '../../security/user_contexts.js';
import type {
  HeldSegments,
  OpenPointInTime,
  ScrollPageCall,
  SearchAnswer,
  SearchCall,
  SearchOptions,
} from '../contract.js';
import type { AnswerMessage, ClosedContext, ContextCalls } from './context_calls.js';
import { searchWithoutContext } from './context_errors.js';
import { type HeldContextKind, parseContextId } from './context_id.js';

interface RemoteContextsParts {
  readonly links: Pick<NodeLinks<ContextCalls>, 'localNodeId' | 'call' | 'nodes'>;
  readonly users: Pick<UserContexts, 'encode'>;
}

/** The node of a remote context, and the number that messages show. */
interface ContextOwner {
  readonly nodeId: string;
  readonly number: number;
}

export class RemoteContexts {
  readonly #parts: RemoteContextsParts;

  constructor(parts: RemoteContextsParts) {
    this.#parts = parts;
  }

  /** Undefined if the context is on this node, or the text is no id. */
  ownerOf(kind: HeldContextKind, text: string): ContextOwner | undefined {
    const id = parseContextId(kind, text);
    if (id === undefined || id.nodeId === this.#parts.links.localNodeId) return undefined;
    return { nodeId: id.nodeId, number: id.number };
  }

  nextPage(
    owner: ContextOwner,
    call: ScrollPageCall,
    options: SearchOptions,
  ): Promise<SearchAnswer> {
    const { nowMs } = options;
    const asked = { call: encodePlain(call), nowMs };
    return answered(owner, this.#call(owner.nodeId, 'context/page', asked, options));
  }

  search(
    owner: ContextOwner,
    call: SearchCall,
    { shownStatus, ...options }: SearchOptions & { readonly shownStatus: number | undefined },
  ): Promise<SearchAnswer> {
    const { nowMs } = options;
    const asked = { call: encodePlain(call), version: PLAN_VERSION, nowMs, shownStatus };
    return answered(owner, this.#call(owner.nodeId, 'context/search', asked, options));
  }

  /**
   * `ids`: undefined closes all of the caller's, on every node. Contexts of nodes that are gone
   * count as not open.
   */
  async close(
    kind: HeldContextKind,
    ids: readonly string[] | undefined,
    options: SearchOptions,
  ): Promise<readonly ClosedContext[]> {
    const byNode = ids === undefined ? this.#everywhere() : this.#byNode(kind, ids);
    const closed = await Promise.all(
      [...byNode].map(([nodeId, own]) => this.#closeOn(nodeId, { kind, ids: own }, options)),
    );
    return closed.flat();
  }

  /** Lists the contexts on the other reachable nodes. */
  async list(options: SearchOptions): Promise<readonly OpenPointInTime[]> {
    const lists = this.#parts.links.nodes().map(async ({ nodeId }) => {
      const reply = await ifReachable(this.#call(nodeId, 'context/list', {}, options));
      return reply?.open ?? [];
    });
    return (await Promise.all(lists)).flat();
  }

  /** `ids`: undefined lists the segments of all of the caller's, on every reachable node. */
  async segments(
    ids: readonly string[] | undefined,
    options: SearchOptions,
  ): Promise<readonly HeldSegments[]> {
    const byNode = ids === undefined ? this.#everywhere() : this.#byNode('pit', ids);
    const lists = [...byNode].map(async ([nodeId, own]) => {
      const reply = await ifReachable(
        this.#call(nodeId, 'context/segments', { ids: own }, options),
      );
      return reply?.held ?? [];
    });
    return (await Promise.all(lists)).flat();
  }

  async #closeOn(
    nodeId: string,
    asked: ContextCalls['context/close']['request'],
    options: SearchOptions,
  ): Promise<readonly ClosedContext[]> {
    const reply = await ifReachable(this.#call(nodeId, 'context/close', asked, options));
    return reply?.closed ?? (asked.ids ?? []).map((id) => ({ id, wasOpen: false, shards: 0 }));
  }

  #everywhere(): ReadonlyMap<string, undefined> {
    return new Map(this.#parts.links.nodes().map(({ nodeId }) => [nodeId, undefined]));
  }

  #byNode(kind: HeldContextKind, ids: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const byNode = new Map<string, string[]>();
    for (const id of ids) {
      const owner = this.ownerOf(kind, id);
      if (owner === undefined) continue;
      const own = byNode.get(owner.nodeId);
      if (own) own.push(id);
      else byNode.set(owner.nodeId, [id]);
    }
    return byNode;
  }

  #call<Name extends keyof ContextCalls>(
    nodeId: string,
    name: Name,
    request: ContextCalls[Name]['request'],
    { identity, signal }: SearchOptions,
  ): Promise<ContextCalls[Name]['reply']> {
    const { links, users } = this.#parts;
    return links.call(nodeId, name, request, { user: users.encode(identity), signal });
  }
}

async function answered(
  { number }: ContextOwner,
  call: Promise<AnswerMessage>,
): Promise<SearchAnswer> {
  const reply = await ifReachable(call);
  if (reply === undefined) throw searchWithoutContext(number);
  return { status: reply.status, chunks: [reply.body] };
}
