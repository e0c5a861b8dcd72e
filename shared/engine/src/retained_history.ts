/**
 * The operation from which on the index keeps the history of its shard; merges drop earlier ones.
 * It only rises as long as the index is not replaced.
 */
export class RetainedHistory {
  #fromSeqNo = 0;

  get fromSeqNo(): number {
    return this.#fromSeqNo;
  }

  /** Advances the start: earlier operations are no longer needed. */
  advance(fromSeqNo: number): void {
    this.#fromSeqNo = Math.max(this.#fromSeqNo, fromSeqNo);
  }

  /** Restarts after the index was replaced. */
  restart(fromSeqNo: number): void {
    this.#fromSeqNo = fromSeqNo;
  }
}
