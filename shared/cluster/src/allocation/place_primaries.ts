/**
 * Places unassigned primaries. A primary that was never started goes to the lightest node: empty,
 * or next to its source. One that was started opens an in-sync copy on the node that holds it: no
 * other copy has every acknowledged write, so the shard waits (red) until a node brings one.
 *
 * If rules forbid every node that has an in-sync copy, the primary is opened there all the same, as
 * in OpenSearch; the rules may move it afterwards.
 */
import type { AllocationStatus, ShardCopy } from '../state/routing_table.js';
import { canAllocate } from './deciders/judge.js';
import { max_retry } from './deciders/max_retry.js';
import type { Answer } from './decision.js';
import type { NodeLoad, PlacedShard } from './placements.js';
import type { AllocationRun } from './run.js';
import { storesOf } from './stores.js';

export function placePrimaries(run: AllocationRun, shards: Iterable<PlacedShard>): void {
  for (const shard of shards) {
    const [primary] = shard.copies;
    if (primary?.primary !== true || primary.state !== 'UNASSIGNED') continue;
    const outcome =
      primary.recoverySource === 'EXISTING_STORE'
        ? placeExisting(run, shard, primary)
        : placeNew(run, shard, primary);
    if (outcome !== 'placed') note(run, shard, primary, outcome);
  }
}

type Outcome = 'placed' | AllocationStatus;

function placeNew(run: AllocationRun, shard: PlacedShard, copy: ShardCopy): Outcome {
  if (shard.index.state === 'close') return 'no_attempt';
  let worst: Answer = 'NO';
  for (const node of run.weights.sorted(shard.index.name)) {
    const answer = canAllocate({ shard, copy }, node, run);
    if (answer === 'YES') {
      open(run, shard, copy, { nodeId: node.node.id, allocationId: run.newId() });
      return 'placed';
    }
    if (answer === 'THROTTLE') worst = 'THROTTLE';
  }
  return worst === 'NO' ? 'deciders_no' : 'deciders_throttled';
}

function placeExisting(run: AllocationRun, shard: PlacedShard, copy: ShardCopy): Outcome {
  const { found, isComplete } = storesOf(run, shard);
  const usable = found.filter(
    ({ allocationId, failure }) => failure === undefined && shard.inSync.includes(allocationId),
  );
  if (usable.length === 0) return isComplete ? 'no_valid_shard_copy' : 'fetching_shard_data';
  const judged = usable.map((store) => ({
    store,
    answer: canAllocate({ shard, copy }, store.node, run),
  }));
  const chosen =
    judged.find(({ answer }) => answer === 'YES') ??
    (judged.some(({ answer }) => answer === 'THROTTLE')
      ? undefined
      : judged.find(({ store }) => mayForce(run, shard, copy, store.node)));
  if (chosen === undefined) {
    return judged.some(({ answer }) => answer === 'THROTTLE')
      ? 'deciders_throttled'
      : 'deciders_no';
  }
  const { node, allocationId } = chosen.store;
  open(run, shard, copy, { nodeId: node.node.id, allocationId });
  return 'placed';
}

function mayForce(
  run: AllocationRun,
  shard: PlacedShard,
  copy: ShardCopy,
  node: NodeLoad,
): boolean {
  return max_retry.canAllocate?.({ shard, copy }, node, run)?.answer === 'YES';
}

/**
 * Opens a primary, in a new term. A copy of a closed index has no engine to wait for, so it counts
 * as started at once.
 */
function open(
  { placements }: AllocationRun,
  shard: PlacedShard,
  copy: ShardCopy,
  place: { readonly nodeId: string; readonly allocationId: string },
): void {
  const isClosed = shard.index.state === 'close';
  const opened: ShardCopy = {
    ...copy,
    ...place,
    state: isClosed ? 'STARTED' : 'INITIALIZING',
    unassigned: isClosed ? undefined : copy.unassigned,
  };
  placements.change(shard, {
    copies: shard.copies.map((one) => (one === copy ? opened : one)),
    primaryTerm: shard.primaryTerm + 1,
  });
}

function note(
  { placements }: AllocationRun,
  shard: PlacedShard,
  copy: ShardCopy,
  allocationStatus: AllocationStatus,
): void {
  if (copy.unassigned === undefined || copy.unassigned.allocationStatus === allocationStatus)
    return;
  placements.replaceCopy(shard, copy, {
    ...copy,
    unassigned: { ...copy.unassigned, allocationStatus },
  });
}
