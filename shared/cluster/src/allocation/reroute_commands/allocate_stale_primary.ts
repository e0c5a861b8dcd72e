/** Makes a copy on this node's disk the primary although it may lack acknowledged writes. */
import { storesOf } from '../stores.js';
import { FORCED_PARAMETERS, forcedTarget, openForced } from './forced_primary.js';
import { decision, refuse } from './named_target.js';
import type { RerouteCommandType } from './reroute_command.js';

const NAME = 'allocate_stale_primary';

export const allocate_stale_primary: RerouteCommandType = {
  ...FORCED_PARAMETERS,
  run: (parameters, run, explains) => {
    const found = forcedTarget(NAME, parameters, run, explains);
    if ('refused' in found) return found.refused;
    const { load, shard, copy } = found;
    const store = storesOf(run, shard).found.find((one) => one.node === load);
    if (store === undefined) {
      return refuse(
        NAME,
        `No data for shard [${shard.shardId}] of index [${shard.index.name}] found on node [${load.node.name}]`,
        explains,
      );
    }
    const { allocationId } = store;
    openForced(run, shard, copy, {
      nodeId: load.node.id,
      allocationId,
      recoverySource: 'EXISTING_STORE',
      inSync: [allocationId],
    });
    return decision(`${NAME} (allocation command)`, 'YES', 'ignore deciders');
  },
};
