/**
 * The search threads of this node. A thread runs one call at a time. A call that finds no free
 * thread waits; beyond `queueSize` waiting calls it is refused with 429. A cancelled call is
 * stopped through a flag in shared memory; if it does not stop within the grace period, its thread
 * is killed.
 */
import type { Timers } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { CallHandlers } from '@skein/platform';
import type { ScriptConfiguration } from '@skein/script';
import type { AggregationUses } from '@skein/search';
import type { SearchCalls, ShardlessCalls } from '@skein/shard';
import { SegmentClaims } from '../memory/segment_claims.js';
import type { SegmentMemory } from '../memory/segment_memory.js';
import type { AskedOf, LocalPoint } from '../places/mod.js';
import { ThreadSlots } from '../thread_slots.js';
import { leastFree } from './least_free.js';
import { mailMemory } from './mail_channel.js';
import { SearchSlot, type UnderWay } from './search_slot.js';
import {
  CANCEL_FLAG_BYTES,
  type FetchingCalls,
  type HelpRequest,
  type ScriptThreadData,
  SHARDLESS,
  type ShareRequest,
} from './thread_calls.js';
import { ignoreDeadThread, type ThreadSpawner } from './thread_link.js';
import { ThreadLoad } from './thread_load.js';
import type { ThreadPoolStats } from './thread_pool.js';

interface SearchThreadsOptions {
  readonly spawner: ThreadSpawner;
  readonly maxThreads: number;
  readonly queueSize: number;
  readonly timers: Timers;
  /** Script configuration for a new thread. */
  readonly scripts: () => ScriptThreadData;
  readonly memory: SegmentMemory;
  readonly uses: AggregationUses;
  readonly handlers: CallHandlers<FetchingCalls>;
}

/** `search.concurrent_segment_search.mode`. */
export type HelpMode = 'auto' | 'all' | 'none';

/**
 * Documents that take some milliseconds to search; the call for a thread's help and its reply take
 * some tenths of one.
 */
const MANY_DOCS = 100_000;

export class SearchThreads {
  readonly #options: SearchThreadsOptions;
  readonly #slots: ThreadSlots<SearchSlot>;
  readonly #load = new ThreadLoad();
  #active = 0;
  #nextCancelId = 1;
  /** Number of searches that needed no search thread. */
  #elsewhere = 0;

