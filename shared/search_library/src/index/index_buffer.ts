/**
 * Documents between `addDocument` and refresh, inverted as they come. A document enters whole or not at all: everything that can refuse
 * it (analysis, the length of terms) happens before the first byte is kept.
 */
import type { AnalyzedText, Analyzer } from '@skein/analysis';
import { assert } from '@skein/base';
import type { FileOutput } from '../codec/file_output.js';
import { GrowableBytes } from '../codec/growable.js';
import { GeoColumnBuilder } from '../codec/v1/geo_column.js';
import { NumberColumnBuilder } from '../codec/v1/number_column.js';
import { type FieldData, type PartData, writeSegmentFile } from '../codec/v1/segment_file.js';
import { ShapesBuilder } from '../codec/v1/shapes.js';
import type { BlockCompression } from '../codec/v1/stored_fields/block_compression.js';
import { StoredFieldsWriter } from '../codec/v1/stored_fields/stored_fields_writer.js';
import { VectorsBuilder } from '../codec/v1/vectors.js';
import type { FieldSpec } from '../document/field_spec.js';
import {
  ID_FIELD,
  type IndexableDocument,
  type IndexedField,
  NESTED_PATH_FIELD,
  type NestedDocument,
  PRIMARY_TERM_FIELD,
  SEQ_NO_FIELD,
  type StoredDocument,
  VERSION_FIELD,
} from '../document/indexable_document.js';
import type { Kernels } from '../search/kernels/kernels.js';
import { AsciiScratch, type PlainAscii } from './ascii_scratch.js';
import { BufferedIds } from './buffered_ids.js';
import { checkTermBytes, checkTermText, MAX_TERM_BYTES } from './immense_term.js';
import { InvertedField } from './inverted_field.js';
import { markedField, RECOVERY_SOURCE_SPEC, SOFT_DELETES_SPEC } from './soft_deletes.js';

const ID_SPEC: FieldSpec = {
  name: ID_FIELD,
  postings: 'docs',
  norms: false,
  column: 'none',
  points: false,
};
const NESTED_PATH_SPEC: FieldSpec = { ...ID_SPEC, name: NESTED_PATH_FIELD };
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
const BYTES_PER_TRIANGLE = 32;

/** What is stored of a nested document: nothing, it has no source of its own. */
const NOTHING_STORED: StoredDocument = {
  id: '',
  routing: undefined,
  source: undefined,
  fields: undefined,
};

/** What there is of a new segment beside `<name>.seg`, which says itself what of it was deleted. */
export interface NewSegment {
  /** File `<name>.src`. */
  readonly source: Uint8Array;
  readonly docCount: number;
}

/** What one field of the buffer has gathered. Most fields have one or two of these. */
interface BufferedField {
  readonly spec: FieldSpec;
  inverted: InvertedField | undefined;
  numbers: NumberColumnBuilder | undefined;
  geo: GeoColumnBuilder | undefined;
  vectors: VectorsBuilder | undefined;
  shapes: ShapesBuilder | undefined;
  /** The field that was met after it the last time. */
  next: BufferedField | undefined;
}

/** All members from the start: fields have one shape, whatever they gather. */
function newField(spec: FieldSpec): BufferedField {
  return {
    spec,
    inverted: undefined,
    numbers: undefined,
    geo: undefined,
    vectors: undefined,
    shapes: undefined,
    next: undefined,
  };
}

/** How much a buffer held. */
export interface BufferSizes {
  readonly sourceBytes: number;
  /** By field. */
  readonly terms: ReadonlyMap<string, number>;
}

const NO_SIZES: BufferSizes = { sourceBytes: 0, terms: new Map() };

export class IndexBuffer {
  readonly #sizes: BufferSizes;
  readonly #fields = new Map<string, BufferedField>();
  #last: BufferedField | undefined;
  readonly #ids: InvertedField;
  readonly #versions: NumberColumnBuilder;
  readonly #seqNos: NumberColumnBuilder;
  readonly #primaryTerms: NumberColumnBuilder;
  readonly #source: GrowableBytes;
  readonly #stored: StoredFieldsWriter;
  readonly #ascii = new AsciiScratch();
  readonly #liveById = new BufferedIds();
  /** The first document of the block, by its last, of those that have nested ones. */
  readonly #blockStarts = new Map<number, number>();
  readonly #deleted: number[] = [];
  readonly #withRecoverySource: number[] = [];
  #maxSeqNo = -1;
  #docCount = 0;
  #bytes = 0;

