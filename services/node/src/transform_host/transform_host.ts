/**
 * Runs the cluster's transforms while this node is the master. The progress of each is in the
 * cluster state (`TransformRecord`); a new master repeats the current checkpoint, which writes the
 * same documents.
 */
import { type Log, SoonestTimer } from '@skein/base';
import {
  type ClusterState,
  clusterSettings,
  type TransformProgress,
  type TransformRecord,
} from '@skein/cluster';
import { asApiError, isVersionConflict } from '@skein/errors';
import { nowhere } from '@skein/reading';
import { CLUSTER, readSetting } from '@skein/settings';
import { readTransform, type Transform } from '@skein/transform';
import type { Identity } from '../security/mod.js';
import { decodeOwner } from '../security/owner.js';
import { Checkpoint, type CheckpointParts } from './checkpoint_run.js';
import { Counters } from './counters.js';
import { type DestinationParts, deleteOld, ensureDestination } from './destination.js';
import { sourceTypes } from './source_search.js';

export interface TransformHostParts extends CheckpointParts, DestinationParts {
  readonly localNodeId: string;
  readonly log: Log;
}

const STEP = { timeoutMs: 30_000, masterTimeoutMs: 30_000 };
/** Delay after a cluster change, because changes come in groups. */
const SETTLE_MS = 100;
/** Interval at which the counters of a running checkpoint are stored in the cluster state. */
const TOLD_EVERY_MS = 10_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 600_000;
/** A step is decided again if another change came first. */
const MOST_TRIES = 20;
/** Delay after a failed step. */
const REST_MS = 5000;
/** Statuses of temporary errors. */
const PASSING = new Set([408, 409, 429]);

/** States in which nothing more is written. */
const ENDED: ReadonlySet<string> = new Set(['stopping', 'stopped', 'failed']);

interface Work {
  /** Identifies the record, because another one of the same name may have been created since. */
  readonly createMs: number;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

export class TransformHost {
  readonly #parts: TransformHostParts;
  readonly #working = new Map<string, Work>();
  /** When a transform may be tried again after a failed step, in monotonic milliseconds. */
  readonly #resting = new Map<string, number>();
  readonly #stopped = new AbortController();
  readonly #timer: SoonestTimer;

  constructor(parts: TransformHostParts) {
    this.#parts = parts;
    this.#timer = new SoonestTimer(parts, () => this.#look());
  }

  /**
   * Handles a new cluster state: a transform was started or stopped, or this node became the
   * master.
   */
  apply(next: ClusterState): void {
    if (next.masterNodeId !== this.#parts.localNodeId) {
      for (const { stop } of this.#working.values()) stop.abort();
      return;
    }
    for (const [id, { stop, createMs }] of this.#working) {
      const record = next.metadata.transforms.get(id);
      if (record?.createMs !== createMs || ENDED.has(record.state)) stop.abort();
    }
    if (next.metadata.transforms.size > 0) this.#timer.in(SETTLE_MS);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#timer.stop();
    for (const { stop } of this.#working.values()) stop.abort();
    await Promise.all([...this.#working.values()].map(({ done }) => done));
  }

  #look(): void {
    const { masterService, localNodeId } = this.#parts;
    const state = masterService.state();
    if (state.masterNodeId !== localNodeId || this.#stopped.signal.aborted) return;
    const due: TransformRecord[] = [];
    let nextMs = Number.POSITIVE_INFINITY;
    for (const record of state.metadata.transforms.values()) {
      if (record.state === 'stopped' || record.state === 'failed') continue;
      if (this.#working.has(record.id)) continue;
      const waitMs = this.#waitMs(record);
      if (waitMs > 0) nextMs = Math.min(nextMs, waitMs);
      else if (record.state === 'stopping') this.#begin(record);
      else due.push(record);
    }
    this.#beginSome(due, state);
    if (Number.isFinite(nextMs)) this.#timer.in(Math.max(SETTLE_MS, nextMs));
  }

  /** Milliseconds until the transform needs work. */
  #waitMs({ id, state, dueMs }: TransformRecord): number {
    const { clock } = this.#parts;
    const restMs = (this.#resting.get(id) ?? 0) - clock.monotonicMs();
    if (restMs > 0) return restMs;
    this.#resting.delete(id);
    return state === 'started' ? dueMs - clock.nowMs() : 0;
  }

  /** Starts as many transforms as may run at once. Each one that ends triggers another check. */
  #beginSome(due: readonly TransformRecord[], state: ClusterState): void {
    const most = readSetting(clusterSettings(state), CLUSTER.lifecycle.transformsAtOnce);
    const free = Math.max(0, most - this.#working.size);
    for (const record of due.toSorted((a, b) => a.dueMs - b.dueMs).slice(0, free)) {
      this.#begin(record);
    }
  }

  #begin(record: TransformRecord): void {
    const stop = new AbortController();
    const done = this.#work(record, stop.signal)
      .catch((thrown: unknown) => {
        const { type, reason } = asApiError(thrown);
        this.#parts.log.warn('transform interrupted', { transform: record.id, type, reason });
        this.#resting.set(record.id, this.#parts.clock.monotonicMs() + REST_MS);
      })
      .finally(() => {
        this.#working.delete(record.id);
        this.#timer.in(SETTLE_MS);
      });
    this.#working.set(record.id, { createMs: record.createMs, stop, done });
  }

  async #work(record: TransformRecord, signal: AbortSignal): Promise<void> {
    if (record.state === 'stopping') return this.#settle(record, () => ({ state: 'stopped' }));
    const counters = new Counters(record.stats);
    counters.add('trigger_count', 1);
    try {
      await this.#checkpoint(record, { counters, signal });
    } catch (thrown) {
      await this.#settle(record, (now) => this.#afterFailure(now, { thrown, counters, signal }));
    }
  }

  async #checkpoint(
    record: TransformRecord,
    { counters, signal }: { readonly counters: Counters; readonly signal: AbortSignal },
  ): Promise<void> {
    const { clock } = this.#parts;
    const owner = decodeOwner(record.owner);
    const transform = readTransform(record.source, nowhere);
    const startMs = clock.nowMs();
    const toMs = startMs - (transform.sync?.delayMs ?? 0);
    const window = { fromMs: record.upperMs, toMs };
    let toldMs = clock.monotonicMs();
    const pageDone = async () => {
      if (clock.monotonicMs() - toldMs < TOLD_EVERY_MS) return;
      toldMs = clock.monotonicMs();
      await this.#settle(record, () => ({ stats: counters.all }));
    };
    const prepare = () => this.#prepare(transform, owner, signal);
    const run = { transform, window, owner, counters, signal, prepare, pageDone };
    const checkpoint = new Checkpoint(run, this.#parts);
    const isFirst = record.upperMs === undefined;
    if (!isFirst && record.state === 'started' && !(await checkpoint.hasChanges())) {
      const deleted = await this.#forget(transform, { owner, counters, signal });
      const dueMs = startMs + transform.frequencyMs;
      const stats = deleted > 0 ? { stats: counters.all } : {};
      // Attempts that failed before count no more, and neither does their reason.
      const calm = { state: 'started', failures: 0, dueMs, ...stats } as const;
      await this.#settle(record, ({ state }) => (state === 'started' ? calm : undefined));
      return;
    }
    await this.#settle(record, ({ state }) =>
      state === 'started' ? { state: 'indexing' } : undefined,
    );
    signal.throwIfAborted();
    await checkpoint.write();
    await this.#forget(transform, { owner, counters, signal });
    signal.throwIfAborted();
    await this.#settle(record, (now) => {
      const finished: TransformProgress = {
        checkpoint: now.checkpoint + 1,
        checkpointMs: startMs,
        failures: 0,
        stats: counters.all,
      };
      if (transform.sync === undefined || now.state === 'stopping') {
        return { ...finished, ...(transform.sync && { upperMs: toMs }), state: 'stopped' };
      }
      return {
        ...finished,
        upperMs: toMs,
        state: 'started',
        dueMs: startMs + transform.frequencyMs,
      };
    });
  }

