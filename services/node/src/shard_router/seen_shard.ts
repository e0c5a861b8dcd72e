/**
 * A shard on this node, seen by a user with restricted visibility: each call carries what the user
 * may see.
 */
import type { Clock } from '@skein/base';
import type { IndexMetadata } from '@skein/cluster';
import type { Visibility } from '@skein/search';
import type { GetRequest, GetResult } from '@skein/shard';
import type { PinnedShard, ShardHost, ShardPlace, ShardReader } from '../shard_host/mod.js';
import { pinAround } from './pin_around.js';

/** The unchanged pin if the user sees everything. */
export function seenPin(pin: PinnedShard, visibility: Visibility | undefined): PinnedShard {
  if (visibility === undefined) return pin;
  return pinAround(pin, (request, ask) => ask({ ...request, visibility }));
}

interface SeenReaderParts {
  readonly shardHost: ShardHost;
  readonly index: Pick<IndexMetadata, 'name' | 'uuid'>;
  readonly shardId: number;
  readonly visibility: Visibility;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Reads documents from the newest point in time, since visibility cannot be decided for unpublished
 * ones.
 */
export class SeenReader implements ShardReader {
  readonly #parts: SeenReaderParts;

  constructor(parts: SeenReaderParts) {
    this.#parts = parts;
  }

  async get(get: GetRequest): Promise<GetResult> {
    const { shardHost, index, shardId, visibility, clock, signal } = this.#parts;
    const place: ShardPlace = { indexUuid: index.uuid, shardId };
    if (get.refresh) await shardHost.write(place.indexUuid, shardId).call('refresh', {});
    const pin = shardHost.search(place.indexUuid, shardId);
    try {
      const shard = { index: index.name, indexUuid: index.uuid, shardId };
      const request = { get, shard, visibility, nowMs: clock.nowMs() };
      return await pin.call('document', request, signal);
    } finally {
      pin.release();
    }
  }

  getInEngine(get: GetRequest): Promise<GetResult> {
    return this.get(get);
  }
}
