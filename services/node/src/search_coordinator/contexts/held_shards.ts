/**
 * The shards of a scroll or a point in time: a source of points in time that stay pinned from one
 * request to the next.
 */
import { type ApiError, asApiError } from '@skein/errors';
import type { PinnedShard, PinPurpose } from '../../shard_host/mod.js';
import {
  type Asker,
  moreTelling,
  type ShardOfIndex,
  type ShardRouter,
} from '../../shard_router/mod.js';
import type { ShardToAsk } from '../search_targets.js';
import type { OfferedShard, ShardSource } from '../shard_source.js';
import { contextMissing } from './context_errors.js';

interface HoldRequest extends Asker {
  readonly copies: (shard: ShardToAsk) => ReturnType<ShardRouter['copies']>;
  readonly shardRouter: Pick<ShardRouter, 'pinNow'>;
  readonly purpose: PinPurpose;
}

interface Held {
  readonly nodeId: string;
  readonly pin: PinnedShard;
}

export class HeldShards implements ShardSource {
  readonly isHeld = true;
  readonly #held = new Map<string, Held>();
  /** Errors of the shards that could not be pinned. */
  readonly #failures = new Map<string, ApiError>();
  #released = false;

  /**
   * Pins each shard on the first of its copies that can be pinned. If none can, `offers` throws the
   * error of the last one.
   */
  static async hold(shards: readonly ShardToAsk[], request: HoldRequest): Promise<HeldShards> {
    const held = new HeldShards();
    await Promise.all(shards.map((shard) => held.#hold(shard, request)));
    return held;
  }

  get size(): number {
    return this.#held.size;
  }

  /** True if every pin is lost, or there is none. */
  get isLost(): boolean {
    return [...this.#held.values()].every(({ pin }) => pin.isLost());
  }

  failureOf(shard: ShardOfIndex): ApiError | undefined {
    return this.#failures.get(shardKeyOf(shard));
  }

  /** The node of the copy; undefined if its pin is lost or there is none. */
  nodeOf(shard: ShardOfIndex): string | undefined {
    const held = this.#held.get(shardKeyOf(shard));
    return held?.pin.isLost() === false ? held.nodeId : undefined;
  }

  /**
   * Offers the pin that is held. A caller that releases what it pinned does not end this pin; only
   * `release` here does.
   */
  offers(shard: ShardOfIndex): readonly OfferedShard[] {
    const key = shardKeyOf(shard);
    const failure = this.#failures.get(key);
    if (failure !== undefined) throw failure;
    const held = this.#held.get(key);
    if (held === undefined || this.#released || held.pin.isLost()) {
      throw contextMissing(shard.shardId);
    }
    return [{ nodeId: held.nodeId, pin: () => lent(held.pin) }];
  }

  release(): void {
    this.#released = true;
    for (const { pin } of this.#held.values()) pin.release();
    this.#held.clear();
  }

  async #hold(shard: ShardToAsk, request: HoldRequest): Promise<void> {
    const { copies, shardRouter, purpose, signal } = request;
    const key = shardKeyOf(shard);
    try {
      for (const copy of copies(shard)) {
        try {
          const pin = await shardRouter.pinNow(copy, request, purpose);
          this.#held.set(key, { nodeId: copy.nodeId, pin });
          return;
        } catch (thrown) {
          this.#failures.set(key, moreTelling(this.#failures.get(key), asApiError(thrown)));
          if (signal.aborted) return;
        }
      }
    } catch (thrown) {
      this.#failures.set(key, asApiError(thrown));
    } finally {
      if (this.#held.has(key)) this.#failures.delete(key);
    }
  }
}

function lent(pin: PinnedShard): PinnedShard {
  return {
    isLost: () => pin.isLost(),
    call: (kind, request, signal) => pin.call(kind, request, signal),
    release: () => undefined,
  };
}

function shardKeyOf({ index, shardId }: ShardOfIndex): string {
  return `${index.uuid}/${shardId}`;
}
