/**
 * The postings of several terms at one place of a phrase, read as one term with positions merged in
 * ascending order.
 */
import type { DocIterator, PostingsIterator } from '../../index/segment_reader.js';
import { DocUnion } from '../iterators/doc_union.js';

/** The part of `PostingsIterator` that phrase matching needs. */
export interface PositionsIterator extends DocIterator {
  freq(): number;
  nextPosition(): number;
}

export class UnionPostings extends DocUnion<PostingsIterator> implements PositionsIterator {
  private readonly onDoc: PostingsIterator[] = [];
  private positions = new Int32Array(16);
  private positionCount = 0;
  private nextIndex = 0;
  /** The document of `positions`. */
  private positionsDoc = -1;

  freq(): number {
    if (this.positionsDoc !== this.current) this.mergePositions();
    return this.positionCount;
  }

  nextPosition(): number {
    if (this.positionsDoc !== this.current) this.mergePositions();
    return this.positions[this.nextIndex++];
  }

  private mergePositions(): void {
    const members = this.heap.collectTop(this.onDoc);
    let count = 0;
    for (let i = 0; i < members; i++) {
      const postings = this.onDoc[i];
      const freq = postings.freq();
      this.reserve(count + freq);
      for (let k = 0; k < freq; k++) this.positions[count++] = postings.nextPosition();
    }
    this.positions.subarray(0, count).sort();
    this.positionCount = count;
    this.nextIndex = 0;
    this.positionsDoc = this.current;
  }

  private reserve(count: number): void {
    if (count <= this.positions.length) return;
    const grown = new Int32Array(Math.max(count, 2 * this.positions.length));
    grown.set(this.positions);
    this.positions = grown;
  }
}
