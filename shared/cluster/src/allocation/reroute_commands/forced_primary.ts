/**
 * A primary that replaces lost copies: acknowledged writes may be lost, and the operator has
 * accepted that.
 */
import { INDEX, readSetting } from '@skein/settings';
import type { ShardCopy } from '../../state/routing_table.js';
import type { Decision } from '../decision.js';
import { type NodeLoad, type PlacedShard, primaryOfShard } from '../placements.js';
import type { AllocationRun } from '../run.js';
import { refuse, target } from './named_target.js';
import type { RerouteCommandType, RerouteParameters } from './reroute_command.js';

interface ForcedTarget {
  readonly load: NodeLoad;
  readonly shard: PlacedShard;
  /** The unassigned primary of the shard. */
  readonly copy: ShardCopy;
}

interface Refusal {
  readonly refused: readonly Decision[];
}

/** The parameters of the commands that force a primary. */
export const FORCED_PARAMETERS: Pick<RerouteCommandType, 'required' | 'optional' | 'shown'> = {
  required: ['index', 'shard', 'node'],
  optional: ['accept_data_loss'],
  shown: ({ index, shard, node = '', accept_data_loss = false }) => ({
    index,
    shard,
    node,
    accept_data_loss,
  }),
};

/** The named node, and the primary if it is unassigned and the operator accepts the loss. */
export function forcedTarget(
  command: string,
  parameters: RerouteParameters,
  { placements }: AllocationRun,
  explains: boolean,
): ForcedTarget | Refusal {
  const found = target(command, placements, parameters, explains);
  if ('refused' in found) return found;
  const { load, shard } = found;
  const copy = primaryOfShard(shard);
  if (copy?.state !== 'UNASSIGNED') {
    const what = `primary ${labelOf(shard)} is already assigned`;
    return { refused: refuse(command, what, explains) };
  }
  const what = refusalOf(command, shard, parameters);
  return what === undefined ? { load, shard, copy } : { refused: refuse(command, what, explains) };
}

function labelOf({ index, shardId }: PlacedShard): string {
  return `[${index.name}][${shardId}]`;
}

function refusalOf(
  command: string,
  shard: PlacedShard,
  { accept_data_loss }: RerouteParameters,
): string | undefined {
  const label = labelOf(shard);
  if (readSetting(shard.index.settings, INDEX.remoteStore.enabled)) {
    return `${label} is in a remote store, which has every acknowledged write: restore it by _remotestore/_restore`;
  }
  if (shard.inSync.length === 0 || accept_data_loss === true) return undefined;
  const kind = command === 'allocate_empty_primary' ? 'an empty' : 'a stale';
  return `allocating ${kind} primary for ${label} can result in data loss. Please confirm by setting the accept_data_loss parameter to true`;
}

/** Opens the primary with a new history: copies of the old one are never compared with it. */
export function openForced(
  { placements }: AllocationRun,
  shard: PlacedShard,
  copy: ShardCopy,
  place: Pick<ShardCopy, 'nodeId' | 'allocationId' | 'recoverySource'> & {
    readonly inSync: readonly string[];
  },
): void {
  const { inSync, ...where } = place;
  const opened: ShardCopy = { ...copy, ...where, state: 'INITIALIZING', newHistory: true };
  placements.change(shard, {
    copies: shard.copies.map((one) => (one === copy ? opened : one)),
    primaryTerm: shard.primaryTerm + 1,
    inSync,
  });
}
