/** Wraps a point in time of a shard, so that `around` runs in place of each of its calls. */
import type { PinnedShard } from '../shard_host/mod.js';

/** Makes the call: calls `ask` with the given request, or with a changed one. */
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
