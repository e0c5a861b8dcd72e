/** A copy that follows a primary: it takes operations of the newest term it has heard, and is ready to be promoted at any moment. */
import type { CopyContext } from './copy_context.js';
import type { CopySegments, Recover, Replicate, Resync } from './messages.js';
import type { CopyRef } from './shard_view.js';

type FromPrimary = { readonly term: number; readonly globalCheckpoint: number };

/** Of the primary that says it, and its round. */
interface Installed {
  readonly by: string;
  readonly round: number;
}

export class Replica {
  readonly #context: CopyContext;
  /** The segments that are here, or on their way into place: the message that brings them may arrive twice. */
  #installed: Installed = { by: '', round: 0 };

  constructor(context: CopyContext) {
    this.#context = context;
  }

  /** Whether the sender may speak. Its first word in a term makes this copy the follower of a new primary. */
  hears(from: CopyRef, id: number, request: FromPrimary): boolean {
    const { rules, term } = this.#context;
    if (rules.isFenced(term, request.term)) {
      this.#context.answer(from, id, { kind: 'refused', term });
      return false;
    }
    if (request.term > term) this.#follow(request);
    return true;
  }

  replicate(from: CopyRef, id: number, request: Replicate | Resync | Recover): void {
    const { operations, globalCheckpoint } = request;
    const durable = this.#context.rules.answerAwaitsDisk;
    this.#context.store({ kind: 'append', operations, globalCheckpoint, durable }, () =>
      this.#context.answerDone(from, id),
    );
  }

  /** What a predecessor of the primary sent and the primary does not have never was acknowledged. */
  resync(from: CopyRef, id: number, request: Resync): void {
    const { trimAbove } = request;
    if (trimAbove !== undefined) this.#context.store({ kind: 'trim', aboveSeqNo: trimAbove });
    this.replicate(from, id, request);
  }

  /** The segments of a commit. What does not fit is asked for again by whoever brought it, if that one is still the primary. */
  copySegments(from: CopyRef, id: number, request: CopySegments): void {
    const { rules } = this.#context;
    if (rules.fencesSegments && !this.hears(from, id, request)) return;
    const { term, round, commit, globalCheckpoint } = request;
    const by = `${term}/${from.allocationId}`;
    const before = this.#installed;
    const isRepeated = before.by === by && before.round >= round;
    const now = isRepeated ? before : { by, round };
    this.#installed = now;
    this.#context.store(
      isRepeated
        ? { kind: 'append', operations: [], globalCheckpoint, durable: true }
        : {
            kind: 'install',
            commit,
            globalCheckpoint,
            isChecked: rules.segmentsAwaitAll,
            byName: !rules.comparesFiles,
            keepsLog: rules.keepsLogBeyondSegments,
          },
      ({ isRefused = false }) => {
        if (isRefused && this.#installed === now) this.#installed = { by, round: round - 1 };
        if (isRefused || this.#installed !== now) this.#context.answer(from, id, { kind: 'retry' });
        else this.#context.answerDone(from, id);
      },
    );
  }

  /**
   * Operations above the new primary's checkpoint leave the index but stay in the translog: whether they were acknowledged, this copy cannot
   * know. The new primary sends them again, or others in their place; should it fail before, this copy still has them.
   */
  #follow({ term, globalCheckpoint }: FromPrimary): void {
    const { rules, status } = this.#context;
    this.#context.term = term;
    this.#context.store({
      kind: 'rollback',
      term,
      aboveSeqNo: rules.rollsBack
        ? rules.rollbackTo(status.globalCheckpoint, globalCheckpoint)
        : Number.MAX_SAFE_INTEGER,
      keepPending: rules.keepsPending,
    });
  }
}
