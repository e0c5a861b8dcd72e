/**
 * A copy that is primary in one term: it is promoted, resyncs its replicas, then takes writes. It
 * acknowledges a write that is durable here and on every in-sync copy; only the master's commit
 * removes a failed copy. If the master refuses a report, a later primary exists and this one ends.
 */
import type { CopyContext } from './copy_context.js';
import type { Replicate, StartRecovery } from './messages.js';
import { OpenWrites } from './open_writes.js';
import type { AllocationId, Operation } from './operation.js';
import { RecoverySource } from './recovery_source.js';
import { RemoteLog } from './remote_log.js';
import type { RemoteCommit } from './remote_record.js';
import { SegmentRounds, type SegmentsShown } from './segment_rounds.js';
import { type CopyRef, findCopy, type ShardView } from './shard_view.js';
import { ReplicationTracker } from './tracker.js';

interface HandOver {
  readonly to: AllocationId;
  /** Undefined once the target was told. */
  readonly tell: (() => void) | undefined;
}

export class Primary {
  readonly term: number;
  readonly #context: CopyContext;
  readonly #tracker: ReplicationTracker;
  readonly #writes: OpenWrites;
  readonly #recoveries: RecoverySource;
  /** Undefined: replicas index by themselves. */
  readonly #segments: SegmentRounds | undefined;
  /** Replicas that have not answered the resync. */
  readonly #resyncing = new Set<AllocationId>();
  readonly #reporting = new Set<AllocationId>();
  /** The checkpoint that each copy is known to have on its disk. */
  readonly #syncedCheckpoints = new Map<AllocationId, number>();
  /** The log in a remote store, if the index has one. */
  readonly #remote: RemoteLog | undefined;
  #isPromoted = false;
  /** True if the log in the remote store has everything that this copy has. */
  #isStored = true;
  #phase: 'promoting' | 'starting' | 'active' | 'over' = 'promoting';
  /** Number of writes that have no sequence number yet. */
  #executing = 0;
  #handOver: HandOver | undefined;
  /** Admissions of other copies that wait until it is clear which copy is their primary. */
  #deferred: (() => void)[] = [];
  /** Copies that were told that they are in-sync. */
  readonly #admitted = new Set<AllocationId>();

