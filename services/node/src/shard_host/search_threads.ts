/**
 * The search threads of this node and the queue before them. A thread runs one call at a time; what finds none free waits, at most
 * `queueSize` calls, beyond which a call is refused with 429. A cancelled call is stopped through a flag in shared memory; one that does
 * not stop within the grace period loses its thread.
 */
import type { Timers } from '@skein/base';
import { ApiError } from '@skein/errors';
import { type CallHandlers, MailboxCaller, mailboxMemory } from '@skein/platform';
import type { ScriptConfiguration } from '@skein/script';
import type { OneShardSearch } from '@skein/search';
import type { ReaderSnapshot } from '@skein/search_library';
import type { SearchCalls, ShardlessCalls } from '@skein/shard';
import { ANSWER_MAILBOX, AnswerMailboxWriter } from './answer_mailbox.js';
import type { AnswerReply } from './contract.js';
import type { LightSearches } from './light/light_searches.js';
import {
  type IndexVersion,
  mailSearch,
  pointName,
  received,
  type SearchSlot,
  send,
  sendOpening,
  watchCall,
} from './search_slot.js';
import type { SegmentMemory } from './segment_memory.js';
import {
  CANCEL_FLAG_BYTES,
  type ScriptThreadData,
  type SearchHostCalls,
  SHARDLESS,
} from './thread_calls.js';
import { ignoreDeadThread, type ThreadSpawner } from './thread_link.js';
import type { ThreadPoolStats } from './thread_pool.js';

export interface SearchThreadsOptions {
  readonly spawner: ThreadSpawner;
  readonly maxThreads: number;
  readonly queueSize: number;
  readonly timers: Timers;
  /** What a new thread is to know of scripts. */
  readonly scripts: () => ScriptThreadData;
  readonly memory: SegmentMemory;
  readonly handlers: CallHandlers<SearchHostCalls>;
  /** Those that need no thread. */
  readonly light: Pick<LightSearches, 'answer' | 'forget'>;
}

export interface SearchJob<K extends keyof SearchCalls> {
  readonly kind: K;
  /** Names the shard's opening: `HostedShard.readerKey`. */
  readonly key: string;
  readonly snapshot: ReaderSnapshot;
  readonly index: IndexVersion;
  readonly request: SearchCalls[K]['request'];
  readonly signal: AbortSignal;
}

export interface AnswerJob extends Omit<SearchJob<'search'>, 'kind' | 'request'> {
  readonly request: OneShardSearch;
}

interface Waiting {
  readonly run: (slot: SearchSlot) => void;
  readonly refuse: (error: ApiError) => void;
}

export class SearchThreads {
  readonly #options: SearchThreadsOptions;
  readonly #slots = new Set<SearchSlot>();
  readonly #free: SearchSlot[] = [];
  readonly #queue: Waiting[] = [];
  #started = 0;
  #nextCancelId = 1;
  #rejected = 0;
  #completed = 0;
  #largest = 0;

  constructor(options: SearchThreadsOptions) {
    this.#options = options;
  }

  /** Calls that wait for a thread. */
  get waiting(): number {
    return this.#queue.length;
  }

  stats(): ThreadPoolStats {
    return {
      threads: this.#slots.size,
      queue: this.#queue.length,
      active: this.#slots.size - this.#free.length,
      rejected: this.#rejected,
      largest: this.#largest,
      completed: this.#completed,
    };
  }

  async run<K extends keyof SearchCalls>(job: SearchJob<K>): Promise<SearchCalls[K]['reply']> {
    job.signal.throwIfAborted();
    const slot = await this.#acquire();
    try {
      job.signal.throwIfAborted();
      return await this.#call(slot, job);
    } finally {
      this.#completed++;
      this.#release(slot);
    }
  }

  /** A search of one shard alone, from its bytes to the bytes of its answer. */
  async answer(job: AnswerJob): Promise<AnswerReply> {
    job.signal.throwIfAborted();
    const light = this.#options.light.answer(job);
    if (light !== undefined) {
      this.#completed++;
      return light;
    }
    const slot = this.#free.pop() ?? (await this.#acquire());
    try {
      job.signal.throwIfAborted();
      return await this.#answer(slot, job);
    } finally {
      this.#completed++;
      this.#release(slot);
    }
  }

