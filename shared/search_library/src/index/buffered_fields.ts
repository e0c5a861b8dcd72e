/**
 * The data that the fields of the index buffer have accumulated: inverted terms, columns of
 * numbers, places, shapes and vectors, and completions.
 */
import type { AnalyzedText, Analyzer } from '@skein/analysis';
import { assert } from '@skein/base';
import { CompletionsBuilder } from '../codec/v1/completions/completions_builder.js';
import { GeoColumnBuilder } from '../codec/v1/geo_column.js';
import { NumberColumnBuilder } from '../codec/v1/number_column.js';
import { ShapesBuilder } from '../codec/v1/shapes.js';
import { VectorsBuilder } from '../codec/v1/vectors.js';
import type { FieldSpec } from '../document/field_spec.js';
import type { IndexedField } from '../document/indexable_document.js';
import { surfaceOf } from '../geo_shape/surface.js';
import { takeDocumentMemory } from '../memory/document_memory.js';
import { AsciiScratch, type PlainAscii } from './ascii_scratch.js';
import type { FrozenField } from './frozen_field.js';
import { InvertedField } from './inverted_field.js';

/** Rough memory costs. */
const BYTES_PER_TOKEN = 12;
const BYTES_PER_VALUE = 12;
const BYTES_PER_TRIANGLE = 32;
/** Memory of a field that is new to the buffer: its initial tables and the objects around them. */
const BYTES_PER_INVERTED_FIELD = 8 * 1024;
const BYTES_PER_FIELD = 2 * 1024;
/** A document with at most this many fields is not checked for the memory of new fields. */
const FEW_FIELDS = 256;

/** The accumulated data of one field. Most fields have one or two of these parts. */
interface BufferedField {
  readonly spec: FieldSpec;
  inverted: InvertedField | undefined;
  numbers: NumberColumnBuilder | undefined;
  geo: GeoColumnBuilder | undefined;
  vectors: VectorsBuilder | undefined;
  shapes: ShapesBuilder | undefined;
  completions: CompletionsBuilder | undefined;
  /** The field that followed this one the last time. */
  next: BufferedField | undefined;
}

/** Sets all members from the start, so that all fields have one object shape. */
function newField(spec: FieldSpec): BufferedField {
  return {
    spec,
    inverted: undefined,
    numbers: undefined,
    geo: undefined,
    vectors: undefined,
    shapes: undefined,
    completions: undefined,
    next: undefined,
  };
}

export class BufferedFields {
  /** Number of term occurrences by field in the previous buffer. */
  readonly #expectedTerms: ReadonlyMap<string, number>;
  readonly #fields = new Map<string, BufferedField>();
  readonly #ascii = new AsciiScratch();
  #last: BufferedField | undefined;
  #bytes = 0;

  constructor(expectedTerms: ReadonlyMap<string, number>) {
    this.#expectedTerms = expectedTerms;
  }

