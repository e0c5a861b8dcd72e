/** The part of `_cluster/stats` that sums the nodes' reports. */
import type { JsonObject, JsonValue } from '@skein/content';
import type { NodeReport } from '../../node_operations/mod.js';
import { shower } from '../indices/stats/stats_metrics.js';

export function nodesJson(reports: readonly NodeReport[], human: boolean): JsonObject {
  const sum = summing(reports);
  const processors = sum((report) => report.process.os.availableProcessors);
  return {
    count: { total: reports.length, ...rolesJson(reports) },
    versions: [...new Set(reports.map((report) => report.facts.version))],
    os: {
      available_processors: processors,
      allocated_processors: processors,
      names: counted(reports, ({ process: { os } }) => ({ name: os.name })),
      pretty_names: counted(reports, ({ process: { os } }) => ({ pretty_name: os.prettyName })),
      mem: memoryJson(reports, human),
    },
    process: {
      cpu: { percent: sum((report) => report.sample.cpuPercent) },
      open_file_descriptors: spread(reports.map(({ sample }) => sample.openFileDescriptors)),
    },
    jvm: runtimeJson(reports, human),
    fs: disksJson(reports, human),
    plugins: [],
    network_types: {
      transport_types: { tcp: reports.length },
      http_types: { node: reports.length },
    },
    discovery_types: { zen: reports.length },
    packaging_types: reports.length === 0 ? [] : [{ type: 'tar', count: reports.length }],
    ingest: ingestJson(reports),
  };
}

/** Sums a figure of all reports. */
const summing = (reports: readonly NodeReport[]) => (pick: (report: NodeReport) => number) =>
  reports.reduce((total, report) => total + pick(report), 0);

function runtimeJson(reports: readonly NodeReport[], human: boolean): JsonObject {
  const show = shower(human);
  const sum = summing(reports);
  const maxUptimeMs = Math.max(0, ...reports.map((report) => report.sample.uptimeMs));
  return {
    ...show.time('max_uptime', maxUptimeMs),
    // V8 and Node.js, in the fields that tools for the JVM read.
    versions: counted(reports, ({ process: { runtime } }) => ({
      version: runtime.version,
      vm_name: 'V8',
      vm_version: runtime.v8,
      vm_vendor: 'Node.js',
      bundled_jdk: false,
      using_bundled_jdk: null,
    })),
    mem: {
      ...show.size(
        'heap_used',
        sum((report) => report.sample.heap.usedBytes),
      ),
      ...show.size(
        'heap_max',
        sum((report) => report.sample.heap.maxBytes),
      ),
    },
    threads: sum((report) => report.sample.threadCount),
  };
}

function disksJson(reports: readonly NodeReport[], human: boolean): JsonObject {
  const show = shower(human);
  const sum = summing(reports);
  return {
    ...show.size(
      'total',
      sum((report) => report.sample.disk.totalBytes),
    ),
    ...show.size(
      'free',
      sum((report) => report.sample.disk.freeBytes),
    ),
    ...show.size(
      'available',
      sum((report) => report.sample.disk.availableBytes),
    ),
    ...show.size(
      'cache_reserved',
      sum((report) => report.fileCache.limitBytes),
    ),
  };
}

function memoryJson(reports: readonly NodeReport[], human: boolean): JsonObject {
  const show = shower(human);
  const machines = reports.map(({ sample }) => sample.machine);
  const total = machines.reduce((sum, { memoryTotalBytes }) => sum + memoryTotalBytes, 0);
  const free = machines.reduce((sum, { memoryFreeBytes }) => sum + memoryFreeBytes, 0);
  const percent = (part: number) => (total === 0 ? 0 : Math.round((part / total) * 100));
  return {
    ...show.size('total', total),
    ...show.size('free', free),
    ...show.size('used', total - free),
    free_percent: percent(free),
    used_percent: percent(total - free),
  };
}

/** Distinct facts of nodes, with the number of nodes for each. */
function counted(
  reports: readonly NodeReport[],
  read: (report: NodeReport) => JsonObject,
): JsonValue {
  const counts = new Map<string, { readonly fact: JsonObject; count: number }>();
  for (const report of reports) {
    const fact = read(report);
    const key = JSON.stringify(fact);
    const entry = counts.get(key) ?? { fact, count: 0 };
    entry.count++;
    counts.set(key, entry);
  }
  return [...counts.values()].map(({ fact, count }) => ({ ...fact, count }));
}

/** Whole numbers; -1 if no node reports a value. */
function spread(values: readonly number[]): JsonObject {
  if (values.length === 0) return { min: -1, max: -1, avg: -1 };
  const sum = values.reduce((total, value) => total + value, 0);
  return {
    min: Math.min(...values),
    max: Math.max(...values),
    avg: Math.floor(sum / values.length),
  };
}

const ROLES = [
  'cluster_manager',
  'coordinating_only',
  'data',
  'ingest',
  'master',
  'remote_cluster_client',
  'search',
];

function rolesJson(reports: readonly NodeReport[]): JsonObject {
  const has = (role: string, report: NodeReport) =>
    report.facts.roles.includes(role) ||
    (role === 'cluster_manager' && report.facts.roles.includes('master')) ||
    (role === 'coordinating_only' && report.facts.roles.length === 0);
  return Object.fromEntries(
    ROLES.map((role) => [role, reports.filter((report) => has(role, report)).length]),
  );
}

/**
 * Ingest statistics: the number of pipelines of one node, since all have the same, and the
 * processors' counts of all nodes by type.
 */
function ingestJson(reports: readonly NodeReport[]): JsonObject {
  const stats = new Map<string, { count: number; failed: number; timeMs: number }>();
  for (const { ingest } of reports) {
    for (const { processors } of ingest.pipelines) {
      for (const { type, count, failed, timeMs } of processors) {
        const sum = stats.get(type) ?? { count: 0, failed: 0, timeMs: 0 };
        stats.set(type, {
          count: sum.count + count,
          failed: sum.failed + failed,
          timeMs: sum.timeMs + timeMs,
        });
      }
    }
  }
  const sorted = [...stats].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    number_of_pipelines: Math.max(0, ...reports.map(({ ingest }) => ingest.pipelines.length)),
    processor_stats: Object.fromEntries(
      sorted.map(([type, { count, failed, timeMs }]) => [
        type,
        { count, failed, current: 0, time_in_millis: Math.round(timeMs) },
      ]),
    ),
  };
}
