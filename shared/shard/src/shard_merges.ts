/**
 * When the merges of a shard run: as many at a time as its settings say, in some other thread, beside everything else. A forced merge waits
 * for those and has the shard's merging to itself until it is done.
 */
import { type Engine, mergedBytesOf } from '@skein/engine';
import { type ApiError, asApiError } from '@skein/errors';
import { MergeControl, type MergeJob, stopMerge } from '@skein/search_library';
import type { WriteCalls } from './calls.js';
import { MergeRate, UNLIMITED_RATE } from './merge_rate.js';
import type { ShardOptions } from './shard_options.js';

/** Smaller merges are over soon: they are never held back. */
const THROTTLED_FROM_BYTES = 50 * 1024 * 1024;
/** The shard's own thread was ended, or that of the merges. */
const THREAD_GONE = 'node_closed_exception';

export class ShardMerges {
  readonly #engine: Engine;
  readonly #options: Pick<ShardOptions, 'merge' | 'clock'>;
  /** After an error that ended the engine. */
  readonly #onFailure: () => void;
  readonly #running = new Map<MergeJob, Promise<void>>();
  readonly #rate = new MergeRate();
  /** Those under way that may be held back. */
  readonly #large = new Set<MergeJob>();
  /** Forced merges wait for one another. */
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

  /** Bytes a second that large merges may write. When they are behind, writes wait for them: then nothing holds them up. */
  get bytesPerSecond(): number {
    const isThrottled = this.#engine.settings.throttleMerges && !this.#isBehind;
    return isThrottled ? this.#rate.bytesPerSecond : UNLIMITED_RATE;
  }

  /** Whether a merge has ended since this was asked last that is large enough for a flush: it lets go of what was merged. */
  takeFlushDue(): boolean {
    const isDue = this.#isFlushDue;
    this.#isFlushDue = false;
    return isDue;
  }

  /** Something is under way, or its end has not been heeded yet. */
  get isBusy(): boolean {
    return this.#running.size > 0 || this.#forcing > 0 || this.#isFlushDue;
  }

  /** More merges are under way or wanted than may be. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Begins what the policy wants now, and has those under way obey the settings as they are. */
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

  /** Only where no more can be begun do any wait. */
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

  /** Resolves when no merge touches the shard's files any more. */
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

  /** A merge that cannot read or write the shard's files ends the shard, as in the reference. */
  #endOf(error: ApiError): ApiError {
    if (error.type !== THREAD_GONE) {
      this.#engine.fail(error);
      this.#onFailure();
    }
    return error;
  }

  /** Nobody waits for these merges: what is wrong with the engine is told by it, a thread that is gone by its owner. */
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

  /** All large merges write at the same rate. */
  #pace(): void {
    const { bytesPerSecond } = this;
    const rate = bytesPerSecond < UNLIMITED_RATE ? bytesPerSecond : Number.POSITIVE_INFINITY;
    for (const { control } of this.#large) new MergeControl(control).bytesPerSecond = rate;
  }
}
