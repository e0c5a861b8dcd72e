/**
 * Documents between `addDocument` and refresh, inverted as they come. A document enters whole or not at all: everything that can refuse
 * it (analysis, the length of terms) happens before the first byte is kept.
 */
import type { AnalyzedText } from '@skein/analysis';
import { utf8 } from '@skein/bytes';
import { clearBit, fillBits, makeBitSet } from '../codec/bit_set.js';
import { GeoColumnBuilder } from '../codec/v1/geo_column.js';
import { NumberColumnBuilder } from '../codec/v1/number_column.js';
import { encodeSegmentFile, type FieldData, type PartData } from '../codec/v1/segment_file.js';
import type { BlockCompression } from '../codec/v1/stored_fields/block_compression.js';
import { StoredFieldsWriter } from '../codec/v1/stored_fields/stored_fields_writer.js';
import type { FieldSpec } from '../document/field_spec.js';
import {
  ID_FIELD,
  type IndexableDocument,
  type IndexedField,
  PRIMARY_TERM_FIELD,
  SEQ_NO_FIELD,
  VERSION_FIELD,
} from '../document/indexable_document.js';
import { checkTermBytes, checkTermText } from './immense_term.js';
import { InvertedField } from './inverted_field.js';

const ID_SPEC: FieldSpec = {
  name: ID_FIELD,
  postings: 'docs',
  norms: false,
  column: 'none',
  points: false,
};
const longColumn = (name: string, points: boolean): FieldSpec => ({
  name,
  postings: 'none',
  norms: false,
  column: 'long',
  points,
});
const VERSION_SPEC = longColumn(VERSION_FIELD, false);
const SEQ_NO_SPEC = longColumn(SEQ_NO_FIELD, true);
const PRIMARY_TERM_SPEC = longColumn(PRIMARY_TERM_FIELD, false);

/** What a document costs beside its tokens and bytes, roughly: id, stored record, the library's own fields. */
const BYTES_PER_DOCUMENT = 120;
const BYTES_PER_TOKEN = 12;
const BYTES_PER_VALUE = 12;

/** The content of a new segment. */
export interface NewSegment {
  readonly bytes: SharedArrayBuffer;
  /** File `<name>.src`. */
  readonly source: Uint8Array;
  readonly docCount: number;
  readonly liveCount: number;
  readonly liveDocs: SharedArrayBuffer | null;
}

/** What one field of the buffer has gathered. Most fields have one or two of these. */
interface BufferedField {
  readonly spec: FieldSpec;
  inverted?: InvertedField;
  numbers?: NumberColumnBuilder;
  geo?: GeoColumnBuilder;
}

export class IndexBuffer {
  readonly #fields = new Map<string, BufferedField>();
  readonly #stored: StoredFieldsWriter;
  /** Live documents by id; a list only when the caller added an id twice without deleting it. */
  readonly #docsById = new Map<string, number | number[]>();
  readonly #deleted: number[] = [];
  #docCount = 0;
  #bytes = 0;

  constructor(compression: BlockCompression) {
    this.#stored = new StoredFieldsWriter(compression);
  }

  get docCount(): number {
    return this.#docCount;
  }

  get liveCount(): number {
    return this.#docCount - this.#deleted.length;
  }

  /** Estimated memory, for the writer's limit. */
  get bytes(): number {
    return this.#bytes;
  }

  add(document: IndexableDocument): void {
    const { stored, fields } = document;
    const texts = analyzeAll(fields);
    const id = utf8(stored.id);
    checkTermBytes(ID_FIELD, id);
    const doc = this.#docCount++;
    this.#invertedField(ID_SPEC).addTerm(doc, id);
    this.#numbersField(VERSION_SPEC).add(doc, document.version);
    this.#numbersField(SEQ_NO_SPEC).add(doc, document.seqNo);
    this.#numbersField(PRIMARY_TERM_SPEC).add(doc, document.primaryTerm);
    for (let i = 0; i < fields.length; i++) this.#addField(doc, fields[i], texts[i]);
    this.#stored.add(stored);
    this.#bytes += BYTES_PER_DOCUMENT + (stored.source?.length ?? 0);
    this.#remember(stored.id, doc);
  }

  /** Puts the document in place of the live ones of its id, which stay when it is refused. */
  replace(document: IndexableDocument): void {
    const { id } = document.stored;
    const older = this.#docsById.get(id);
    this.#docsById.delete(id);
    try {
      this.add(document);
    } catch (error) {
      if (older !== undefined) this.#docsById.set(id, older);
      throw error;
    }
    if (older !== undefined) this.#deleted.push(...(typeof older === 'number' ? [older] : older));
  }

