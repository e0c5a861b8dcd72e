/** The terms of a field of one document and where each stands. */
import { utf8Decode } from '@skein/bytes';
import { type IndexSearcher, SEQ_NO_FIELD, type SegmentReader } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { findDocument } from './find_document.js';

/** -1 for what is not known. */
export interface TermPlace {
  readonly position: number;
  readonly startOffset: number;
  readonly endOffset: number;
}

/** Places by term. */
export type TermPlaces = Map<string, TermPlace[]>;

export function addPlace(places: TermPlaces, term: string, place: TermPlace): void {
  const known = places.get(term);
  if (known) known.push(place);
  else places.set(term, [place]);
}

/** A document of a segment. */
export interface IndexedDocument {
  readonly segment: SegmentReader;
  readonly doc: number;
}

/** The document as it was indexed; `undefined` when the shard's point in time has none of the id, or another version. */
export function indexedDocument(
  { id, seqNo }: { readonly id: string; readonly seqNo: number },
  searcher: IndexSearcher,
  shard: QueryShardContext,
): IndexedDocument | undefined {
  const found = findDocument(id, searcher, shard);
  if (found === undefined) return undefined;
  const { segment, doc } = searcher.locate(found);
  const seqNos = segment.numbers(SEQ_NO_FIELD);
  return seqNos?.has(doc) && seqNos.value(doc, 0) === seqNo ? { segment, doc } : undefined;
}

/** What the index keeps of the document's terms; `undefined`: nothing. */
export function keptPlaces(
  field: string,
  { segment, doc }: IndexedDocument,
): TermPlaces | undefined {
  const vectors = segment.termVectors?.(field);
  const terms = segment.terms(field);
  if (vectors === undefined || terms === undefined) return undefined;
  const places: TermPlaces = new Map();
  for (const { ordinal, freq, positions, startOffsets, endOffsets } of vectors.vector(doc)) {
    const own = Array.from({ length: freq }, (_, i) => ({
      position: positions[i] ?? -1,
      startOffset: startOffsets[i] ?? -1,
      endOffset: endOffsets[i] ?? -1,
    }));
    places.set(utf8Decode(terms.term(ordinal)), own);
  }
  return places;
}
