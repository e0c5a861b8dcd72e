/**
 * A new copy that recovers until it is in-sync. It rolls back to the operations that all copies
 * have, requests the rest from the primary, and takes live operations meanwhile. Each attempt is a
 * session; another primary or a failed attempt starts another session.
 */
import type { CopyContext } from './copy_context.js';
import type { CopyFiles, Finalize } from './messages.js';
import { type CopyRef, type CopyView, findCopy, primaryOf } from './shard_view.js';

export class RecoveryTarget {
  readonly #context: CopyContext;
  /** The primary that was asked, as `term/allocation id`; undefined if one is to be asked. */
  #source: string | undefined;
  #session = 0;
  /**
   * True if the source is working: it reports its failures to the master itself, even if its answer
   * was lost.
   */
  #isHeard = false;
  /**
   * The round of files in this attempt that are in place or being installed, since their message
   * may arrive twice.
   */
  #round = 0;

  constructor(context: CopyContext) {
    this.#context = context;
  }

  /** Called after a view, and from time to time. */
  drive(): void {
    const { view, self } = this.#context;
    if (view === undefined) return;
    const own = findCopy(view, self.allocationId);
    const primary = primaryOf(view);
    if (own === undefined || own.primary || own.state === 'STARTED') return;
    if (primary?.state !== 'STARTED') return;
    const source = `${view.primaryTerm}/${primary.allocationId}`;
    if (this.#source !== source) this.#begin(primary, source, view.primaryTerm);
  }

  /** True if a message belongs to the running attempt. */
  expects(from: CopyRef, id: number, { session }: { readonly session: number }): boolean {
    if (session === this.#session && this.#source !== undefined) {
      this.#isHeard = true;
      return true;
    }
    this.#context.answer(from, id, { kind: 'retry' });
    return false;
  }

  copyFiles(from: CopyRef, id: number, request: CopyFiles): void {
    const { historyUuid, term, commit, globalCheckpoint, round } = request;
    if (round <= this.#round) {
      this.#answerWhenDurable(from, id, globalCheckpoint);
      return;
    }
    this.#round = round;
    this.#context.store({ kind: 'replace', historyUuid, term, commit, globalCheckpoint }, () =>
      this.#context.answerDone(from, id),
    );
  }

  finalize(from: CopyRef, id: number, { term, globalCheckpoint }: Finalize): void {
    const { allocationId } = this.#context.self;
    this.#answerWhenDurable(from, id, globalCheckpoint, () =>
      this.#context.report({ kind: 'shard_started', allocationId, term }, () => {}),
    );
  }

  /** Answers when the store is durable, including all earlier actions. */
  #answerWhenDurable(
    from: CopyRef,
    id: number,
    globalCheckpoint: number,
    then: () => void = () => {},
  ): void {
    const flush = { kind: 'append', operations: [], globalCheckpoint, durable: true } as const;
    this.#context.store(flush, () => {
      this.#context.answerDone(from, id);
      then();
    });
  }

  /**
   * Starts an attempt. Beyond this copy's global checkpoint its history may differ; up to it, it
   * equals that of every in-sync copy. The copy takes the primary's term now. Otherwise it would
   * roll back again on the primary's first message, which could leave a gap before `fromSeqNo`.
   */
  #begin(primary: CopyView, source: string, term: number): void {
    const session = ++this.#session;
    const { allocationId } = this.#context.self;
    this.#source = source;
    this.#isHeard = false;
    this.#round = 0;
    this.#context.term = Math.max(this.#context.term, term);
    this.#context.store({ kind: 'reset_to_safe', term: this.#context.term }, ({ status }) => {
      if (session !== this.#session) return;
      const { historyUuid, globalCheckpoint, localCheckpoint } = status;
      const fromSeqNo = Math.min(globalCheckpoint, localCheckpoint) + 1;
      this.#context.ask(
        primary,
        { kind: 'start_recovery', allocationId, session, historyUuid, fromSeqNo },
        (reply) => {
          const isUnderWay = reply?.kind === 'done' || this.#isHeard;
          if (session === this.#session && !isUnderWay) this.#source = undefined;
        },
      );
    });
  }
}
