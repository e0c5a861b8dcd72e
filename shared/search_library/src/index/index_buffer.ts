/**
 * Documents between `addDocument` and refresh, inverted as they come. A document enters whole or not at all: everything that can refuse
 * it (analysis, the length of terms) happens before the first byte is kept.
 */
import type { FileOutput } from '../codec/file_output.js';
import { GrowableBytes } from '../codec/growable.js';
import type { NumberColumnBuilder } from '../codec/v1/number_column.js';
import { type FieldData, writeSegmentFile } from '../codec/v1/segment_file.js';
import type { BlockCompression } from '../codec/v1/stored_fields/block_compression.js';
import { StoredFieldsWriter } from '../codec/v1/stored_fields/stored_fields_writer.js';
import type { FieldSpec } from '../document/field_spec.js';
import {
  ID_FIELD,
  type IndexableDocument,
  NESTED_PATH_FIELD,
  type NestedDocument,
  PRIMARY_TERM_FIELD,
  SEQ_NO_FIELD,
  type StoredDocument,
  VERSION_FIELD,
} from '../document/indexable_document.js';
import type { Kernels } from '../search/kernels/kernels.js';
import { analyzeAll } from './analyze_fields.js';
import { BufferedFields } from './buffered_fields.js';
import { BufferedIds } from './buffered_ids.js';
import { checkTermText } from './immense_term.js';
import type { InvertedField } from './inverted_field.js';
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

/** What is stored of a nested document beside its fields: it has no source of its own. */
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

/** How much a buffer held. */
export interface BufferSizes {
  readonly sourceBytes: number;
  /** By field. */
  readonly terms: ReadonlyMap<string, number>;
}

const NO_SIZES: BufferSizes = { sourceBytes: 0, terms: new Map() };

export class IndexBuffer {
  readonly #fields: BufferedFields;
  readonly #ids: InvertedField;
  readonly #versions: NumberColumnBuilder;
  readonly #seqNos: NumberColumnBuilder;
  readonly #primaryTerms: NumberColumnBuilder;
  readonly #source: GrowableBytes;
  readonly #stored: StoredFieldsWriter;
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
    this.#fields = new BufferedFields(before.terms);
    this.#ids = this.#fields.inverted(ID_SPEC);
    this.#versions = this.#fields.numbers(VERSION_SPEC);
    this.#seqNos = this.#fields.numbers(SEQ_NO_SPEC);
    this.#primaryTerms = this.#fields.numbers(PRIMARY_TERM_SPEC);
    this.#source = new GrowableBytes(Math.max(compression.blockBytes * 2, before.sourceBytes));
    this.#stored = new StoredFieldsWriter(compression, this.#source);
  }

  get docCount(): number {
    return this.#docCount;
  }

  /** To be asked before `finish`. */
  sizes(): BufferSizes {
    return { sourceBytes: this.#source.length, terms: this.#fields.termCounts() };
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
    return this.#bytes + this.#fields.bytes;
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
    this.#fields.takeMemory(fields);
    if (document.nested !== undefined) this.#addNested(document, document.nested, replaces);
    const doc = this.#docCount++;
    const id = this.#ids.addTermText(doc, stored.id);
    if (replaces && document.nested === undefined) this.#delete(this.#liveById.take(id));
    this.#versions.add(doc, document.version);
    this.#seqNos.add(doc, document.seqNo);
    this.#primaryTerms.add(doc, document.primaryTerm);
    for (let i = 0; i < fields.length; i++) this.#fields.add(doc, fields[i], texts[i]);
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
    for (const { fields } of nested) this.#fields.takeMemory(fields);
    if (replaces) this.delete(stored.id);
    if (nested.length > 0) this.#blockStarts.set(this.#docCount + nested.length, this.#docCount);
    nested.forEach(({ path, fields, storedFields }, index) => {
      const doc = this.#docCount++;
      this.#ids.addTermText(doc, stored.id);
      this.#versions.add(doc, version);
      this.#seqNos.add(doc, seqNo);
      this.#fields.inverted(NESTED_PATH_SPEC).addTermText(doc, path);
      for (let i = 0; i < fields.length; i++) this.#fields.add(doc, fields[i], texts[index][i]);
      this.#stored.add(storedFields ? { ...NOTHING_STORED, fields: storedFields } : NOTHING_STORED);
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
    const fields = this.#fields.finish(docCount, kernels);
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
}

function storedBytes({ source, recoverySource }: StoredDocument): number {
  return (source?.length ?? 0) + (recoverySource?.length ?? 0);
}
