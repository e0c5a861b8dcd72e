/** Matches documents that are found with scores when the query is bound, for each segment. */
import type { SegmentReader } from '../../index/segment_reader.js';
import type { IndexSearcher } from '../index_searcher.js';
import type { Query } from '../query.js';
import { type ScoredDocs, scoredDocsWeight } from '../scored_docs_weight.js';

export interface ScoredDocsSource {
  /** The matches of a segment, possibly including deleted documents. */
  find(segment: SegmentReader, searcher: IndexSearcher): ScoredDocs;
  toString(): string;
}

export function scoredDocsQuery(source: ScoredDocsSource): Query {
  const query: Query = {
    kind: 'scored_docs',
    toString: () => source.toString(),
    rewrite: () => query,
    createWeight: (searcher, _needsScores, boost) => {
      const found = new Map<SegmentReader, ScoredDocs>();
      for (const segment of searcher.segments) {
        const docs = source.find(segment, searcher);
        if (docs.docs.length > 0) found.set(segment, docs);
      }
      return scoredDocsWeight(found, boost);
    },
  };
  return query;
}
