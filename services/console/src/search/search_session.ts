/**
 * One search and its pages. The first page is a plain search. Reading on opens a point in time,
 * which the next search closes: so no document is shown twice or left out while others are written.
 */

import { signal } from '@preact/signals';
import { ApiFailure, errorOf } from '../api/failure.js';
import type { Question } from '../api/question.js';
import type { Json, JsonObject } from '../json/exact_json.js';
import type { Hit } from './documents.js';
import type { FieldInfo } from './fields.js';
import { PAGE_SIZE, searchBody } from './search_request.js';
import type { SearchState } from './search_state.js';

export interface Bucket {
  readonly key: number;
  readonly doc_count: number;
}

export interface SentRequest {
  readonly method: 'POST';
  readonly path: string;
  readonly body: JsonObject;
}

export interface Results {
  readonly hits: readonly Hit[];
  readonly total: number;
  /** `gte` when there are more hits than `total`. */
  readonly relation: string;
  readonly tookMs: number;
  /** Undefined when no date field exists. */
  readonly buckets: readonly Bucket[] | undefined;
  /** The request that brought the last page. */
  readonly request: SentRequest;
}

interface SearchAnswer {
  readonly took: number;
  readonly pit_id?: string;
  readonly hits: {
    readonly total?: { readonly value: number; readonly relation: string };
    readonly hits: readonly Hit[];
  };
  readonly aggregations?: { readonly over_time?: { readonly buckets: readonly Bucket[] } };
}

interface Wanted {
  readonly state: SearchState;
  readonly fields: readonly FieldInfo[];
}

/** Asks the node; rejects with an `ApiFailure` for an error. */
type Ask = <T>(question: Question) => Promise<T>;

const KEEP_ALIVE = '5m';

export class SearchSession {
  readonly results = signal<Results | undefined>(undefined);
  readonly error = signal<Error | undefined>(undefined);
  readonly isLoading = signal(false);
  readonly #ask: Ask;
  #wanted: Wanted | undefined;
  #pit: string | undefined;
  #running = new AbortController();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Starts a new search; a running one is cancelled. */
  async search(wanted: Wanted): Promise<void> {
    this.close();
    this.#wanted = wanted;
    const { state, fields } = wanted;
    const body = searchBody(state, fields, { size: PAGE_SIZE });
    const path = `/${encodePath(state.index)}/_search`;
    const isAnswered = await this.#run(async (signal) => {
      const request: SentRequest = { method: 'POST', path, body };
      const answer = await this.#ask<SearchAnswer>({ ...request, signal });
      const { total = { value: 0, relation: 'eq' }, hits } = answer.hits;
      const buckets = answer.aggregations?.over_time?.buckets;
      const counted = { total: total.value, relation: total.relation, buckets };
      this.results.value = { ...counted, hits, tookMs: answer.took, request };
    });
    // Hits of the search before would look like those of the one that failed.
    if (!isAnswered && this.#wanted === wanted) this.results.value = undefined;
  }

  /**
   * Reads the next page. The first call opens the point in time and reads the earlier pages again
   * from it, and so does one after the point in time has expired.
   */
  async more(): Promise<void> {
    const before = this.results.value;
    const wanted = this.#wanted;
    if (before === undefined || wanted === undefined || this.isLoading.value) return;
    await this.#run(async (signal) => {
      try {
        await this.#nextPage(before, wanted, signal);
      } catch (failure) {
        if (this.#pit === undefined || !isGone(failure)) throw failure;
        this.#pit = undefined;
        await this.#nextPage(before, wanted, signal);
      }
    });
  }

  async #nextPage(before: Results, wanted: Wanted, signal: AbortSignal): Promise<void> {
    const isFirst = this.#pit === undefined;
    this.#pit ??= await openPit(this.#ask, wanted.state.index, signal);
    const size = isFirst ? before.hits.length + PAGE_SIZE : PAGE_SIZE;
    const after = isFirst ? undefined : before.hits.at(-1)?.sort;
    const { aggs: _none, ...rest } = searchBody(wanted.state, wanted.fields, { size, after });
    const body: JsonObject = { ...rest, pit: { id: this.#pit, keep_alive: KEEP_ALIVE } };
    const request: SentRequest = { method: 'POST', path: '/_search', body };
    const answer = await this.#ask<SearchAnswer>({ ...request, signal });
    this.#pit = answer.pit_id ?? this.#pit;
    const { hits } = answer.hits;
    const all = isFirst ? hits : [...before.hits, ...hits];
    this.results.value = { ...before, hits: all, tookMs: answer.took, request };
  }

  close(): void {
    this.#running.abort();
    this.#running = new AbortController();
    const pit = this.#pit;
    this.#pit = undefined;
    // A failure is ignored: the point in time expires by itself.
    if (pit !== undefined) void closePit(this.#ask, pit).catch(() => undefined);
  }

  /** Resolves with true when the work succeeded. */
  async #run(work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    const { signal: stop } = this.#running;
    this.isLoading.value = true;
    try {
      await work(stop);
      this.error.value = undefined;
      return true;
    } catch (failure) {
      if (!stop.aborted) this.error.value = errorOf(failure);
      return false;
    } finally {
      if (!stop.aborted) this.isLoading.value = false;
    }
  }
}

/** True if the point in time has expired, or its node has left. */
function isGone(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.type === 'search_context_missing_exception';
}

export async function openPit(ask: Ask, index: string, signal?: AbortSignal): Promise<string> {
  const path = `/${encodePath(index)}/_pit?keep_alive=${KEEP_ALIVE}`;
  const { id } = await ask<{ readonly id: string }>({ method: 'POST', path, signal });
  return id;
}

export async function closePit(ask: Ask, id: string): Promise<void> {
  await ask<Json>({ method: 'DELETE', path: '/_pit', body: { id } });
}

/** Encodes names separated by commas for a path; `*` stays. */
export function encodePath(index: string): string {
  return index
    .split(',')
    .map((name) => encodeURIComponent(name.trim()))
    .join(',');
}