  /** Whether the buffer had a live document of this id. */
  delete(id: string): boolean {
    const docs = this.#docsById.get(id);
    if (docs === undefined) return false;
    this.#docsById.delete(id);
    if (typeof docs === 'number') this.#deleted.push(docs);
    else this.#deleted.push(...docs);
    return true;
  }

  /** The buffer as a segment; it is of no use afterwards. */
  finish(name: string): NewSegment {
    const docCount = this.#docCount;
    const fields: FieldData[] = [];
    for (const field of this.#fields.values()) {
      fields.push({ spec: field.spec, parts: finishField(field, docCount) });
    }
    const { file, part } = this.#stored.finish();
    const bytes = encodeSegmentFile({ name, docCount, fields, stored: part });
    return { bytes, source: file, docCount, liveCount: this.liveCount, liveDocs: this.#liveDocs() };
  }

  #addField(doc: number, field: IndexedField, text: AnalyzedText | undefined): void {
    const { spec } = field;
    switch (field.kind) {
      case 'text':
        if (text === undefined) return;
        this.#invertedField(spec).addText(doc, text, field.analyzer.positionIncrementGap);
        this.#bytes += text.tokens.length * BYTES_PER_TOKEN;
        return;
      case 'term':
        if (spec.postings === 'none' && spec.column !== 'ordinal') return;
        this.#invertedField(spec).addTerm(doc, field.value);
        this.#bytes += field.value.length + BYTES_PER_TOKEN;
        return;
      case 'number':
        if (spec.column === 'none' && !spec.points) return;
        this.#numbersField(spec).add(doc, field.value);
        break;
      case 'geo':
        if (spec.column !== 'geo') return;
        this.#geoField(spec).add(doc, field.lat, field.lon);
        break;
    }
    this.#bytes += BYTES_PER_VALUE;
  }

  #field(spec: FieldSpec): BufferedField {
    let field = this.#fields.get(spec.name);
    if (field === undefined) {
      field = { spec };
      this.#fields.set(spec.name, field);
    }
    return field;
  }

  #invertedField(spec: FieldSpec): InvertedField {
    const field = this.#field(spec);
    field.inverted ??= new InvertedField(field.spec);
    return field.inverted;
  }

  #numbersField(spec: FieldSpec): NumberColumnBuilder {
    const field = this.#field(spec);
    field.numbers ??= new NumberColumnBuilder();
    return field.numbers;
  }

  #geoField(spec: FieldSpec): GeoColumnBuilder {
    const field = this.#field(spec);
    field.geo ??= new GeoColumnBuilder();
    return field.geo;
  }

  #remember(id: string, doc: number): void {
    const before = this.#docsById.get(id);
    if (before === undefined) this.#docsById.set(id, doc);
    else this.#docsById.set(id, typeof before === 'number' ? [before, doc] : [...before, doc]);
  }

  #liveDocs(): SharedArrayBuffer | null {
    if (this.#deleted.length === 0) return null;
    const buffer = new SharedArrayBuffer(makeBitSet(this.#docCount).byteLength);
    const live = new Uint32Array(buffer);
    fillBits(live, this.#docCount);
    for (const doc of this.#deleted) clearBit(live, doc);
    return buffer;
  }
}

/** The analysed texts by index of field; `undefined` for what is not analysed. */
function analyzeAll(fields: readonly IndexedField[]): (AnalyzedText | undefined)[] {
  return fields.map((field) => {
    const { name, postings, column } = field.spec;
    if (field.kind === 'term' && (postings !== 'none' || column === 'ordinal')) {
      checkTermBytes(name, field.value);
    }
    if (field.kind !== 'text' || postings === 'none') return undefined;
    const text = field.analyzer.analyze(field.value);
    for (const token of text.tokens) checkTermText(name, token.term);
    return text;
  });
}

function finishField(field: BufferedField, docCount: number): PartData[] {
  const { spec, inverted, numbers, geo } = field;
  const parts: PartData[] = [];
  if (inverted !== undefined) parts.push(...inverted.finish(docCount));
  if (numbers !== undefined) {
    const integral = spec.column === 'long';
    parts.push(...numbers.finish(docCount, { integral, points: spec.points }));
  }
  if (geo !== undefined) parts.push(geo.finish(docCount));
  return parts;
}
