/** The parts of `_nodes/stats` about the machine: its disk, and figures that only Linux gives. */
import type { JsonObject } from '@skein/content';
import type { DiskTraffic, ProcessSample } from '@skein/platform';
import type { NodeReport } from '../../node_operations/mod.js';

export function diskSection({ sample, fileCache }: NodeReport, nowMs: number): JsonObject {
  const { disk, diskTraffic } = sample;
  const space = {
    total_in_bytes: disk.totalBytes,
    free_in_bytes: disk.freeBytes,
    available_in_bytes: disk.availableBytes,
    cache_reserved_in_bytes: fileCache.limitBytes,
  };
  return {
    timestamp: nowMs,
    total: space,
    data: [{ path: disk.path, mount: disk.mount, type: disk.type, ...space }],
    ...(diskTraffic === undefined ? {} : { io_stats: trafficJson(diskTraffic) }),
  };
}

/** The traffic of the one device that holds the data folder. */
function trafficJson(traffic: DiskTraffic): JsonObject {
  const figures = {
    operations: traffic.reads + traffic.writes,
    read_operations: traffic.reads,
    write_operations: traffic.writes,
    read_kilobytes: traffic.readKilobytes,
    write_kilobytes: traffic.writtenKilobytes,
    read_time: traffic.readMs,
    write_time: traffic.writeMs,
    queue_size: traffic.queuedMs,
    io_time_in_millis: traffic.busyMs,
  };
  return { devices: [{ device_name: traffic.device, ...figures }], total: figures };
}

/** Swap and the control group; each is left out where the system does not report it. */
export function linuxParts({ machine: { swap }, controlGroup: group }: ProcessSample): JsonObject {
  return {
    ...(swap === undefined
      ? {}
      : {
          swap: {
            total_in_bytes: swap.totalBytes,
            free_in_bytes: swap.freeBytes,
            used_in_bytes: swap.totalBytes - swap.freeBytes,
          },
        }),
    ...(group === undefined ? {} : { cgroup: groupJson(group) }),
  };
}

function groupJson(group: NonNullable<ProcessSample['controlGroup']>): JsonObject {
  return {
    cpuacct: { control_group: group.cpuPath, usage_nanos: group.usageNanos },
    cpu: {
      control_group: group.cpuPath,
      cfs_period_micros: group.periodMicros,
      cfs_quota_micros: group.quotaMicros,
      stat: {
        number_of_elapsed_periods: group.periods,
        number_of_times_throttled: group.throttledPeriods,
        time_throttled_nanos: group.throttledNanos,
      },
    },
    memory: {
      control_group: group.memoryPath,
      limit_in_bytes: group.memoryLimit,
      usage_in_bytes: group.memoryUsed,
    },
  };
}
