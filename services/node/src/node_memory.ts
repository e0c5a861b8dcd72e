/** The memory this node searches segments in: made at start, limited by the settings of the cluster. */
import type { ClusterState } from '@skein/cluster';
import type { NodeConfig } from './config/node_config.js';
import { fielddataLimit } from './node_operations/mod.js';
import { SegmentMemory } from './shard_host/mod.js';

export function segmentMemory(config: NodeConfig): SegmentMemory {
  return new SegmentMemory({
    limitBytes: config.memoryLimitBytes,
    engineThreads: config.engineWorkers,
    searchThreads: config.searchWorkers,
    mergeThreads: config.mergeWorkers,
  });
}

export function limitMemory(
  state: ClusterState,
  { memory, machineBytes }: { readonly memory: SegmentMemory; readonly machineBytes: number },
): void {
  memory.changeLimit(fielddataLimit(state, machineBytes));
}
