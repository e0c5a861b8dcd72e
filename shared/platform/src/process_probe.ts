/**
 * Figures of the process and its machine. Pools and collectors are V8's: the new space is `young`,
 * a scavenge a young collection; the rest of the heap is `old`. They are read on demand, except for
 * the collections, which are counted from the start.
 */
import { readdirSync, readFileSync, type StatsFs, statfsSync, statSync } from 'node:fs';
import {
  arch,
  availableParallelism,
  cpus,
  freemem,
  loadavg,
  platform,
  release,
  totalmem,
  version,
} from 'node:os';
import { resolve } from 'node:path';
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { memberOf, systemCodeOf } from '@skein/base';
import {
  type ControlGroup,
  controlGroup,
  type DiskTraffic,
  diskTraffic,
  distribution,
  type Mount,
  mountOf,
  type Residence,
  residence,
  type SwapSpace,
  swapSpace,
} from './linux_figures.js';
import { LoopDelay, type LoopDelays } from './loop_delay.js';

export interface ProcessInfo {
  readonly pid: number;
  readonly os: {
    readonly name: string;
    readonly prettyName: string;
    readonly arch: string;
    readonly version: string;
    /** Number of processors that this process may use. */
    readonly availableProcessors: number;
  };
  readonly runtime: { readonly version: string; readonly v8: string };
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
  /** Share of all cores since the previous sample, 0 to 100. */
  readonly cpuPercent: number;
  readonly cpuTotalMs: number;
  readonly residentBytes: number;
  /** Undefined if the system does not tell. */
  readonly residence: Residence | undefined;
  readonly openFileDescriptors: number;
  readonly maxFileDescriptors: number;
  readonly heap: {
    readonly usedBytes: number;
    readonly committedBytes: number;
    readonly maxBytes: number;
    readonly externalBytes: number;
  };
  readonly pools: { readonly young: MemoryPool; readonly old: MemoryPool };
  readonly collectors: { readonly young: Collector; readonly old: Collector };
  /** Number of threads of the process; -1 if the system does not tell. */
  readonly threadCount: number;
  readonly loopDelays: LoopDelays;
  readonly machine: {
    readonly loadAverage: readonly [number, number, number];
    readonly memoryTotalBytes: number;
    readonly memoryFreeBytes: number;
    /** Undefined, like the two below, if the system does not tell. */
    readonly swap: SwapSpace | undefined;
  };
  readonly controlGroup: ControlGroup | undefined;
  /** Traffic of the device that holds the data. */
  readonly diskTraffic: DiskTraffic | undefined;
  readonly disk: {
    readonly path: string;
    /** Mount point and type of the file system. */
    readonly mount: string;
    readonly type: string;
    readonly totalBytes: number;
    readonly freeBytes: number;
    readonly availableBytes: number;
  };
}

export interface ProcessProbe {
  readonly info: ProcessInfo;
  sample(): ProcessSample;
  /** Memory of the process, without taking a whole sample. */
  residentBytes(): number;
  /**
   * This thread's heap, without taking a whole sample: its size, garbage included, and its limit.
   */
  heap(): { readonly usedBytes: number; readonly maxBytes: number };
  /**
   * The disk of the data path, without taking a whole sample. If the folder is gone, the file
   * system that had it is measured; if that is gone too, the figures are the last ones known.
   */
  disk(): ProcessSample['disk'];
  stop(): void;
}

export function startProcessProbe(dataPath: string): ProcessProbe {
  return new Probe(dataPath);
}

const NO_MORE_FILES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE']);

