/** Matches documents by their ids, each with a score computed before. */
import { utf8 } from '@skein/bytes';
import { ID_FIELD } from '../../document/indexable_document.js';
import { NO_MORE_DOCS, type SegmentReader } from '../../index/segment_reader.js';
import type { Query } from '../query.js';
import { type ScoredDocs, scoredDocsWeight } from '../scored_docs_weight.js';

export function scoredIdsQuery(scores: ReadonlyMap<string, number>): Query {
  const query: Query = {
    kind: 'scored_ids',
    toString: () => `ScoredIds[${scores.size}]`,
    rewrite: () => query,
    createWeight: (searcher, _needsScores, boost) => {
      const found = new Map<SegmentReader, ScoredDocs>();
      for (const segment of searcher.segments) {
        const docs = docsOf(segment, scores);
        if (docs.docs.length > 0) found.set(segment, docs);
      }
      return scoredDocsWeight(found, boost);
    },
  };
  return query;
}

/**
 * Finds all documents of each id, including nested and older ones; the searcher drops those that do
 * not count.
 */
function docsOf(segment: SegmentReader, scores: ReadonlyMap<string, number>): ScoredDocs {
  const terms = segment.terms(ID_FIELD);
  const found: [doc: number, score: number][] = [];
  for (const [id, score] of scores) {
    const ordinal = terms?.find(utf8(id)) ?? -1;
    if (terms === undefined || ordinal < 0) continue;
    const postings = terms.postings(ordinal, 'docs');
    for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
      found.push([doc, score]);
    }
  }
  found.sort((a, b) => a[0] - b[0]);
  return {
    docs: Uint32Array.from(found, ([doc]) => doc),
    scores: Float32Array.from(found, ([, score]) => score),
  };
}
