/**
 * The primary's side of segment replication. The contents of its index go into a commit; when every
 * in-sync copy has the operations of that commit (G1), each copy gets its segments, one round at a
 * time per copy. Later publications wait, and only the newest of them is sent. A failed round is
 * tried again with the next tick.
 *
 * While an in-sync copy is unassigned, nothing is confirmed before a write marks it stale (W4). A
 * copy that is only waiting to be admitted then gets the newest confirmed commit, and later commits
 * once they are confirmed.
 *
 * No commit is made before the previous one is confirmed, nor while all copies are busy: under
 * constant writes confirmation would never catch up, and commits that no copy takes would pile up.
 */
import type { CopyContext } from './copy_context.js';
import type { AllocationId } from './operation.js';
import type { CopyRef } from './shard_view.js';
import type { ReplicationTracker } from './tracker.js';

interface SegmentRoundsParts {
  readonly context: CopyContext;
  readonly tracker: ReplicationTracker;
  readonly term: number;
  /** True while the copy is still the primary. */
  readonly isActive: () => boolean;
}

/**
 * The progress of copies: `has` is the publication, at most `published`, whose segments the copy
 * has.
 */
export interface SegmentsShown {
  readonly published: number;
  readonly copies: readonly { readonly copy: CopyRef; readonly has: number }[];
}

interface Waiting {
  readonly publication: number;
  readonly then: () => void;
}

interface Progress {
  /** The newest publication whose segments the copy has. */
  has: number;
  isUnderWay: boolean;
  readonly waiting: Waiting[];
}

interface Commit {
  readonly publication: number;
  readonly maxSeqNo: number;
}

export class SegmentRounds {
  readonly #parts: SegmentRoundsParts;
  readonly #copies = new Map<AllocationId, Progress>();
  /** Number of publications; the first is the index when this primary starts. */
  #published = 1;
  #isCommitting = false;
  #commit: Commit = { publication: 0, maxSeqNo: -1 };
  #rounds = 0;

  constructor(parts: SegmentRoundsParts) {
    this.#parts = parts;
  }

  /** Called when the index shows something new. */
  published(): void {
    this.#published++;
    this.drive();
  }

  /** Calls `then` when the copy, which is in-sync, has everything that is visible now. */
  bring({ allocationId }: CopyRef, then: () => void): void {
    this.#progressOf(allocationId).waiting.push({ publication: this.#published, then });
    this.drive();
  }

  forget(allocationId: AllocationId): void {
    this.#copies.delete(allocationId);
  }

  /** The number of the publication that is visible here, and of those on the in-sync copies. */
  get shown(): SegmentsShown {
    const copies = this.#targets().map((copy) => {
      const { has } = this.#progressOf(copy.allocationId);
      return { copy, has };
    });
    return { published: this.#published, copies };
  }

  /** True if every copy has the newest publication, so that a tick would change nothing. */
  get isSettled(): boolean {
    return this.#targets().every(
      ({ allocationId }) => this.#progressOf(allocationId).has >= this.#published,
    );
  }

  /**
   * Advances the rounds. Called when the global checkpoint or the copies have changed, and from
   * time to time.
   */
  drive(): void {
    if (!this.#parts.isActive()) return;
    const idle = this.#targets().filter((copy) => !this.#progressOf(copy.allocationId).isUnderWay);
    if (idle.length === 0 || this.#isCommitting) return;
    const isConfirmed = this.#isConfirmed;
    if (isConfirmed && this.#commit.publication < this.#published) {
      this.#commitAll();
      return;
    }
    const isHeldUp = !isConfirmed && this.#parts.tracker.missing().length > 0;
    for (const copy of idle) {
      const { has, waiting } = this.#progressOf(copy.allocationId);
      const isWanted = isConfirmed ? has < this.#commit.publication : waiting.length > 0;
      if (isWanted && (isConfirmed || isHeldUp)) this.#begin(copy, isConfirmed);
    }
  }

  /** G1: true if every in-sync copy has the operations of the commit. */
  get #isConfirmed(): boolean {
    const { context, tracker } = this.#parts;
    return !context.rules.segmentsAwaitAll || this.#commit.maxSeqNo <= tracker.globalCheckpoint;
  }

  #targets(): readonly CopyRef[] {
    const { tracker } = this.#parts;
    return tracker.targets().filter(({ allocationId }) => tracker.isInSync(allocationId));
  }

  #progressOf(allocationId: AllocationId): Progress {
    const known = this.#copies.get(allocationId);
    if (known !== undefined) return known;
    const progress: Progress = { has: 0, isUnderWay: false, waiting: [] };
    this.#copies.set(allocationId, progress);
    return progress;
  }

  #commitAll(): void {
    const publication = this.#published;
    this.#isCommitting = true;
    this.#parts.context.store({ kind: 'commit' }, ({ committedSeqNo = -1 }) => {
      this.#isCommitting = false;
      this.#commit = { publication, maxSeqNo: committedSeqNo };
      this.drive();
    });
  }

  /**
   * Starts a round. The store learns the checkpoint first, because it returns the newest commit
   * that is safe by the checkpoint it knows.
   */
  #begin(copy: CopyRef, isConfirmed: boolean): void {
    const { context, tracker } = this.#parts;
    const { globalCheckpoint } = tracker;
    const { publication } = this.#commit;
    const progress = this.#progressOf(copy.allocationId);
    progress.isUnderWay = true;
    context.store({ kind: 'sync', globalCheckpoint }, () => {
      const { segmentsAwaitAll: isSafe } = context.rules;
      context.store({ kind: 'read_commit', isSafe }, ({ commit }) =>
        this.#send(copy, { commit, globalCheckpoint }, (isDone) => {
          if (this.#copies.get(copy.allocationId) !== progress) return;
          progress.isUnderWay = false;
          if (!isDone) return;
          if (isConfirmed) progress.has = publication;
          const isOver = (one: Waiting) => !isConfirmed || one.publication <= publication;
          this.#goOn(progress, isOver);
        }),
      );
    });
  }

  #send(
    copy: CopyRef,
    what: { readonly commit: unknown; readonly globalCheckpoint: number },
    then: (isDone: boolean) => void,
  ): void {
    const { context, term } = this.#parts;
    const round = ++this.#rounds;
    context.ask(copy, { kind: 'copy_segments', term, round, ...what }, (reply) =>
      then(reply?.kind === 'done'),
    );
  }

  #goOn(progress: Progress, isOver: (one: Waiting) => boolean): void {
    for (const one of progress.waiting.splice(0)) {
      if (isOver(one)) one.then();
      else progress.waiting.push(one);
    }
    this.drive();
  }
}
