/**
 * The asynchronous searches of this node, running or completed. Each lives until it expires or its
 * owner deletes it.
 */
import type { Clock, Random, TimerHandle, Timers } from '@skein/base';
import { clusterSettings } from '@skein/cluster';
import { ApiError, asApiError, toPlainError } from '@skein/errors';
import type { BreakerAccount, MemoryLease } from '@skein/search_library';
import { CLUSTER, readSetting, type Setting } from '@skein/settings';
import type { MasterService } from '../master_service/mod.js';
import {
  contextIdText,
  newContextId,
  type PartialLook,
  type SearchAnswer,
  type SearchCoordinator,
  type SearchOptions,
  type UnreadSearchCall,
} from '../search_coordinator/mod.js';
import type { Identity } from '../security/mod.js';
import { ownerKey, type Task, type Tasks } from '../tasks/mod.js';
import type {
  AsyncLook,
  AsyncOutcome,
  AsyncSearchCounts,
  AsyncSearchState,
  AsyncSearchStats,
  AsyncTerms,
} from './contract.js';

export interface LocalAsyncParts {
  readonly nodeId: string;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly tasks: Pick<Tasks, 'run'>;
  readonly masterService: Pick<MasterService, 'state'>;
  readonly searchCoordinator: Pick<SearchCoordinator, 'searchUnread' | 'searchShards'>;
  /** Accounts memory to the `request` breaker. */
  readonly requests: Pick<BreakerAccount, 'lease'>;
}

interface Entry {
  readonly text: string;
  readonly owner: string;
  readonly startedAtMs: number;
  readonly shardCount: number;
  readonly controller: AbortController;
  readonly memory: MemoryLease;
  /** Resolves when the search has ended. */
  ended: Promise<void>;
  outcome: AsyncOutcome | undefined;
  /** Renders the partial results. */
  look: PartialLook | undefined;
  keepAliveMs: number;
  expiresAtMs: number;
  expiry: TimerHandle | undefined;
}

/** Approximate size of a search beside its response, as measured. */
const ENTRY_BYTES = 4096;
const ACTION = 'indices:data/read/async_search/submit';

