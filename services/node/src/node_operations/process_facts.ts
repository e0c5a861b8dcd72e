/**
 * The process and machine as numbers; the platform reads them. Pools and collectors carry V8's figures under the names that
 * tools made for the JVM look for.
 */
export interface ProcessFacts {
  /** Constant: process id, operating system, runtime. */
  readonly pid: number;
  readonly os: {
    readonly name: string;
    readonly prettyName: string;
    readonly arch: string;
    readonly version: string;
    readonly availableProcessors: number;
  };
  readonly runtime: { readonly name: string; readonly version: string; readonly v8: string };
  sample(): ProcessSample;
}

export interface Collector {
  readonly count: number;
  readonly timeMs: number;
}

export interface MemoryPool {
  readonly usedBytes: number;
  readonly maxBytes: number;
  readonly peakUsedBytes: number;
}

export interface ProcessSample {
  readonly uptimeMs: number;
  readonly cpuPercent: number;
  readonly cpuTotalMs: number;
  readonly residentBytes: number;
  readonly virtualBytes: number;
  readonly openFileDescriptors: number;
  readonly maxFileDescriptors: number;
  readonly heapUsedBytes: number;
  readonly heapCommittedBytes: number;
  readonly heapMaxBytes: number;
  readonly nonHeapUsedBytes: number;
  readonly pools: {
    readonly young: MemoryPool;
    readonly survivor: MemoryPool;
    readonly old: MemoryPool;
  };
  readonly collectors: { readonly young: Collector; readonly old: Collector };
  readonly threadCount: number;
  readonly machine: {
    readonly cpuPercent: number;
    readonly loadAverage: readonly number[];
    readonly memoryTotalBytes: number;
    readonly memoryFreeBytes: number;
    readonly swapTotalBytes: number;
    readonly swapFreeBytes: number;
  };
  readonly disk: {
    readonly path: string;
    readonly mount: string;
    readonly type: string;
    readonly totalBytes: number;
    readonly freeBytes: number;
    readonly availableBytes: number;
  };
}
