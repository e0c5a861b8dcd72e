/** A copy on another node, as if it were here: `PinnedShard` and `ShardReader` over `NodeLinks`. */
import { decodePlain, encodePlain } from '@skein/bytes';
import { fromPlainError, type PlainError } from '@skein/errors';
import { type OneShardSearch, PLAN_VERSION, type SearchPlan } from '@skein/search';
import type { TotalHits } from '@skein/search_library';
import type { GetRequest, GetResult, SearchCalls } from '@skein/shard';
import type { AnswerReply, PinnedShard, PinPurpose, ShardReader } from '../shard_host/mod.js';
import type { ShardLinks } from './contract.js';
import type { NodeResponses } from './node_responses.js';
import type { RemotePins } from './remote_pins.js';
import type { CopyAddress, NodeLoad } from './shard_calls.js';

export interface RemoteShardParts {
  readonly links: ShardLinks;
  readonly pins: RemotePins;
  readonly responses: NodeResponses;
  readonly monotonicMs: () => number;
}

export interface RemoteShard {
  readonly nodeId: string;
  readonly address: CopyAddress;
  /** Who asks, for a call now: a shard may be held for longer than that holds. */
  readonly user: () => Uint8Array;
}

export class RemotePin implements PinnedShard {
  readonly #shard: RemoteShard;
  readonly #parts: RemoteShardParts;
  /** Its name there, once it is held. */
  #pin: string | undefined;
  /** The call that will have it held. */
  #holding: Promise<unknown> | undefined;
  #released = false;

  constructor(shard: RemoteShard, parts: RemoteShardParts) {
    this.#shard = shard;
    this.#parts = parts;
  }

  /** Held from now on. */
  async hold(purpose: PinPurpose, signal: AbortSignal): Promise<void> {
    const { nodeId, address: copy, user } = this.#shard;
    const asked = { copy, purpose };
    const options = { signal, user: user() };
    const { pin } = await this.#parts.links.call(nodeId, 'shard/pin', asked, options);
    this.#held(pin);
  }

  async call<K extends keyof SearchCalls>(
    kind: K,
    request: SearchCalls[K]['request'],
    signal: AbortSignal,
  ): Promise<SearchCalls[K]['reply']> {
    await this.#holding;
    const hold = this.#pin === undefined && hasFetchBehind(request);
    const call = this.#search(kind, encodePlain(request), { hold, signal });
    if (hold) this.#holding = call.catch(() => undefined);
    return (await call) as SearchCalls[K]['reply'];
  }

  async answer(search: OneShardSearch, signal: AbortSignal): Promise<AnswerReply> {
    await this.#holding;
    const { unread, aliasFilter, nowMs, startMs, opaqueId } = search;
    const { body, ...head } = unread;
    const reply = await this.#timed((options) =>
      this.#parts.links.call(
        this.#shard.nodeId,
        'shard/answer',
        {
          copy: this.#shard.address,
          body,
          rest: encodePlain({ unread: head, aliasFilter, nowMs, opaqueId }),
          elapsedMs: this.#parts.monotonicMs() - startMs,
          pin: this.#pin,
        },
        { ...options, signal },
      ),
    );
    return answerOf(reply);
  }

  /** What it held is gone with its node, or with the connection to it. */
  isLost(): boolean {
    return this.#pin !== undefined && !this.#parts.pins.has(this.#shard.nodeId, this.#pin);
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    if (this.#pin !== undefined) this.#parts.pins.release(this.#shard.nodeId, this.#pin);
  }

  async #search(
    kind: string,
    request: Uint8Array,
    { hold, signal }: { readonly hold: boolean; readonly signal: AbortSignal },
  ): Promise<unknown> {
    const { nodeId, address: copy } = this.#shard;
    const asked = { copy, kind, request, pin: this.#pin, hold };
    const { pin, reply } = await this.#timed((options) =>
      this.#parts.links.call(nodeId, 'shard/search', asked, { ...options, signal }),
    );
    if (pin !== undefined) this.#held(pin);
    return decodePlain(reply);
  }

  /** May come after the release, of a call that was given up. */
  #held(pin: string): void {
    const { pins } = this.#parts;
    pins.opened(this.#shard.nodeId, pin);
    if (this.#released || this.#pin !== undefined) pins.release(this.#shard.nodeId, pin);
    else this.#pin = pin;
  }

  async #timed<T extends NodeLoad>(
    call: (options: { readonly user: Uint8Array }) => Promise<T>,
  ): Promise<T> {
    const { nodeId, user } = this.#shard;
    const pending = this.#parts.responses.start(nodeId);
    try {
      const reply = await call({ user: user() });
      pending.answered(reply);
      return reply;
    } catch (error) {
      pending.failed();
      throw error;
    }
  }
}

function answerOf(reply: {
  readonly kind: AnswerReply['kind'];
  readonly bytes: Uint8Array;
  readonly queryMs: number;
  readonly fetchMs: number;
  readonly total: TotalHits | undefined;
}): AnswerReply {
  const { kind, bytes, queryMs, fetchMs, total } = reply;
  switch (kind) {
    case 'answered':
      // Kept where the shard is.
      return { kind, bytes, queryMs, fetchMs, total, kept: false };
    case 'malformed':
      return { kind, error: fromPlainError(decodePlain(bytes) as PlainError) };
    case 'planned':
      return { kind, plan: planIn(bytes) };
  }
}

/** Of a search whose hits are fetched by another call. */
function hasFetchBehind(request: SearchCalls[keyof SearchCalls]['request']): boolean {
  return 'fetch' in request && !request.fetch;
}

/** `undefined`: another release made it. */
function planIn(bytes: Uint8Array): SearchPlan | undefined {
  const plan = decodePlain(bytes) as SearchPlan | undefined;
  return plan?.version === PLAN_VERSION ? plan : undefined;
}

export class RemoteReader implements ShardReader {
  readonly #shard: RemoteShard;
  readonly #links: ShardLinks;
  readonly #signal: AbortSignal;

  constructor(shard: RemoteShard, links: ShardLinks, signal: AbortSignal) {
    this.#shard = shard;
    this.#links = links;
    this.#signal = signal;
  }

  get(request: GetRequest): Promise<GetResult> {
    return this.#get(request, false);
  }

  getInEngine(request: GetRequest): Promise<GetResult> {
    return this.#get(request, true);
  }

  async #get(request: GetRequest, inEngine: boolean): Promise<GetResult> {
    const { nodeId, address: copy, user } = this.#shard;
    const asked = { copy, get: encodePlain(request), inEngine };
    const options = { user: user(), signal: this.#signal };
    const { result } = await this.#links.call(nodeId, 'shard/get', asked, options);
    return decodePlain(result) as GetResult;
  }
}