  /** `before`: what the last buffer held, for this one will be much the same. Growing step by step copies all there is again and again. */
  constructor(compression: BlockCompression, before: BufferSizes = NO_SIZES) {
    this.#sizes = before;
    this.#ids = this.#invertedField(ID_SPEC);
    this.#versions = this.#numbersField(VERSION_SPEC);
    this.#seqNos = this.#numbersField(SEQ_NO_SPEC);
    this.#primaryTerms = this.#numbersField(PRIMARY_TERM_SPEC);
    this.#source = new GrowableBytes(Math.max(compression.blockBytes * 2, before.sourceBytes));
    this.#stored = new StoredFieldsWriter(compression, this.#source);
  }

  get docCount(): number {
    return this.#docCount;
  }

  /** To be asked before `finish`. */
  sizes(): BufferSizes {
    const terms = new Map<string, number>();
    for (const [name, { inverted }] of this.#fields) {
      if (inverted !== undefined) terms.set(name, inverted.termCount);
    }
    return { sourceBytes: this.#source.length, terms };
  }

  get liveCount(): number {
    return this.#docCount - this.#deleted.length;
  }

  /** The highest number of an operation in it. */
  get maxSeqNo(): number {
    return this.#maxSeqNo;
  }

  /** Estimated memory, for the writer's limit. */
  get bytes(): number {
    return this.#bytes;
  }

  add(document: IndexableDocument): void {
    this.#liveById.add(this.#add(document, false), this.#docCount - 1);
  }

  /** Puts the document in place of the live ones of its id, which stay when it is refused. */
  replace(document: IndexableDocument): void {
    this.#liveById.add(this.#add(document, true), this.#docCount - 1);
  }

  /** As one that was deleted already: no search sees it. */
  addDeleted(document: IndexableDocument): void {
    const nested = document.nested?.length ?? 0;
    this.#add(document, false);
    for (let doc = this.#docCount - 1 - nested; doc < this.#docCount; doc++) {
      this.#deleted.push(doc);
    }
  }

  /** Whether the buffer had a live document of this id. */
  delete(id: string): boolean {
    const number = this.#ids.termId(id);
    if (number < 0) return false;
    const docs = this.#liveById.take(number);
    this.#delete(docs);
    return docs.length > 0;
  }

  /** Returns the number of its id. */
  #add(document: IndexableDocument, replaces: boolean): number {
    const { stored, fields } = document;
    const texts = analyzeAll(fields);
    checkTermText(ID_FIELD, stored.id);
    if (document.nested !== undefined) this.#addNested(document, document.nested, replaces);
    const doc = this.#docCount++;
    const id = this.#ids.addTermText(doc, stored.id);
    if (replaces && document.nested === undefined) this.#delete(this.#liveById.take(id));
    this.#versions.add(doc, document.version);
    this.#seqNos.add(doc, document.seqNo);
    this.#primaryTerms.add(doc, document.primaryTerm);
    for (let i = 0; i < fields.length; i++) this.#addField(doc, fields[i], texts[i]);
    this.#stored.add(stored);
    if (stored.recoverySource !== undefined) this.#withRecoverySource.push(doc);
    if (document.seqNo > this.#maxSeqNo) this.#maxSeqNo = document.seqNo;
    this.#bytes += BYTES_PER_DOCUMENT + storedBytes(stored);
    return id;
  }

  /** The documents inside one that is about to follow them. Whatever can refuse one of them comes first. */
  #addNested(
    { stored, version, seqNo }: IndexableDocument,
    nested: readonly NestedDocument[],
    replaces: boolean,
  ): void {
    const texts = nested.map(({ fields }) => analyzeAll(fields));
    if (replaces) this.delete(stored.id);
    if (nested.length > 0) this.#blockStarts.set(this.#docCount + nested.length, this.#docCount);
    nested.forEach(({ path, fields }, index) => {
      const doc = this.#docCount++;
      this.#ids.addTermText(doc, stored.id);
      this.#versions.add(doc, version);
      this.#seqNos.add(doc, seqNo);
      this.#invertedField(NESTED_PATH_SPEC).addTermText(doc, path);
      for (let i = 0; i < fields.length; i++) this.#addField(doc, fields[i], texts[index][i]);
      this.#stored.add(NOTHING_STORED);
      this.#bytes += BYTES_PER_DOCUMENT;
    });
  }