export class LocalAsyncSearches {
  readonly #parts: LocalAsyncParts;
  readonly #entries = new Map<string, Entry>();
  readonly #counts: AsyncSearchCounts = {
    submitted: 0,
    completed: 0,
    failed: 0,
    rejected: 0,
    cancelled: 0,
  };
  #running = 0;
  #opened = 0;

  constructor(parts: LocalAsyncParts) {
    this.#parts = parts;
  }

  get stats(): AsyncSearchStats {
    const kept = [...this.#entries.values()].filter(({ outcome }) => outcome !== undefined).length;
    return { ...this.#counts, running: this.#running, kept };
  }

  async submit(
    call: UnreadSearchCall,
    { waitMs, keepOnCompletion, keepAliveMs }: AsyncTerms,
    options: SearchOptions,
  ): Promise<AsyncSearchState> {
    this.#admit();
    const entry = this.#begin(call, keepAliveMs, options);
    // A client that disconnects before it has the id can never find the search again.
    const leave = () => this.#forget(entry);
    if (options.signal.aborted) leave();
    else options.signal.addEventListener('abort', leave, { once: true });
    try {
      await this.#endedWithin(entry, waitMs);
    } finally {
      options.signal.removeEventListener('abort', leave);
    }
    const isAnswered = entry.outcome !== undefined && !keepOnCompletion;
    if (isAnswered) this.#forget(entry);
    return shownState(entry, isAnswered);
  }

  async get(id: string, { waitMs, keepAliveMs }: AsyncLook, identity: Identity) {
    const entry = this.#find(id, identity);
    if (keepAliveMs !== undefined) this.#keepFor(entry, keepAliveMs);
    await this.#endedWithin(entry, waitMs);
    return shownState(entry, false);
  }

  delete(id: string, identity: Identity): void {
    this.#forget(this.#find(id, identity));
  }

  stop(): void {
    for (const entry of this.#entries.values()) this.#forget(entry);
  }

  #find(id: string, identity: Identity): Entry {
    const entry = this.#entries.get(id);
    if (entry?.owner === ownerKey(identity)) return entry;
    throw notFound(id);
  }

  #admit(): void {
    const most = this.#setting(CLUSTER.search.maxRunningAsync);
    if (this.#running < most) return;
    this.#counts.rejected++;
    throw new ApiError(
      'es_rejected_execution_exception',
      `Trying to create too many concurrent searches. Must be less than or equal to: [${most}]. This limit can be set by changing the [${CLUSTER.search.maxRunningAsync.key}] settings.`,
    );
  }

  #begin(call: UnreadSearchCall, keepAliveMs: number, options: SearchOptions): Entry {
    const { clock, nodeId, random, requests } = this.#parts;
    const shardCount = this.#shardCount(call, options);
    const memory = requests.lease();
    memory.grow(ENTRY_BYTES, '<async_search>');
    const number = ++this.#opened;
    const id = newContextId('async', { number, nodeId, random });
    const startedAtMs = clock.nowMs();
    const entry: Entry = {
      text: contextIdText(id),
      owner: ownerKey(options.identity),
      startedAtMs,
      shardCount,
      controller: new AbortController(),
      memory,
      ended: Promise.resolve(),
      outcome: undefined,
      look: undefined,
      keepAliveMs,
      expiresAtMs: startedAtMs + keepAliveMs,
      expiry: undefined,
    };
    this.#entries.set(entry.text, entry);
    this.#keepFor(entry, keepAliveMs);
    this.#counts.submitted++;
    entry.ended = this.#run(entry, call, options);
    return entry;
  }

  /** Never rejects: an error becomes the outcome. */
  async #run(entry: Entry, call: UnreadSearchCall, options: SearchOptions): Promise<void> {
    this.#running++;
    try {
      const { identity, opaqueId } = options;
      const description = `async_search{indices[${call.terms.target.indices.join(',')}]}`;
      const task = { action: ACTION, description, identity, opaqueId, cancellable: true };
      entry.outcome = await this.#parts.tasks.run(task, (running) =>
        this.#search(entry, call, { options, task: running }),
      );
      this.#counts.completed++;
    } catch (thrown) {
      entry.outcome = { error: toPlainError(asApiError(thrown)) };
      if (entry.controller.signal.aborted) this.#counts.cancelled++;
      else this.#counts.failed++;
    } finally {
      entry.look = undefined;
      this.#running--;
    }
  }

  async #search(
    entry: Entry,
    call: UnreadSearchCall,
    { options, task }: { readonly options: SearchOptions; readonly task: Task },
  ): Promise<AsyncOutcome> {
    const signal = AbortSignal.any([entry.controller.signal, task.signal]);
    const progress = (look: PartialLook): void => {
      entry.look = look;
    };
    const searchOptions = { ...options, signal, progress };
    const answer = await this.#parts.searchCoordinator.searchUnread(call, searchOptions);
    const size = answer.chunks.reduce((sum, { length }) => sum + length, 0);
    this.#checkSize(size);
    if (this.#entries.has(entry.text)) entry.memory.grow(size, '<async_search>');
    return { status: answer.status, body: joined(answer, size) };
  }

  #checkSize(size: number): void {
    const { maxAsyncAnswer } = CLUSTER.search;
    const most = this.#setting(maxAsyncAnswer);
    if (size <= most) return;
    throw new ApiError(
      'illegal_argument_exception',
      `Can't store an async search response larger than [${most}] bytes. This limit can be set by changing the [${maxAsyncAnswer.key}] setting.`,
    );
  }

  /** Throws the errors of the index expression before anything is kept. */
  #shardCount({ terms }: UnreadSearchCall, options: SearchOptions): number {
    const { searchCoordinator } = this.#parts;
    const { target, routing, preference } = terms;
    const found = searchCoordinator.searchShards(
      { target, routing, preference, slice: undefined },
      options,
    );
    return Array.isArray(found.shards) ? found.shards.length : 0;
  }

  #keepFor(entry: Entry, keepAliveMs: number): void {
    const { clock, timers } = this.#parts;
    entry.keepAliveMs = keepAliveMs;
    entry.expiresAtMs = Math.max(clock.nowMs(), entry.startedAtMs) + keepAliveMs;
    entry.expiry?.cancel();
    entry.expiry = timers.after(keepAliveMs, () => this.#forget(entry));
  }

  #forget(entry: Entry): void {
    if (!this.#entries.delete(entry.text)) return;
    entry.expiry?.cancel();
    entry.memory.end();
    if (entry.outcome === undefined) entry.controller.abort();
  }

  async #endedWithin(entry: Entry, waitMs: number): Promise<void> {
    if (entry.outcome !== undefined) return;
    const most = this.#setting(CLUSTER.search.maxAsyncWait);
    let stopWaiting: () => void = () => undefined;
    const timeout = new Promise<void>((resolve) => {
      const timer = this.#parts.timers.after(Math.min(waitMs, most), resolve);
      stopWaiting = () => timer.cancel();
    });
    await Promise.race([entry.ended, timeout]);
    stopWaiting();
  }

  #setting(setting: Setting<number>): number {
    return readSetting(clusterSettings(this.#parts.masterService.state()), setting);
  }
}

/** As in OpenSearch and Elasticsearch, the reason is only the id. */
export function notFound(id: string): ApiError {
  return new ApiError('resource_not_found_exception', id);
}

/**
 * Errors while rendering partial results are ignored; the search reports its own error when it
 * ends.
 */
async function shownState(entry: Entry, isForgotten: boolean): Promise<AsyncSearchState> {
  const partial = await entry.look?.().catch(() => undefined);
  const state = stateOf(entry, isForgotten);
  return state.isRunning && partial !== undefined ? { ...state, partial } : state;
}

function stateOf(entry: Entry, isForgotten: boolean): AsyncSearchState {
  const { startedAtMs, expiresAtMs, shardCount, outcome } = entry;
  const id = isForgotten ? undefined : entry.text;
  return { id, isRunning: outcome === undefined, startedAtMs, expiresAtMs, shardCount, outcome };
}

function joined({ chunks }: SearchAnswer, size: number): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const body = new Uint8Array(size);
  let end = 0;
  for (const chunk of chunks) {
    body.set(chunk, end);
    end += chunk.length;
  }
  return body;
}
