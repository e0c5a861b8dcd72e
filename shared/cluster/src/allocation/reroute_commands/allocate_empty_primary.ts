/** The shard begins anew, empty, on this node. */

import { FORCED_PARAMETERS, openForced, unassignedPrimary } from './forced_primary.js';
import { decision, namedNode, namedShard } from './named_target.js';
import type { RerouteCommandType } from './reroute_command.js';

const NAME = 'allocate_empty_primary';

export const allocate_empty_primary: RerouteCommandType = {
  ...FORCED_PARAMETERS,
  run: (parameters, run, explains) => {
    const shard = namedShard(run.placements, parameters);
    const load = namedNode(run.placements, parameters.node ?? '');
    const found = unassignedPrimary(NAME, shard, parameters, explains);
    if (found.copy === undefined) return found.refused;
    openForced(run, shard, found.copy, {
      nodeId: load.node.id,
      allocationId: run.newId(),
      recoverySource: 'EMPTY_STORE',
      inSync: [],
    });
    return decision(`${NAME} (allocation command)`, 'YES', 'ignore deciders');
  },
};
