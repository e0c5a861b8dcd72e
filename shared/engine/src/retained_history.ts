/**
 * From which operation on the index keeps the history of its shard: what merges leave out cannot be asked for any more. It only goes up, as long as
 * the index stays the one it is.
 */
export class RetainedHistory {
  #fromSeqNo: number;

  constructor(fromSeqNo: number) {
    this.#fromSeqNo = fromSeqNo;
  }

  get fromSeqNo(): number {
    return this.#fromSeqNo;
  }

  /** What comes before is not needed any more. */
  advance(fromSeqNo: number): void {
    this.#fromSeqNo = Math.max(this.#fromSeqNo, fromSeqNo);
  }

  /** The index is another one. */
  restart(fromSeqNo: number): void {
    this.#fromSeqNo = fromSeqNo;
  }
}
