/**
 * The engine threads of this node. A thread starts when the first shard needs it. A shard stays on
 * its thread for life, and a new one goes to the thread with the fewest shards.
 */
import type { ApiError } from '@skein/errors';
import type { CallHandlers } from '@skein/platform';
import type { ScriptConfiguration } from '@skein/script';
import type { SegmentMemory } from '../memory/segment_memory.js';
import { leastFree } from './least_free.js';
import type { EngineHostCalls, EngineThreadCalls, ScriptThreadData } from './thread_calls.js';
import { ignoreDeadThread, type ThreadLink, type ThreadSpawner } from './thread_link.js';
import type { ThreadPoolStats } from './thread_pool.js';
import { type MarkedWork, WorkMark } from './work_mark.js';

export interface EngineSlot {
  readonly link: ThreadLink<EngineThreadCalls>;
  /** Unique among all engine threads of the node. */
  readonly number: number;
  shardCount: number;
  /** Number of calls refused because too many waited for the thread. */
  rejected: number;
}

export interface EngineThreadsOptions {
  readonly spawner: ThreadSpawner;
  /** Prefix of the threads' names. */
  readonly name: string;
  readonly maxThreads: number;
  /** Number of the first thread among all engine threads of the node. */
  readonly firstNumber: number;
  readonly handlers: CallHandlers<EngineHostCalls>;
  /** Script configuration for a new thread. */
  readonly scripts: () => ScriptThreadData;
  /** See `EngineThreadData`. */
  readonly maxClauseCount: SharedArrayBuffer;
  /** Limit for all threads together. */
  readonly bufferLimitBytes: number;
  /** See `BufferBudget`: one word for each engine thread of the node. */
  readonly held: SharedArrayBuffer;
  readonly shardInactiveMs: number;
  /** See `EngineThreadData`. */
  readonly flushesElsewhere: boolean;
  readonly memory: SegmentMemory;
  /**
   * Called when the thread has died, with every shard on it. `work`: its work at that moment, if
   * known.
   */
  readonly onDeath: (slot: EngineSlot, error: ApiError, work: MarkedWork | undefined) => void;
}

export class EngineThreads {
  readonly #options: EngineThreadsOptions;
  readonly #slots = new Set<EngineSlot>();
  #started = 0;
  #largest = 0;
  /** Counts of threads that no longer exist. */
  readonly #gone = { rejected: 0, completed: 0 };

  constructor(options: EngineThreadsOptions) {
    this.#options = options;
  }

  /**
   * Returns the thread for a new shard and counts the shard there. The caller must call `release`
   * when the shard is closed.
   */
  assign(): EngineSlot {
    const slot = this.#slots.size < this.#options.maxThreads ? this.#idle() : this.#leastLoaded();
    slot.shardCount++;
    return slot;
  }

  release(slot: EngineSlot): void {
    slot.shardCount--;
  }

  /** A thread answers its calls in turn, so every pending call except the running one is queued. */
  stats(): ThreadPoolStats {
    const slots = [...this.#slots];
    const pending = slots.map(({ link }) => link.channel.pendingCount);
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    return {
      threads: slots.length,
      queue: sum(pending.map((count) => Math.max(0, count - 1))),
      active: pending.filter((count) => count > 0).length,
      rejected: this.#gone.rejected + sum(slots.map(({ rejected }) => rejected)),
      largest: this.#largest,
      completed: this.#gone.completed + sum(slots.map(({ link }) => link.channel.completedCount)),
    };
  }

  /** Every thread uses the new configuration from its next call on. */
  changeScripts(configuration: ScriptConfiguration): void {
    for (const { link } of this.#slots) {
      link.channel.call('change_scripts', configuration).catch(ignoreDeadThread);
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#slots].map((slot) => slot.link.terminate()));
    this.#slots.clear();
  }

  /** A thread without shards: a started one if possible, else a new one. */
  #idle(): EngineSlot {
    for (const slot of this.#slots) if (slot.shardCount === 0) return slot;
    return this.#spawn();
  }

  #leastLoaded(): EngineSlot {
    let best: EngineSlot | undefined;
    for (const slot of this.#slots) {
      if (best === undefined || slot.shardCount < best.shardCount) best = slot;
    }
    return best ?? this.#spawn();
  }

  #spawn(): EngineSlot {
    const { spawner, handlers, scripts, maxClauseCount, onDeath } = this.#options;
    const { bufferLimitBytes: limitBytes, memory, held } = this.#options;
    const { shardInactiveMs, flushesElsewhere } = this.#options;
    const number = leastFree(
      Array.from(this.#slots, (slot) => slot.number),
      this.#options.firstNumber,
    );
    const buffers = { limitBytes, held, slot: number };
    const space = memory.engine(number);
    const mark = WorkMark.memory();
    const limits = { maxClauseCount, shardInactiveMs, flushesElsewhere };
    const data = { ...limits, scripts: scripts(), buffers, mark, space };
    this.#started++;
    const name = `${this.#options.name}-${this.#started}`;
    const link = spawner.engineThread(name, { data, handlers }, (error) => {
      this.#slots.delete(slot);
      this.#gone.rejected += slot.rejected;
      this.#gone.completed += link.channel.completedCount;
      Atomics.store(new Int32Array(held), number, 0);
      memory.bury(space);
      onDeath(slot, error, new WorkMark(mark).read());
    });
    const slot: EngineSlot = { link, number, shardCount: 0, rejected: 0 };
    this.#slots.add(slot);
    this.#largest = Math.max(this.#largest, this.#slots.size);
    return slot;
  }
}
