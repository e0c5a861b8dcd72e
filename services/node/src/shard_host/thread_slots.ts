/**
 * The threads of a pool and the queue before them. A thread runs one call at a time; it starts when
 * a call finds none free, up to a limit. Further calls wait, up to a limit, and are refused beyond
 * it. A dead thread is replaced when calls wait.
 */
import { ApiError } from '@skein/errors';
import type { ThreadPoolStats } from './threads/thread_pool.js';

interface ThreadSlotsOptions<Slot> {
  readonly maxThreads: number;
  readonly queueSize: number;
  /** Starts a thread; `number` counts all that were started, from 1. */
  readonly start: (number: number) => Slot;
  /** The error for a call that the queue cannot hold. */
  readonly refusal: () => ApiError;
}

interface Waiting<Slot> {
  readonly run: (slot: Slot) => void;
  readonly refuse: (error: ApiError) => void;
}

export class ThreadSlots<Slot extends { terminate(): Promise<void> }> implements Iterable<Slot> {
  readonly #options: ThreadSlotsOptions<Slot>;
  readonly #all = new Set<Slot>();
  readonly #free: Slot[] = [];
  readonly #queue: Waiting<Slot>[] = [];
  #started = 0;
  #largest = 0;
  #completed = 0;
  #rejected = 0;
  /** True from the stop on; no thread starts any more. */
  #isStopped = false;

  constructor(options: ThreadSlotsOptions<Slot>) {
    this.#options = options;
  }

  /** Number of calls that wait for a thread. */
  get waiting(): number {
    return this.#queue.length;
  }

  stats(): ThreadPoolStats {
    return {
      threads: this.#all.size,
      queue: this.#queue.length,
      active: this.#all.size - this.#free.length,
      rejected: this.#rejected,
      largest: this.#largest,
      completed: this.#completed,
    };
  }

  [Symbol.iterator](): Iterator<Slot> {
    return this.#all.values();
  }

  /** Starts a first thread, so that the first call need not wait for one. */
  prepare(): void {
    if (this.#all.size > 0) return;
    const slot = this.#startIfAllowed();
    if (slot !== undefined) this.#free.push(slot);
  }

  /** Takes a thread that is free or may start; undefined if there is none. Release it later. */
  idle(): Slot | undefined {
    return this.#free.pop() ?? this.#startIfAllowed();
  }

  /** Waits until a thread is released. Release it afterwards. */
  next(): Promise<Slot> {
    if (this.#isStopped) return Promise.reject(stopped());
    if (this.#queue.length >= this.#options.queueSize) {
      this.#rejected++;
      return Promise.reject(this.#options.refusal());
    }
    return new Promise((run, refuse) => this.#queue.push({ run, refuse }));
  }

  /** Ends a call: the thread, or its successor if it died, runs the next one. */
  release(slot: Slot): void {
    this.#completed++;
    const next = this.#all.has(slot) ? slot : this.#replacement();
    if (next === undefined) return;
    const waiting = this.#queue.shift();
    if (waiting === undefined) this.#free.push(next);
    else waiting.run(next);
  }

  /** Forgets a thread that died. Its call, if it has one, releases it nevertheless. */
  forget(slot: Slot): void {
    this.#all.delete(slot);
    const at = this.#free.indexOf(slot);
    if (at >= 0) this.#free.splice(at, 1);
  }

  async stop(): Promise<void> {
    const slots = [...this.#all];
    this.#isStopped = true;
    this.#all.clear();
    this.#free.length = 0;
    for (const waiting of this.#queue.splice(0)) waiting.refuse(stopped());
    await Promise.all(slots.map((slot) => slot.terminate()));
  }

  #replacement(): Slot | undefined {
    return this.#queue.length > 0 ? this.#startIfAllowed() : undefined;
  }

  #startIfAllowed(): Slot | undefined {
    if (this.#isStopped || this.#all.size >= this.#options.maxThreads) return undefined;
    const slot = this.#options.start(++this.#started);
    this.#all.add(slot);
    this.#largest = Math.max(this.#largest, this.#all.size);
    return slot;
  }
}

function stopped(): ApiError {
  return new ApiError('node_closed_exception', 'node closed');
}
