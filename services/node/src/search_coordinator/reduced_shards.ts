/**
 * Reduces shard results in batches as they arrive (`batched_reduce_size`): hits that cannot be in
 * the page are dropped, and aggregations are merged into one. So memory is bounded by a page, the
 * buckets of all shards, and the results of one batch. `look` renders the results so far.
 */
import { assert, type Clock } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { type ApiError, asApiError } from '@skein/errors';
import {
  aggregationBytes,
  finished,
  finishesInThread,
  fromBytes,
  keepBestHits,
  type MergedResult,
  mergeQueryResults,
  reducedParts,
  reduceFailed,
  renderSearch,
  type SearchRequest,
  type ShardPart,
  type UnfinishedAggregations,
  unfinishedAggregations,
} from '@skein/search';
import type { MemoryLease } from '@skein/search_library';
import type { ShardHost } from '../shard_host/mod.js';

interface ReducedShardsOptions {
  readonly request: SearchRequest;
  /** At least 1. */
  readonly batchSize: number;
  /** Accounts for the memory of the results. */
  readonly memory: MemoryLease;
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly shardHost: Pick<ShardHost, 'runShardless'>;
  readonly shown: ShownLook;
}

/** Parameters for rendering a partial response. */
interface ShownLook {
  readonly startMs: number;
  readonly totalHitsAsInt: boolean;
  /** `_shards`, when this many have answered. */
  readonly shards: (answered: number) => JsonObject & { readonly total: number };
}

/** Approximate size of a query phase hit, and of each of its sort values, as measured. */
const HIT_BYTES = 120;
const SORT_VALUE_BYTES = 24;

type Parts = readonly unknown[];

/** Aggregations of a shard that are not reduced yet. */
interface Unreduced {
  readonly shardIndex: number;
  readonly parts: Parts;
}

export class ReducedShards<A extends ShardPart> {
  readonly #options: ReducedShardsOptions;
  /** All results so far, without aggregations. */
  #heard: A[] = [];
  /** Number of results in the next batch. */
  #waiting = 0;
  #unreduced: Unreduced[] = [];
  #reduced: Parts | undefined;
  #phases = 0;
  /** Runs one batch after another. */
  #reducing: Promise<void> = Promise.resolve();
  #failure: ApiError | undefined;

  constructor(options: ReducedShardsOptions) {
    assert(options.batchSize > 0, 'a batch has answers');
    this.#options = options;
  }

