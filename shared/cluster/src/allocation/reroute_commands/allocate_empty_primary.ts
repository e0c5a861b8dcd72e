/** Starts the shard again, empty, on this node. */

import { FORCED_PARAMETERS, openForced, unassignedPrimary } from './forced_primary.js';
import { decision, target } from './named_target.js';
import type { RerouteCommandType } from './reroute_command.js';

const NAME = 'allocate_empty_primary';

export const allocate_empty_primary: RerouteCommandType = {
  ...FORCED_PARAMETERS,
  run: (parameters, run, explains) => {
    const found = target(NAME, run.placements, parameters, explains);
    if ('refused' in found) return found.refused;
    const { load, shard } = found;
    const primary = unassignedPrimary(NAME, shard, parameters, explains);
    if (primary.copy === undefined) return primary.refused;
    openForced(run, shard, primary.copy, {
      nodeId: load.node.id,
      allocationId: run.newId(),
      recoverySource: 'EMPTY_STORE',
      inSync: [],
    });
    return decision(`${NAME} (allocation command)`, 'YES', 'ignore deciders');
  },
};
