/**
 * Threads that write segments for all shards of this node: one pool merges, another flushes full
 * index buffers. A thread starts when a job finds none free, and ends after being idle for a while:
 * the memory it retains costs more than a new start.
 */
import type { Transferable } from 'node:worker_threads';
import type { TimerHandle, Timers } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { SegmentMemory } from '../memory/segment_memory.js';
import { leastFree } from './least_free.js';
import type { MergeThreadCalls } from './thread_calls.js';
import type { ThreadLink, ThreadSpawner } from './thread_link.js';
import type { ThreadPoolStats } from './thread_pool.js';

const IDLE_MS = 30_000;

interface MergeThreadsOptions {
  readonly spawner: Pick<ThreadSpawner, 'mergeThread'>;
  /** The work of the pool, which names its threads. */
  readonly kind: 'merge' | 'flush';
  readonly maxThreads: number;
  readonly timers: Timers;
  readonly memory: Pick<SegmentMemory, 'bury' | 'merge' | 'flush'>;
}

interface Slot {
  /** Below `maxThreads`, unique among the slots. */
  readonly number: number;
  readonly link: ThreadLink<MergeThreadCalls>;
  idle: TimerHandle | undefined;
}

/** A job that waits for a thread. */
interface Waiting {
  readonly give: (slot: Slot) => void;
  readonly refuse: (error: ApiError) => void;
}

export class MergeThreads {
  readonly #options: MergeThreadsOptions;
  readonly #slots = new Set<Slot>();
  readonly #free: Slot[] = [];
  /** Jobs waiting for a thread. Each shard waits for its own jobs, which bounds the queue. */
  readonly #queue: Waiting[] = [];
  #isStopped = false;
  #started = 0;
  #largest = 0;
  #completed = 0;

  constructor(options: MergeThreadsOptions) {
    this.#options = options;
  }

  stats(): ThreadPoolStats {
    return {
      threads: this.#slots.size,
      queue: this.#queue.length,
      active: this.#slots.size - this.#free.length,
      rejected: 0,
      largest: this.#largest,
      completed: this.#completed,
    };
  }

  /** Resolves when the files of the new segment are written. */
  async run<K extends keyof MergeThreadCalls>(
    kind: K,
    request: MergeThreadCalls[K]['request'],
    transfer: readonly Transferable[] = [],
  ): Promise<MergeThreadCalls[K]['reply']> {
    const slot = await this.#acquire();
    try {
      return await slot.link.channel.call(kind, request, transfer);
    } finally {
      this.#completed++;
      this.#release(slot);
    }
  }

  /** Jobs that run, wait or come later are refused. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { refuse } of this.#queue.splice(0)) refuse(this.#stopped());
    const slots = [...this.#slots];
    this.#slots.clear();
    this.#free.length = 0;
    await Promise.all(slots.map((slot) => this.#end(slot)));
  }

  #stopped(): ApiError {
    const reason = `the threads of kind [${this.#options.kind}] are stopped`;
    return new ApiError('node_closed_exception', reason);
  }

  #acquire(): Slot | Promise<Slot> {
    if (this.#isStopped) throw this.#stopped();
    const free = this.#free.pop();
    if (free !== undefined) {
      free.idle?.cancel();
      return free;
    }
    if (this.#slots.size < this.#options.maxThreads) return this.#spawn();
    return new Promise((give, refuse) => this.#queue.push({ give, refuse }));
  }

  #release(slot: Slot): void {
    const waiting = this.#queue.shift();
    if (waiting !== undefined) {
      waiting.give(this.#slots.has(slot) ? slot : this.#spawn());
      return;
    }
    if (!this.#slots.has(slot)) return;
    this.#free.push(slot);
    slot.idle = this.#options.timers.after(IDLE_MS, () => {
      this.#forget(slot);
      this.#end(slot).catch(() => undefined);
    });
  }

  #spawn(): Slot {
    this.#started++;
    const { spawner, memory, kind } = this.#options;
    const number = leastFree(Array.from(this.#slots, (slot) => slot.number));
    const space = memory[kind](number);
    const link = spawner.mergeThread(`${kind}-${this.#started}`, { space }, (_error: ApiError) => {
      memory.bury(space);
      this.#forget(slot);
    });
    const slot: Slot = { link, number, idle: undefined };
    this.#slots.add(slot);
    this.#largest = Math.max(this.#largest, this.#slots.size);
    return slot;
  }

  #forget(slot: Slot): void {
    this.#slots.delete(slot);
    const index = this.#free.indexOf(slot);
    if (index >= 0) this.#free.splice(index, 1);
  }

  #end(slot: Slot): Promise<void> {
    slot.idle?.cancel();
    return slot.link.terminate();
  }
}
