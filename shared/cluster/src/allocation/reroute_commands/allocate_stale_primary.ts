/** Makes a copy on this node's disk the primary although it may lack acknowledged writes. */
import { storesOf } from '../stores.js';
import { forcedPrimary } from './forced_primary.js';

export const allocate_stale_primary = forcedPrimary(
  'allocate_stale_primary',
  ({ load, shard }, run) => {
    const store = storesOf(run, shard).found.find((one) => one.node === load);
    if (store === undefined) {
      return `No data for shard [${shard.shardId}] of index [${shard.index.name}] found on node [${load.node.name}]`;
    }
    const { allocationId } = store;
    return { allocationId, recoverySource: 'EXISTING_STORE', inSync: [allocationId] };
  },
);
