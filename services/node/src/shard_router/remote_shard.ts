/**
 * A copy on another node behind the interfaces of a local one: `PinnedShard` and `ShardReader` over
 * `NodeLinks`.
 */
import { decodePlain, encodePlain } from '@skein/bytes';
import type { GetRequest, GetResult, SearchCalls } from '@skein/shard';
import type { PinnedShard, PinPurpose, ShardReader } from '../shard_host/mod.js';
import type { ShardLinks } from './contract.js';
import type { RemotePins } from './remote_pins.js';
import type { RemotePlace, RemoteShard } from './remote_place.js';

interface RemotePinParts {
  readonly place: RemotePlace;
  readonly pins: RemotePins;
}

export class RemotePin implements PinnedShard {
  readonly #shard: RemoteShard;
  readonly #parts: RemotePinParts;
  /** Name of the pin on the node, once it is held. */
  #pin: string | undefined;
  /** The call that makes the node hold it. */
  #holding: Promise<unknown> | undefined;
  #released = false;

  constructor(shard: RemoteShard, parts: RemotePinParts) {
    this.#shard = shard;
    this.#parts = parts;
  }

  /** Resolves when the node holds the point in time. */
  async hold(purpose: PinPurpose, signal: AbortSignal): Promise<void> {
    this.#held(await this.#parts.place.hold(this.#shard, purpose, signal));
  }

  async call<K extends keyof SearchCalls>(
    kind: K,
    request: SearchCalls[K]['request'],
    signal: AbortSignal,
  ): Promise<SearchCalls[K]['reply']> {
    await this.#holding;
    const hold = this.#pin === undefined && hasFetchBehind(request);
    const call = this.#call(kind, request, { hold, signal });
    if (hold) this.#holding = call.catch(() => undefined);
    return call;
  }

  /** True if the node that held it, or the connection to it, is gone. */
  isLost(): boolean {
    return this.#pin !== undefined && !this.#parts.pins.has(this.#shard.nodeId, this.#pin);
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    if (this.#pin !== undefined) this.#parts.pins.release(this.#shard.nodeId, this.#pin);
  }

  async #call<K extends keyof SearchCalls>(
    kind: K,
    request: SearchCalls[K]['request'],
    options: { readonly hold: boolean; readonly signal: AbortSignal },
  ): Promise<SearchCalls[K]['reply']> {
    const point = { shard: this.#shard, pin: this.#pin };
    const { reply, pin } = await this.#parts.place.call(kind, point, { request, ...options });
    if (pin !== undefined) this.#held(pin);
    return reply;
  }

  /** May be called after the release, by a call that was given up. */
  #held(pin: string): void {
    const { pins } = this.#parts;
    pins.opened(this.#shard.nodeId, pin);
    if (this.#released || this.#pin !== undefined) pins.release(this.#shard.nodeId, pin);
    else this.#pin = pin;
  }
}

/** True for a search whose hits are fetched by another call. */
function hasFetchBehind(request: SearchCalls[keyof SearchCalls]['request']): boolean {
  return 'fetch' in request && !request.fetch;
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
    return decodePlain(result);
  }
}
