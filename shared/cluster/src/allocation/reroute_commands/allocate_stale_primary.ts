/** A copy on this node's disk that may lack acknowledged writes becomes the primary. */
import { storesOf } from '../stores.js';
import { FORCED_PARAMETERS, openForced, unassignedPrimary } from './forced_primary.js';
import { decision, namedNode, namedShard, refuse } from './named_target.js';
import type { RerouteCommandType } from './reroute_command.js';

const NAME = 'allocate_stale_primary';

export const allocate_stale_primary: RerouteCommandType = {
  ...FORCED_PARAMETERS,
  run: (parameters, run, explains) => {
    const shard = namedShard(run.placements, parameters);
    const load = namedNode(run.placements, parameters.node ?? '');
    const found = unassignedPrimary(NAME, shard, parameters, explains);
    if (found.copy === undefined) return found.refused;
    const store = storesOf(run, shard).found.find((one) => one.node === load);
    if (store === undefined) {
      return refuse(
        NAME,
        `No data for shard [${shard.shardId}] of index [${shard.index.name}] found on node [${load.node.name}]`,
        explains,
      );
    }
    const { allocationId } = store;
    openForced(run, shard, found.copy, {
      nodeId: load.node.id,
      allocationId,
      recoverySource: 'EXISTING_STORE',
      inSync: [allocationId],
    });
    return decision(`${NAME} (allocation command)`, 'YES', 'ignore deciders');
  },
};
