/**
 * A primary that replaces lost copies: acknowledged writes may be lost, and the operator has
 * accepted that.
 */
import { INDEX, readSetting } from '@skein/settings';
import type { ShardCopy } from '../../state/routing_table.js';
import type { Decision } from '../decision.js';
import { type NodeLoad, type PlacedShard, primaryOfShard } from '../placements.js';
import type { AllocationRun } from '../run.js';
import { decision, refuse, target } from './named_target.js';
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
const FORCED_PARAMETERS: Pick<RerouteCommandType, 'required' | 'optional' | 'shown'> = {
  required: ['index', 'shard', 'node'],
  optional: ['accept_data_loss'],
  shown: ({ index, shard, node = '', accept_data_loss = false }) => ({
    index,
    shard,
    node,
    accept_data_loss,
  }),
};

type ForcedName = 'allocate_empty_primary' | 'allocate_stale_primary';

type ForcedPlace = Pick<ShardCopy, 'allocationId' | 'recoverySource'> & {
  readonly inSync: readonly string[];
};

/**
 * Makes a command that forces a primary. `placeOn` returns what the primary begins with on the
 * node, or the reason why it cannot begin there.
 */
export function forcedPrimary(
  name: ForcedName,
  placeOn: (target: ForcedTarget, run: AllocationRun) => ForcedPlace | string,
): RerouteCommandType {
  return {
    ...FORCED_PARAMETERS,
    run: (parameters, run, explains) => {
      const found = forcedTarget(name, parameters, run, explains);
      if ('refused' in found) return found.refused;
      const place = placeOn(found, run);
      if (typeof place === 'string') return refuse(name, place, explains);
      openForced(run, found, place);
      return decision(`${name} (allocation command)`, 'YES', 'ignore deciders');
    },
  };
}

/** The named node, and the primary if it is unassigned and the operator accepts the loss. */
function forcedTarget(
  command: ForcedName,
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
  command: ForcedName,
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
function openForced(
  { placements }: AllocationRun,
  { load, shard, copy }: ForcedTarget,
  { inSync, ...place }: ForcedPlace,
): void {
  const opened: ShardCopy = {
    ...copy,
    ...place,
    nodeId: load.node.id,
    state: 'INITIALIZING',
    newHistory: true,
  };
  placements.change(shard, {
    copies: shard.copies.map((one) => (one === copy ? opened : one)),
    primaryTerm: shard.primaryTerm + 1,
    inSync,
  });
}