  constructor(context: CopyContext, view: ShardView) {
    this.#context = context;
    this.term = view.primaryTerm;
    const { globalCheckpoint } = context.status;
    this.#tracker = new ReplicationTracker(context.rules, context.self, {
      local: globalCheckpoint,
      global: globalCheckpoint,
    });
    this.#writes = new OpenWrites((request, { operations, copies, failed }) => {
      context.emit({ kind: 'acknowledge', request, operations, copies, failed });
      this.#handOverWhenIdle();
    });
    const common = {
      context,
      tracker: this.#tracker,
      term: this.term,
      isActive: () => this.#isOpen,
    };
    this.#segments = context.replicatesSegments ? new SegmentRounds(common) : undefined;
    this.#recoveries = new RecoverySource({
      ...common,
      bring: (target, then) => {
        if (this.#segments === undefined) then();
        else this.#segments.bring(target, then);
      },
      complete: (target, tell) => this.#complete(target, tell),
      failed: ({ allocationId }) => this.#failCopy(allocationId),
    });
    context.term = this.term;
    this.#remote = this.#openRemote(view, globalCheckpoint);
    this.#promote();
  }

  /** True if it takes writes. */
  get isActive(): boolean {
    return this.#isOpen && this.#handOver === undefined;
  }

  get #isOpen(): boolean {
    return this.#phase === 'active' && this.#isStored;
  }

  get globalCheckpoint(): number {
    return this.#tracker.globalCheckpoint;
  }

  write(request: number, bodies: readonly unknown[]): void {
    const { term } = this;
    if (!this.isActive) {
      this.#context.emit({ kind: 'refuse', request, why: 'retry' });
      return;
    }
    this.#executing++;
    this.#context.store({ kind: 'execute', term, bodies }, ({ operations, status }) => {
      this.#executing--;
      if (this.#phase === 'active') this.#replicate(request, operations, status.maxSeqNo);
      else this.#context.emit({ kind: 'refuse', request, why: 'unknown' });
    });
  }

  /** Undefined: replicas index by themselves. */
  get segmentsShown(): SegmentsShown | undefined {
    return this.#segments?.shown;
  }

  /** Called when the index shows something new. */
  published(): void {
    this.#segments?.published();
  }

  /** Has a replica removed that does not keep up; the master assigns another copy in its place. */
  onTooLate(id: AllocationId): void {
    if (this.isActive && this.#tracker.isInSync(id)) this.#failCopy(id);
  }

  /** Handles a target's request; a target that this node does not know yet must ask again. */
  startRecovery(from: CopyRef, id: number, request: StartRecovery): void {
    const { view } = this.#context;
    const target = view === undefined ? undefined : findCopy(view, request.allocationId);
    const isExpected = this.#isOpen && target?.state === 'INITIALIZING';
    if (!isExpected || target === undefined || target.primary) {
      this.#context.answer(from, id, { kind: 'retry' });
    } else if (this.#tracker.isInSync(target.allocationId)) {
      this.#failCopy(target.allocationId);
      this.#context.answer(from, id, { kind: 'retry' });
    } else {
      this.#tracker.remove(target.allocationId);
      this.#segments?.forget(target.allocationId);
      this.#context.answerDone(from, id);
      this.#recoveries.start(target, request);
    }
  }

  /** Removed copies get no operations; an in-sync one is marked stale when it misses a write. */
  onView(view: ShardView): void {
    for (const id of this.#tracker.ids()) {
      const isAssigned = findCopy(view, id) !== undefined;
      if (isAssigned || id === this.#context.self.allocationId) continue;
      if (view.inSync.includes(id)) this.#lost(id);
      else this.#out(id);
    }
    if (this.#handOver !== undefined && this.#handOver.to !== this.#successor()) {
      this.#endHandOver();
    }
    this.#handOverWhenIdle();
    this.#openWhenResynced();
  }

  /** True if all copies have the checkpoint on disk and nothing is under way. */
  get isSettled(): boolean {
    const isTold =
      this.#phase === 'active' && this.#isDurable && this.#behindCheckpoint().length === 0;
    const isStored = this.#isStored && this.#remote?.isIdle !== false;
    return isTold && isStored && (this.#segments?.isSettled ?? true);
  }

  wantsRemoteCommit(maxSeqNo: number): boolean {
    const isSafe = this.#context.rules.remote.isCommitSafe(maxSeqNo, this.globalCheckpoint);
    return this.#phase !== 'over' && isSafe && this.#remote?.wantsCommit(maxSeqNo) === true;
  }

  get remotePending(): number {
    return this.#remote?.pending ?? 0;
  }

  get remoteFiles(): unknown {
    return this.#remote?.files;
  }

  onRemoteCommit(commit: RemoteCommit): void {
    if (this.wantsRemoteCommit(commit.maxSeqNo)) this.#remote?.addCommit(commit);
  }

  /** Sends the checkpoint when no write carries it; a lost one is replaced by the next. */
  onTick(): void {
    if (this.#phase !== 'active') return;
    const { globalCheckpoint } = this.#tracker;
    if (!this.#isDurable) {
      this.#context.store({ kind: 'sync', globalCheckpoint }, ({ status }) =>
        this.#advanced(this.#context.self.allocationId, status.localCheckpoint),
      );
    }
    const { term } = this;
    const message: Replicate = { kind: 'replicate', term, operations: [], globalCheckpoint };
    for (const target of this.#behindCheckpoint()) {
      this.#context.ask(target, message, (reply) => {
        if (this.#phase === 'over' || reply?.kind !== 'done') return;
        this.#syncedCheckpoints.set(target.allocationId, reply.globalCheckpoint);
        this.#advanced(target.allocationId, reply.localCheckpoint);
      });
    }
    this.#segments?.drive();
  }

  #advanced(id: AllocationId, localCheckpoint: number): void {
    this.#tracker.advanced(id, localCheckpoint);
    this.#segments?.drive();
  }

  get #isDurable(): boolean {
    const { status } = this.#context;
    const { globalCheckpoint } = this.#tracker;
    return status.globalCheckpoint >= globalCheckpoint && status.localCheckpoint >= status.maxSeqNo;
  }

  #behindCheckpoint(): readonly CopyRef[] {
    const { globalCheckpoint } = this.#tracker;
    const isTold = ({ allocationId }: CopyRef) =>
      (this.#syncedCheckpoints.get(allocationId) ?? -1) >= globalCheckpoint;
    return this.#tracker.targets().filter((target) => !isTold(target));
  }

  /** Ends this primary: there is another one, or the copy is closed. */
  end(): void {
    if (this.#phase === 'over') return;
    this.#phase = 'over';
    this.#remote?.end();
    for (const request of this.#writes.abandon()) {
      this.#context.emit({ kind: 'refuse', request, why: 'unknown' });
    }
  }

  /** The copy that replaces this one, according to the applied view. */
  #successor(): AllocationId | undefined {
    const { view, self } = this.#context;
    return view && findCopy(view, self.allocationId)?.handsOverTo;
  }

  /**
   * Before another copy takes over in the same term, this primary drains its writes. Once that copy
   * was told, only a cluster state that cancels the hand-over lets this primary resume.
   */
  #complete({ allocationId }: CopyRef, tell: () => void): void {
    if (allocationId === this.#successor()) {
      this.#handOver = { to: allocationId, tell };
      this.#handOverWhenIdle();
      return;
    }
    const admit = () => {
      this.#admitted.add(allocationId);
      tell();
    };
    if (this.#handOver === undefined) admit();
    else this.#deferred.push(admit);
  }

  #handOverWhenIdle(): void {
    const { to, tell } = this.#handOver ?? {};
    if (to === undefined || tell === undefined) return;
    if (this.#executing > 0 || !this.#writes.isEmpty || !this.#isSettled(to)) return;
    if (this.#remote?.isIdle === false) return;
    this.#handOver = { to, tell: undefined };
    tell();
  }

  /** True if the successor will see every admitted copy as in-sync in the cluster state. */
  #isSettled(successor: AllocationId): boolean {
    const { view } = this.#context;
    return [...this.#admitted].every(
      (id) => id === successor || !this.#tracker.isInSync(id) || view?.inSync.includes(id),
    );
  }

  #endHandOver(): void {
    this.#handOver = undefined;
    const deferred = this.#deferred;
    this.#deferred = [];
    for (const tell of deferred) tell();
  }

  /** Applies pending operations, fills gaps with no-ops, and starts the resync of the replicas. */
  #promote(): void {
    const restore = this.#context.rules.restoresPending;
    this.#context.store({ kind: 'promote', term: this.term, restore }, ({ status }) => {
      if (this.#phase === 'over') return;
      const { view, self } = this.#context;
      for (const id of view?.inSync ?? []) this.#trackInSync(id, view);
      this.#tracker.advanced(self.allocationId, status.localCheckpoint);
    });
    this.#readUnconfirmed([], undefined, this.globalCheckpoint);
  }

  /** Reads all operations above the checkpoint: at most those that were under way at once. */
  #readUnconfirmed(before: readonly Operation[], at: unknown, checkpoint: number): void {
    this.#context.store(
      { kind: 'read', fromSeqNo: checkpoint + 1, next: at },
      ({ operations, next, isGone, status }) => {
        if (this.#phase === 'over') return;
        const all = [...before, ...operations];
        // The checkpoint may have moved since, and the history before it may be gone.
        const isStale = isGone === true && status.globalCheckpoint > checkpoint;
        if (isStale) this.#readUnconfirmed([], undefined, status.globalCheckpoint);
        else if (next !== undefined) this.#readUnconfirmed(all, next, checkpoint);
        else this.#promoted(all, { checkpoint, maxSeqNo: status.maxSeqNo });
      },
    );
  }

  #promoted(
    unconfirmed: readonly Operation[],
    { checkpoint, maxSeqNo }: { readonly checkpoint: number; readonly maxSeqNo: number },
  ): void {
    this.#isPromoted = true;
    if (this.#context.rules.resyncs) this.#resync(unconfirmed, maxSeqNo);
    this.#store(unconfirmed, checkpoint, maxSeqNo);
    this.#openWhenResynced();
  }

  #trackInSync(id: AllocationId, view: ShardView | undefined): void {
    if (id === this.#context.self.allocationId) return;
    const copy = view === undefined ? undefined : findCopy(view, id);
    this.#tracker.trackInSync(id, copy);
  }

  #resync(operations: readonly Operation[], trimAbove: number): void {
    for (const target of this.#tracker.targets()) {
      this.#resyncing.add(target.allocationId);
      this.#resyncFrom(target, operations, { from: 0, trimAbove });
    }
  }

  /** Sends one batch after another. */
  #resyncFrom(
    target: CopyRef,
    operations: readonly Operation[],
    at: { readonly from: number; readonly trimAbove: number },
  ): void {
    const { term } = this;
    const { allocationId } = target;
    const { globalCheckpoint } = this.#tracker;
    const end = at.from + this.#context.batchSize;
    const isLast = end >= operations.length;
    this.#context.ask(
      target,
      {
        kind: 'resync',
        term,
        operations: operations.slice(at.from, end),
        globalCheckpoint,
        trimAbove: isLast ? at.trimAbove : undefined,
      },
      (reply) => {
        if (this.#phase === 'over' || !this.#resyncing.has(allocationId)) return;
        if (reply?.kind !== 'done') this.#failCopy(allocationId);
        else if (!isLast) this.#resyncFrom(target, operations, { ...at, from: end });
        else {
          this.#tracker.advanced(allocationId, reply.localCheckpoint);
          this.#resyncing.delete(allocationId);
          this.#openWhenResynced();
        }
      },
    );
  }

  /** Until its start is committed, a primary is in no in-sync set and takes no writes. */
  #openWhenResynced(): void {
    const { view, self } = this.#context;
    if (this.#phase === 'promoting' && this.#isPromoted && this.#resyncing.size === 0) {
      this.#phase = 'starting';
      const { allocationId } = self;
      this.#context.report({ kind: 'shard_started', allocationId, term: this.term }, (accepted) => {
        if (!accepted) this.#supersede();
      });
    }
    const own = view === undefined ? undefined : findCopy(view, self.allocationId);
    if (this.#phase !== 'starting' || own?.state !== 'STARTED') return;
    this.#phase = 'active';
    this.#segments?.drive();
  }

  #openRemote({ remote }: ShardView, floor: number): RemoteLog | undefined {
    if (remote === undefined) return undefined;
    const { rules, writer, weigh } = this.#context;
    this.#isStored = false;
    if (rules.remote.holdsCheckpoint) this.#tracker.stored(floor);
    return new RemoteLog({
      claim: { owner: remote.owner, term: this.term, writer },
      rules: rules.remote,
      weigh,
      ask: (call, then) => this.#context.askRemote(call, then),
      lost: () => this.#supersede(),
      idle: () => this.#handOverWhenIdle(),
    });
  }

  /** Continues the log with this copy's operations; writes are taken once they are stored. */
  #store(unconfirmed: readonly Operation[], checkpoint: number, maxSeqNo: number): void {
    const added = this.#context.rules.remote.addsUnconfirmed ? unconfirmed : [];
    let waits = 2;
    const stored = () => {
      if (--waits > 0) return;
      this.#isStored = true;
      this.#openWhenResynced();
    };
    this.#remote?.begin({ floor: checkpoint, trimAbove: maxSeqNo }, stored);
    this.#remote?.add(added, maxSeqNo, () => {
      this.#storedUpTo(maxSeqNo);
      stored();
    });
  }

  #storedUpTo(seqNo: number): void {
    if (this.#context.rules.remote.holdsCheckpoint) this.#tracker.stored(seqNo);
  }

  #replicate(request: number, operations: readonly Operation[], maxSeqNo: number): void {
    const { term } = this;
    const { globalCheckpoint } = this.#tracker;
    const targets = this.#tracker.targets();
    const missing = this.#context.rules.marksMissingStale ? this.#tracker.missing() : [];
    const waitingFor = [...targets.map(({ allocationId }) => allocationId), ...missing];
    const write = this.#writes.open(request, operations, waitingFor, this.#awaitsStore);
    const message: Replicate = { kind: 'replicate', term, operations, globalCheckpoint };
    for (const target of targets) {
      const { allocationId } = target;
      this.#context.ask(target, message, (reply) => {
        if (this.#phase === 'over') return;
        if (reply?.kind !== 'done') this.#failCopy(allocationId);
        else {
          this.#syncedCheckpoints.set(allocationId, reply.globalCheckpoint);
          this.#advanced(allocationId, reply.localCheckpoint);
          write.answered(allocationId);
        }
      });
    }
    for (const id of missing) this.#report('mark_stale', id);
    this.#remote?.add(operations, maxSeqNo, () => {
      this.#storedUpTo(maxSeqNo);
      write.stored();
    });
    this.#context.store({ kind: 'sync', globalCheckpoint }, ({ status }) => {
      if (this.#phase === 'over') return;
      this.#advanced(this.#context.self.allocationId, status.localCheckpoint);
      write.durable();
    });
  }

  get #awaitsStore(): boolean {
    const isAwaited = this.#context.view?.remote?.isAwaited === true;
    return (
      this.#remote !== undefined && isAwaited && this.#context.rules.remote.acknowledgesUploaded
    );
  }

  #failCopy(id: AllocationId): void {
    if (!this.#context.rules.failureAwaitsMaster) this.#out(id);
    this.#report('shard_failed', id);
  }

  /** Handles an unassigned in-sync copy: it holds back the checkpoint, and writes until stale. */
  #lost(id: AllocationId): void {
    this.#recoveries.forget(id);
    this.#resyncing.delete(id);
    this.#tracker.lost(id);
    if (this.#writes.awaited().has(id)) this.#report('mark_stale', id);
    this.#openWhenResynced();
  }

  #report(kind: 'shard_failed' | 'mark_stale', allocationId: AllocationId): void {
    if (this.#reporting.has(allocationId)) return;
    this.#reporting.add(allocationId);
    const by = this.#context.self.allocationId;
    this.#context.report({ kind, allocationId, term: this.term, by }, (accepted) => {
      this.#reporting.delete(allocationId);
      if (this.#phase === 'over') return;
      if (accepted) this.#out(allocationId);
      else this.#supersede();
    });
  }

  /** Removes a copy that the master has taken out of the shard. */
  #out(id: AllocationId): void {
    this.#recoveries.forget(id);
    this.#tracker.remove(id);
    this.#segments?.forget(id);
    this.#resyncing.delete(id);
    this.#writes.release(id);
    this.#openWhenResynced();
    this.#handOverWhenIdle();
  }

  #supersede(): void {
    if (this.#phase === 'over') return;
    this.end();
    const reason = `a primary of a term after [${this.term}] exists`;
    this.#context.emit({ kind: 'fail_self', reason });
  }
}
