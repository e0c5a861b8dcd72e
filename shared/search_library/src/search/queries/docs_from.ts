/**
 * Matches documents from a number on, counted over all segments, to continue an iteration over all
 * documents.
 */
import type { DocIterator } from '../../index/segment_reader.js';
import { docSetWeight } from '../doc_set_weight.js';
import { AllDocs } from '../iterators/all_docs.js';
import type { Query } from '../query.js';

export function docsFromQuery(first: number): Query {
  const query: Query = {
    kind: 'docs_from',
    toString: () => `MinDocQuery(minDoc=${first})`,
    rewrite: () => query,
    createWeight: ({ segments, docBases }, _needsScores, boost) => {
      const bases = new Map(segments.map((segment, i) => [segment, docBases[i] ?? 0]));
      return docSetWeight(
        {
          docSet: (segment) => {
            const least = first - (bases.get(segment) ?? 0);
            const cost = segment.maxDoc - Math.max(0, least);
            return cost <= 0 ? null : { cost, docs: () => new DocsFrom(segment.maxDoc, least) };
          },
        },
        boost,
      );
    },
  };
  return query;
}

class DocsFrom implements DocIterator {
  private readonly docs: AllDocs;
  private readonly first: number;

  constructor(maxDoc: number, first: number) {
    this.docs = new AllDocs(maxDoc);
    this.first = first;
  }

  docId(): number {
    return this.docs.docId();
  }

  nextDoc(): number {
    return this.advance(this.docs.docId() + 1);
  }

  advance(target: number): number {
    return this.docs.advance(Math.max(target, this.first));
  }

  cost(): number {
    return this.docs.cost();
  }

  drain(into: Uint32Array, end: number): number {
    return this.docs.drain(into, end);
  }
}
