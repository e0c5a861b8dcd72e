/**
 * The search threads of this node and the queue before them. A thread runs one call at a time; what finds none free waits, at most
 * `queueSize` calls, beyond which a call is refused with 429. A cancelled call is stopped through a flag in shared memory; one that does
 * not stop within the grace period loses its thread.
 */
import type { Timers } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { ScriptConfiguration } from '@skein/script';
import type { ReaderSnapshot } from '@skein/search_library';
import type { ScriptCalls, SearchCalls } from '@skein/shard';
import type { ScriptThreadData, SearchThreadCalls, ShardContext } from './thread_calls.js';
import { ignoreDeadThread, type ThreadLink, type ThreadSpawner } from './thread_link.js';

/** How long a cancelled call may go on before its thread is ended. */
const CANCEL_GRACE_MS = 5_000;

export interface SearchThreadsOptions {
  readonly spawner: ThreadSpawner;
  readonly maxThreads: number;
  readonly queueSize: number;
  readonly timers: Timers;
  /** What a new thread is to know of scripts. */
  readonly scripts: () => ScriptThreadData;
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

/** What the phases need to know of the index, made only for a thread that has not got this version. */
export interface IndexVersion {
  readonly version: string;
  context(): ShardContext;
}

interface Slot {
  readonly link: ThreadLink<SearchThreadCalls>;
  readonly cancelFlag: Int32Array;
  /** Points in time the thread has open, `key@version`, and of which version it knows the index. */
  readonly known: Map<string, string>;
}

interface Waiting {
  readonly run: (slot: Slot) => void;
  readonly refuse: (error: ApiError) => void;
}

export class SearchThreads {
  readonly #options: SearchThreadsOptions;
  readonly #slots = new Set<Slot>();
  readonly #free: Slot[] = [];
  readonly #queue: Waiting[] = [];
  #started = 0;
  #nextCancelId = 1;
  #rejected = 0;
  #completed = 0;

  constructor(options: SearchThreadsOptions) {
    this.#options = options;
  }

  stats(): ThreadPoolStats {
    return {
      threads: this.#slots.size,
      queue: this.#queue.length,
      active: this.#slots.size - this.#free.length,
      rejected: this.#rejected,
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

  /** A call about scripts alone: any thread will do. */
  async runScript<K extends keyof ScriptCalls>(
    kind: K,
    request: ScriptCalls[K]['request'],
    signal: AbortSignal,
  ): Promise<ScriptCalls[K]['reply']> {
    signal.throwIfAborted();
    const slot = await this.#acquire();
    const stopWatching = this.#watch(slot, this.#cancelId(), signal);
    try {
      return (await slot.link.channel.call(kind, request as never)) as ScriptCalls[K]['reply'];
    } finally {
      stopWatching();
      this.#completed++;
      this.#release(slot);
    }
  }

  /** No search reads this point in time any more. */
  forget(key: string, snapshotVersion: number): void {
    const name = `${key}@${snapshotVersion}`;
    for (const slot of this.#slots) {
      if (!slot.known.delete(name)) continue;
      slot.link.channel.call('forget', { key, snapshotVersion }).catch(ignoreDeadThread);
    }
  }

  /** Every thread runs scripts by the new configuration from its next call on. */
  changeScripts(configuration: ScriptConfiguration): void {
    for (const { link } of this.#slots) {
      link.channel.call('change_scripts', configuration).catch(ignoreDeadThread);
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#slots].map((slot) => slot.link.terminate()));
    this.#slots.clear();
    for (const waiting of this.#queue.splice(0)) {
      waiting.refuse(new ApiError('node_closed_exception', 'node closed'));
    }
  }

  #acquire(): Promise<Slot> {
    const free = this.#free.pop() ?? this.#spawnIfAllowed();
    if (free !== undefined) return Promise.resolve(free);
    if (this.#queue.length >= this.#options.queueSize) {
      this.#rejected++;
      return Promise.reject(rejected('search', this.#options.queueSize));
    }
    return new Promise((run, refuse) => this.#queue.push({ run, refuse }));
  }

  #release(slot: Slot): void {
    const next = this.#slots.has(slot) ? slot : this.#replacement();
    if (next === undefined) return;
    const waiting = this.#queue.shift();
    if (waiting === undefined) this.#free.push(next);
    else waiting.run(next);
  }

  /** For the thread that died, when somebody waits for one. */
  #replacement(): Slot | undefined {
    return this.#queue.length > 0 ? this.#spawnIfAllowed() : undefined;
  }

  #spawnIfAllowed(): Slot | undefined {
    if (this.#slots.size >= this.#options.maxThreads) return undefined;
    this.#started++;
    const flag = new SharedArrayBuffer(4);
    const name = `search-${this.#started}`;
    const data = { cancelFlag: flag, scripts: this.#options.scripts() };
    const link = this.#options.spawner.searchThread(name, data, () => {
      this.#slots.delete(slot);
      const at = this.#free.indexOf(slot);
      if (at >= 0) this.#free.splice(at, 1);
    });
    const slot: Slot = { link, cancelFlag: new Int32Array(flag), known: new Map() };
    this.#slots.add(slot);
    return slot;
  }

  async #call<K extends keyof SearchCalls>(
    slot: Slot,
    { kind, key, snapshot, index, request, signal }: SearchJob<K>,
  ): Promise<SearchCalls[K]['reply']> {
    const name = `${key}@${snapshot.version}`;
    const cancelId = this.#cancelId();
    const stopWatching = this.#watch(slot, cancelId, signal);
    const call = {
      key,
      snapshotVersion: snapshot.version,
      opening:
        slot.known.get(name) === index.version ? undefined : { snapshot, context: index.context() },
      cancelId,
      request,
    };
    try {
      const reply = await slot.link.channel.call(
        kind,
        call as SearchThreadCalls[K]['request'] as never,
      );
      slot.known.set(name, index.version);
      return reply as SearchCalls[K]['reply'];
    } finally {
      stopWatching();
    }
  }

  #cancelId(): number {
    const cancelId = this.#nextCancelId;
    this.#nextCancelId = (this.#nextCancelId % 0x7fffffff) + 1;
    return cancelId;
  }

  /** Raises the flag when the caller goes away, and ends the thread when that does not help. */
  #watch(slot: Slot, cancelId: number, signal: AbortSignal): () => void {
    let grace: { cancel(): void } | undefined;
    const onAbort = () => {
      Atomics.store(slot.cancelFlag, 0, cancelId);
      grace = this.#options.timers.after(CANCEL_GRACE_MS, () => {
        void slot.link.kill();
      });
    };
    signal.addEventListener('abort', onAbort, { once: true });
    return () => {
      signal.removeEventListener('abort', onAbort);
      grace?.cancel();
    };
  }
}

export interface ThreadPoolStats {
  readonly threads: number;
  readonly queue: number;
  readonly active: number;
  readonly rejected: number;
  readonly completed: number;
}

/** The reference's answer of a full queue. */
export function rejected(pool: string, queueSize: number): ApiError {
  return new ApiError(
    'es_rejected_execution_exception',
    `rejected execution of shard operation on [${pool}] thread pool: queue capacity [${queueSize}] is reached`,
  );
}
