/** A point in time with an action around each of its calls. */
import type { PinnedShard } from '../shard_host/mod.js';

/** Calls `ask` with this request or another. */
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
