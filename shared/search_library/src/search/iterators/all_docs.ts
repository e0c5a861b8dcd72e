/** Iterates over every document of a segment. */
import { type DocIterator, NO_MORE_DOCS } from '../../index/segment_reader.js';
import { drainRange } from './drain.js';

export class AllDocs implements DocIterator {
  private readonly maxDoc: number;
  private current = -1;

  constructor(maxDoc: number) {
    this.maxDoc = maxDoc;
  }

  docId(): number {
    return this.current;
  }

  nextDoc(): number {
    return this.advance(this.current + 1);
  }

  advance(target: number): number {
    this.current = target < this.maxDoc ? target : NO_MORE_DOCS;
    return this.current;
  }

  cost(): number {
    return this.maxDoc;
  }

  drain(into: Uint32Array, end: number): number {
    const count = drainRange(this.current, into, Math.min(end, this.maxDoc));
    this.advance(this.current + count);
    return count;
  }
}