  /** A call about no shard: any thread will do. */
  async runShardless<K extends keyof ShardlessCalls>(
    kind: K,
    request: ShardlessCalls[K]['request'],
    signal: AbortSignal,
  ): Promise<ShardlessCalls[K]['reply']> {
    signal.throwIfAborted();
    const slot = await this.#acquire();
    const cancelId = this.#cancelId();
    Atomics.store(slot.cancelFlag, SHARDLESS, cancelId);
    const stopWatching = watchCall(slot, { cancelId, signal }, this.#options.timers);
    try {
      return (await send(slot, kind, request as never)) as ShardlessCalls[K]['reply'];
    } finally {
      stopWatching();
      this.#completed++;
      this.#release(slot);
    }
  }

  /** No search reads this point in time any more. */
  forget(key: string, snapshotVersion: number): void {
    this.#options.light.forget(key, snapshotVersion);
    const name = pointName(key, { version: snapshotVersion });
    for (const slot of this.#slots) {
      if (!slot.known.delete(name)) continue;
      send(slot, 'forget', { key, snapshotVersion }).catch(ignoreDeadThread);
    }
  }

  /** Every thread runs scripts by the new configuration from its next call on. */
  changeScripts(configuration: ScriptConfiguration): void {
    for (const slot of this.#slots) {
      send(slot, 'change_scripts', configuration).catch(ignoreDeadThread);
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#slots].map((slot) => slot.link.terminate()));
    this.#slots.clear();
    for (const waiting of this.#queue.splice(0)) {
      waiting.refuse(new ApiError('node_closed_exception', 'node closed'));
    }
  }

  #acquire(): Promise<SearchSlot> {
    const free = this.#free.pop() ?? this.#spawnIfAllowed();
    if (free !== undefined) return Promise.resolve(free);
    if (this.#queue.length >= this.#options.queueSize) {
      this.#rejected++;
      return Promise.reject(rejected('search', this.#options.queueSize));
    }
    return new Promise((run, refuse) => this.#queue.push({ run, refuse }));
  }

  #release(slot: SearchSlot): void {
    const next = this.#slots.has(slot) ? slot : this.#replacement();
    if (next === undefined) return;
    const waiting = this.#queue.shift();
    if (waiting === undefined) this.#free.push(next);
    else waiting.run(next);
  }

  /** For the thread that died, when somebody waits for one. */
  #replacement(): SearchSlot | undefined {
    return this.#queue.length > 0 ? this.#spawnIfAllowed() : undefined;
  }

  #spawnIfAllowed(): SearchSlot | undefined {
    if (this.#slots.size >= this.#options.maxThreads) return undefined;
    this.#started++;
    const flag = new SharedArrayBuffer(CANCEL_FLAG_BYTES);
    const name = `search-${this.#started}`;
    const mailbox = mailboxMemory(ANSWER_MAILBOX.requestBytes, ANSWER_MAILBOX.replyBytes);
    const lane = this.#freeLane();
    const { memory, scripts } = this.#options;
    const space = memory.search(lane);
    const data = { cancelFlag: flag, mailbox, scripts: scripts(), lane, space };
    const { spawner, handlers } = this.#options;
    const link = spawner.searchThread(name, { data, handlers }, (error) => {
      slot.mailbox.fail(error);
      memory.bury(space);
      this.#slots.delete(slot);
      const at = this.#free.indexOf(slot);
      if (at >= 0) this.#free.splice(at, 1);
    });
    const slot: SearchSlot = {
      link,
      cancelFlag: new Int32Array(flag),
      mailbox: new MailboxCaller(mailbox, () => link.channel.ring()),
      mail: new AnswerMailboxWriter(mailbox),
      known: new Map(),
      lane,
      nextHandle: 1,
    };
    this.#slots.add(slot);
    this.#largest = Math.max(this.#largest, this.#slots.size);
    return slot;
  }

  #freeLane(): number {
    const taken = new Set(Array.from(this.#slots, (slot) => slot.lane));
    let lane = 0;
    while (taken.has(lane)) lane++;
    return lane;
  }

  async #call<K extends keyof SearchCalls>(
    slot: SearchSlot,
    job: SearchJob<K>,
  ): Promise<SearchCalls[K]['reply']> {
    const cancelId = this.#cancelId();
    const stopWatching = watchCall(slot, { cancelId, signal: job.signal }, this.#options.timers);
    try {
      const reply = await sendOpening(slot, job.kind, { cancelId, call: job });
      return reply as SearchCalls[K]['reply'];
    } finally {
      stopWatching();
    }
  }

  /** Through the mailbox when the thread has the point in time open and the request fits; else as a message. */
  async #answer(slot: SearchSlot, call: AnswerJob): Promise<AnswerReply> {
    const cancelId = this.#cancelId();
    const { signal } = call;
    const stopWatching = watchCall(slot, { cancelId, signal }, this.#options.timers);
    try {
      return (
        (await mailSearch(slot, { cancelId, call })) ??
        received(await sendOpening(slot, 'answer', { cancelId, call }))
      );
    } finally {
      stopWatching();
    }
  }

  #cancelId(): number {
    const cancelId = this.#nextCancelId;
    this.#nextCancelId = (this.#nextCancelId % 0x7fffffff) + 1;
    return cancelId;
  }
}

/** The reference's answer of a full queue. */
export function rejected(pool: string, queueSize: number): ApiError {
  return new ApiError(
    'es_rejected_execution_exception',
    `rejected execution of shard operation on [${pool}] thread pool: queue capacity [${queueSize}] is reached`,
  );
}
