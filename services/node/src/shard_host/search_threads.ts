/**
 * The search threads of this node and the queue before them. A thread runs one call at a time; what finds none free waits, at most
 * `queueSize` calls, beyond which a call is refused with 429. A cancelled call is stopped through a flag in shared memory; one that does
 * not stop within the grace period loses its thread.
 */
import type { Timers } from '@skein/base';
import { ApiError, fromPlainError } from '@skein/errors';
import { MailboxCaller, mailboxMemory } from '@skein/platform';
import type { ScriptConfiguration } from '@skein/script';
import type { OneShardSearch } from '@skein/search';
import type { ReaderSnapshot } from '@skein/search_library';
import type { SearchCalls, ShardlessCalls } from '@skein/shard';
import { ANSWER_MAILBOX, AnswerMailboxWriter } from './answer_mailbox.js';
import type { AnswerReply } from './mod.js';
import type { SegmentMemory } from './segment_memory.js';
import type {
  AnswerMessage,
  ScriptThreadData,
  SearchThreadCalls,
  ShardContext,
} from './thread_calls.js';
import { ignoreDeadThread, type ThreadLink, type ThreadSpawner } from './thread_link.js';
import type { ThreadPoolStats } from './thread_pool.js';

/** How long a cancelled call may go on before its thread is ended. */
const CANCEL_GRACE_MS = 5_000;

export interface SearchThreadsOptions {
  readonly spawner: ThreadSpawner;
  readonly maxThreads: number;
  readonly queueSize: number;
  readonly timers: Timers;
  /** What a new thread is to know of scripts. */
  readonly scripts: () => ScriptThreadData;
  readonly memory: SegmentMemory;
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

/** A call about a point in time. */
interface PointedCall<Request> {
  readonly key: string;
  readonly snapshot: ReaderSnapshot;
  readonly index: IndexVersion;
  readonly request: Request;
  readonly cancelId: number;
}

/** What the phases need to know of the index, made only for a thread that has not got this version. */
export interface IndexVersion {
  readonly version: string;
  context(): ShardContext;
}

interface Slot {
  readonly link: ThreadLink<SearchThreadCalls>;
  readonly cancelFlag: Int32Array;
  readonly mailbox: MailboxCaller;
  readonly mail: AnswerMailboxWriter;
  /** Points in time the thread has open, by `key@version`. */
  readonly known: Map<string, KnownPoint>;
  readonly lane: number;
}

interface KnownPoint {
  readonly handle: number;
  /** The version of the index the thread knows. */
  readonly indexVersion: string;
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
  #nextHandle = 1;
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
    const stopWatching = this.#watch(slot, this.#cancelId(), signal);
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
    const mailbox = mailboxMemory(ANSWER_MAILBOX.requestBytes, ANSWER_MAILBOX.replyBytes);
    const lane = this.#freeLane();
    const { memory, scripts } = this.#options;
    const space = memory.search(lane);
    const data = { cancelFlag: flag, mailbox, scripts: scripts(), lane, space };
    const link = this.#options.spawner.searchThread(name, data, (error) => {
      slot.mailbox.fail(error);
      memory.bury(space);
      this.#slots.delete(slot);
      const at = this.#free.indexOf(slot);
      if (at >= 0) this.#free.splice(at, 1);
    });
    const slot: Slot = {
      link,
      cancelFlag: new Int32Array(flag),
      mailbox: new MailboxCaller(mailbox, () => link.channel.ring()),
      mail: new AnswerMailboxWriter(mailbox),
      known: new Map(),
      lane,
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
    slot: Slot,
    { kind, key, snapshot, index, request, signal }: SearchJob<K>,
  ): Promise<SearchCalls[K]['reply']> {
    const cancelId = this.#cancelId();
    const stopWatching = this.#watch(slot, cancelId, signal);
    try {
      const reply = await this.#sendOpening(slot, kind, {
        key,
        snapshot,
        index,
        request,
        cancelId,
      });
      return reply as SearchCalls[K]['reply'];
    } finally {
      stopWatching();
    }
  }

  /** Through the mailbox when the thread has the point in time open and the request fits; else as a message. */
  async #answer(slot: Slot, { signal, ...job }: AnswerJob): Promise<AnswerReply> {
    const cancelId = this.#cancelId();
    const stopWatching = this.#watch(slot, cancelId, signal);
    try {
      return (
        (await mailSearch(slot, { ...job, cancelId })) ??
        received(await this.#sendOpening(slot, 'answer', { ...job, cancelId }))
      );
    } finally {
      stopWatching();
    }
  }

  /** Sends what the thread needs to open the point in time along, unless it has it. */
  async #sendOpening<K extends 'answer' | keyof SearchCalls>(
    slot: Slot,
    kind: K,
    { key, snapshot, index, request, cancelId }: PointedCall<unknown>,
  ): Promise<SearchThreadCalls[K]['reply']> {
    const name = pointName(key, snapshot);
    const known = slot.known.get(name);
    const handle = known?.handle ?? this.#nextHandle++;
    const opening =
      known?.indexVersion === index.version
        ? undefined
        : { handle, snapshot, context: index.context() };
    const call = { key, snapshotVersion: snapshot.version, opening, cancelId, request };
    const reply = await send(slot, kind, call as never);
    slot.known.set(name, { handle, indexVersion: index.version });
    return reply as SearchThreadCalls[K]['reply'];
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

function pointName(key: string, { version }: Pick<ReaderSnapshot, 'version'>): string {
  return `${key}@${version}`;
}

/** A message, for which a thread that waits at its mailbox is sent to its event loop. */
function send<K extends keyof SearchThreadCalls & string>(
  { link, mailbox }: Slot,
  kind: K,
  request: SearchThreadCalls[K]['request'],
): Promise<SearchThreadCalls[K]['reply']> {
  const reply = link.channel.call(kind, request as never);
  mailbox.interrupt();
  return reply as Promise<SearchThreadCalls[K]['reply']>;
}

/** `undefined` when it cannot go by mailbox. */
async function mailSearch(
  slot: Slot,
  { key, snapshot, index, request, cancelId }: PointedCall<OneShardSearch>,
): Promise<AnswerReply | undefined> {
  const known = slot.known.get(pointName(key, snapshot));
  if (known?.indexVersion !== index.version) return undefined;
  const length = slot.mail.write({ handle: known.handle, cancelId, search: request });
  if (length === undefined) return undefined;
  const answer = slot.mail.read(await slot.mailbox.call(length));
  if (answer === undefined) return received(await send(slot, 'collect_answer', {}));
  return { kind: 'answered', ...answer };
}

function received(message: AnswerMessage): AnswerReply {
  return message.kind === 'malformed'
    ? { kind: 'malformed', error: fromPlainError(message.error) }
    : message;
}

/** The reference's answer of a full queue. */
export function rejected(pool: string, queueSize: number): ApiError {
  return new ApiError(
    'es_rejected_execution_exception',
    `rejected execution of shard operation on [${pool}] thread pool: queue capacity [${queueSize}] is reached`,
  );
}
