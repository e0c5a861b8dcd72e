/**
 * Sequence numbers of one shard: assigns them, and knows up to which number there is no gap.
 * Operations may be marked out of order (a replica receives them out of order). `processed` covers
 * operations in the index buffer, `persisted` those that the translog has fsynced.
 */
import { assert } from '@skein/base';

export const NO_OPERATIONS = -1;

export class LocalCheckpointTracker {
  #next: number;
  readonly #processed: Gapless;
  readonly #persisted: Gapless;

  constructor(maxSeqNo: number, localCheckpoint: number) {
    assert(localCheckpoint <= maxSeqNo, `checkpoint ${localCheckpoint} beyond ${maxSeqNo}`);
    this.#next = maxSeqNo + 1;
    this.#processed = new Gapless(localCheckpoint, maxSeqNo);
    this.#persisted = new Gapless(localCheckpoint, maxSeqNo);
  }

  /** The next free number. */
  generate(): number {
    return this.#next++;
  }

  /** Records a number assigned elsewhere (translog, primary). */
  advance(seqNo: number): void {
    this.#next = Math.max(this.#next, seqNo + 1);
  }

  markProcessed(seqNo: number): void {
    this.#processed.mark(seqNo);
  }

  markPersisted(seqNo: number): void {
    this.#persisted.mark(seqNo);
  }

  get maxSeqNo(): number {
    return this.#next - 1;
  }

  get processedCheckpoint(): number {
    return this.#processed.checkpoint;
  }

  get persistedCheckpoint(): number {
    return this.#persisted.checkpoint;
  }

  /** The highest number that has been processed; below it there may be gaps. */
  get maxProcessed(): number {
    return this.#processed.max;
  }

  /** Frees the numbers above it that have no operation. */
  forgetAbove(seqNo: number): void {
    this.#next = Math.max(this.maxProcessed, Math.min(this.maxSeqNo, seqNo)) + 1;
  }

  hasProcessed(seqNo: number): boolean {
    return this.#processed.has(seqNo);
  }
}

/** The largest number below which all are marked; marked ones beyond it wait in a set. */
class Gapless {
  checkpoint: number;
  max: number;
  readonly #beyond = new Set<number>();

  constructor(checkpoint: number, max: number) {
    this.checkpoint = checkpoint;
    this.max = max;
  }

  has(seqNo: number): boolean {
    return seqNo <= this.checkpoint || this.#beyond.has(seqNo);
  }

  mark(seqNo: number): void {
    if (seqNo <= this.checkpoint) return;
    if (seqNo > this.max) this.max = seqNo;
    if (seqNo !== this.checkpoint + 1) {
      this.#beyond.add(seqNo);
      return;
    }
    this.checkpoint = seqNo;
    while (this.#beyond.delete(this.checkpoint + 1)) this.checkpoint++;
  }
}