  /** Each with the documents inside it. */
  #delete(docs: readonly number[]): void {
    for (const doc of docs) {
      for (let each = this.#blockStarts.get(doc) ?? doc; each <= doc; each++) {
        this.#deleted.push(each);
      }
    }
  }

  /** The buffer as a segment, whose `<name>.seg` goes to `output`; it is of no use afterwards. */
  finish(name: string, output: FileOutput, kernels: Kernels): NewSegment {
    const docCount = this.#docCount;
    const fields: FieldData[] = [];
    for (const field of this.#fields.values()) {
      fields.push({ spec: field.spec, parts: finishField(field, docCount, kernels) });
    }
    fields.push(...this.#marks());
    const stored = this.#stored.finish();
    const source = this.#source.view();
    writeSegmentFile({ name, docCount, fields, stored }, output);
    return { source, docCount };
  }

  #marks(): FieldData[] {
    const marks: FieldData[] = [];
    const maxDoc = this.#docCount;
    if (this.#deleted.length > 0) {
      const deleted = Uint32Array.from(this.#deleted).sort();
      marks.push(markedField(SOFT_DELETES_SPEC, deleted, maxDoc));
    }
    if (this.#withRecoverySource.length > 0) {
      marks.push(markedField(RECOVERY_SOURCE_SPEC, this.#withRecoverySource, maxDoc));
    }
    return marks;
  }

  #addField(doc: number, field: IndexedField, text: AnalyzedText | undefined): void {
    const { spec } = field;
    switch (field.kind) {
      case 'text':
        if (spec.postings === 'none') return;
        this.#bytes += addText(this.#invertedField(spec), doc, field, text) * BYTES_PER_TOKEN;
        return;
      case 'term':
        if (spec.postings === 'none' && spec.column !== 'ordinal') return;
        addTerm(this.#invertedField(spec), doc, field.value);
        this.#bytes += field.value.length + BYTES_PER_TOKEN;
        return;
      case 'ascii_text': {
        if (spec.postings === 'none') return;
        const range = this.#ascii.plain(field);
        this.#bytes +=
          feedAscii(this.#invertedField(spec), doc, field.analyzer, range) * BYTES_PER_TOKEN;
        return;
      }
      case 'ascii_term': {
        if (spec.postings === 'none' && spec.column !== 'ordinal') return;
        const { bytes, start, end } = field.escaped ? this.#ascii.plain(field) : field;
        this.#invertedField(spec).addTermRange(doc, bytes, start, end);
        this.#bytes += end - start + BYTES_PER_TOKEN;
        return;
      }
      case 'number':
        if (spec.column === 'none' && !spec.points) return;
        this.#numbersField(spec).add(doc, field.value);
        break;
      case 'geo':
        if (spec.column !== 'geo') return;
        this.#geoField(spec).add(doc, field.lat, field.lon);
        break;
      case 'shape':
        addShape(this.#shapesField(spec), doc, field);
        this.#bytes += field.flags.length * BYTES_PER_TRIANGLE;
        break;
      case 'vector':
        this.#vectorsField(spec).add(doc, field.value);
        this.#bytes += field.value.byteLength;
        break;
    }
    this.#bytes += BYTES_PER_VALUE;
  }

  /**
   * Documents mostly have the same fields in the same order: the field that came after the last one before is tried first, and its name
   * is looked up only when it is another.
   */
  #field(spec: FieldSpec): BufferedField {
    const expected = this.#last?.next;
    const field = expected !== undefined && expected.spec === spec ? expected : this.#named(spec);
    if (this.#last !== undefined) this.#last.next = field;
    this.#last = field;
    return field;
  }

  #named(spec: FieldSpec): BufferedField {
    let field = this.#fields.get(spec.name);
    if (field === undefined) {
      field = newField(spec);
      this.#fields.set(spec.name, field);
    }
    return field;
  }

  #invertedField(spec: FieldSpec): InvertedField {
    const field = this.#field(spec);
    field.inverted ??= new InvertedField(field.spec, this.#sizes.terms.get(spec.name));
    return field.inverted;
  }

  #numbersField(spec: FieldSpec): NumberColumnBuilder {
    const field = this.#field(spec);
    field.numbers ??= new NumberColumnBuilder();
    return field.numbers;
  }

  #vectorsField(spec: FieldSpec): VectorsBuilder {
    const field = this.#field(spec);
    assert(spec.vector !== undefined, `vector field [${spec.name}] without a vector spec`);
    field.vectors ??= new VectorsBuilder(spec.vector);
    return field.vectors;
  }

  #shapesField(spec: FieldSpec): ShapesBuilder {
    const field = this.#field(spec);
    field.shapes ??= new ShapesBuilder();
    return field.shapes;
  }

  #geoField(spec: FieldSpec): GeoColumnBuilder {
    const field = this.#field(spec);
    field.geo ??= new GeoColumnBuilder();
    return field.geo;
  }
}