  async #prepare(transform: Transform, owner: Identity, signal: AbortSignal): Promise<void> {
    const nowMs = this.#parts.clock.nowMs();
    const asking = { ...this.#parts, options: { identity: owner, signal, nowMs } };
    const types = await sourceTypes(transform, asking);
    // The destination of an ended transform may be deleted, and must stay so.
    signal.throwIfAborted();
    await ensureDestination(transform, { types, owner, nowMs }, this.#parts);
  }

  async #forget(
    transform: Transform,
    { owner, counters, signal }: { owner: Identity; counters: Counters; signal: AbortSignal },
  ): Promise<number> {
    const { clock } = this.#parts;
    const startMs = clock.monotonicMs();
    const asked = { owner, signal, nowMs: clock.nowMs() };
    const deleted = await deleteOld(transform, asked, this.#parts);
    if (deleted === 0) return 0;
    counters.add('documents_deleted', deleted);
    counters.add('delete_time_in_ms', Math.round(clock.monotonicMs() - startMs));
    return deleted;
  }

  /** Undefined if nothing is recorded, because another master continues. */
  #afterFailure(
    record: TransformRecord,
    failed: {
      readonly thrown: unknown;
      readonly counters: Counters;
      readonly signal: AbortSignal;
    },
  ): TransformProgress | undefined {
    const stats = failed.counters.all;
    if (record.state === 'stopping') return { state: 'stopped', stats };
    if (failed.signal.aborted) return undefined;
    const { type, reason, status } = asApiError(failed.thrown);
    const { retries } = readTransform(record.source, nowhere).settings;
    const failures = record.failures + 1;
    const isFinal = status < 500 && !PASSING.has(status);
    const told = `${type}: ${reason}`;
    if (retries !== -1 && (isFinal || failures > retries)) {
      this.#parts.log.warn('transform failed', { transform: record.id, reason: told });
      return { state: 'failed', reason: told, failures, stats };
    }
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
    const dueMs = this.#parts.clock.nowMs() + delayMs;
    return { state: 'started', reason: told, failures, dueMs, stats };
  }

  /**
   * Takes the step decided on the transform's current record; decides again if another change came
   * first.
   */
  async #settle(
    { id, createMs }: TransformRecord,
    decide: (record: TransformRecord) => TransformProgress | undefined,
  ): Promise<void> {
    const { masterService } = this.#parts;
    for (let tries = 1; ; tries++) {
      const record = masterService.state().metadata.transforms.get(id);
      if (record?.createMs !== createMs) return;
      const progress = decide(record);
      if (progress === undefined) return;
      try {
        const request = { id, createMs, version: record.version, progress };
        await masterService.submit('transform_step', request, STEP);
        return;
      } catch (thrown) {
        if (!isVersionConflict(thrown) || tries === MOST_TRIES) throw thrown;
      }
    }
  }
}
