/** Documents that are in any of the iterators, with the iterators at the current document. */
import type { DocIterator } from '../../index/segment_reader.js';
import { DocHeap } from '../scorers/doc_heap.js';

export class DocUnion<T extends DocIterator> implements DocIterator {
  protected readonly heap: DocHeap<T>;
  private readonly totalCost: number;
  protected current = -1;

  constructor(members: readonly T[]) {
    this.heap = new DocHeap(members);
    this.totalCost = members.reduce((sum, one) => sum + one.cost(), 0);
  }

  docId(): number {
    return this.current;
  }

  nextDoc(): number {
    return this.advance(this.current + 1);
  }

  advance(target: number): number {
    this.current = this.heap.advance(target);
    return this.current;
  }

  cost(): number {
    return this.totalCost;
  }
}
