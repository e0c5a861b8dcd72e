/** Finds the documents of a segment to be removed, by their ids and routing values. */
import { utf8Decode } from '@skein/bytes';
import { hasBit } from '../codec/bit_set.js';
import { ID_FIELD } from '../document/indexable_document.js';
import { NO_MORE_DOCS, type SegmentReader, type TermsReader } from './segment_reader.js';

/** True if a document stays. */
export type DocumentFilter = (id: string, routing: string | undefined) => boolean;

/** Yields the ids to delete. A document and its nested documents share one id. */
export function* unwantedIds(
  segment: SegmentReader,
  stays: DocumentFilter,
  routingField: string,
): Iterable<string> {
  const ids = segment.terms(ID_FIELD);
  if (ids === undefined) return;
  const routingOf = routings(segment, routingField);
  for (let ordinal = 0; ordinal < ids.size; ordinal++) {
    const id = utf8Decode(ids.term(ordinal));
    const doc = routingOf === undefined ? -1 : lastLive(segment, ids, ordinal);
    if (!stays(id, routingOf?.(doc))) yield id;
  }
}

/** The last live document of a term; nested documents precede their parent. -1: all deleted. */
function lastLive(segment: SegmentReader, terms: TermsReader, ordinal: number): number {
  const postings = terms.postings(ordinal, 'docs');
  const live = segment.liveDocs;
  let last = -1;
  for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
    if (live === null || hasBit(live, doc)) last = doc;
  }
  return last;
}

/** The routing value by document; `undefined` when no document of the segment has one. */
function routings(
  segment: SegmentReader,
  field: string,
): ((doc: number) => string | undefined) | undefined {
  const terms = segment.terms(field);
  if (terms === undefined || terms.size === 0) return undefined;
  const ordinals = new Int32Array(segment.maxDoc).fill(-1);
  const texts: string[] = [];
  for (let ordinal = 0; ordinal < terms.size; ordinal++) {
    texts.push(utf8Decode(terms.term(ordinal)));
    const postings = terms.postings(ordinal, 'docs');
    for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
      ordinals[doc] = ordinal;
    }
  }
  return (doc) => texts[ordinals[doc] ?? -1];
}
