/**
 * The memory accounts of this node: made at start, limited by the cluster settings, and watched
 * while the node runs.
 */
import type { TimerHandle, Timers } from '@skein/base';
import { type ClusterState, clusterSettings } from '@skein/cluster';
import type { BodyBudget, ProcessProbe } from '@skein/platform';
import type { BreakerAccount, BreakerLimits, ChildLimits } from '@skein/search_library';
import { CHILD_BREAKERS, CLUSTER, readSetting, type Settings, shareBytes } from '@skein/settings';
import type { HeapGuard } from './api/watched_reading.js';
import type { NodeConfig } from './config/node_config.js';
import { meterMappings, SEARCHABLE_ENGINES, SegmentMemory } from './shard_host/mod.js';

/**
 * Interval at which the parent breaker samples the memory of the process. Memory counted in between
 * is added on top.
 */
const WATCH_INTERVAL_MS = 500;
/** OpenSearch's breaker label for request bodies. */
const HTTP_REQUEST = '<http_request>';

/**
 * Share of the main thread's heap. A merge holds each field four times: old, new, merged, and as
 * JSON.
 */
const MAPPING_SHARE = 1 / 8;

export function segmentMemory(
  config: NodeConfig,
  probe: Pick<ProcessProbe, 'heap'>,
): SegmentMemory {
  const memory = new SegmentMemory({
    limitBytes: config.memoryLimitBytes,
    documentLimitBytes: config.documentLimitBytes,
    mappingLimitBytes: config.mappingLimitBytes,
    fielddataBytes: config.fielddataCacheBytes,
    engineThreads: config.engineWorkers + SEARCHABLE_ENGINES,
    searchThreads: config.searchWorkers,
    mergeThreads: config.mergeWorkers,
  });
  // Mappings are merged on the main thread, so they may exceed neither its share nor the limit of a
  // shard's thread.
  const ownBytes = Math.floor(probe.heap().maxBytes * MAPPING_SHARE);
  meterMappings(memory.requests, Math.min(config.mappingLimitBytes, ownBytes));
  return memory;
}

export function limitMemory(
  state: ClusterState,
  memory: SegmentMemory,
  { memoryBytes }: Pick<NodeConfig, 'memoryBytes'>,
): void {
  memory.changeLimits(breakerLimits(clusterSettings(state), memoryBytes));
}

/** Percentages are relative to `memoryBytes`. */
function breakerLimits(settings: Settings, memoryBytes: number): BreakerLimits {
  const { totalLimit, useRealMemory, breakerType } = CLUSTER.breaker;
  const watches = readSetting(settings, breakerType) === 'hierarchy';
  const child = (name: keyof typeof CHILD_BREAKERS): ChildLimits => {
    const { limit, overhead, type } = CHILD_BREAKERS[name];
    return {
      limitBytes: shareBytes(readSetting(settings, limit), memoryBytes),
      overhead: readSetting(settings, overhead),
      isNoop: !watches || readSetting(settings, type) === 'noop',
    };
  };
  return {
    children: {
      request: child('request'),
      fielddata: child('fielddata'),
      in_flight_requests: child('in_flight_requests'),
    },
    parentBytes: watches ? shareBytes(readSetting(settings, totalLimit), memoryBytes) : -1,
    usesRealMemory: readSetting(settings, useRealMemory),
  };
}

/** Request bodies, counted by the `in_flight_requests` breaker. */
export function bodyBudget(bodies: BreakerAccount): BodyBudget {
  return {
    admit: () => bodies.check(HTTP_REQUEST),
    lease: () => {
      const lease = bodies.lease();
      return {
        grow: (bytes) => lease.grow(bytes, HTTP_REQUEST),
        growUnchecked: (bytes) => lease.growUnchecked(bytes),
        end: () => lease.end(),
      };
    },
  };
}

/**
 * Share of the main thread's heap above which reading of long bodies stops. The rest is for the
 * cluster state, responses and the garbage collector.
 */
const HEAP_SHARE = 0.75;

/**
 * Limits the main-thread heap that long bodies take; refuses in the name of the
 * `in_flight_requests` breaker.
 */
export function heapGuard(
  probe: Pick<ProcessProbe, 'heap'>,
  bodies: Pick<BreakerAccount, 'refusal'>,
): HeapGuard {
  return {
    check: () => {
      const { usedBytes, maxBytes } = probe.heap();
      const limitBytes = Math.floor(maxBytes * HEAP_SHARE);
      if (usedBytes > limitBytes) throw bodies.refusal(usedBytes, limitBytes, HTTP_REQUEST);
    },
  };
}

/** Periodically reports the memory of the process to the breakers. */
export class MemoryWatch {
  readonly #timers: Timers;
  readonly #probe: Pick<ProcessProbe, 'residentBytes'>;
  readonly #memory: SegmentMemory;
  #next: TimerHandle | undefined;

  constructor(timers: Timers, probe: Pick<ProcessProbe, 'residentBytes'>, memory: SegmentMemory) {
    this.#timers = timers;
    this.#probe = probe;
    this.#memory = memory;
  }

  start(): void {
    this.#memory.breakers.sampleReal(this.#probe.residentBytes());
    this.#next = this.#timers.after(WATCH_INTERVAL_MS, () => this.start());
  }

  stop(): void {
    this.#next?.cancel();
  }
}
