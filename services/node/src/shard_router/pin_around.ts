/** A point in time with something done around every question that is asked of it. */
import type { PinnedShard } from '../shard_host/mod.js';

/** Asks, with this request or another. */
export type Around = <Request extends object, Reply>(
  request: Request,
  ask: (request: Request) => Promise<Reply>,
) => Promise<Reply>;

export function pinAround(pin: PinnedShard, around: Around): PinnedShard {
  return {
    isLost: () => pin.isLost(),
    call: (kind, request, signal) => around(request, (asked) => pin.call(kind, asked, signal)),
    release: () => pin.release(),
  };
}
