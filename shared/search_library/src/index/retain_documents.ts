/** Which documents of a segment are not wanted any more, by their ids and what they are routed by. */
import { utf8Decode } from '@skein/bytes';
import { hasBit } from '../codec/bit_set.js';
import { ID_FIELD } from '../document/indexable_document.js';
import { NO_MORE_DOCS, type SegmentReader, type TermsReader } from './segment_reader.js';

/** Whether a document is to stay. */
export type DocumentFilter = (id: string, routing: string | undefined) => boolean;

/** A document and those nested in it have one id. */
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

/** Nested documents come before the one they are in. -1: all are deleted. */
function lastLive(segment: SegmentReader, terms: TermsReader, ordinal: number): number {
  const postings = terms.postings(ordinal, 'docs');
  const live = segment.liveDocs;
  let last = -1;
  for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
    if (live === null || hasBit(live, doc)) last = doc;
  }
  return last;
}

/** By document; undefined when the segment has no document with a routing. */
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