class Probe implements ProcessProbe {
  readonly info: ProcessInfo = processInfo();
  readonly #dataPath: string;
  readonly #mount: Mount;
  readonly #collectors = {
    young: { count: 0, timeMs: 0 },
    old: { count: 0, timeMs: 0 },
  };
  readonly #peaks = { young: 0, old: 0 };
  readonly #loopDelay = new LoopDelay();
  readonly #observer: PerformanceObserver;
  readonly #device: bigint;
  #space: StatsFs;
  #residentBytes = process.memoryUsage.rss();
  #lastCpu = { atMs: performance.now(), usedMs: cpuMs(), percent: 0 };

  constructor(dataPath: string) {
    this.#dataPath = resolve(dataPath);
    this.#mount = mountOf(textOf, this.#dataPath);
    this.#device = deviceOf(this.#dataPath);
    this.#space = statfsSync(this.#dataPath);
    this.#observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) this.#countCollection(entry);
    });
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  stop(): void {
    this.#observer.disconnect();
    this.#loopDelay.stop();
  }

  heap(): { readonly usedBytes: number; readonly maxBytes: number } {
    const { used_heap_size: usedBytes, heap_size_limit: maxBytes } = getHeapStatistics();
    return { usedBytes, maxBytes };
  }

  sample(): ProcessSample {
    const heap = getHeapStatistics();
    const memory = process.memoryUsage();
    const [one = 0, five = 0, fifteen = 0] = loadavg();
    return {
      uptimeMs: Math.round(process.uptime() * 1000),
      cpuPercent: this.#cpuPercent(),
      cpuTotalMs: Math.round(cpuMs()),
      residentBytes: memory.rss,
      residence: residence(textOf),
      openFileDescriptors: entriesOf('/proc/self/fd'),
      maxFileDescriptors: maxFileDescriptors(),
      heap: {
        usedBytes: heap.used_heap_size,
        committedBytes: heap.total_heap_size,
        maxBytes: heap.heap_size_limit,
        externalBytes: memory.external,
      },
      pools: this.#pools(heap.heap_size_limit),
      collectors: { young: { ...this.#collectors.young }, old: { ...this.#collectors.old } },
      threadCount: entriesOf('/proc/self/task'),
      loopDelays: this.#loopDelay.delays(),
      machine: {
        loadAverage: [one, five, fifteen],
        memoryTotalBytes: totalmem(),
        memoryFreeBytes: freemem(),
        swap: swapSpace(textOf),
      },
      controlGroup: controlGroup(textOf),
      diskTraffic: diskTraffic(textOf, this.#device),
      disk: this.disk(),
    };
  }

  /**
   * If no file can be opened to read the figure, returns the last one: that is no reason to fail.
   */
  residentBytes(): number {
    try {
      this.#residentBytes = process.memoryUsage.rss();
    } catch (error) {
      if (!NO_MORE_FILES.has(systemCodeOf(error) ?? '')) throw error;
    }
    return this.#residentBytes;
  }

  disk(): ProcessSample['disk'] {
    this.#space = this.#measured() ?? this.#space;
    const { bsize, blocks, bfree, bavail } = this.#space;
    return {
      path: this.#dataPath,
      ...this.#mount,
      totalBytes: bsize * blocks,
      freeBytes: bsize * bfree,
      availableBytes: bsize * bavail,
    };
  }

  /** Undefined if neither the folder nor its file system can be reached. */
  #measured(): StatsFs | undefined {
    for (const path of [this.#dataPath, this.#mount.mount]) {
      try {
        if (deviceOf(path) === this.#device) return statfsSync(path);
      } catch (error) {
        if (systemCodeOf(error) === undefined) throw error;
      }
    }
    return undefined;
  }

  #countCollection(entry: PerformanceEntry): void {
    const kind = memberOf(memberOf(entry, 'detail'), 'kind');
    const minor = kind === constants.NODE_PERFORMANCE_GC_MINOR;
    const collector = minor ? this.#collectors.young : this.#collectors.old;
    collector.count++;
    collector.timeMs += entry.duration;
  }

  #pools(heapMaxBytes: number): ProcessSample['pools'] {
    let young = 0;
    let youngMax = 0;
    let old = 0;
    for (const space of getHeapSpaceStatistics()) {
      const isYoung = space.space_name.startsWith('new_');
      if (isYoung) {
        young += space.space_used_size;
        youngMax += space.space_size;
      } else {
        old += space.space_used_size;
      }
    }
    this.#peaks.young = Math.max(this.#peaks.young, young);
    this.#peaks.old = Math.max(this.#peaks.old, old);
    return {
      young: { usedBytes: young, maxBytes: youngMax, peakUsedBytes: this.#peaks.young },
      old: { usedBytes: old, maxBytes: heapMaxBytes, peakUsedBytes: this.#peaks.old },
    };
  }

  /**
   * Share of the processor. Samples closer than this repeat the last figure, since a share of
   * almost no time is meaningless.
   */
  #cpuPercent(): number {
    const minIntervalMs = 500;
    const atMs = performance.now();
    const elapsedMs = atMs - this.#lastCpu.atMs;
    if (elapsedMs < minIntervalMs) return this.#lastCpu.percent;
    const usedMs = cpuMs();
    const share = (usedMs - this.#lastCpu.usedMs) / (elapsedMs * cpus().length);
    const percent = Math.min(100, Math.round(share * 100));
    this.#lastCpu = { atMs, usedMs, percent };
    return percent;
  }
}

const deviceOf = (path: string): bigint => statSync(path, { bigint: true }).dev;

function processInfo(): ProcessInfo {
  return {
    pid: process.pid,
    os: {
      name: platform() === 'linux' ? 'Linux' : platform(),
      prettyName: distribution(textOf) ?? version(),
      arch: arch() === 'x64' ? 'amd64' : arch() === 'arm64' ? 'aarch64' : arch(),
      version: release(),
      availableProcessors: availableParallelism(),
    },
    runtime: { version: process.versions.node, v8: process.versions.v8 },
  };
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Number of entries of a folder of /proc; -1 if there is none. */
function entriesOf(path: string): number {
  try {
    return readdirSync(path).length;
  } catch {
    return -1;
  }
}

function maxFileDescriptors(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? -1);
  } catch {
    return -1;
  }
}
