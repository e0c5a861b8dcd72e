/**
 * Copies shards of this node into snapshots. Each shard that the cluster state asks for is copied
 * once, a few at a time. The master is then told the generation of the written shard list, or the
 * reason of the failure.
 */
import type { Log, Timers } from '@skein/base';
import { type ClusterState, type DueTaking, dueTakings } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import type { MasterService } from '../master_service/mod.js';
import type { CopyProgress, Repositories } from '../repositories/mod.js';
import type { ShardHost } from '../shard_host/mod.js';

interface ShardTakingsParts {
  readonly localNodeId: string;
  readonly masterService: Pick<MasterService, 'state' | 'submit'>;
  readonly repositories: Pick<Repositories, 'operate'>;
  readonly shardHost: Pick<ShardHost, 'holdCommit'>;
  readonly timers: Timers;
  readonly log: Log;
}

/** The progress of copying one shard into a snapshot. */
export interface TakingProgress {
  readonly snapshotUuid: string;
  readonly index: string;
  readonly shardId: number;
  readonly startMs: number;
  readonly progress: CopyProgress | undefined;
}

interface Running {
  readonly due: DueTaking;
  readonly controller: AbortController;
  readonly startMs: number;
  progress: CopyProgress | undefined;
}

/** Number of shards that are copied at once. */
const AT_ONCE = 4;
/** Number of attempts to copy a shard. */
const ATTEMPTS = 3;
/** Limits of a report: it waits this long for a master, and is repeated after a pause. */
const REPORT = { timeoutMs: 30_000, masterTimeoutMs: 30_000 };
const REPORT_AGAIN_MS = 1000;

export class ShardTakings {
  readonly #parts: ShardTakingsParts & { readonly nowMs: () => number };
  /** Keyed by snapshot, index, shard and attempt. */
  readonly #running = new Map<string, Running>();
  readonly #waiting = new Map<string, DueTaking>();
  readonly #ended = new Set<Promise<void>>();
  /** Keys of shards that are done or failed, kept until the cluster state says so too. */
  readonly #reported = new Set<string>();
  /** The snapshots of the last applied state; most states change something else. */
  #seen: ClusterState['metadata']['snapshots'] | undefined;
  #isStopped = false;

  constructor(parts: ShardTakingsParts & { readonly nowMs: () => number }) {
    this.#parts = parts;
  }

  apply(state: ClusterState): void {
    const { snapshots } = state.metadata;
    if (this.#isStopped || snapshots === this.#seen) return;
    this.#seen = snapshots;
    const due = new Map(dueTakings(state, this.#parts.localNodeId).map((one) => [keyOf(one), one]));
    for (const [key, running] of this.#running) {
      if (!due.has(key)) running.controller.abort(new Error('the snapshot was given up'));
    }
    for (const key of this.#reported) if (!due.has(key)) this.#reported.delete(key);
    this.#waiting.clear();
    for (const [key, one] of due) {
      if (!this.#running.has(key) && !this.#reported.has(key)) this.#waiting.set(key, one);
    }
    this.#startSome();
  }

  progress(): readonly TakingProgress[] {
    return [...this.#running.values()].map(({ due, startMs, progress }) => ({
      snapshotUuid: due.snapshot.uuid,
      index: due.index.name,
      shardId: due.shardId,
      startMs,
      progress,
    }));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#waiting.clear();
    for (const { controller } of this.#running.values()) {
      controller.abort(new Error('the node stops'));
    }
    await Promise.all(this.#ended);
  }

  #startSome(): void {
    for (const [key, due] of this.#waiting) {
      if (this.#running.size >= AT_ONCE || this.#isStopped) return;
      this.#waiting.delete(key);
      const run = this.#run(key, due);
      this.#ended.add(run);
      void run.finally(() => this.#ended.delete(run));
    }
  }

  async #run(key: string, due: DueTaking): Promise<void> {
    const running: Running = {
      due,
      controller: new AbortController(),
      startMs: this.#parts.nowMs(),
      progress: undefined,
    };
    this.#running.set(key, running);
    const { signal } = running.controller;
    const outcome = await this.#takeAgain(running).catch((thrown: unknown) => {
      const { reason } = asApiError(thrown);
      if (!signal.aborted)
        this.#parts.log.warn('snapshot of a shard failed', { ...nameOf(due), reason });
      return { reason };
    });
    this.#running.delete(key);
    if (!signal.aborted) {
      this.#reported.add(key);
      await this.#report(key, due, outcome);
    }
    this.#startSome();
  }

  /**
   * Repeats the copy when the repository thread ended during it: another operation may have been at
   * fault.
   */
  async #takeAgain(running: Running): Promise<{ readonly generation: string }> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#take(running);
      } catch (thrown) {
        const isCutOff = asApiError(thrown).type === 'node_closed_exception';
        const isOver = this.#isStopped || running.controller.signal.aborted;
        if (!isCutOff || isOver || attempt === ATTEMPTS) throw thrown;
      }
    }
  }

  async #take(running: Running): Promise<{ readonly generation: string }> {
    const { snapshot, index, shardId, taking } = running.due;
    const { repositories, shardHost } = this.#parts;
    const { signal } = running.controller;
    const held = await shardHost.holdCommit(index.uuid, shardId);
    try {
      const request = {
        snapshot: { name: snapshot.name, uuid: snapshot.uuid },
        indexId: index.id,
        shard: shardId,
        base: taking.base,
        path: held.path,
        commit: held.commit,
      };
      const onProgress = (progress: CopyProgress) => {
        running.progress = progress;
      };
      const options = { signal, onProgress };
      const taken = await repositories.operate(snapshot.repository, 'take_shard', request, options);
      return { generation: taken.generation };
    } finally {
      held.letGo();
    }
  }

  /**
   * Retries the report until a master accepts it or the cluster state no longer asks for this
   * shard.
   */
  async #report(
    key: string,
    { snapshot, index, shardId, taking }: DueTaking,
    outcome: { readonly generation?: string; readonly reason?: string },
  ): Promise<void> {
    const { masterService, timers, log } = this.#parts;
    const { attempt } = taking;
    const report = { uuid: snapshot.uuid, index: index.name, shardId, attempt, ...outcome };
    while (!this.#isStopped && this.#reported.has(key)) {
      try {
        await masterService.submit('snapshot_shard_done', report, REPORT);
        return;
      } catch (thrown) {
        log.debug('snapshot of a shard not reported to a master', {
          reason: asApiError(thrown).reason,
        });
      }
      await new Promise<void>((resolve) => void timers.after(REPORT_AGAIN_MS, resolve));
    }
  }
}

function keyOf({ snapshot, index, shardId, taking }: DueTaking): string {
  return `${snapshot.uuid}/${index.uuid}/${shardId}/${taking.attempt}`;
}

function nameOf({ snapshot, index, shardId }: DueTaking) {
  return { snapshot: snapshot.name, index: index.name, shard: shardId };
}
