/** A segment over its shared bytes. Opening reads the directory only; a field's parts open when they are first asked for. */
import { assert } from '@skein/base';
import type { FieldSpec } from '../../document/field_spec.js';
import { ID_FIELD, type StoredDocument } from '../../document/indexable_document.js';
import type { IndexSort } from '../../index/index_sort.js';
import type {
  GeoColumn,
  NumberColumn,
  OrdinalColumn,
  PointsReader,
  SegmentReader,
  TermsReader,
  VectorColumn,
} from '../../index/segment_reader.js';
import type { SegmentHandle } from '../../index/snapshot.js';
import { wordsOfBlock } from '../../memory/arena.js';
import type { Directory } from '../../store/directory.js';
import { GeoColumnReader } from './geo_column.js';
import { IdOrdinals } from './id_ordinals.js';
import { NumberColumnReader } from './number_column.js';
import { OrdinalColumnReader } from './ordinal_column.js';
import { SortedPoints } from './points.js';
import { FieldTerms, openDictionary } from './postings_reader.js';
import {
  bytesOf,
  type FieldEntry,
  openSegmentFile,
  PART,
  type PartCode,
  type PartEntry,
  type SegmentFile,
} from './segment_file.js';
import { ShapeColumnReader } from './shapes.js';
import { StoredFieldsReader } from './stored_fields/stored_fields_reader.js';
import type { TermDictionary } from './terms/term_dictionary.js';
import { VectorColumnReader } from './vectors.js';

/** The parts of one field that were opened so far. */
interface OpenField {
  terms?: FieldTerms;
  dictionary?: TermDictionary;
  norms?: Uint8Array;
  numbers?: NumberColumnReader;
  ordinals?: OrdinalColumnReader;
  idOrdinals?: IdOrdinals;
  geo?: GeoColumnReader;
  points?: SortedPoints;
  vectors?: VectorColumnReader;
  shapes?: ShapeColumnReader;
}

export class Segment implements SegmentReader {
  readonly name: string;
  readonly maxDoc: number;
  readonly liveCount: number;
  readonly liveDocs: Uint32Array | null;
  readonly file: SegmentFile;
  readonly #stored: StoredFieldsReader;
  readonly #open: Map<string, OpenField>;

  /** `sibling`: a reader of the same segment with other live documents, whose open parts are shared. */
  constructor(handle: SegmentHandle, directory: Directory, sibling?: Segment) {
    this.file = sibling?.file ?? openSegmentFile(handle.bytes, `${handle.name}.seg`);
    this.#open = sibling ? sibling.#open : new Map();
    this.#stored = sibling ? sibling.#stored : new StoredFieldsReader(this.file, directory);
    this.name = handle.name;
    this.maxDoc = handle.docCount;
    this.liveCount = handle.liveCount;
    this.liveDocs = handle.liveDocs === null ? null : wordsOfBlock(handle.liveDocs);
  }

  get memory(): WebAssembly.Memory {
    return this.file.block.memory;
  }

  get sort(): IndexSort {
    return this.file.sort;
  }

  *fields(): Iterable<FieldSpec> {
    for (const entry of this.file.fields.values()) yield entry.spec;
  }

  field(name: string): FieldSpec | undefined {
    return this.file.fields.get(name)?.spec;
  }

  terms(field: string): TermsReader | undefined {
    return this.#part(field, PART.postings, (open, part, entry) => {
      const { postings } = entry.spec;
      const hasPositions = postings === 'positions' || postings === 'offsets';
      open.terms ??= new FieldTerms(this.file, entry.parts.get(PART.terms) as PartEntry, part, {
        hasPositions,
        hasFreqs: hasPositions || postings === 'freqs',
        norms: this.norms(field),
      });
      return open.terms;
    });
  }

  norms(field: string): Uint8Array | undefined {
    return this.#part(field, PART.norms, (open, part) => {
      open.norms ??= bytesOf(this.file, part, 0);
      return open.norms;
    });
  }

  numbers(field: string): NumberColumn | undefined {
    return this.numberColumn(field);
  }

  /** The column with what only merging needs. */
  numberColumn(field: string): NumberColumnReader | undefined {
    return this.#part(field, PART.numbers, (open, part) => {
      open.numbers ??= new NumberColumnReader(this.file, part);
      return open.numbers;
    });
  }

  ordinals(field: string): OrdinalColumn | undefined {
    if (field === ID_FIELD) return this.#idOrdinals();
    return this.#part(field, PART.ordinals, (open, part, entry) => {
      open.dictionary ??= openDictionary(this.file, entry.parts.get(PART.terms) as PartEntry);
      open.ordinals ??= new OrdinalColumnReader(this.file, part, open.dictionary);
      return open.ordinals;
    });
  }

  #idOrdinals(): OrdinalColumn | undefined {
    const terms = this.terms(ID_FIELD);
    if (terms === undefined) return undefined;
    const open = this.#open.get(ID_FIELD) as OpenField;
    open.idOrdinals ??= new IdOrdinals(terms, this.maxDoc);
    return open.idOrdinals;
  }

  geo(field: string): GeoColumn | undefined {
    return this.#part(field, PART.geo, (open, part) => {
      open.geo ??= new GeoColumnReader(this.file, part);
      return open.geo;
    });
  }

  shapes(field: string): ShapeColumnReader | undefined {
    return this.#part(field, PART.shapes, (open, part) => {
      open.shapes ??= new ShapeColumnReader(this.file, part);
      return open.shapes;
    });
  }

  vectors(field: string): VectorColumn | undefined {
    return this.#part(field, PART.vectors, (open, part, entry) => {
      open.vectors ??= new VectorColumnReader(this.file, part, entry.parts.get(PART.vectorGraph));
      return open.vectors;
    });
  }

  points(field: string): PointsReader | undefined {
    return this.#part(field, PART.points, (open, part) => {
      if (open.points !== undefined) return open.points;
      const column = this.numberColumn(field);
      assert(column !== undefined, `points of [${field}] without a column`);
      open.points = new SortedPoints(this.file, part, column);
      return open.points;
    });
  }

  /** For what reads all documents. */
  get storedFields(): StoredFieldsReader {
    return this.#stored;
  }

  storedBlockBytes(doc: number): number {
    return this.#stored.blockBytes(doc);
  }

  stored(doc: number): StoredDocument {
    return this.#stored.read(doc);
  }

  #part<T>(
    field: string,
    code: PartCode,
    make: (open: OpenField, part: PartEntry, entry: FieldEntry) => T,
  ): T | undefined {
    const entry = this.file.fields.get(field);
    const part = entry?.parts.get(code);
    if (entry === undefined || part === undefined) return undefined;
    let open = this.#open.get(field);
    if (open === undefined) {
      open = {};
      this.#open.set(field, open);
    }
    return make(open, part, entry);
  }
}