function storedBytes({ source, recoverySource }: StoredDocument): number {
  return (source?.length ?? 0) + (recoverySource?.length ?? 0);
}

function addTerm(inverted: InvertedField, doc: number, value: Uint8Array | string): void {
  if (typeof value === 'string') inverted.addTermText(doc, value);
  else inverted.addTerm(doc, value);
}

function checkTerm(field: string, value: Uint8Array | string): void {
  if (typeof value === 'string') checkTermText(field, value);
  else checkTermBytes(field, value);
}

type TextField = Extract<IndexedField, { kind: 'text' }>;

/** Returns the number of tokens. */
function addText(
  inverted: InvertedField,
  doc: number,
  { value, analyzer }: TextField,
  text: AnalyzedText | undefined,
): number {
  const gap = analyzer.positionIncrementGap;
  if (text !== undefined) return inverted.addTokens(doc, text, analyzer);
  const { feed } = analyzer;
  assert(feed !== undefined, `text of analyzer [${analyzer.name}] was not analysed`);
  return inverted.feedText(doc, value, { feed, gap });
}

function feedAscii(
  inverted: InvertedField,
  doc: number,
  { feedAscii: feed, positionIncrementGap: gap, name }: Analyzer,
  range: PlainAscii,
): number {
  assert(feed !== undefined, `analyzer [${name}] takes no bytes`);
  return inverted.feedAscii(doc, range, { feed, gap });
}

/**
 * The texts that must be looked at before one of them is kept, analysed, by index of field; `undefined` for what is not. Analyzers
 * that feed cannot make a term too long.
 */
function analyzeAll(fields: readonly IndexedField[]): readonly (AnalyzedText | undefined)[] {
  let texts: (AnalyzedText | undefined)[] | undefined;
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i];
    const { name, postings, column } = field.spec;
    if (field.kind === 'term' && (postings !== 'none' || column === 'ordinal')) {
      checkTerm(name, field.value);
    } else if (field.kind === 'ascii_term' && field.end - field.start > MAX_TERM_BYTES) {
      checkTermBytes(name, field.bytes.subarray(field.start, field.end));
    }
    if (field.kind !== 'text' || postings === 'none' || isFed(field)) continue;
    const text = field.analyzer.analyze(field.value);
    for (const token of text.tokens) checkTermText(name, token.term);
    texts ??= new Array(fields.length);
    texts[i] = text;
  }
  return texts ?? NO_TEXTS;
}

/** Whether the terms come straight from the analyzer; their places in the text are not told then. */
function isFed({ spec, analyzer }: TextField): boolean {
  return analyzer.feed !== undefined && spec.termVector?.offsets !== true;
}

const NO_TEXTS: readonly undefined[] = [];

type ShapeField = Extract<IndexedField, { kind: 'shape' }>;

function addShape(shapes: ShapesBuilder, doc: number, { corners, flags }: ShapeField): void {
  flags.forEach((flag, i) => {
    shapes.add(doc, corners.slice(6 * i, 6 * i + 6), flag);
  });
}

function finishField(field: BufferedField, docCount: number, kernels: Kernels): PartData[] {
  const { spec, inverted, numbers, geo, vectors, shapes } = field;
  const parts: PartData[] = [];
  if (inverted !== undefined) parts.push(...inverted.finish(docCount));
  if (numbers !== undefined) {
    const integral = spec.column === 'long';
    parts.push(...numbers.finish(docCount, { integral, points: spec.points }));
  }
  if (geo !== undefined) parts.push(geo.finish(docCount));
  if (shapes !== undefined) parts.push(shapes.finish(docCount));
  if (vectors !== undefined) {
    const building = { kernels, checkpoint: () => undefined };
    parts.push(...vectors.finish(docCount, spec.name, building));
  }
  return parts;
}
