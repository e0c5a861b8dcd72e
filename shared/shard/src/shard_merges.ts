/**
 * Schedules the merges of a shard: as many at a time as its settings allow, in another thread, in
 * parallel with all other work. A forced merge waits for the running ones and then merges alone
 * until it is done.
 */
import { type Engine, mergedBytesOf } from '@skein/engine';
import { type ApiError, asApiError } from '@skein/errors';
import { MergeControl, type MergeJob, stopMerge } from '@skein/search_library';
import type { WriteCalls } from './calls.js';
import { MergeRate, UNLIMITED_RATE } from './merge_rate.js';
import type { ShardOptions } from './shard_options.js';

/** Smaller merges are over soon, so they are never throttled. */
const THROTTLED_FROM_BYTES = 50 * 1024 * 1024;
/** Error type when the shard's own thread or that of the merges was ended. */
const THREAD_GONE = 'node_closed_exception';

export class ShardMerges {
  readonly #engine: Engine;
  readonly #options: Pick<ShardOptions, 'merge' | 'clock'>;
  /** Called after an error that ended the engine. */
  readonly #onFailure: () => void;
  readonly #running = new Map<MergeJob, Promise<void>>();
  readonly #rate = new MergeRate();
  /** Running merges that may be throttled. */
  readonly #large = new Set<MergeJob>();
  /** Completion of the last forced merge; forced merges wait for one another. */
  #forced: Promise<void> = Promise.resolve();
  #forcing = 0;
  #stopped = false;
  #isBehind = false;
  #isFlushDue = false;

  constructor(
    engine: Engine,
    options: Pick<ShardOptions, 'merge' | 'clock'>,
    onFailure: () => void,
  ) {
    this.#engine = engine;
    this.#options = options;
    this.#onFailure = onFailure;
  }

  /**
   * Bytes a second that large merges may write. When merges are behind, writes wait for them, so
   * they run unthrottled.
   */
  get bytesPerSecond(): number {
    const isThrottled = this.#engine.settings.throttleMerges && !this.#isBehind;
    return isThrottled ? this.#rate.bytesPerSecond : UNLIMITED_RATE;
  }

  /**
   * Returns true if a merge large enough for a flush has ended since the last call: a flush removes
   * the merged segments.
   */
  takeFlushDue(): boolean {
    const isDue = this.#isFlushDue;
    this.#isFlushDue = false;
    return isDue;
  }

  /** True if a merge is under way, or its end has not been handled yet. */
  get isBusy(): boolean {
    return this.#running.size > 0 || this.#forcing > 0 || this.#isFlushDue;
  }

  /** True if more merges are under way or wanted than allowed. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /**
   * Starts the merges that the policy wants now, and applies the current settings to the running
   * ones.
   */
  start(): void {
    this.#isBehind = !this.#stopped && this.#countBehind();
    this.#pace();
    const { maxMerges } = this.#engine.settings;
    while (!this.#stopped && this.#forcing === 0 && this.#running.size < maxMerges) {
      const job = this.#engine.merges.start();
      if (job === undefined) return;
      this.#holdBack(job);
      this.#run(job).then(
        () => this.start(),
        (error: unknown) => this.#failed(error),
      );
    }
  }

  /** True if merges are behind. Merges wait only when no more can be started. */
  #countBehind(): boolean {
    const { maxMerges, maxMergeCount } = this.#engine.settings;
    const running = this.#running.size;
    if (running < maxMerges && this.#forcing === 0) return false;
    const room = Math.max(0, maxMergeCount - running);
    return running > maxMergeCount || this.#engine.merges.wanted(room + 1) > room;
  }

  /** Resolves when it is done. */
  async force(request: WriteCalls['force_merge']['request']): Promise<void> {
    this.#forcing++;
    const before = this.#forced;
    const own = before.then(() => this.#force(request));
    this.#forced = own.catch(() => undefined);
    try {
      await own;
    } finally {
      this.#forcing--;
    }
  }

  /** Resolves when no merge uses the shard's files any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const job of this.#running.keys()) stopMerge(job);
    await Promise.allSettled([...this.#running.values(), this.#forced]);
  }

  async #force({ maxNumSegments, onlyExpungeDeletes }: WriteCalls['force_merge']['request']) {
    await Promise.allSettled(this.#running.values());
    const { merges } = this.#engine;
    const forced = merges.forced(maxNumSegments ?? 1, onlyExpungeDeletes);
    while (!this.#stopped) {
      const job = merges.startForced(forced);
      if (job === undefined) return;
      await this.#run(job);
    }
  }

  #run(job: MergeJob): Promise<void> {
    const running = this.#mergeAndFinish(job).finally(() => {
      this.#running.delete(job);
      this.#large.delete(job);
    });
    this.#running.set(job, running);
    return running;
  }

  async #mergeAndFinish(job: MergeJob): Promise<void> {
    const { merge, clock } = this.#options;
    const { merges } = this.#engine;
    const startedMs = clock.monotonicMs();
    try {
      await merge(job);
    } catch (error) {
      merges.abandon(job);
      if (!this.#stopped) throw this.#endOf(asApiError(error));
      return;
    }
    if (this.#stopped) {
      merges.abandon(job);
      return;
    }
    merges.finish(job, clock.monotonicMs() - startedMs);
    if (mergedBytesOf(job) >= this.#engine.settings.flushAfterMergeBytes) this.#isFlushDue = true;
  }

  /**
   * Handles the failure of a merge. A merge that cannot read or write the shard's files ends the
   * shard, as in OpenSearch.
   */
  #endOf(error: ApiError): ApiError {
    if (error.type !== THREAD_GONE) {
      this.#engine.fail(error);
      this.#onFailure();
    }
    return error;
  }

  /**
   * Handles the failure of a background merge. A fault of the engine is reported by the engine, a
   * lost thread by its owner.
   */
  #failed(error: unknown): void {
    if (this.#engine.failure !== undefined) this.#onFailure();
    else if (asApiError(error).type !== THREAD_GONE) throw error;
  }

  #holdBack(job: MergeJob): void {
    if (mergedBytesOf(job) < THROTTLED_FROM_BYTES) return;
    this.#rate.next(this.#large.size > 0);
    this.#large.add(job);
    this.#pace();
  }

  /** Sets the write rate; all large merges have the same. */
  #pace(): void {
    const { bytesPerSecond } = this;
    const rate = bytesPerSecond < UNLIMITED_RATE ? bytesPerSecond : Number.POSITIVE_INFINITY;
    for (const { control } of this.#large) new MergeControl(control).bytesPerSecond = rate;
  }
}
