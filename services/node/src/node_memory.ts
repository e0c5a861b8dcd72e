/** The memory this node searches segments in: made at start, limited by the settings of the cluster. */
import type { ClusterState } from '@skein/cluster';
import type { NodeConfig } from './config/node_config.js';
import { fielddataLimit } from './node_operations/mod.js';
import type { Ports } from './ports.js';
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
  { ports, memory }: { readonly ports: Ports; readonly memory: SegmentMemory },
): void {
  memory.changeLimit(fielddataLimit(state, ports.probe.sample().machine.memoryTotalBytes));
}
