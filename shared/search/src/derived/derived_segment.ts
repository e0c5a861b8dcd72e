/**
 * A segment with derived fields in addition to its own. Each derived field has its own in-memory
 * segment with the same document numbers, created on first use.
 */
import type { ColumnMaking, Completions, OwnBytes, SegmentReader } from '@skein/search_library';

export class DerivedSegment implements SegmentReader {
  readonly base: SegmentReader;
  readonly name: string;
  readonly maxDoc: number;
  readonly liveCount: number;
  readonly liveDocs: Uint32Array | null;
  readonly #isDerived: (field: string) => boolean;
  readonly #make: (field: string) => SegmentReader;
  readonly #made = new Map<string, SegmentReader>();

  constructor(
    base: SegmentReader,
    isDerived: (field: string) => boolean,
    make: (field: string) => SegmentReader,
  ) {
    this.base = base;
    this.name = base.name;
    this.maxDoc = base.maxDoc;
    this.liveCount = base.liveCount;
    this.liveDocs = base.liveDocs;
    this.#isDerived = isDerived;
    this.#make = make;
  }

  fields() {
    return this.base.fields();
  }

  field(name: string) {
    return this.#of(name).field(name);
  }

  terms(field: string) {
    return this.#of(field).terms(field);
  }

  showsTerm(field: string, ordinal: number) {
    return this.#of(field).showsTerm?.(field, ordinal) ?? true;
  }

  norms(field: string) {
    return this.#of(field).norms(field);
  }

  numbers(field: string) {
    return this.#of(field).numbers(field);
  }

  ordinals(field: string, uninverting?: ColumnMaking) {
    return this.#of(field).ordinals(field, uninverting);
  }

  geo(field: string) {
    return this.#of(field).geo(field);
  }

  points(field: string) {
    return this.#of(field).points(field);
  }

  vectors(field: string) {
    return this.#of(field).vectors(field);
  }

  completions(field: string): Completions | undefined {
    return this.#of(field).completions?.(field);
  }

  shapes(field: string) {
    return this.#of(field).shapes(field);
  }

  stored(doc: number, own?: OwnBytes) {
    return this.base.stored(doc, own);
  }

  storedBlockBytes(doc: number) {
    return this.base.storedBlockBytes(doc);
  }

  #of(field: string): SegmentReader {
    if (!this.#isDerived(field)) return this.base;
    const made = this.#made.get(field) ?? this.#make(field);
    this.#made.set(field, made);
    return made;
  }
}
