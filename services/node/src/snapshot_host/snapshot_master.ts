/**
 * The work in repositories while this node is the master. It follows the cluster state, does one
 * piece of work at a time in each repository (`dueWork`), and updates snapshots and restores from
 * the state of their shards. A new master repeats the unfinished pieces of its predecessor.
 */
import { type Log, SoonestTimer, type Timers } from '@skein/base';
import {
  advanceSnapshots,
  type CarryOutParts,
  type ClusterState,
  carryOut,
  dueWork,
  nextAdvanceMs,
  type RepositoryStorage,
  type RepositoryWork,
} from '@skein/cluster';
import { asApiError } from '@skein/errors';
import type { MasterService } from '../master_service/mod.js';

interface SnapshotMasterParts {
  readonly localNodeId: string;
  readonly masterService: Pick<MasterService, 'state' | 'submit'>;
  readonly storageOf: (repository: string, term: number) => RepositoryStorage;
  readonly newUuid: () => string;
  readonly version: CarryOutParts['version'];
  readonly clock: { nowMs(): number; monotonicMs(): number };
  readonly timers: Timers;
  readonly log: Log;
}

const STEP = { timeoutMs: 30_000, masterTimeoutMs: 30_000 };
/** Milliseconds to wait after a piece of work whose command failed. */
const AGAIN_MS = 500;

export class SnapshotMaster {
  readonly #parts: SnapshotMasterParts;
  readonly #busy = new Map<string, Promise<void>>();
  readonly #timer: SoonestTimer;
  #advancing: Promise<void> | undefined;
  #isStopped = false;
  #seen: ClusterState | undefined;

  constructor(parts: SnapshotMasterParts) {
    this.#parts = parts;
    this.#timer = new SoonestTimer(parts, () => this.#applyAgain());
  }

  apply(state: ClusterState): void {
    if (this.#isStopped || state.masterNodeId !== this.#parts.localNodeId) return;
    try {
      if (isOfConcern(this.#seen, state)) this.#advance(state);
      this.#seen = state;
    } catch (thrown) {
      // A timer may have called this. Work in repositories goes on even if one record is faulty.
      const { reason } = asApiError(thrown);
      this.#parts.log.error('work on snapshots failed', { reason });
    }
    for (const work of dueWork(state)) this.#start(work);
  }

  /** Looks at the whole state again, as time has passed or a step was taken. */
  #applyAgain(): void {
    this.#seen = undefined;
    this.apply(this.#parts.masterService.state());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer.stop();
    await Promise.all([...this.#busy.values(), this.#advancing]);
  }

  #advance(state: ClusterState): void {
    const nowMs = this.#parts.clock.nowMs();
    const atMs = nextAdvanceMs(state);
    if (atMs !== undefined) this.#timer.in(Math.max(0, atMs - nowMs));
    if (this.#advancing !== undefined || advanceSnapshots(state, nowMs) === state) return;
    this.#advancing = this.#run('advance_snapshots', {})
      .catch((thrown: unknown) => this.#failed('work on snapshots failed', thrown))
      .finally(() => {
        this.#advancing = undefined;
        this.#applyAgain();
      });
  }

  #start(work: RepositoryWork): void {
    const { repository } = work.kind === 'delete' ? work.deletion : work.snapshot;
    if (this.#busy.has(repository)) return;
    const { masterService, clock, newUuid, version, storageOf } = this.#parts;
    const done = carryOut(work, {
      state: () => masterService.state(),
      storageIn: (term) => storageOf(repository, term),
      run: (name, request) => this.#run(name, request),
      newUuid,
      nowMs: () => clock.nowMs(),
      version,
    })
      .catch((thrown: unknown) => this.#failed(`work in repository [${repository}] failed`, thrown))
      .finally(() => {
        this.#busy.delete(repository);
        this.apply(masterService.state());
      });
    this.#busy.set(repository, done);
  }

  /** Waits; the next state or the timer then makes another attempt. */
  #failed(message: string, thrown: unknown): Promise<void> {
    this.#parts.log.debug(message, { reason: asApiError(thrown).reason });
    return new Promise((resolve) => void this.#parts.timers.after(AGAIN_MS, resolve));
  }

  readonly #run: CarryOutParts['run'] = async (name, request) => {
    await this.#parts.masterService.submit(name, request, STEP);
  };
}

/** True when a part of the state has changed that snapshots and restores depend on. */
function isOfConcern(seen: ClusterState | undefined, { routing, metadata }: ClusterState): boolean {
  return (
    seen?.routing !== routing ||
    seen.metadata.indices !== metadata.indices ||
    seen.metadata.snapshots !== metadata.snapshots ||
    seen.metadata.snapshotDeletions !== metadata.snapshotDeletions ||
    seen.metadata.restores !== metadata.restores
  );
}
