/** The terms of one document's field and their positions. */
import { utf8Decode } from '@skein/bytes';
import { type IndexSearcher, SEQ_NO_FIELD, type SegmentReader } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { findDocument } from './find_document.js';

/** A position of a term; -1 for unknown numbers. */
export interface TermPlace {
  readonly position: number;
  readonly startOffset: number;
  readonly endOffset: number;
}

/** Positions by term. */
export type TermPlaces = Map<string, TermPlace[]>;

export function addPlace(places: TermPlaces, term: string, place: TermPlace): void {
  const known = places.get(term);
  if (known) known.push(place);
  else places.set(term, [place]);
}

/** A document within its segment. */
export interface IndexedDocument {
  readonly segment: SegmentReader;
  readonly doc: number;
}

/**
 * Finds the document as it was indexed; `undefined` if the shard's point in time has no document of
 * the id, or another version of it.
 */
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

/** The indexed terms of the document; `undefined` if the index stores none. */
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
