/**
 * What shards answer, put together as it comes, so many answers at a time (`batched_reduce_size`):
 * hits that cannot be in the page go, aggregations become those of one shard. However many shards
 * there are, what is held is a page, the buckets of all, and the answers of a batch. Who looks sees
 * the answer of those that have been heard.
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

export interface ReducedShardsOptions {
  readonly request: SearchRequest;
  /** At least 1. */
  readonly batchSize: number;
  /** What the answers take. */
  readonly memory: MemoryLease;
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly shardHost: Pick<ShardHost, 'runShardless'>;
  readonly shown: ShownLook;
}

/** How an answer is shown to who looks before the end. */
export interface ShownLook {
  readonly startMs: number;
  readonly totalHitsAsInt: boolean;
  /** `_shards`, when so many have answered. */
  readonly shards: (answered: number) => JsonObject & { readonly total: number };
}

/** A hit of the query phase as an object, and each of its sort values; measured, about. */
const HIT_BYTES = 120;
const SORT_VALUE_BYTES = 24;

type Parts = readonly unknown[];

/** The aggregations of a shard that has not been put together with others. */
interface Unreduced {
  readonly shardIndex: number;
  readonly parts: Parts;
}

export class ReducedShards<A extends ShardPart> {
  readonly #options: ReducedShardsOptions;
  /** All that answered, without aggregations. */
  #heard: A[] = [];
  /** Answers of the next batch. */
  #waiting = 0;
  #unreduced: Unreduced[] = [];
  #reduced: Parts | undefined;
  #phases = 0;
  /** One batch after another. */
  #reducing: Promise<void> = Promise.resolve();
  #failure: ApiError | undefined;

  constructor(options: ReducedShardsOptions) {
    assert(options.batchSize > 0, 'a batch has answers');
    this.#options = options;
  }

  /**
   * Takes an answer, and says what its shard has to keep of it; does not throw. As OpenSearch
   * counts: a batch is put together when one more answer comes, and what was put together before is
   * one of the next batch.
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

  /** Of all that answered. Throws what went wrong when answers were put together. */
  async finish(): Promise<MergedResult> {
    await this.#reducing;
    if (this.#failure !== undefined) throw this.#failure;
    try {
      return await this.#merged();
    } catch (thrown) {
      throw reduceFailed(asApiError(thrown));
    }
  }

  /** Leaves everything as it is. */
  async look(): Promise<Uint8Array> {
    const { request, shown, clock } = this.#options;
    // A batch under way is in neither what was put together nor in what was not.
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

  /** Without hits and aggregations there is nothing to put together before the end. */
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
      .catch((thrown: unknown) => this.#fail(thrown as ApiError));
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

/**
 * Sums of fractions depend on their order: that of the shards, as far as they have come together.
 */
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
