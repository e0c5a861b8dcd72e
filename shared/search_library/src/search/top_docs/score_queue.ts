/**
 * The best documents by score, with the lower document number winning a tie: a heap over two typed
 * arrays, the worst on top. Documents are offered in ascending order, so one that only ties with
 * the worst is never better.
 */
import type { ScoreDoc } from '../results.js';

export class ScoreQueue {
  private readonly scores: Float32Array;
  private readonly docs: Int32Array;
  private size = 0;

  constructor(capacity: number) {
    this.scores = new Float32Array(capacity);
    this.docs = new Int32Array(capacity);
  }

  get full(): boolean {
    return this.size === this.scores.length;
  }

  /** Score of the worst document kept; a later one must exceed it once the queue is full. */
  worstScore(): number {
    return this.scores[0];
  }

  /** Offers a document; true if it was kept. */
  offer(score: number, doc: number): boolean {
    if (this.size < this.scores.length) {
      this.siftUp(this.size++, score, doc);
      return true;
    }
    if (this.size === 0 || score <= this.scores[0]) return false;
    this.siftDown(score, doc);
    return true;
  }

  /** Like `offer`, for documents in any order. */
  offerAny(score: number, doc: number): void {
    if (this.size < this.scores.length) this.siftUp(this.size++, score, doc);
    else if (this.size > 0 && this.isWorse(0, score, doc)) this.siftDown(score, doc);
  }

  /** Removes all documents, best first. */
  drain(): ScoreDoc[] {
    const hits = new Array<ScoreDoc>(this.size);
    while (this.size > 0) {
      const last = --this.size;
      hits[last] = { doc: this.docs[0], score: this.scores[0] };
      this.siftDown(this.scores[last], this.docs[last]);
    }
    return hits;
  }

  /** True if the element at `i` must be removed before the given one. */
  private isWorse(i: number, score: number, doc: number): boolean {
    const other = this.scores[i];
    return other < score || (other === score && this.docs[i] > doc);
  }

  private siftUp(start: number, score: number, doc: number): void {
    let i = start;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (this.isWorse(parent, score, doc)) break;
      this.move(parent, i);
      i = parent;
    }
    this.put(i, score, doc);
  }

  private siftDown(score: number, doc: number): void {
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= this.size) break;
      const right = child + 1;
      if (right < this.size && this.isWorse(right, this.scores[child], this.docs[child])) {
        child = right;
      }
      if (!this.isWorse(child, score, doc)) break;
      this.move(child, i);
      i = child;
    }
    this.put(i, score, doc);
  }

  private move(from: number, to: number): void {
    this.scores[to] = this.scores[from];
    this.docs[to] = this.docs[from];
  }

  private put(i: number, score: number, doc: number): void {
    this.scores[i] = score;
    this.docs[i] = doc;
  }
}
