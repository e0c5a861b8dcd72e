/**
 * Ends the wait of copies whose node did not come back in time: from then on they are unassigned
 * like any other copy, and the health of the cluster does not count them as delayed.
 */
import { delayLeftMs } from './place_replicas.js';
import type { PlacedShard } from './placements.js';
import type { AllocationRun } from './run.js';

export function endDelays({ placements, nowMs }: AllocationRun, shards: Iterable<PlacedShard>) {
  for (const shard of shards) {
    for (const copy of shard.copies) {
      if (copy.state !== 'UNASSIGNED' || copy.unassigned?.delayed !== true) continue;
      if (delayLeftMs(shard, copy, nowMs) > 0) continue;
      const { delayed: _past, ...unassigned } = copy.unassigned;
      placements.replaceCopy(shard, copy, { ...copy, unassigned });
    }
  }
}
