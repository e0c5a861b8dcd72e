/**
 * The sections of `_nodes/stats` about the process and its machine. `jvm` carries V8's figures
 * under the names that monitoring tools and benchmarks read.
 */
import { formatByteSize } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { double } from '@skein/content';
import type { MemoryPool } from '@skein/platform';
import type { ScriptStats } from '@skein/script';
import type { NodeReport } from '../../node_operations/mod.js';
import type { PressureBytes } from '../../shard_host/mod.js';
import { heapParts, residentParts } from './memory_sections.js';
import { diskSection, linuxParts } from './system_sections.js';

export const STATS_METRICS = [
  'indices',
  'os',
  'process',
  'jvm',
  'thread_pool',
  'fs',
  'transport',
  'http',
  'breaker',
  'script',
  'discovery',
  'ingest',
  'adaptive_selection',
  'script_cache',
  'indexing_pressure',
  'file_cache',
  'segment_replication_backpressure',
] as const;
/** Shown only if it is named: OpenSearch has no such section. */
export const NAMED_METRICS = ['slow_log'] as const;
export type NodeMetric = (typeof STATS_METRICS)[number] | (typeof NAMED_METRICS)[number];

/**
 * The metrics of features that OpenSearch has and Skein does not. A request may name them, but
 * their sections are left out: an empty section would say that there is nothing to report.
 */
export const ABSENT_METRICS: readonly string[] = [
  'admission_control',
  'caches',
  'cluster_manager_throttling',
  'remote_store',
  'repositories',
  'resource_usage_stats',
  'search_backpressure',
  'search_pipeline',
  'shard_indexing_pressure',
  'task_cancellation',
  'weighted_routing',
];

/** The metrics that are summed from the node's shards. */
export const SHARD_METRICS = ['indices', 'segment_replication_backpressure'] as const;
type ShardMetric = (typeof SHARD_METRICS)[number];

type Section = (report: NodeReport, nowMs: number) => JsonObject;

export const NODE_SECTIONS: Readonly<
  Record<Exclude<NodeMetric, ShardMetric | 'slow_log'>, Section>
> = {
  os: osSection,
  process: processSection,
  jvm: runtimeSection,
  thread_pool: ({ threadPools }) =>
    Object.fromEntries(
      threadPools.map(({ name, threads, queue, active, rejected, largest, completed }) => [
        name,
        { threads, queue, active, rejected, largest, completed },
      ]),
    ),
  fs: diskSection,
  transport: ({ work: { traffic } }) => ({
    server_open: traffic.serverOpen,
    total_outbound_connections: traffic.outboundConnections,
    rx_count: traffic.received.count,
    rx_size_in_bytes: traffic.received.bytes,
    tx_count: traffic.sent.count,
    tx_size_in_bytes: traffic.sent.bytes,
  }),
  http: ({ http, failedRequests }) => ({
    current_open: http.currentOpen,
    total_opened: http.totalOpened,
    failed_requests: {
      total: failedRequests.reduce((sum, [, count]) => sum + count, 0),
      by_type: Object.fromEntries(failedRequests),
    },
  }),
  breaker: ({ breakers }) =>
    Object.fromEntries(
      breakers.map(({ name, limitBytes, estimatedBytes, overhead, tripped }) => [
        name,
        {
          limit_size_in_bytes: limitBytes,
          limit_size: formatByteSize(limitBytes),
          estimated_size_in_bytes: estimatedBytes,
          estimated_size: formatByteSize(estimatedBytes),
          overhead: double(overhead),
          tripped,
        },
      ]),
    ),
  script: scriptSection,
  discovery: ({ work: { states } }) => ({
    // States are applied one after the other as they arrive, so none waits in a queue.
    cluster_state_queue: { total: 0, pending: 0, committed: 0 },
    published_cluster_states: {
      full_states: states.received.full,
      incompatible_diffs: states.received.incompatible,
      compatible_diffs: states.received.compatible,
    },
    cluster_state_stats: {
      overall: {
        update_count: states.published.count,
        total_time_in_millis: Math.round(states.published.timeMs),
        failed_count: states.published.failed,
      },
    },
  }),
  ingest: ({ ingest: { total, pipelines } }) => ({
    total: countsJson(total, total.current),
    pipelines: Object.fromEntries(
      pipelines.map((pipeline) => [
        pipeline.id,
        {
          ...countsJson(pipeline, 0),
          processors: pipeline.processors.map((processor) => ({
            [processor.name]: { type: processor.type, stats: countsJson(processor, 0) },
          })),
        },
      ]),
    ),
  }),
  adaptive_selection: ({ work }) =>
    Object.fromEntries(
      work.responses.map((node) => [
        node.nodeId,
        {
          outgoing_searches: node.outstanding,
          avg_queue_size: Math.round(node.queue),
          avg_service_time_ns: Math.round(node.serviceMs * NANOS_PER_MS),
          avg_response_time_ns: Math.round(node.responseMs * NANOS_PER_MS),
          rank: node.rank.toFixed(1),
        },
      ]),
    ),
  script_cache: (report) => ({
    sum: scriptSection(report),
    contexts: report.scripts.map(([context, stats]) => ({ context, ...stats })),
  }),
  indexing_pressure: pressureSection,
  file_cache: fileCacheSection,
};

