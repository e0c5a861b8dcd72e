/**
 * Documents that are in all iterators. The cheapest iterator leads; the others advance to its
 * documents in order of cost (leapfrog).
 */
import { type DocIterator, NO_MORE_DOCS } from '../../index/segment_reader.js';

/** Up to this distance, stepping is cheaper than seeking. */
const STEP_DISTANCE = 8;

export class DocIntersection implements DocIterator {
  private readonly lead: DocIterator;
  private readonly others: readonly DocIterator[];

  constructor(iterators: readonly DocIterator[]) {
    const byCost = [...iterators].sort((a, b) => a.cost() - b.cost());
    this.lead = byCost[0];
    this.others = byCost.slice(1);
  }

  docId(): number {
    return this.lead.docId();
  }

  nextDoc(): number {
    return this.align(this.lead.nextDoc());
  }

  advance(target: number): number {
    return this.align(this.lead.advance(target));
  }

  cost(): number {
    return this.lead.cost();
  }

  private align(start: number): number {
    const { lead, others } = this;
    let doc = start;
    search: while (doc !== NO_MORE_DOCS) {
      for (let i = 0; i < others.length; i++) {
        const other = others[i];
        const at = moveTo(other, doc);
        if (at > doc) {
          doc = lead.advance(at);
          continue search;
        }
      }
      return doc;
    }
    return NO_MORE_DOCS;
  }
}

/** The iterator's first document >= target, where it may already be. */
function moveTo(docs: DocIterator, target: number): number {
  let at = docs.docId();
  if (target - at > STEP_DISTANCE) return docs.advance(target);
  while (at < target) at = docs.nextDoc();
  return at;
}
