/**
 * The primary's side of a recovery: files if the target is of another history, or lacks what is gone from the log; then the operations it lacks, then the wait until it has
 * everything. Live operations are sent to the target from before the moment its history is sampled, so that none falls in between.
 */
import type { CopyContext } from './copy_context.js';
import type { CopyReply, StartRecovery } from './messages.js';
import type { CopyRef } from './shard_view.js';
import type { ReplicationTracker } from './tracker.js';

export interface RecoverySourceParts {
  readonly context: CopyContext;
  readonly tracker: ReplicationTracker;
  readonly term: number;
  /** Still the primary. */
  readonly isActive: () => boolean;
  /** The target has everything: it may be told. To one that takes the primary's place only when nothing is under way any more. */
  readonly complete: (target: CopyRef, tell: () => void) => void;
  /** The target did not do its part. */
  readonly failed: (target: CopyRef) => void;
}

interface HistoryPlace {
  readonly fromSeqNo: number;
  readonly next: unknown;
}

export class RecoverySource {
  readonly #parts: RecoverySourceParts;
  readonly #sessions = new Map<string, number>();

  constructor(parts: RecoverySourceParts) {
    this.#parts = parts;
  }

  /** The target is in the applied view as initializing. A running attempt of it ends. */
  start(target: CopyRef, { session, historyUuid, fromSeqNo }: StartRecovery): void {
    this.#sessions.set(target.allocationId, session);
    const { status } = this.#parts.context;
    const isSameHistory = historyUuid !== undefined && historyUuid === status.historyUuid;
    if (isSameHistory) this.#stream(target, session, fromSeqNo);
    else this.#copyFiles(target, session);
  }

  forget(allocationId: string): void {
    this.#sessions.delete(allocationId);
  }

  #copyFiles(target: CopyRef, session: number): void {
    const { context, tracker, term } = this.#parts;
    context.store({ kind: 'read_commit' }, ({ commit, status: { historyUuid = '' } }) => {
      if (!this.#isCurrent(target, session)) return;
      const { globalCheckpoint } = tracker;
      context.ask(
        target,
        { kind: 'copy_files', term, session, historyUuid, commit, globalCheckpoint },
        this.#onDone(target, session, ({ localCheckpoint }) =>
          this.#stream(target, session, localCheckpoint + 1),
        ),
      );
    });
  }

  #stream(target: CopyRef, session: number, fromSeqNo: number): void {
    const { context, tracker } = this.#parts;
    if (context.rules.tracksBeforeSnapshot) tracker.track(target);
    this.#recover(target, session, { fromSeqNo, next: undefined });
  }

  /** One batch after another. The first read fixes what the history is: what comes later flows already. */
  #recover(target: CopyRef, session: number, at: HistoryPlace): void {
    const { context, tracker, term } = this.#parts;
    context.store({ kind: 'read', ...at }, ({ operations, next, isGone }) => {
      if (!this.#isCurrent(target, session)) return;
      if (isGone) {
        tracker.remove(target.allocationId);
        this.#copyFiles(target, session);
        return;
      }
      const { globalCheckpoint } = tracker;
      context.ask(
        target,
        { kind: 'recover', term, session, operations, globalCheckpoint },
        this.#onDone(target, session, ({ localCheckpoint }) => {
          if (next !== undefined) this.#recover(target, session, { ...at, next });
          else this.#caughtUp(target, session, localCheckpoint);
        }),
      );
    });
  }

  #caughtUp(target: CopyRef, session: number, localCheckpoint: number): void {
    const { context, tracker } = this.#parts;
    if (!context.rules.tracksBeforeSnapshot) tracker.track(target);
    tracker.advanced(target.allocationId, localCheckpoint);
    tracker.finalize(target.allocationId, () => {
      this.#parts.complete(target, () => {
        if (this.#isCurrent(target, session)) this.#finalize(target, session);
      });
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
      if (reply?.kind === 'done') then(reply);
      else this.#parts.failed(target);
    };
  }

  #isCurrent({ allocationId }: CopyRef, session: number): boolean {
    return this.#parts.isActive() && this.#sessions.get(allocationId) === session;
  }
}
