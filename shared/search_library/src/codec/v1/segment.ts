/**
 * A segment over its shared bytes. Opening reads the directory only; a field's parts are opened on
 * first use.
 */
import { expectDefined } from '@skein/base';
import { utf8 } from '@skein/bytes';
import type { FieldSpec } from '../../document/field_spec.js';
import { ID_FIELD, type OwnBytes, type StoredDocument } from '../../document/indexable_document.js';
import { surfaceOf } from '../../geo_shape/surface.js';
import type { IndexSort } from '../../index/index_sort.js';
import type {
  ColumnMaking,
  GeoColumn,
  GlobalNumbers,
  NumberColumn,
  NumberedSegments,
  OrdinalColumn,
  PointsReader,
  SegmentReader,
  TermsReader,
  TermVectors,
  Uninverting,
  VectorColumn,
} from '../../index/segment_reader.js';
import { type LiveBits, wordsOfLive } from '../../memory/live_bits.js';
import type { PartPlaces, PlacedPart } from '../../memory/part_places.js';
import type { Directory } from '../../store/directory.js';
import { corruptIndex } from '../corrupt_index.js';
import { ColumnWithin } from './column_within.js';
import { CompletionTree } from './completions/completion_tree.js';
import { GeoColumnReader } from './geo_column.js';
import { planGlobalNumbers, readGlobalNumbers } from './global_numbers.js';
import { IdOrdinals } from './id_ordinals.js';
import { madeParts } from './made_parts.js';
import { NumberColumnReader } from './number_column.js';
import { OrdinalColumnReader } from './ordinal_column.js';
import { SortedPoints } from './points.js';
import { FieldTerms, openDictionary } from './postings_reader.js';
import {
  bytesOf,
  type FieldEntry,
  type FilePart,
  type OpenPart,
  PART,
  type PartCode,
  type SegmentFile,
} from './segment_file.js';
import { ShapeColumnReader } from './shapes.js';
import { StoredFieldsReader } from './stored_fields/stored_fields_reader.js';
import { TermVectorsReader } from './term_vectors.js';
import type { TermDictionary } from './terms/term_dictionary.js';
import { planUninverted, UninvertedColumn } from './uninverted_column.js';
import { VectorColumnReader } from './vectors.js';

/** A part at its current place in memory. */
interface PartHere extends OpenPart {
  readonly placed: PlacedPart;
}

/**
 * The way to make a reader from parts of a field. The first part is required; the others may be
 * `undefined`.
 */
interface ReaderKind<T> {
  readonly codes: readonly PartCode[];
  readonly make: (
    field: FieldEntry,
    main: OpenPart,
    second: OpenPart | undefined,
    third: OpenPart | undefined,
  ) => T;
}

/** A reader, its parts, and their places when it was made. */
interface OpenReader {
  readonly reader: unknown;
  readonly parts: readonly (FilePart | undefined)[];
  readonly over: readonly (PartHere | undefined)[];
}

/** The open readers of one field, by their kind. */
type OpenField = Map<ReaderKind<unknown>, OpenReader>;

/** A column made of terms, and the data it was opened over. */
interface OpenUninverted {
  readonly column: UninvertedColumn;
  readonly dictionary: TermDictionary;
  readonly placed: PlacedPart;
}

/** The data that readers of the same segment share, whatever their live documents. */
interface Opened {
  readonly places: PartPlaces;
  readonly fields: Map<string, OpenField>;
  /** The open parts by index. */
  readonly parts: (PartHere | undefined)[];
  readonly stored: StoredFieldsReader;
  storedOver: PartHere | undefined;
  idOrdinals: IdOrdinals | undefined;
  readonly uninverted: Map<string, OpenUninverted>;
  /** See `madeParts`. */
  madeParts: ReadonlyMap<string, number> | undefined;
}

/** The properties of a segment that are known without its parts. */
interface SegmentState {
  readonly docCount: number;
  readonly liveCount: number;
  readonly liveDocs: LiveBits | null;
}

export class Segment implements SegmentReader {
  readonly name: string;
  readonly maxDoc: number;
  readonly liveCount: number;
  readonly liveDocs: Uint32Array | null;
  readonly file: SegmentFile;
  readonly #liveBits: LiveBits | null;
  readonly #opened: Opened;

  private constructor(file: SegmentFile, state: SegmentState, opened: Opened) {
    this.file = file;
    this.#opened = opened;
    this.name = file.name;
    this.maxDoc = state.docCount;
    this.liveCount = state.liveCount;
    this.#liveBits = state.liveDocs;
    this.liveDocs = state.liveDocs === null ? null : wordsOfLive(state.liveDocs);
  }

  static open(
    file: SegmentFile,
    state: SegmentState,
    { places, directory }: { readonly places: PartPlaces; readonly directory: Directory },
  ): Segment {
    return new Segment(file, state, {
      places,
      fields: new Map(),
      parts: new Array(file.parts.length),
      stored: new StoredFieldsReader(file, directory),
      storedOver: undefined,
      idOrdinals: undefined,
      uninverted: new Map(),
      madeParts: undefined,
    });
  }

