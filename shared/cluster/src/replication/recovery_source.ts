/**
 * The primary's side of a recovery. It sends files if the target has another history or lacks
 * operations that are gone from the log; then the operations that the target lacks; then it waits
 * until the target has everything. Live operations are sent to the target from before the moment
 * its history is sampled, so that none is missed.
 */
import type { CopyContext } from './copy_context.js';
import type { CopyReply, StartRecovery } from './messages.js';
import type { Operation } from './operation.js';
import type { CopyRef } from './shard_view.js';
import type { ReplicationTracker } from './tracker.js';

interface RecoverySourceParts {
  readonly context: CopyContext;
  readonly tracker: ReplicationTracker;
  readonly term: number;
  /** True while the copy is still the primary. */
  readonly isActive: () => boolean;
  /**
   * Continues when the target, which is in-sync, has everything it needs besides the operations.
   */
  readonly bring: (target: CopyRef, then: () => void) => void;
  /**
   * Called when the target has everything and may be told. A target that replaces the primary is
   * told only when nothing is under way any more.
   */
  readonly complete: (target: CopyRef, tell: () => void) => void;
  /** Called when the target failed. */
  readonly failed: (target: CopyRef) => void;
}

/** The reading and sending of the history in one attempt. */
interface HistoryRun {
  readonly fromSeqNo: number;
  /** The position of the next batch. */
  next: unknown;
  isReading: boolean;
  isRead: boolean;
  /** Number of unanswered batches. */
  onTheirWay: number;
  /** The target's local checkpoint according to its answers so far. */
  localCheckpoint: number;
}

export class RecoverySource {
  readonly #parts: RecoverySourceParts;
  readonly #sessions = new Map<string, number>();
  /** By target: the history that its attempt reads. */
  readonly #runs = new Map<string, HistoryRun>();
  /** Number of announced sets of files, over all attempts. */
  #rounds = 0;

  constructor(parts: RecoverySourceParts) {
    this.#parts = parts;
  }

  /**
   * Starts an attempt for a target that is initializing in the applied view. A running attempt of
   * it ends.
   */
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

  /**
   * Reads the next batch. The first read fixes the end of the history: later operations are already
   * sent live.
   */
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

  /**
   * Keeps as many batches under way as the cluster allows; the target has everything when the last
   * of them is answered.
   */
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
      // Later answers to this attempt change nothing any more.
      this.forget(target.allocationId);
      this.#parts.failed(target);
    };
  }

  #isCurrent({ allocationId }: CopyRef, session: number): boolean {
    return this.#parts.isActive() && this.#sessions.get(allocationId) === session;
  }
}
