/** Shards pinned at one point in time for longer than a request: searches take them from here instead of the shards as they are now. */
import { type ApiError, asApiError } from '@skein/errors';
import type { PinnedShard, PinPurpose, ShardHost } from '../../shard_host/mod.js';
import type { ShardToAsk } from '../search_targets.js';
import { contextMissing } from './context_errors.js';

export class HeldShards implements Pick<ShardHost, 'search'> {
  readonly #pins = new Map<string, PinnedShard>();
  /** Why a shard could not be pinned. */
  readonly #failures = new Map<string, ApiError>();
  #released = false;

  static hold(
    shards: readonly ShardToAsk[],
    shardHost: Pick<ShardHost, 'search'>,
    purpose: PinPurpose,
  ): HeldShards {
    const held = new HeldShards();
    for (const { index, shardId } of shards) {
      const key = shardKeyOf(index.uuid, shardId);
      try {
        held.#pins.set(key, shardHost.search(index.uuid, shardId, purpose));
      } catch (thrown) {
        held.#failures.set(key, asApiError(thrown));
      }
    }
    return held;
  }

  get size(): number {
    return this.#pins.size;
  }

  get isLost(): boolean {
    return [...this.#pins.values()].every((pin) => pin.isLost());
  }

  failureOf({ index, shardId }: ShardToAsk): ApiError | undefined {
    return this.#failures.get(shardKeyOf(index.uuid, shardId));
  }

  /** The shard as it was; the caller's `release` leaves it here. */
  search(indexUuid: string, shardId: number): PinnedShard {
    const key = shardKeyOf(indexUuid, shardId);
    const failure = this.#failures.get(key);
    if (failure !== undefined) throw failure;
    const pin = this.#pins.get(key);
    if (pin === undefined || this.#released || pin.isLost()) throw contextMissing(shardId);
    return { ...pin, release: () => undefined };
  }

  release(): void {
    this.#released = true;
    for (const pin of this.#pins.values()) pin.release();
    this.#pins.clear();
  }
}

function shardKeyOf(indexUuid: string, shardId: number): string {
  return `${indexUuid}/${shardId}`;
}
