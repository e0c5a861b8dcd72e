/** The union of a few postings. A linear scan is faster than a heap for them. */
import { type DocIterator, NO_MORE_DOCS } from '../../index/segment_reader.js';

/** Advances those before `target`; returns the first document of all, or `NO_MORE_DOCS`. */
export function firstDocFrom(members: readonly DocIterator[], target: number): number {
  let first = NO_MORE_DOCS;
  for (const member of members) {
    const doc = member.docId() < target ? member.advance(target) : member.docId();
    if (doc < first) first = doc;
  }
  return first;
}
