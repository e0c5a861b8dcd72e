/**
 * Another node as a place for searches: the call is sent there, and that node decides where it
 * runs. Other calls of a shard are sent the same way.
 */
import type { ShardSearchCall, ShardSearchReply } from '@skein/search';
import { CallCodec, type SearchCalls } from '@skein/shard';
import type { AskedOf, PinPurpose, SearchPlace } from '../shard_host/mod.js';
import type { ShardLinks } from './contract.js';
import type { NodeResponses } from './node_responses.js';
import { startShifted } from './request_start.js';
import type { CopyAddress } from './shard_calls.js';

/** A copy on another node. */
export interface RemoteShard {
  readonly nodeId: string;
  readonly address: CopyAddress;
  /**
   * The encoded user for a call made now. A shard may be held for longer than one encoding is
   * valid.
   */
  readonly user: () => Uint8Array;
}

interface RemotePoint {
  readonly shard: RemoteShard;
  /** Name of the pin on that node; undefined for the newest point in time. */
  readonly pin: string | undefined;
}

interface RemotePlaceParts {
  readonly links: ShardLinks;
  readonly responses: NodeResponses;
  readonly monotonicMs: () => number;
}

interface Answered<K extends keyof SearchCalls> {
  readonly reply: SearchCalls[K]['reply'];
  /** Name of the point in time that is held from now on. */
  readonly pin: string | undefined;
}

export class RemotePlace implements SearchPlace<RemotePoint> {
  readonly #parts: RemotePlaceParts;
  readonly #codec = new CallCodec();

  constructor(parts: RemotePlaceParts) {
    this.#parts = parts;
  }

  async search(point: RemotePoint, asked: AskedOf<ShardSearchCall>): Promise<ShardSearchReply> {
    return (await this.call('search', point, { ...asked, hold: false })).reply;
  }

  /** `hold`: the node must hold the point in time for further calls. */
  async call<K extends keyof SearchCalls>(
    kind: K,
    { shard: { nodeId, address: copy, user }, pin }: RemotePoint,
    { request, signal, hold }: AskedOf<SearchCalls[K]['request']> & { readonly hold: boolean },
  ): Promise<Answered<K>> {
    const { links, responses, monotonicMs } = this.#parts;
    const pending = responses.start(nodeId);
    try {
      const bytes = this.#codec.call(startShifted(request, -monotonicMs())).slice();
      const asked = { copy, kind, request: bytes, pin, hold };
      const answer = await links.call(nodeId, 'shard/search', asked, { user: user(), signal });
      pending.answered(answer);
      // The node answers the kind of call that it was asked.
      const reply = this.#codec.readReply(answer.reply) as SearchCalls[K]['reply'];
      return { reply, pin: answer.pin };
    } catch (error) {
      pending.failed();
      throw error;
    }
  }

  /** Has the node hold the newest point in time; returns its name. */
  async hold(
    { nodeId, address: copy, user }: RemoteShard,
    purpose: PinPurpose,
    signal: AbortSignal,
  ): Promise<string> {
    const options = { signal, user: user() };
    const { pin } = await this.#parts.links.call(nodeId, 'shard/pin', { copy, purpose }, options);
    return pin;
  }
}
