/**
 * Documents between `addDocument` and refresh, inverted as they arrive. A document is added whole
 * or not at all: every check that can refuse it (analysis, the length of terms) precedes the first
 * byte kept.
 */
import { GrowableBytes } from '../codec/growable.js';
import type { NumberColumnBuilder } from '../codec/v1/number_column.js';
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
import { analyzeAll } from './analyze_fields.js';
import { BufferedFields } from './buffered_fields.js';
import { BufferedIds } from './buffered_ids.js';
import type { FrozenBuffer } from './frozen_buffer.js';
import { checkTermText } from './immense_term.js';
import type { InvertedField } from './inverted_field.js';

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

/**
 * Rough memory cost of a document beside its tokens and bytes: id, stored record, the library's own
 * fields.
 */
const BYTES_PER_DOCUMENT = 120;

/** The stored record of a nested document, which has no source of its own. */
const NOTHING_STORED: StoredDocument = {
  id: '',
  routing: undefined,
  source: undefined,
  fields: undefined,
};

/** The sizes of a buffer. */
interface BufferSizes {
  readonly sourceBytes: number;
  /** Number of term occurrences by field. */
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
  /** The first document of each block with nested documents, by the block's last document. */
  readonly #blockStarts = new Map<number, number>();
  readonly #deleted: number[] = [];
  readonly #withRecoverySource: number[] = [];
  #maxSeqNo = -1;
  #docCount = 0;
  #bytes = 0;

  /**
   * `before` has the sizes of the previous buffer, since this one will be similar. Arrays that
   * start small are copied again and again as they grow.
   */
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

  /** The sizes of the buffer. Call this before `freeze`. */
  sizes(): BufferSizes {
    return { sourceBytes: this.#source.length, terms: this.#fields.termCounts() };
  }

  get liveCount(): number {
    return this.#docCount - this.#deleted.length;
  }

  /** The highest sequence number in the buffer. */
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

  /** Replaces the live documents of the same id. If the document is refused, they stay. */
  replace(document: IndexableDocument): void {
    this.#liveById.add(this.#add(document, true), this.#docCount - 1);
  }

  /** Adds a document that is deleted already: no search sees it. */
  addDeleted(document: IndexableDocument): void {
    const nested = document.nested?.length ?? 0;
    this.#add(document, false);
    for (let doc = this.#docCount - 1 - nested; doc < this.#docCount; doc++) {
      this.#deleted.push(doc);
    }
  }

  /** Deletes the documents of this id; true if one was live in the buffer. */
  delete(id: string): boolean {
    const number = this.#ids.termId(id);
    if (number < 0) return false;
    const docs = this.#liveById.take(number);
    this.#delete(docs);
    return docs.length > 0;
  }

  /** Adds the document and returns the number of its id. */
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

  /**
   * Adds the nested documents of a document that follows them. All checks that can refuse one of
   * them come first.
   */
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

  /** Deletes each document together with its nested documents. */
  #delete(docs: readonly number[]): void {
    for (const doc of docs) {
      for (let each = this.#blockStarts.get(doc) ?? doc; each <= doc; each++) {
        this.#deleted.push(each);
      }
    }
  }

  /** The buffer as plain data. It cannot be used afterwards. */
  freeze(): FrozenBuffer {
    const stored = this.#stored.finish();
    return {
      docCount: this.#docCount,
      fields: this.#fields.freeze(),
      deleted: Uint32Array.from(this.#deleted),
      withRecoverySource: Uint32Array.from(this.#withRecoverySource),
      stored,
      source: this.#source.view(),
    };
  }
}

function storedBytes({ source, recoverySource }: StoredDocument): number {
  return (source?.length ?? 0) + (recoverySource?.length ?? 0);
}