  /**
   * Takes a shard's result and returns the rest of it, which the fetch phase needs; does not throw.
   * As in OpenSearch, a full batch is reduced when the next result arrives, and the reduced result
   * counts as one result of the next batch.
   */
  async answered(answer: A): Promise<A> {
    const { batchSize } = this.#options;
    const isFull = this.#waiting + Math.min(this.#phases, 1) >= batchSize;
    if (this.#isBatched() && isFull) this.#reduceBatch();
    const { aggregations, ...result } = answer.result;
    const kept = { ...answer, result };
    this.#take(kept, aggregations);
    await this.#reducing;
    return { ...kept, result: { ...result, hits: [] } };
  }

  /** The merged result of all shards. Throws the errors of reducing. */
  async finish(): Promise<MergedResult> {
    await this.#reducing;
    if (this.#failure !== undefined) throw this.#failure;
    try {
      return await this.#merged();
    } catch (thrown) {
      throw reduceFailed(asApiError(thrown));
    }
  }

  /** Renders the results so far without changing the state. */
  async look(): Promise<Uint8Array> {
    const { request, shown, clock } = this.#options;
    // A running batch is in neither the reduced nor the unreduced results.
    await this.#reducing;
    const { startMs, totalHitsAsInt } = shown;
    const heard = this.#heard.length;
    const merged = await this.#merged();
    const nothing = { value: 0, relation: 'gte' } as const;
    const counted = heard === 0 && request.trackTotalHits >= 0 ? nothing : merged.total;
    const chunks = renderSearch({
      tookMs: Math.round(clock.monotonicMs() - startMs),
      merged: { ...merged, total: counted, maxScore: Number.NaN },
      shards: shown.shards(heard),
      hits: [],
      totalHitsAsInt,
      status: undefined,
    });
    return Buffer.concat(chunks);
  }

  close(): void {
    this.#options.memory.end();
  }

  #take(answer: A, parts: Parts | undefined): void {
    if (this.#failure !== undefined) return;
    this.#heard.push(answer);
    if (parts !== undefined) this.#unreduced.push({ shardIndex: answer.shardIndex, parts });
    this.#waiting++;
    try {
      const { memory } = this.#options;
      memory.grow(hitsBytes([answer]), '<partial_results>');
      if (parts !== undefined) memory.grow(aggregationBytes(parts), '<reduce_aggs>');
    } catch (thrown) {
      this.#fail(asApiError(thrown));
    }
  }

  /** True if there are hits or aggregations to reduce before the end. */
  #isBatched(): boolean {
    const { request } = this.#options;
    return request.aggregations !== undefined || request.size > 0;
  }

  #reduceBatch(): void {
    const batch = this.#unreduced;
    this.#unreduced = [];
    this.#waiting = 0;
    this.#phases++;
    this.#reducing = this.#reducing
      .then(() => this.#reduce(batch))
      .catch((thrown: unknown) => this.#fail(asApiError(thrown)));
  }

  async #reduce(batch: readonly Unreduced[]): Promise<void> {
    if (this.#failure !== undefined) return;
    const { request, memory } = this.#options;
    try {
      this.#heard = keepBestHits(request, this.#heard);
      const unfinished = this.#unfinished(inOrder(this.#reduced, batch));
      if (unfinished !== undefined) this.#reduced = await this.#reducedParts(unfinished);
    } catch (thrown) {
      throw reduceFailed(asApiError(thrown));
    }
    memory.end();
    memory.grow(hitsBytes(this.#heard), '<partial_results>');
    const held = inOrder(this.#reduced, this.#unreduced);
    memory.grow(aggregationBytes(held), '<reduce_aggs>');
  }

  #fail(failure: ApiError): void {
    this.#failure ??= failure;
    this.#heard = [];
    this.#unreduced = [];
    this.#reduced = undefined;
  }

  async #merged(): Promise<MergedResult> {
    const { request } = this.#options;
    const merged = { ...mergeQueryResults(request, this.#heard), reducePhases: this.#phases + 1 };
    const unfinished = this.#unfinished(inOrder(this.#reduced, this.#unreduced));
    if (unfinished === undefined) return merged;
    return { ...merged, aggregations: await this.#finished(unfinished) };
  }

  #unfinished(answers: readonly Parts[]): UnfinishedAggregations | undefined {
    if (answers.length === 0) return undefined;
    const found = unfinishedAggregations(this.#options.request, this.#heard);
    return found && { ...found, answers };
  }

  async #reducedParts(unfinished: UnfinishedAggregations): Promise<Parts> {
    const { signal, shardHost } = this.#options;
    if (!finishesInThread(unfinished)) {
      return reducedParts(unfinished, () => signal.throwIfAborted());
    }
    return (await shardHost.runShardless('reduce_aggregations', unfinished, signal)).parts;
  }

  async #finished(unfinished: UnfinishedAggregations): Promise<MergedResult['aggregations']> {
    const { signal, shardHost } = this.#options;
    if (!finishesInThread(unfinished)) {
      return finished(unfinished, { checkCancelled: () => signal.throwIfAborted() });
    }
    const { json } = await shardHost.runShardless('finish_aggregations', unfinished, signal);
    return fromBytes(json);
  }
}

/** Sums of fractions depend on their order: shard order is used within each batch. */
function inOrder(reduced: Parts | undefined, batch: readonly Unreduced[]): readonly Parts[] {
  const own = batch.toSorted((a, b) => a.shardIndex - b.shardIndex).map(({ parts }) => parts);
  return reduced === undefined ? own : [reduced, ...own];
}

function hitsBytes(answers: readonly ShardPart[]): number {
  let bytes = 0;
  for (const { result } of answers) {
    const values = result.hits[0]?.sort.length ?? 0;
    bytes += result.hits.length * (HIT_BYTES + values * SORT_VALUE_BYTES);
  }
  return bytes;
}
