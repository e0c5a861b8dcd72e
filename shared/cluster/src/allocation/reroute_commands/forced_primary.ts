/**
 * A primary that replaces lost copies: acknowledged writes may be lost, and the operator has
 * accepted that.
 */
import { INDEX, readSetting } from '@skein/settings';
import type { ShardCopy } from '../../state/routing_table.js';
import type { Decision } from '../decision.js';
import { type PlacedShard, primaryOfShard } from '../placements.js';
import type { AllocationRun } from '../run.js';
import { refuse } from './named_target.js';
import type { RerouteCommandType, RerouteParameters } from './reroute_command.js';

type UnassignedPrimary =
  | { readonly copy: ShardCopy }
  | { readonly copy: undefined; readonly refused: readonly Decision[] };

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

/** The primary, if it is unassigned and the operator accepts the loss. */
export function unassignedPrimary(
  command: string,
  shard: PlacedShard,
  { accept_data_loss }: RerouteParameters,
  explains: boolean,
): UnassignedPrimary {
  const label = `[${shard.index.name}][${shard.shardId}]`;
  const copy = primaryOfShard(shard);
  if (copy?.state !== 'UNASSIGNED') {
    return {
      copy: undefined,
      refused: refuse(command, `primary ${label} is already assigned`, explains),
    };
  }
  if (readSetting(shard.index.settings, INDEX.remoteStore.enabled)) {
    const what = `${label} is in a remote store, which has every acknowledged write: restore it by _remotestore/_restore`;
    return { copy: undefined, refused: refuse(command, what, explains) };
  }
  if (shard.inSync.length > 0 && accept_data_loss !== true) {
    const what =
      command === 'allocate_empty_primary'
        ? `allocating an empty primary for ${label} can result in data loss. Please confirm by setting the accept_data_loss parameter to true`
        : `allocating a stale primary for ${label} can result in data loss. Please confirm by setting the accept_data_loss parameter to true`;
    return { copy: undefined, refused: refuse(command, what, explains) };
  }
  return { copy };
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
