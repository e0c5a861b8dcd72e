/** A binary heap of iterators by current document, the least on top. */
import type { DocIterator } from '../../index/segment_reader.js';

export class DocHeap<T extends DocIterator> {
  private readonly members: T[];
  /** `docs[i]` is `members[i].docId()`. */
  private readonly docs: Int32Array;

  constructor(members: readonly T[]) {
    this.members = [...members];
    this.docs = new Int32Array(members.length).fill(-1);
  }

  topDoc(): number {
    return this.docs[0];
  }

  /** Advances every member that is before `target`; returns the least document. */
  advance(target: number): number {
    while (this.docs[0] < target) {
      this.docs[0] = this.members[0].advance(target);
      this.siftDown();
    }
    return this.docs[0];
  }

  /** Puts the members on the top document into `found`, and returns their number. */
  collectTop(found: T[]): number {
    return this.collect(0, this.docs[0], found, 0);
  }

  private collect(node: number, doc: number, found: T[], count: number): number {
    if (node >= this.docs.length || this.docs[node] !== doc) return count;
    found[count] = this.members[node];
    const left = this.collect(2 * node + 1, doc, found, count + 1);
    return this.collect(2 * node + 2, doc, found, left);
  }

  private siftDown(): void {
    const { docs, members } = this;
    const size = docs.length;
    const doc = docs[0];
    const member = members[0];
    let node = 0;
    for (;;) {
      let child = 2 * node + 1;
      if (child >= size) break;
      if (child + 1 < size && docs[child + 1] < docs[child]) child++;
      if (docs[child] >= doc) break;
      docs[node] = docs[child];
      members[node] = members[child];
      node = child;
    }
    docs[node] = doc;
    members[node] = member;
  }
}
