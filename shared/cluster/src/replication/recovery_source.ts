/**
 * The primary's side of a recovery: files if the target is of another history, or lacks what is gone from the log; then the operations it lacks, then the wait until it has
 * everything. Live operations are sent to the target from before the moment its history is sampled, so that none falls in between.
 */
import type { CopyContext } from './copy_context.js';
import type { CopyReply, StartRecovery } from './messages.js';
import type { Operation } from './operation.js';
import type { CopyRef } from './shard_view.js';
import type { ReplicationTracker } from './tracker.js';

export interface RecoverySourceParts {
  readonly context: CopyContext;
  readonly tracker: ReplicationTracker;
  readonly term: number;
  /** Still the primary. */
  readonly isActive: () => boolean;
  /** Goes on when the target, which is in-sync, has what it needs besides the operations. */
  readonly bring: (target: CopyRef, then: () => void) => void;
  /** The target has everything: it may be told. To one that takes the primary's place only when nothing is under way any more. */
  readonly complete: (target: CopyRef, tell: () => void) => void;
  /** The target did not do its part. */
  readonly failed: (target: CopyRef) => void;
}

/** What is read of the history, and sent, for one attempt. */
interface HistoryRun {
  readonly fromSeqNo: number;
  /** Where the next batch is read. */
  next: unknown;
  isReading: boolean;
  isRead: boolean;
  /** Batches that have no answer yet. */
  onTheirWay: number;
  /** The target's, by its answers so far. */
  localCheckpoint: number;
}

export class RecoverySource {
  readonly #parts: RecoverySourceParts;
  readonly #sessions = new Map<string, number>();
  /** By target: the history that its attempt reads. */
  readonly #runs = new Map<string, HistoryRun>();
  /** Files announced so far, of all attempts. */
  #rounds = 0;

  constructor(parts: RecoverySourceParts) {
    this.#parts = parts;
  }

  /** The target is in the applied view as initializing. A running attempt of it ends. */
  start(target: CopyRef, { session, historyUuid, fromSeqNo }: StartRecovery): void {
    this.forget(target.allocationId);
    this.#sessions.set(target.allocationId, session);
    const { status } = this.#parts.context;
    const isSameHistory = historyUuid !== undefined && historyUuid === status.historyUuid;
    if (isSameHistory) this.#stream(target, session, fromSeqNo);
    else this.#copyFiles(target, session);
  }

  forget(allocationId: string): void {
    this.#sessions.delete(allocationId);
    const next = this.#runs.get(allocationId)?.next;
    this.#runs.delete(allocationId);
    if (next !== undefined) this.#parts.context.store({ kind: 'let_go', next });
  }

  #copyFiles(target: CopyRef, session: number): void {
    const { context, tracker, term } = this.#parts;
    context.store(
      { kind: 'read_commit', isSafe: true },
      ({ commit, status: { historyUuid = '' } }) => {
        if (!this.#isCurrent(target, session)) {
          context.store({ kind: 'let_go', commit });
          return;
        }
        const { globalCheckpoint } = tracker;
        const round = ++this.#rounds;
        context.ask(
          target,
          { kind: 'copy_files', term, session, round, historyUuid, commit, globalCheckpoint },
          this.#onDone(target, session, ({ localCheckpoint }) =>
            this.#stream(target, session, localCheckpoint + 1),
          ),
        );
      },
    );
  }

  #stream(target: CopyRef, session: number, fromSeqNo: number): void {
    const { context, tracker } = this.#parts;
    if (context.rules.tracksBeforeSnapshot) tracker.track(target);
    const run: HistoryRun = {
      fromSeqNo,
      next: undefined,
      isReading: false,
      isRead: false,
      onTheirWay: 0,
      localCheckpoint: -1,
    };
    this.#runs.set(target.allocationId, run);
    this.#readNext(target, session, run);
  }

  /** The first read fixes what the history is: what comes later flows already. */
  #readNext(target: CopyRef, session: number, run: HistoryRun): void {
    const { context, tracker } = this.#parts;
    const { fromSeqNo, next } = run;
    run.isReading = true;
    run.next = undefined;
    context.store({ kind: 'read', fromSeqNo, next }, (result) => {
      if (!this.#isCurrent(target, session)) {
        if (result.next !== undefined) context.store({ kind: 'let_go', next: result.next });
        return;
      }
      if (result.isGone) {
        tracker.remove(target.allocationId);
        this.#copyFiles(target, session);
        return;
      }
      run.isReading = false;
      run.next = result.next;
      run.isRead = result.next === undefined;
      this.#send(target, session, { run, operations: result.operations });
      this.#goOn(target, session, run);
    });
  }

  #send(
    target: CopyRef,
    session: number,
    { run, operations }: { readonly run: HistoryRun; readonly operations: readonly Operation[] },
  ): void {
    const { context, tracker, term } = this.#parts;
    const { globalCheckpoint } = tracker;
    run.onTheirWay++;
    context.ask(
      target,
      { kind: 'recover', term, session, operations, globalCheckpoint },
      this.#onDone(target, session, ({ localCheckpoint }) => {
        run.onTheirWay--;
        run.localCheckpoint = Math.max(run.localCheckpoint, localCheckpoint);
        this.#goOn(target, session, run);
      }),
    );
  }

  /** As many batches at once as the cluster allows; the target has everything when the last of them is answered. */
  #goOn(target: CopyRef, session: number, run: HistoryRun): void {
    if (run.isRead) {
      if (run.onTheirWay === 0) this.#caughtUp(target, session, run.localCheckpoint);
      return;
    }
    const atOnce = this.#parts.context.view?.recoveryBatches ?? 1;
    if (!run.isReading && run.onTheirWay < atOnce) this.#readNext(target, session, run);
  }

  #caughtUp(target: CopyRef, session: number, localCheckpoint: number): void {
    const { context, tracker } = this.#parts;
    if (!context.rules.tracksBeforeSnapshot) tracker.track(target);
    tracker.advanced(target.allocationId, localCheckpoint);
    tracker.finalize(target.allocationId, () =>
      this.#parts.bring(target, () => this.#complete(target, session)),
    );
  }

  #complete(target: CopyRef, session: number): void {
    if (!this.#isCurrent(target, session)) return;
    this.#parts.complete(target, () => {
      if (this.#isCurrent(target, session)) this.#finalize(target, session);
    });
  }

  #finalize(target: CopyRef, session: number): void {
    const { context, tracker, term } = this.#parts;
    const { globalCheckpoint } = tracker;
    context.ask(
      target,
      { kind: 'finalize', term, session, globalCheckpoint },
      this.#onDone(target, session, () => this.forget(target.allocationId)),
    );
  }

  #onDone(
    target: CopyRef,
    session: number,
    then: (reply: CopyReply & { readonly kind: 'done' }) => void,
  ): (reply: CopyReply | undefined) => void {
    return (reply) => {
      if (!this.#isCurrent(target, session)) return;
      if (reply?.kind === 'done') {
        then(reply);
        return;
      }
      // Whatever else is on its way in this attempt changes nothing any more.
      this.forget(target.allocationId);
      this.#parts.failed(target);
    };
  }

  #isCurrent({ allocationId }: CopyRef, session: number): boolean {
    return this.#parts.isActive() && this.#sessions.get(allocationId) === session;
  }
}