  constructor(options: SearchThreadsOptions) {
    const { maxThreads, queueSize } = options;
    this.#options = options;
    this.#slots = new ThreadSlots({
      maxThreads,
      queueSize,
      start: (number) => this.#start(number),
      refusal: () => rejected('search', queueSize),
    });
  }

  /** Number of calls that wait for a thread. */
  get waiting(): number {
    return this.#slots.waiting;
  }

  stats(): ThreadPoolStats {
    const stats = this.#slots.stats();
    return { ...stats, completed: stats.completed + this.#elsewhere };
  }

  /**
   * Starts the first thread. Loading its code takes 200 to 300 ms, which the first search would
   * otherwise wait for.
   */
  prepare(): void {
    this.#slots.prepare();
  }

  /** Sends a call about a point in time as a message. */
  call<K extends keyof SearchCalls>(
    kind: K,
    point: LocalPoint,
    { request, signal }: AskedOf<SearchCalls[K]['request']>,
  ): Promise<SearchCalls[K]['reply']> {
    return this.using(signal, ({ messages }) => messages.call(kind, point, request));
  }

  /** Runs a call that needs no shard on any thread. */
  runShardless<K extends keyof ShardlessCalls>(
    kind: K,
    request: ShardlessCalls[K]['request'],
    signal: AbortSignal,
  ): Promise<ShardlessCalls[K]['reply']> {
    const task = ({ messages }: SearchSlot) => messages.send(kind, request);
    return this.using(signal, task, SHARDLESS);
  }

  /**
   * Runs one call on a thread; it is cancelled when `signal` is aborted. `flag`: the place of the
   * cancel flag from which the thread reads the id of this call; undefined if the call carries it.
   */
  async using<T>(
    signal: AbortSignal,
    task: (slot: SearchSlot) => Promise<T>,
    flag?: number,
  ): Promise<T> {
    signal.throwIfAborted();
    const slot = this.#slots.idle() ?? (await this.#slots.next());
    return this.#work(slot, signal, () => task(slot), flag);
  }

  async #work<T>(
    slot: SearchSlot,
    signal: AbortSignal,
    task: () => Promise<T>,
    flag?: number,
  ): Promise<T> {
    this.#load.active = ++this.#active;
    try {
      signal.throwIfAborted();
      slot.begin(this.#cancelId(), flag);
      const stopWatching = slot.watch(signal, this.#options.timers);
      try {
        return await task();
      } finally {
        stopWatching();
      }
    } finally {
      slot.underWay = undefined;
      this.#load.active = --this.#active;
      this.#slots.release(slot);
    }
  }

  /** Sets when idle threads help: with every search, with searches of many documents, or never. */
  helpWith(searches: HelpMode): void {
    this.#load.most = searches === 'none' ? 0 : this.#options.maxThreads;
    this.#load.leastDocs = searches === 'all' ? 0 : MANY_DOCS;
  }

  /**
   * Lets idle threads take segments of the search that the thread `by` runs: one helper for each
   * reply port. A port that gets no helper is closed; `by` then does that work itself.
   */
  #share(by: SearchSlot, { replies, ...shared }: ShareRequest): Record<string, never> {
    for (const reply of replies) {
      const { underWay } = by;
      const helper = underWay && this.#slots.waiting === 0 ? this.#slots.idle() : undefined;
      if (underWay === undefined || helper === undefined) reply.close();
      else this.#help(helper, underWay, { ...shared, reply });
    }
    return {};
  }

  #help(helper: SearchSlot, { point, signal }: UnderWay, request: HelpRequest): void {
    const task = () => helper.messages.help(point, request);
    this.#work(helper, signal, task).catch(() => {
      new SegmentClaims(request.claims, helper.lane + 1).lost();
    });
  }

  /** Counts a search that needed no search thread. */
  completedElsewhere(): void {
    this.#elsewhere++;
  }

  /** Forgets a point in time that no search reads any more. */
  forget(key: string, snapshotVersion: number): void {
    const point = { key, snapshot: { version: snapshotVersion, segments: [] } };
    for (const slot of this.#slots) {
      if (!slot.points.forget(point)) continue;
      slot.messages.send('forget', { key, snapshotVersion }).catch(ignoreDeadThread);
    }
  }

  /** Every thread uses the new configuration from its next call on. */
  changeScripts(configuration: ScriptConfiguration): void {
    for (const slot of this.#slots) {
      slot.messages.send('change_scripts', configuration).catch(ignoreDeadThread);
    }
  }

  stop(): Promise<void> {
    return this.#slots.stop();
  }

  #start(number: number): SearchSlot {
    const flag = new SharedArrayBuffer(CANCEL_FLAG_BYTES);
    const name = `search-${number}`;
    const mailbox = mailMemory();
    const lane = leastFree(Array.from(this.#slots, (slot) => slot.lane));
    const { memory, scripts, uses } = this.#options;
    const space = memory.search(lane);
    const load = this.#load.memory;
    const own = { cancelFlag: flag, mailbox, lane, space };
    const data = { ...own, scripts: scripts(), load, uses: uses.memory };
    const { spawner } = this.#options;
    const share = (request: ShareRequest) => this.#share(slot, request);
    const handlers = { ...this.#options.handlers, share };
    const link = spawner.searchThread(name, { data, handlers }, (error) => {
      slot.died(error);
      memory.bury(space);
      this.#slots.forget(slot);
    });
    const cancelFlag = new Int32Array(flag);
    const { replies } = memory;
    const slot = new SearchSlot({ link, mailbox, cancelFlag, lane, replies });
    return slot;
  }

  #cancelId(): number {
    const cancelId = this.#nextCancelId;
    this.#nextCancelId = (this.#nextCancelId % 0x7fffffff) + 1;
    return cancelId;
  }
}

/** OpenSearch's error for a full queue. */
export function rejected(pool: string, queueSize: number): ApiError {
  return new ApiError(
    'es_rejected_execution_exception',
    `rejected execution of shard operation on [${pool}] thread pool: queue capacity [${queueSize}] is reached`,
  );
}
