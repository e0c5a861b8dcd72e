/** One document on its way into the index. Field values are given in document order; analysis happens in the index buffer. */
import type { Analyzer } from '@skein/analysis';
import type { VectorValues } from '../vectors/vector_spec.js';
import type { FieldSpec } from './field_spec.js';

/** A string of a JSON document that is ASCII, still where it stands: `bytes[start … end)`, between its quotes. */
interface AsciiRange {
  readonly spec: FieldSpec;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Whether there are escapes in it; simple ones only. */
  readonly escaped: boolean;
}

/** `text` that is not decoded. */
export interface AsciiText extends AsciiRange {
  readonly kind: 'ascii_text';
  /** Has `feedAscii`. */
  readonly analyzer: Analyzer;
}

/** `term` that is not decoded. */
export interface AsciiTerm extends AsciiRange {
  readonly kind: 'ascii_term';
}

export type IndexedField =
  /** Text to be analysed; several values of one field are `analyzer.positionIncrementGap` positions apart. */
  | {
      readonly kind: 'text';
      readonly spec: FieldSpec;
      readonly value: string;
      readonly analyzer: Analyzer;
    }
  /** One exact term: postings (if any) and the ordinal column (if any) get these bytes; a string stands for its UTF-8. */
  | { readonly kind: 'term'; readonly spec: FieldSpec; readonly value: Uint8Array | string }
  | AsciiText
  | AsciiTerm
  /** A number for the column and the points. `bigint` only outside ±2^53. */
  | { readonly kind: 'number'; readonly spec: FieldSpec; readonly value: number | bigint }
  | { readonly kind: 'geo'; readonly spec: FieldSpec; readonly lat: number; readonly lon: number }
  /** Triangles of a shape, see `triangulate`: six coordinates each, and its kind and edges. */
  | {
      readonly kind: 'shape';
      readonly spec: FieldSpec;
      readonly corners: readonly number[];
      readonly flags: readonly number[];
    }
  /** An input for suggestions, once for each context it may be suggested in. */
  | {
      readonly kind: 'completion';
      readonly spec: FieldSpec;
      /** What is walked by prefix: the words of the input, behind its context. */
      readonly key: Uint8Array;
      /** Where the words of the key begin. */
      readonly keyStart: number;
      /** The input as it is shown, in UTF-8. */
      readonly surface: Uint8Array;
      /** From 0 to 2^31 - 1. */
      readonly weight: number;
    }
  /** At most one a document and field, of the spec's dimension and element. */
  | { readonly kind: 'vector'; readonly spec: FieldSpec; readonly value: VectorValues };

/** What the fetch phase and get-by-id read back. */
export interface StoredDocument {
  readonly id: string;
  readonly routing: string | undefined;
  /** The document as it arrived, byte for byte; `undefined` when the mapping disables `_source`. */
  readonly source: Uint8Array | undefined;
  /** JSON values of fields with `store: true`, by field. */
  readonly fields: Readonly<Record<string, readonly unknown[]>> | undefined;
  /** The document as it arrived, where `source` is not that; as long as other copies may ask for it. */
  readonly recoverySource?: Uint8Array | undefined;
}

/** A document inside another one: of an object that is searched for itself. It has neither source nor version of its own. */
export interface NestedDocument {
  /** The objects of one path are one level of the block. */
  readonly path: string;
  readonly fields: readonly IndexedField[];
  readonly storedFields?: StoredDocument['fields'];
}

export interface IndexableDocument {
  readonly stored: StoredDocument;
  readonly fields: readonly IndexedField[];
  /**
   * Documents inside this one, each before the one it lies in. They and this one are a block: neighbours in their segment for ever,
   * deleted together, this one last.
   */
  readonly nested?: readonly NestedDocument[] | undefined;
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

/** Names of the fields the library itself fills for each document. */
export const ID_FIELD = '_id';
export const VERSION_FIELD = '_version';
export const SEQ_NO_FIELD = '_seq_no';
export const PRIMARY_TERM_FIELD = '_primary_term';
/** 1: the document was replaced or deleted, or was never to be seen. Others do not have it. */
export const SOFT_DELETES_FIELD = '__soft_deletes';
/** 1: the document has a `recoverySource`. Others do not have it. */
export const RECOVERY_SOURCE_FIELD = '_recovery_source';
/** Only nested documents have it: their path. */
export const NESTED_PATH_FIELD = '_nested_path';
