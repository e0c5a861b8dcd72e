/** A document to be indexed. Field values are in document order; the buffer analyses them. */
import type { Analyzer } from '@skein/analysis';
import type { VectorValues } from '../vectors/vector_spec.js';
import type { FieldSpec } from './field_spec.js';

/** An ASCII string in the bytes of a JSON document: `bytes[start … end)`, between its quotes. */
interface AsciiRange {
  readonly spec: FieldSpec;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** True if the string has escapes; only simple ones are allowed. */
  readonly escaped: boolean;
}

/** A `text` value that is not decoded. */
export interface AsciiText extends AsciiRange {
  readonly kind: 'ascii_text';
  /** An analyzer with `feedAscii`. */
  readonly analyzer: Analyzer;
}

/** A `term` value that is not decoded. */
export interface AsciiTerm extends AsciiRange {
  readonly kind: 'ascii_term';
}

export type IndexedField =
  /**
   * Text to be analysed; several values of one field are `analyzer.positionIncrementGap` positions
   * apart.
   */
  | {
      readonly kind: 'text';
      readonly spec: FieldSpec;
      readonly value: string;
      readonly analyzer: Analyzer;
    }
  /**
   * One exact term: postings (if any) and the ordinal column (if any) get these bytes; a string
   * stands for its UTF-8.
   */
  | { readonly kind: 'term'; readonly spec: FieldSpec; readonly value: Uint8Array | string }
  | AsciiText
  | AsciiTerm
  /** A number for the column and the points. `bigint` only outside ±2^53. */
  | { readonly kind: 'number'; readonly spec: FieldSpec; readonly value: number | bigint }
  | { readonly kind: 'geo'; readonly spec: FieldSpec; readonly lat: number; readonly lon: number }
  /** Triangles of a shape (see `triangulate`): six coordinates each, with their kinds and edges. */
  | {
      readonly kind: 'shape';
      readonly spec: FieldSpec;
      readonly corners: readonly number[];
      readonly flags: readonly number[];
    }
  /** An input for suggestions, repeated for each context in which it may be suggested. */
  | {
      readonly kind: 'completion';
      readonly spec: FieldSpec;
      /** The key that is searched by prefix: the context, followed by the words of the input. */
      readonly key: Uint8Array;
      /** The start of the words in the key. */
      readonly keyStart: number;
      /** The input as it is shown, in UTF-8. */
      readonly surface: Uint8Array;
      /** An integer from 0 to 2^31 - 1. */
      readonly weight: number;
    }
  /** At most one vector per document and field, with the spec's dimension and element type. */
  | { readonly kind: 'vector'; readonly spec: FieldSpec; readonly value: VectorValues };

/** The record that the fetch phase and get-by-id read. */
export interface StoredDocument {
  readonly id: string;
  readonly routing: string | undefined;
  /** The document as it arrived, byte for byte; `undefined` when the mapping disables `_source`. */
  readonly source: Uint8Array | undefined;
  /** JSON values of fields with `store: true`, by field. */
  readonly fields: Readonly<Record<string, readonly unknown[]>> | undefined;
  /** The document as it arrived, if `source` differs; kept while other copies may request it. */
  readonly recoverySource?: Uint8Array | undefined;
}

/** Copies bytes that are about to be overwritten, and returns the copy. */
export type OwnBytes = (bytes: Uint8Array) => Uint8Array;

/**
 * A nested document: an object that is searched by itself. It has neither source nor version of its
 * own.
 */
export interface NestedDocument {
  /** Path of the object. The objects of one path are one level of the block. */
  readonly path: string;
  readonly fields: readonly IndexedField[];
  readonly storedFields?: StoredDocument['fields'];
}

export interface IndexableDocument {
  readonly stored: StoredDocument;
  readonly fields: readonly IndexedField[];
  /**
   * Nested documents, each before the document that contains it. Together with this document, which
   * is the last, they form a block: they stay adjacent in their segment and are deleted together.
   */
  readonly nested?: readonly NestedDocument[] | undefined;
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

/** Names of the fields that the library itself fills for each document. */
export const ID_FIELD = '_id';
export const VERSION_FIELD = '_version';
export const SEQ_NO_FIELD = '_seq_no';
export const PRIMARY_TERM_FIELD = '_primary_term';
/** Has the value 1 if the document was replaced, deleted or never visible; otherwise none. */
export const SOFT_DELETES_FIELD = '__soft_deletes';
/** Has the value 1 if the document has a `recoverySource`; otherwise none. */
export const RECOVERY_SOURCE_FIELD = '_recovery_source';
/** The path of a nested document; other documents do not have this field. */
export const NESTED_PATH_FIELD = '_nested_path';
