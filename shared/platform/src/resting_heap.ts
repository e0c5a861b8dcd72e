/**
 * Collects the garbage of a thread that has come to rest. V8 collects when a thread allocates, so
 * the heap of a thread without work keeps the size of its busiest time. The collection takes tens
 * of milliseconds; that is why it waits for a pause, and why a heap without garbage is left alone.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { garbageCollector } from './collect_garbage.js';

const MB = 1024 * 1024;

/** Interval of the checks. */
const CHECK_MS = 30_000;
/** Checks in a row that find the thread at rest before its garbage is collected. */
const CHECKS_AT_REST = 4;
/** Below this share of work between two checks the thread is at rest. */
const WORK_AT_REST = 0.02;
/** Least growth of the heap since the last collection that is worth another one. */
const GROWTH_BYTES = 8 * MB;
/** A collection of a larger heap would hold up the thread for too long; V8 does it in steps. */
const MOST_BYTES = 256 * MB;

interface HeapPorts {
  /** Milliseconds that the thread has worked since it started, and those that it has existed. */
  times(): { readonly workedMs: number; readonly ms: number };
  /** Size of the heap: of its objects, garbage included, and of its pages. */
  heap(): { readonly usedBytes: number; readonly committedBytes: number };
  collect(): void;
}

export class RestingHeap {
  readonly #ports: HeapPorts;
  #last: ReturnType<HeapPorts['times']>;
  #checksAtRest = 0;
  /** Size of the pages after the last collection. */
  #keptBytes = 0;

  constructor(ports: HeapPorts) {
    this.#ports = ports;
    this.#last = ports.times();
  }

  /** Called at regular intervals. */
  check(): void {
    const { workedMs, ms } = this.#ports.times();
    const work = workedMs - this.#last.workedMs;
    const isAtRest = work <= WORK_AT_REST * (ms - this.#last.ms);
    this.#last = { workedMs, ms };
    this.#checksAtRest = isAtRest ? this.#checksAtRest + 1 : 0;
    if (this.#checksAtRest < CHECKS_AT_REST) return;
    const { usedBytes, committedBytes } = this.#ports.heap();
    // V8 may have collected by itself meanwhile.
    this.#keptBytes = Math.min(this.#keptBytes, committedBytes);
    if (usedBytes > MOST_BYTES || committedBytes < this.#keptBytes + GROWTH_BYTES) return;
    this.#ports.collect();
    this.#keptBytes = this.#ports.heap().committedBytes;
    // The collection itself is no work.
    this.#last = this.#ports.times();
  }
}

/** Watches the heap of this thread until the returned function is called. */
export function shrinkHeapAtRest(): () => void {
  const collect = garbageCollector('regular');
  const heap = new RestingHeap({
    times: () => {
      const { active, idle } = performance.eventLoopUtilization();
      return { workedMs: active, ms: active + idle };
    },
    heap: () => {
      const { used_heap_size: usedBytes, total_physical_size: committedBytes } =
        getHeapStatistics();
      return { usedBytes, committedBytes };
    },
    collect,
  });
  const timer = setInterval(() => heap.check(), CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
