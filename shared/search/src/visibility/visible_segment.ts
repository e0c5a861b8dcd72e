/**
 * A segment as a caller sees it: hidden documents count as deleted, and hidden fields are absent
 * from the index and the stored document.
 */
import { keepPaths } from '@skein/content';
import { isMetadataField } from '@skein/mapping';
import {
  type ColumnMaking,
  type Completions,
  hasBit,
  NO_MORE_DOCS,
  type OwnBytes,
  type PostingsIterator,
  type SegmentReader,
  type StoredDocument,
} from '@skein/search_library';
import type { VisibleFields } from './visibility.js';
import type { VisibleDocs } from './visible_docs.js';

interface SeenPart {
  readonly docs: VisibleDocs;
  /** The visible fields; `undefined` for all. */
  readonly fields: VisibleFields | undefined;
}

/** Does not expose the address of its memory, since kernels would read the unrestricted segment. */
export class VisibleSegment implements SegmentReader {
  readonly name: string;
  readonly maxDoc: number;
  readonly liveCount: number;
  readonly liveDocs: Uint32Array | null;
  readonly #base: SegmentReader;
  readonly #fields: VisibleFields | undefined;
  readonly #hidesLive: boolean;

  constructor(base: SegmentReader, { docs, fields }: SeenPart) {
    this.#base = base;
    this.#fields = fields;
    this.name = base.name;
    this.maxDoc = base.maxDoc;
    this.liveCount = docs.count;
    this.liveDocs = docs.words;
    this.#hidesLive = docs.hidesLive;
  }

  get sort() {
    return this.#base.sort ?? [];
  }

  *fields() {
    for (const spec of this.#base.fields()) if (this.#shows(spec.name)) yield spec;
  }

  field(name: string) {
    return this.#shows(name) ? this.#base.field(name) : undefined;
  }

  terms(field: string) {
    return this.#shows(field) ? this.#base.terms(field) : undefined;
  }

  norms(field: string) {
    return this.#shows(field) ? this.#base.norms(field) : undefined;
  }

  /**
   * A term that only hidden documents contain would be revealed by a rewritten pattern, or displace
   * a visible term.
   */
  showsTerm(field: string, ordinal: number): boolean {
    if (!this.#hidesLive || this.liveDocs === null) return true;
    const postings = this.terms(field)?.postings(ordinal, 'docs');
    return postings !== undefined && holdsAny(postings, this.liveDocs);
  }

  numbers(field: string) {
    return this.#shows(field) ? this.#base.numbers(field) : undefined;
  }

  ordinals(field: string, uninverting?: ColumnMaking) {
    return this.#shows(field) ? this.#base.ordinals(field, uninverting) : undefined;
  }

  geo(field: string) {
    return this.#shows(field) ? this.#base.geo(field) : undefined;
  }

  points(field: string) {
    return this.#shows(field) ? this.#base.points(field) : undefined;
  }

  vectors(field: string) {
    return this.#shows(field) ? this.#base.vectors(field) : undefined;
  }

  shapes(field: string) {
    return this.#shows(field) ? this.#base.shapes(field) : undefined;
  }

  termVectors(field: string) {
    return this.#shows(field) ? this.#base.termVectors?.(field) : undefined;
  }

  completions(field: string): Completions | undefined {
    return this.#shows(field) ? this.#base.completions?.(field) : undefined;
  }

  storedBlockBytes(doc: number) {
    return this.#base.storedBlockBytes(doc);
  }

  stored(doc: number, own?: OwnBytes): StoredDocument {
    const stored = this.#base.stored(doc, own);
    const seen = this.#fields;
    if (seen === undefined) return stored;
    const { source, fields } = stored;
    return {
      ...stored,
      source: source && keepPaths(source, (path) => seen.shows(path)),
      fields: fields && seenFields(fields, seen),
    };
  }

  #shows(field: string): boolean {
    if (this.#fields === undefined) return true;
    if (field === IGNORED) return false;
    return isMetadataField(field) || this.#fields.shows(field);
  }
}

function holdsAny(postings: PostingsIterator, words: Uint32Array): boolean {
  for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
    if (hasBit(words, doc)) return true;
  }
  return false;
}

/** The field with the names of fields that could not be indexed, hidden ones included. */
const IGNORED = '_ignored';

function seenFields(
  fields: NonNullable<StoredDocument['fields']>,
  seen: VisibleFields,
): NonNullable<StoredDocument['fields']> {
  const entries = Object.entries(fields).filter(([name]) =>
    isMetadataField(name) ? name !== IGNORED : seen.shows(name),
  );
  return Object.fromEntries(entries);
}