  /** The same segment with other live documents; opened parts are shared. */
  withLive(state: SegmentState): Segment {
    return new Segment(this.file, state, this.#opened);
  }

  get memory(): WebAssembly.Memory | undefined {
    return this.#opened.places.memory;
  }

  get sort(): IndexSort {
    return this.file.sort;
  }

  liveAddress(): number {
    const { places } = this.#opened;
    if (this.#liveBits === null || places.addressOfLive === undefined) return 0;
    return places.addressOfLive(this.#liveBits);
  }

  *fields(): Iterable<FieldSpec> {
    for (const entry of this.file.fields.values()) yield entry.spec;
  }

  field(name: string): FieldSpec | undefined {
    return this.file.fields.get(name)?.spec;
  }

  terms(field: string): TermsReader | undefined {
    return this.#reader(field, TERMS);
  }

  /** The terms, with access to the data that only merging needs. */
  fieldTerms(field: string): FieldTerms | undefined {
    return this.#reader(field, TERMS);
  }

  norms(field: string): Uint8Array | undefined {
    return this.#reader(field, NORMS);
  }

  numbers(field: string): NumberColumn | undefined {
    return this.#reader(field, NUMBERS);
  }

  /** The column, with access to the data that only merging needs. */
  numberColumn(field: string): NumberColumnReader | undefined {
    return this.#reader(field, NUMBERS);
  }

  ordinals(field: string, making?: ColumnMaking): OrdinalColumn | undefined {
    if (making !== undefined && 'prefix' in making) {
      const whole = this.ordinals(field, making.of);
      return whole && new ColumnWithin(whole, utf8(making.prefix));
    }
    if (making !== undefined) return this.#uninverted(field, making);
    return field === ID_FIELD ? this.#idOrdinals() : this.#reader(field, ORDINALS);
  }

  #uninverted(field: string, uninverting: Uninverting): OrdinalColumn | undefined {
    if (this.file.fields.get(field)?.parts.has(PART.ordinals) === true) return undefined;
    const number = this.#madePart(field);
    const dictionary = number === undefined ? undefined : this.#reader(field, DICTIONARY);
    if (number === undefined || dictionary === undefined) return undefined;
    const { places, uninverted } = this.#opened;
    const open = uninverted.get(field);
    const { maxDoc } = this;
    const plan = () => {
      const terms = expectDefined(this.#reader(field, TERMS), 'a column is made of terms');
      return planUninverted({ terms, maxDoc, label: field }, uninverting);
    };
    const placed = places.placeMade({ number, label: field, plan }, open?.placed);
    if (open?.placed === placed && open.dictionary === dictionary) return open.column;
    const column = new UninvertedColumn(placed, maxDoc, dictionary);
    uninverted.set(field, { column, dictionary, placed });
    return column;
  }

  #madePart(field: string): number | undefined {
    this.#opened.madeParts ??= madeParts(this.file);
    return this.#opened.madeParts.get(field);
  }

  get checksum(): number {
    return this.file.checksum;
  }

  globalNumbers(field: string, of: NumberedSegments): GlobalNumbers | undefined {
    const column = this.#reader(field, ORDINALS);
    const number = this.#madePart(field);
    const placed =
      number === undefined ? undefined : this.#opened.places.madeIfHere(number, undefined);
    return placed && column && readGlobalNumbers(placed, of, column.cardinality);
  }

  keepGlobalNumbers(field: string, of: NumberedSegments, make: () => GlobalNumbers): void {
    const number = this.#madePart(field);
    if (number === undefined) return;
    const plan = () => planGlobalNumbers(of, make());
    this.#opened.places.remake({ number, label: field, plan });
  }

  #idOrdinals(): OrdinalColumn | undefined {
    const terms = this.terms(ID_FIELD);
    if (terms === undefined) return undefined;
    this.#opened.idOrdinals ??= new IdOrdinals(terms, this.maxDoc);
    this.#opened.idOrdinals.terms = terms;
    return this.#opened.idOrdinals;
  }

  geo(field: string): GeoColumn | undefined {
    return this.#reader(field, GEO);
  }

  shapes(field: string): ShapeColumnReader | undefined {
    return this.#reader(field, SHAPES);
  }

  termVectors(field: string): TermVectors | undefined {
    return this.#reader(field, TERM_VECTORS);
  }

  completions(field: string): CompletionTree | undefined {
    return this.#reader(field, COMPLETIONS);
  }

  vectors(field: string): VectorColumn | undefined {
    return this.#reader(field, VECTORS);
  }

  points(field: string): PointsReader | undefined {
    return this.#reader(field, POINTS);
  }

  /** The stored documents, for callers that read all of them. */
  get storedFields(): StoredFieldsReader {
    const { stored, storedOver } = this.#opened;
    const here = this.#part(this.file.stored);
    if (here !== storedOver) {
      stored.place(here);
      this.#opened.storedOver = here;
    }
    return stored;
  }

  storedBlockBytes(doc: number): number {
    return this.storedFields.blockBytes(doc);
  }

  stored(doc: number, own?: OwnBytes): StoredDocument {
    return this.storedFields.read(doc, own);
  }

  /** Frees parts in memory of the segment's own. Their readers must not be used any more. */
  letGo(): void {
    this.#opened.places.letGo();
  }

  /** Returns the part, loading it if necessary. It stays in place until the thread releases it. */
  #part(part: FilePart): PartHere {
    const { parts, places } = this.#opened;
    const known = parts[part.index];
    const placed = places.place(part.index, known?.placed);
    if (known !== undefined && placed === known.placed) return known;
    const shift = placed.start - this.file.parts[part.index].offset;
    const sections = part.sections.map(({ offset, length }) => ({
      offset: offset + shift,
      length,
    }));
    const here = { buffer: placed.buffer, name: this.name, meta: part.meta, sections, placed };
    parts[part.index] = here;
    return here;
  }

