/** Finds a document by its id in a point in time, and reads its version and its stored parts. */
import { assert } from '@skein/base';
import { utf8 } from '@skein/bytes';
import {
  type Directory,
  ID_FIELD,
  NO_MORE_DOCS,
  openSegments,
  PRIMARY_TERM_FIELD,
  type ReaderSnapshot,
  SEQ_NO_FIELD,
  type SegmentReader,
  type SegmentSpace,
  type StoredDocument,
  VERSION_FIELD,
} from '@skein/search_library';
import type { VersionValue } from './versioning.js';

/** The place of a live document. */
export interface DocumentPlace {
  readonly segment: SegmentReader;
  readonly doc: number;
}

export type FoundDocument = VersionValue & { readonly stored: StoredDocument };

interface DocumentLookupOptions {
  /** The look-up that this one replaces; its opened segments are shared. */
  readonly previous?: DocumentLookup | undefined;
  /** The space for reading segments; absent: the thread's own. */
  readonly space?: SegmentSpace | undefined;
}

export class DocumentLookup {
  /** Segments, newest first, so that a frequently written document is found at once. */
  readonly #segments: readonly SegmentReader[];

  constructor(
    snapshot: ReaderSnapshot,
    directory: Directory,
    { previous, space }: DocumentLookupOptions = {},
  ) {
    const opened = { previous: previous === undefined ? undefined : previous.#segments, space };
    this.#segments = openSegments(snapshot, directory, opened).toReversed();
  }

  version(id: string): VersionValue | undefined {
    const place = this.find(id);
    return place && versionAt(place);
  }

  document(id: string): FoundDocument | undefined {
    const place = this.find(id);
    return place && readDocument(place);
  }

  read(place: DocumentPlace): FoundDocument {
    return readDocument(place);
  }

  find(id: string): DocumentPlace | undefined {
    return findDocument(this.#segments, id);
  }
}

/** Finds the live document with this id; segments are searched in their order. */
export function findDocument(
  segments: readonly SegmentReader[],
  id: string,
): DocumentPlace | undefined {
  if (segments.length === 0) return undefined;
  const term = utf8(id);
  for (const segment of segments) {
    const doc = findIn(segment, term);
    if (doc >= 0) return { segment, doc };
  }
  return undefined;
}

export function readDocument(place: DocumentPlace): FoundDocument {
  return { ...versionAt(place), stored: place.segment.stored(place.doc) };
}

/**
 * The live document with the id, or -1. Older versions before it are deleted, and nested documents
 * lie before their root document.
 */
function findIn(segment: SegmentReader, term: Uint8Array): number {
  const terms = segment.terms(ID_FIELD);
  const ordinal = terms?.find(term) ?? -1;
  if (terms === undefined || ordinal < 0) return -1;
  const postings = terms.postings(ordinal, 'docs');
  let found = -1;
  for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
    if (isLive(segment, doc)) found = doc;
  }
  return found;
}

function isLive({ liveDocs }: SegmentReader, doc: number): boolean {
  return liveDocs === null || ((liveDocs[doc >>> 5] ?? 0) & (1 << (doc & 31))) !== 0;
}

function versionAt({ segment, doc }: DocumentPlace): VersionValue {
  return {
    version: numberAt(segment, VERSION_FIELD, doc),
    seqNo: numberAt(segment, SEQ_NO_FIELD, doc),
    primaryTerm: numberAt(segment, PRIMARY_TERM_FIELD, doc),
    deleted: false,
  };
}

function numberAt(segment: SegmentReader, field: string, doc: number): number {
  const column = segment.numbers(field);
  assert(column !== undefined, `segment ${segment.name} lacks ${field}`);
  return column.value(doc, 0);
}
