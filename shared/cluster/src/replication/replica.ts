/**
 * A copy that follows a primary: it takes operations of the newest term it has seen, and can be
 * promoted at any moment.
 */
import type { CopyContext } from './copy_context.js';
import type { CopySegments, Recover, Replicate, Resync } from './messages.js';
import type { CopyRef } from './shard_view.js';

type FromPrimary = { readonly term: number; readonly globalCheckpoint: number };

/** The primary that sent the segments, and its round. */
interface Installed {
  readonly by: string;
  readonly round: number;
}

export class Replica {
  readonly #context: CopyContext;
  /** The segments that are in place or being installed, since their message may arrive twice. */
  #installed: Installed = { by: '', round: 0 };

  constructor(context: CopyContext) {
    this.#context = context;
  }

  /**
   * True if the sender's term is current; otherwise refuses. The first message in a new term makes
   * this copy the follower of a new primary.
   */
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

  /**
   * Handles a resync. Operations of a previous primary that this primary does not have were never
   * acknowledged.
   */
  resync(from: CopyRef, id: number, request: Resync): void {
    const { trimAbove } = request;
    if (trimAbove !== undefined) this.#context.store({ kind: 'trim', aboveSeqNo: trimAbove });
    this.replicate(from, id, request);
  }

  /**
   * Installs the segments of a commit. If they do not fit this copy, it answers `retry`; a sender
   * that is still the primary then sends the segments of another commit.
   */
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
   * Follows a new primary. Operations above its checkpoint leave the index but stay in the
   * translog, since this copy cannot know if they were acknowledged. The new primary sends them
   * again, or others in their place; if it fails before that, this copy still has them.
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