  /**
   * Returns a reader, made again when one of its parts was loaded again; `undefined` when the field
   * lacks the main part.
   */
  #reader<T>(field: string, kind: ReaderKind<T>): T | undefined {
    const open = this.#opened.fields.get(field)?.get(kind);
    // A reader is kept under the kind that made it.
    if (open !== undefined && this.#isCurrent(open)) return open.reader as T;
    const entry = this.file.fields.get(field);
    const main = entry?.parts.get(kind.codes[0]);
    if (entry === undefined || main === undefined) return undefined;
    const parts = kind.codes.map((code) => entry.parts.get(code));
    const over = parts.map((part) => part && this.#part(part));
    const reader = kind.make(entry, this.#part(main), over[1], over[2]);
    this.#openField(field).set(kind, { reader, parts, over });
    return reader;
  }

  /** True if all parts are unchanged. Holds the parts. */
  #isCurrent({ parts, over }: OpenReader): boolean {
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i];
      if (part !== undefined && this.#part(part) !== over[i]) return false;
    }
    return true;
  }

  #openField(field: string): OpenField {
    const { fields } = this.#opened;
    const open: OpenField = fields.get(field) ?? new Map();
    fields.set(field, open);
    return open;
  }
}

/** Returns a part that the main part requires. */
function needed(part: OpenPart | undefined, { spec }: FieldEntry, main: OpenPart): OpenPart {
  if (part !== undefined) return part;
  throw corruptIndex(`field [${spec.name}] lacks a part`, `${main.name}.seg`);
}

const TERMS: ReaderKind<FieldTerms> = {
  codes: [PART.postings, PART.terms, PART.norms],
  make: (field, postings, terms, norms) => {
    const detail = field.spec.postings;
    const hasPositions = detail === 'positions' || detail === 'offsets';
    return new FieldTerms(needed(terms, field, postings), postings, {
      hasPositions,
      hasFreqs: hasPositions || detail === 'freqs',
      norms: norms && bytesOf(norms, 0),
    });
  },
};
const DICTIONARY: ReaderKind<TermDictionary> = {
  codes: [PART.terms],
  make: (_field, terms) => openDictionary(terms),
};
const NORMS: ReaderKind<Uint8Array> = {
  codes: [PART.norms],
  make: (_field, part) => bytesOf(part, 0),
};
const NUMBERS: ReaderKind<NumberColumnReader> = {
  codes: [PART.numbers],
  make: (_field, part) => new NumberColumnReader(part),
};
const ORDINALS: ReaderKind<OrdinalColumnReader> = {
  codes: [PART.ordinals, PART.terms],
  make: (field, part, terms) =>
    new OrdinalColumnReader(part, openDictionary(needed(terms, field, part))),
};
const GEO: ReaderKind<GeoColumnReader> = {
  codes: [PART.geo],
  make: (_field, part) => new GeoColumnReader(part),
};
const SHAPES: ReaderKind<ShapeColumnReader> = {
  codes: [PART.shapes],
  make: ({ spec }, part) => new ShapeColumnReader(part, surfaceOf(spec.column)),
};
const TERM_VECTORS: ReaderKind<TermVectorsReader> = {
  codes: [PART.termVectors],
  make: (_field, part) => new TermVectorsReader(part),
};
const COMPLETIONS: ReaderKind<CompletionTree> = {
  codes: [PART.completions],
  make: (_field, part) => new CompletionTree(part),
};
const VECTORS: ReaderKind<VectorColumnReader> = {
  codes: [PART.vectors, PART.vectorGraph],
  make: (_field, part, graph) => new VectorColumnReader(part, graph),
};
const POINTS: ReaderKind<SortedPoints> = {
  codes: [PART.points, PART.numbers],
  make: (field, part, numbers) =>
    new SortedPoints(part, new NumberColumnReader(needed(numbers, field, part))),
};
