/**
 * Reads all hits of a search for requests that change or copy documents, through a scroll that only
 * this node uses.
 */
import { ScrollWalk } from './contexts/scroll_walk.js';
import type { HitReader, ReadAllCall } from './contract.js';
import type { SearchCaller } from './search_caller.js';
import { currentGround } from './search_ground.js';
import { changeableTargets, readableTargets } from './search_targets.js';
import { phaseFailed } from './shard_failures.js';

export async function readAll(call: ReadAllCall, caller: SearchCaller): Promise<HitReader> {
  const resolve = call.toChange ? changeableTargets : readableTargets;
  const walk = await ScrollWalk.begin(call, currentGround(call, caller, resolve), caller);
  let [total, timedOut] = [0, false];
  return {
    get total() {
      return total;
    },
    get timedOut() {
      return timedOut;
    },
    indexNames: walk.indexNames,
    async next(options) {
      const { merged, hits, failures } = await walk.next({ ...caller, options });
      // A page without the hits of a shard would silently skip documents.
      if (failures.length > 0) throw phaseFailed('query', 'Partial shards failure', failures);
      total = merged.total?.value ?? 0;
      timedOut = merged.timedOut;
      return hits;
    },
    close: () => walk.held.release(),
  };
}