function fileCacheSection({ fileCache }: NodeReport, nowMs: number): JsonObject {
  const { activeBytes, limitBytes, usedBytes, evictedBytes, hits, misses } = fileCache;
  const percent = (part: number, whole: number) =>
    whole === 0 ? 0 : Math.round((part / whole) * 100);
  return {
    timestamp: nowMs,
    active_in_bytes: activeBytes,
    total_in_bytes: limitBytes,
    used_in_bytes: usedBytes,
    evictions_in_bytes: evictedBytes,
    active_percent: percent(activeBytes, usedBytes),
    used_percent: percent(usedBytes, limitBytes),
    hit_count: hits,
    miss_count: misses,
  };
}

/** The counters of scripts, summed over all contexts. */
function scriptSection({ scripts }: NodeReport): JsonObject {
  const total = (event: keyof ScriptStats) =>
    scripts.reduce((sum, [, stats]) => sum + stats[event], 0);
  return {
    compilations: total('compilations'),
    cache_evictions: total('cache_evictions'),
    compilation_limit_triggered: total('compilation_limit_triggered'),
  };
}

function pressureSection({ work: { pressure }, threadPools }: NodeReport): JsonObject {
  const bytes = ({ coordinating, primary, replica, combined }: PressureBytes) => ({
    combined_coordinating_and_primary_in_bytes: combined,
    coordinating_in_bytes: coordinating,
    primary_in_bytes: primary,
    replica_in_bytes: replica,
    all_in_bytes: combined + replica,
  });
  return {
    memory: {
      current: bytes(pressure.current),
      total: {
        ...bytes(pressure.total),
        coordinating_rejections: 0,
        // Only the bounded write queues of primaries reject writes.
        primary_rejections: threadPools.find(({ name }) => name === 'write')?.rejected ?? 0,
        replica_rejections: 0,
      },
      limit_in_bytes: 0,
    },
  };
}

const NANOS_PER_MS = 1_000_000;

function osSection({ sample }: NodeReport, nowMs: number): JsonObject {
  const { machine, cpuPercent } = sample;
  const { memoryTotalBytes: total, memoryFreeBytes: free } = machine;
  const [one, five, fifteen] = machine.loadAverage;
  return {
    timestamp: nowMs,
    cpu: {
      percent: cpuPercent,
      load_average: { '1m': double(one), '5m': double(five), '15m': double(fifteen) },
    },
    mem: {
      total_in_bytes: total,
      free_in_bytes: free,
      used_in_bytes: total - free,
      free_percent: Math.round((free / total) * 100),
      used_percent: Math.round(((total - free) / total) * 100),
    },
    ...linuxParts(sample),
  };
}

function processSection({ sample, memory }: NodeReport, nowMs: number): JsonObject {
  return {
    timestamp: nowMs,
    open_file_descriptors: sample.openFileDescriptors,
    max_file_descriptors: sample.maxFileDescriptors,
    cpu: { percent: sample.cpuPercent, total_in_millis: sample.cpuTotalMs },
    mem: { total_virtual_in_bytes: sample.residentBytes, ...residentParts(sample, memory) },
    event_loop: { delay: delaysJson(sample.loopDelays) },
  };
}

/** Delays of the main thread's event loop since the first request for these statistics. */
function delaysJson({ samples, mean, p50, p99, max }: NodeReport['sample']['loopDelays']) {
  const micros = (ms: number) => Math.round(ms * 1000);
  return {
    samples,
    mean_in_micros: micros(mean),
    p50_in_micros: micros(p50),
    p99_in_micros: micros(p99),
    max_in_micros: micros(max),
  };
}

function poolOf(pool: MemoryPool): JsonObject {
  return {
    used_in_bytes: pool.usedBytes,
    max_in_bytes: pool.maxBytes,
    peak_used_in_bytes: pool.peakUsedBytes,
    peak_max_in_bytes: pool.maxBytes,
  };
}

/** V8 reports no survivor space of its own: it is half of the young space. */
const NO_POOL: MemoryPool = { usedBytes: 0, maxBytes: 0, peakUsedBytes: 0 };

function runtimeSection({ sample, memory }: NodeReport, nowMs: number): JsonObject {
  const { heap, pools, collectors } = sample;
  const collector = (of: { readonly count: number; readonly timeMs: number }) => ({
    collection_count: of.count,
    collection_time_in_millis: Math.round(of.timeMs),
  });
  return {
    timestamp: nowMs,
    uptime_in_millis: sample.uptimeMs,
    mem: {
      heap_used_in_bytes: heap.usedBytes,
      heap_used_percent: Math.round((heap.usedBytes / heap.maxBytes) * 100),
      heap_committed_in_bytes: heap.committedBytes,
      heap_max_in_bytes: heap.maxBytes,
      non_heap_used_in_bytes: heap.externalBytes,
      non_heap_committed_in_bytes: heap.externalBytes,
      pools: { young: poolOf(pools.young), old: poolOf(pools.old), survivor: poolOf(NO_POOL) },
    },
    threads: {
      count: sample.threadCount,
      peak_count: sample.threadCount,
      ...heapParts(memory),
    },
    gc: { collectors: { young: collector(collectors.young), old: collector(collectors.old) } },
    buffer_pools: {
      direct: {
        count: 0,
        used_in_bytes: heap.externalBytes,
        total_capacity_in_bytes: heap.externalBytes,
      },
    },
  };
}

function countsJson(
  { count, failed, timeMs }: Omit<NodeReport['ingest']['total'], 'current'>,
  current: number,
): JsonObject {
  return { count, time_in_millis: Math.round(timeMs), current, failed };
}
