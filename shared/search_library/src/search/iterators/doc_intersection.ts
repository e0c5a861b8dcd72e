/** Documents that are in all iterators. The cheapest leads, the others are advanced to its documents in order of cost (leapfrog). */
import { type DocIterator, NO_MORE_DOCS } from '../../index/segment_reader.js';

export class DocIntersection implements DocIterator {
  private readonly lead: DocIterator;
  private readonly others: readonly DocIterator[];

  constructor(iterators: readonly DocIterator[]) {
    const byCost = [...iterators].sort((a, b) => a.cost() - b.cost());
    this.lead = byCost[0] as DocIterator;
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
        const other = others[i] as DocIterator;
        const at = other.docId() < doc ? other.advance(doc) : other.docId();
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
