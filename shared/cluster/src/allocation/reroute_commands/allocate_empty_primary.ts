/** Starts the shard again, empty, on this node. */

import { FORCED_PARAMETERS, forcedTarget, openForced } from './forced_primary.js';
import { decision } from './named_target.js';
import type { RerouteCommandType } from './reroute_command.js';

const NAME = 'allocate_empty_primary';

export const allocate_empty_primary: RerouteCommandType = {
  ...FORCED_PARAMETERS,
  run: (parameters, run, explains) => {
    const found = forcedTarget(NAME, parameters, run, explains);
    if ('refused' in found) return found.refused;
    const { load, shard, copy } = found;
    openForced(run, shard, copy, {
      nodeId: load.node.id,
      allocationId: run.newId(),
      recoverySource: 'EMPTY_STORE',
      inSync: [],
    });
    return decision(`${NAME} (allocation command)`, 'YES', 'ignore deciders');
  },
};