  /** Estimated memory of the added values. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Number of term occurrences by field. */
  termCounts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [name, { inverted }] of this.#fields) {
      if (inverted !== undefined) counts.set(name, inverted.termCount);
    }
    return counts;
  }

  /** The data of all fields. The buffer cannot be used afterwards. */
  freeze(): FrozenField[] {
    return Array.from(this.#fields.values(), (field) => ({
      spec: field.spec,
      inverted: field.inverted?.freeze(),
      numbers: field.numbers?.freeze(),
      geo: field.geo?.freeze(),
      vectors: field.vectors?.freeze(),
      shapes: field.shapes?.freeze(),
      completions: field.completions?.freeze(),
    }));
  }

  /**
   * Counts the memory of a document's new fields before anything of it is kept; throws
   * circuit_breaking_exception when they are too many.
   */
  takeMemory(fields: readonly IndexedField[]): void {
    if (fields.length <= FEW_FIELDS) return;
    const made = new Set<string>();
    for (const { spec } of fields) {
      if (this.#fields.has(spec.name) || made.has(spec.name)) continue;
      made.add(spec.name);
      takeDocumentMemory(bytesOfField(spec));
    }
  }

  /** Adds a field of a document. `text` is given if the field was analysed before. */
  add(doc: number, field: IndexedField, text: AnalyzedText | undefined): void {
    const { spec } = field;
    switch (field.kind) {
      case 'text':
        if (spec.postings === 'none') return;
        this.#bytes += addText(this.inverted(spec), doc, field, text) * BYTES_PER_TOKEN;
        return;
      case 'term':
        if (spec.postings === 'none' && spec.column !== 'ordinal') return;
        addTerm(this.inverted(spec), doc, field.value);
        this.#bytes += field.value.length + BYTES_PER_TOKEN;
        return;
      case 'ascii_text': {
        if (spec.postings === 'none') return;
        const range = this.#ascii.plain(field);
        this.#bytes += feedAscii(this.inverted(spec), doc, field.analyzer, range) * BYTES_PER_TOKEN;
        return;
      }
      case 'ascii_term': {
        if (spec.postings === 'none' && spec.column !== 'ordinal') return;
        const { bytes, start, end } = field.escaped ? this.#ascii.plain(field) : field;
        this.inverted(spec).addTermRange(doc, bytes, start, end);
        this.#bytes += end - start + BYTES_PER_TOKEN;
        return;
      }
      case 'number':
        if (spec.column === 'none' && !spec.points) return;
        this.numbers(spec).add(doc, field.value);
        break;
      case 'geo':
        if (spec.column !== 'geo') return;
        this.#geoField(spec).add(doc, field.lat, field.lon);
        break;
      case 'shape':
        addShape(this.#shapesField(spec), doc, field);
        this.#bytes += field.flags.length * BYTES_PER_TRIANGLE;
        break;
      case 'completion':
        this.#completionsField(spec).add(doc, field);
        this.#bytes += field.key.length + field.surface.length + BYTES_PER_VALUE;
        break;
      case 'vector':
        this.#vectorsField(spec).add(doc, field.value);
        this.#bytes += field.value.byteLength;
        break;
    }
    this.#bytes += BYTES_PER_VALUE;
  }

  /**
   * Most documents have the same fields in the same order. So the field that followed the previous
   * one last time is tried first, and a field is looked up by name only when that one does not
   * match.
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
      this.#bytes += bytesOfField(spec);
      this.#fields.set(spec.name, field);
    }
    return field;
  }

  inverted(spec: FieldSpec): InvertedField {
    const field = this.#field(spec);
    field.inverted ??= new InvertedField(field.spec, this.#expectedTerms.get(spec.name));
    return field.inverted;
  }

  numbers(spec: FieldSpec): NumberColumnBuilder {
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
    field.shapes ??= new ShapesBuilder(surfaceOf(spec.column));
    return field.shapes;
  }

  #completionsField(spec: FieldSpec): CompletionsBuilder {
    const field = this.#field(spec);
    field.completions ??= new CompletionsBuilder();
    return field.completions;
  }

  #geoField(spec: FieldSpec): GeoColumnBuilder {
    const field = this.#field(spec);
    field.geo ??= new GeoColumnBuilder();
    return field.geo;
  }
}

function bytesOfField({ postings, column }: FieldSpec): number {
  const isInverted = postings !== 'none' || column === 'ordinal';
  return isInverted ? BYTES_PER_INVERTED_FIELD : BYTES_PER_FIELD;
}

function addTerm(inverted: InvertedField, doc: number, value: Uint8Array | string): void {
  if (typeof value === 'string') inverted.addTermText(doc, value);
  else inverted.addTerm(doc, value);
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

type ShapeField = Extract<IndexedField, { kind: 'shape' }>;

function addShape(shapes: ShapesBuilder, doc: number, { corners, flags }: ShapeField): void {
  flags.forEach((flag, i) => {
    shapes.add(doc, corners.slice(6 * i, 6 * i + 6), flag);
  });
}
