/**
 * The interfaces through which queries and collectors read a segment, independent of its codec.
 * Documents are numbered 0 … maxDoc-1 inside a segment. Terms are ordered by the unsigned bytes of
 * their UTF-8.
 */

import type { ByteAutomaton } from '../automaton/byte_automaton.js';
import type { FieldSpec, TermVectorDetail } from '../document/field_spec.js';
import type { OwnBytes, StoredDocument } from '../document/indexable_document.js';
import type { Box } from '../geo_shape/component.js';
import type { Triangle } from '../geo_shape/plane.js';
import type { VectorCodes } from '../vectors/vector_codes.js';
import type { VectorGraph } from '../vectors/vector_graph.js';
import type { VectorSpec, VectorValues } from '../vectors/vector_spec.js';
import type { IndexSort } from './index_sort.js';

/** The result of `docId()` after the last document. */
export const NO_MORE_DOCS = 0x7fffffff;

export interface SegmentReader {
  readonly name: string;
  readonly maxDoc: number;
  readonly liveCount: number;
  /** Bit set of live documents (`liveDocs[d >>> 5] & (1 << (d & 31))`), `null`: all are live. */
  readonly liveDocs: Uint32Array | null;
  /** The order of the documents; absent or empty: unknown. */
  readonly sort?: IndexSort;
  fields(): Iterable<FieldSpec>;
  field(name: string): FieldSpec | undefined;
  terms(field: string): TermsReader | undefined;
  /**
   * True if a pattern may match this term. A reader that hides documents leaves out the terms that
   * only hidden documents have. Absent: all terms are shown.
   */
  showsTerm?(field: string, ordinal: number): boolean;
  /**
   * The length of the field in each document, one byte in Lucene's SmallFloat code. 0: the document
   * lacks the field; 255: it has the field without any token.
   */
  norms(field: string): Uint8Array | undefined;
  numbers(field: string): NumberColumn | undefined;
  /** With `making`, returns a column that is made as described instead of the field's own. */
  ordinals(field: string, making?: ColumnMaking): OrdinalColumn | undefined;
  /** The checksum of the segment's file; absent: it has no file. */
  readonly checksum?: number;
  /**
   * The global ordinals of the column's terms in these segments; undefined if `keepGlobalNumbers`
   * has not kept them. Absent: the reader never keeps any.
   */
  globalNumbers?(field: string, of: NumberedSegments): GlobalNumbers | undefined;
  /**
   * Keeps global ordinals in place of older ones if there is room. Throws PartNotLoaded in a thread
   * that keeps none.
   */
  keepGlobalNumbers?(field: string, of: NumberedSegments, make: () => GlobalNumbers): void;
  geo(field: string): GeoColumn | undefined;
  points(field: string): PointsReader | undefined;
  vectors(field: string): VectorColumn | undefined;
  shapes(field: string): ShapeColumn | undefined;
  /** Absent: the reader has no term vectors. */
  termVectors?(field: string): TermVectors | undefined;
  /** Absent: the reader has no completions. */
  completions?(field: string): Completions | undefined;
  /** The arena that holds the segment's parts; absent: kernels cannot read the segment. */
  readonly memory?: WebAssembly.Memory | undefined;
  /** Address of `liveDocs` in `memory`; 0: all documents are live. Present if `memory` is. */
  liveAddress?(): number;
  /** Bytes that `stored` has to read and decompress. */
  storedBlockBytes(doc: number): number;
  /**
   * Reads stored fields. May touch the disk. `own` gives the document's bytes memory in which they
   * stay as long as the caller needs them; by default they get memory of their own.
   */
  stored(doc: number, own?: OwnBytes): StoredDocument;
}

/** The distinct terms of a field in byte order. */
export interface SortedTerms {
  /** Number of terms; term ordinals run from 0 to size-1 in term order. */
  readonly size: number;
  /** Ordinal of the term, or -1. */
  find(term: Uint8Array): number;
  /** Ordinal of the first term >= `term`; `size` when there is none. */
  ceiling(term: Uint8Array): number;
  /** Returns a copy, or a view that stays valid. */
  term(ordinal: number): Uint8Array;
  /** Ordinals of the terms an automaton accepts, ascending. Absent: the caller tests terms. */
  readonly intersect?: (automaton: ByteAutomaton, options: TermIntersection) => number[];
  /** The blocks of the terms that may begin with `prefix`. Absent: kernels cannot read them. */
  readonly blocks?: (prefix: Uint8Array) => TermBlocks;
}

/** The terms of a field with their postings. */
export interface TermsReader extends SortedTerms {
  /** Documents with the field; deleted ones count until merged away, as in Lucene. */
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
  readonly hasPositions: boolean;
  docFreq(ordinal: number): number;
  totalTermFreq(ordinal: number): number;
  postings(ordinal: number, detail: 'docs' | 'freqs' | 'positions'): PostingsIterator;
  /** Absent: kernels cannot read the postings. */
  address?(ordinal: number): TermAddress;
  /** Sets the bits of the documents of many terms. Absent: the caller reads each term. */
  readonly markDocs?: (ordinals: ArrayLike<number>, words: Uint32Array) => void;
}

/** Blocks of a term dictionary in memory. FILE_FORMATS.md, "terms". */
export interface TermBlocks {
  readonly bytes: Uint8Array;
  /** The offset of each block. */
  readonly starts: Uint32Array;
  /** The blocks numbered `from` to `to` - 1 may hold terms with the prefix. */
  readonly from: number;
  readonly to: number;
}

/**
 * The location of a term's postings in the segment's arena, for kernels. Addresses are offsets in
 * bytes from the start of the arena. FILE_FORMATS.md, "postings".
 */
export interface TermAddress {
  readonly docFreq: number;
  readonly hasFreqs: boolean;
  readonly hasPositions: boolean;
  /**
   * Address of the block entries; if the term has fewer documents than a block, of its single
   * documents; 0: `lone` has the only one.
   */
  readonly data: number;
  readonly blockCount: number;
  readonly entryBytes: number;
  /** Address of the superblock entries; 0: the term has fewer documents than a block. */
  readonly supers: number;
  /** Address of the bit set; 0: the term is not dense. */
  readonly bitSet: number;
  /** End of the section that is read: the postings, or for `lone` the term index. */
  readonly end: number;
  /** The posting of a term that has only one and few positions, with the address of these. */
  readonly lone:
    | { readonly doc: number; readonly freq: number; readonly positions: number }
    | undefined;
}

/** The terms of each document of a field. */
export interface TermVectors {
  readonly detail: TermVectorDetail;
  /** Documents with the field, including those without any term. */
  readonly docCount: number;
  /** True if the document has a term. */
  has(doc: number): boolean;
  /** The terms of a document in term order; with `isWanted`, only those it accepts. */
  vector(doc: number, isWanted?: (ordinal: number) => boolean): readonly VectorTerm[];
}

/** A term of a document. Arrays of details the field does not keep are empty. */
export interface VectorTerm {
  /** The term's ordinal in the field. */
  readonly ordinal: number;
  readonly freq: number;
  /** The positions, ascending. */
  readonly positions: readonly number[];
  /** Offsets into the document's values of the field, in UTF-16 units. */
  readonly startOffsets: readonly number[];
  readonly endOffsets: readonly number[];
}

export interface TermIntersection {
  /** A prefix of all accepted terms; empty when none is known. */
  readonly prefix: Uint8Array;
  readonly checkCancelled: () => void;
}

export interface DocIterator {
  /** -1 before the first move. */
  docId(): number;
  nextDoc(): number;
  /** First document >= target; the target must be greater than the current document. */
  advance(target: number): number;
  /** Upper bound on the number of documents. */
  cost(): number;
  /** See `drain` in `search/iterators/drain.ts`. Absent: documents are read one by one. */
  readonly drain?: (into: Uint32Array, end: number) => number;
  /**
   * Sets the bits of all documents. Call it before the first move; the iterator is spent
   * afterwards. Absent: documents are read in order only.
   */
  readonly mark?: (words: Uint32Array) => void;
}

/** Most documents of a `PostingsRun`. */
export const MAX_RUN_DOCS = 128;

/** Decoded documents: `docs[from] … docs[to - 1]`. Valid until the iterator moves. */
export interface PostingsRun {
  readonly docs: Uint32Array;
  /** Frequencies minus 1; all 0 when they were not requested. */
  readonly freqs: Uint32Array;
  from: number;
  to: number;
}

export interface PostingsIterator extends DocIterator {
  freq(): number;
  /** The next position, ascending. Call it at most `freq()` times per document. */
  nextPosition(): number;
  /**
   * Returns the current document and the next ones, as far as they are decoded already and before
   * `end`; the iterator is then on the last of them. The current document must be before `end`.
   * Absent: documents are read one by one only.
   */
  readonly runBefore?: (end: number) => PostingsRun;
  /** Block maxima for pruning; see `Impacts`. */
  readonly impacts: Impacts | undefined;
}

/** Computes a score from a frequency and an encoded length. */
export interface FreqScore {
  score(freq: number, norm: number): number;
}

/** Block maxima of a posting list. */
export interface Impacts {
  /** Moves to the block that holds `target`. */
  seekBlock(target: number): void;
  /** Last document of the block; NO_MORE_DOCS in the last block. */
  upTo(): number;
  maxFreq(): number;
  /** Smallest encoded norm (shortest field) in the block. */
  minNorm(): number;
  /** An upper bound of the block's scores, tighter than `score(maxFreq(), minNorm())`. */
  maxScore(scorer: FreqScore): number;
}

/** Documents per block of `NumberColumn.blockBounds`. */
export const COLUMN_BLOCK_DOCS = 4096;

export type SlotArray = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** At most one value per document: document d has `min + gcd * raw[d]`. */
export interface NumberSlots {
  readonly raw: SlotArray;
  readonly min: number;
  readonly gcd: number;
  /** Bit set of the documents with a value, `null`: all. Other `raw` values are meaningless. */
  readonly presence: Uint32Array | null;
}

/** A column of `long` or `double` values. */
export interface NumberColumn {
  /** True if some value lies outside ±2^53; then use `exact`. */
  readonly wide: boolean;
  /** The stored values, for loops; `undefined`: a document has several, or the column is `wide`. */
  readonly slots: NumberSlots | undefined;
  /**
   * The least and greatest value of each `COLUMN_BLOCK_DOCS` documents, two doubles per block. A
   * block without values has infinite bounds, the least above the greatest. A value that no double
   * can hold is rounded to the nearest. Absent: unknown.
   */
  readonly blockBounds: Float64Array | undefined;
  has(doc: number): boolean;
  valueCount(doc: number): number;
  /** The document's i-th value, ascending. */
  value(doc: number, i: number): number;
  /** The document's i-th value as an exact 64-bit integer. */
  exact(doc: number, i: number): bigint;
  readonly min: number;
  readonly max: number;
}

/** Describes how to make a column that the field does not have. Plain data. */
export type ColumnMaking = Uninverting | TermsWithin;

/** The terms of a column that begin with `prefix`; the values are the rest of each term. */
export interface TermsWithin {
  readonly prefix: string;
  /** Describes how the full column is made. Absent: it is the field's own column. */
  readonly of: Uninverting | undefined;
}

/**
 * Builds a column from the postings of a field, with the terms whose document frequency is within
 * these bounds.
 */
export interface Uninverting {
  /** A value below 1 is a share of the documents with the field. */
  readonly min: number;
  readonly max: number;
  /** In a segment with fewer documents with the field, all terms count. */
  readonly minSegmentSize: number;
}

/** The global ordinals of one segment's terms across several segments. */
export interface GlobalNumbers {
  /** Number of distinct terms in all these segments. */
  readonly cardinality: number;
  /** Global ordinals by the segment's own ordinal; ascending. */
  readonly numbers: Uint32Array;
}

/** Identifies a list of segments: 64 bits of a hash of their names and checksums. */
export interface NumberedSegments {
  readonly low: number;
  readonly high: number;
}

export interface OrdinalColumn {
  /** Number of distinct values; ordinals are in byte order. */
  readonly cardinality: number;
  /** Ordinal + 1 by document, 0: none, for loops; `undefined`: a document has several values. */
  readonly slots: Uint8Array | Uint16Array | Uint32Array | undefined;
  has(doc: number): boolean;
  valueCount(doc: number): number;
  /** The document's i-th distinct ordinal, ascending. */
  ordinal(doc: number, i: number): number;
  term(ordinal: number): Uint8Array;
  /**
   * Calls `visit` for each of these ordinals, which ascend, with the first `length` bytes of an
   * array that is valid during the call. Absent: the caller reads them one by one.
   */
  readonly visitTerms?: (
    ordinals: Uint32Array,
    visit: (bytes: Uint8Array, length: number) => void,
  ) => void;
  /** Ordinal of the term, or -(insertion point) - 1. */
  find(term: Uint8Array): number;
  /** The terms by ordinal, for patterns. Absent: the caller uses `term` and `find`. */
  readonly terms?: SortedTerms;
}

/** Points in a leaf of a `GeoTree`, and leaves in a branch. */
export const GEO_LEAF_POINTS = 64;

/** Four integers per box, in steps of `GeoPlaces`: south, north, west, east. */
export type GeoBoxes = Int32Array;

/**
 * A tree over the points of a column: each leaf has 64 neighbouring points, each branch 64 leaves,
 * and each leaf and branch has the box around its points.
 */
export interface GeoTree {
  readonly count: number;
  /** The i-th point in the order of the leaves, as its value number in the column. */
  valueAt(i: number): number;
  readonly leaves: GeoBoxes;
  readonly branches: GeoBoxes;
}

/**
 * The points of a column as they are stored, by value number: value v has the latitude `lats[v] *
 * latStep` degrees.
 */
export interface GeoPlaces {
  readonly lats: Int32Array;
  readonly lons: Int32Array;
  readonly latStep: number;
  readonly lonStep: number;
  /** True if each document has at most one point; then document d has value d. */
  readonly single: boolean;
  /** For a single column, the bit set of the documents with a point; `null` when all have one. */
  readonly presence: Uint32Array | null;
  readonly tree: GeoTree;
  docOf(value: number): number;
}

export interface GeoColumn {
  /** The stored points, for loops over many; `undefined`: the caller reads them per document. */
  readonly places: GeoPlaces | undefined;
  has(doc: number): boolean;
  valueCount(doc: number): number;
  lat(doc: number, i: number): number;
  lon(doc: number, i: number): number;
}

/** Values in ascending order with their documents, so that a range reads only what it contains. */
export interface PointsReader {
  readonly count: number;
  readonly docCount: number;
  /** Number of values in [lower, upper]. */
  countRange(lower: number | bigint, upper: number | bigint): number;
  /** The i-th value. Absent: only ranges can be read. */
  readonly valueAt?: (i: number) => number | bigint;
  /**
   * Calls `visit` with the document of each value in [lower, upper]; a document with several values
   * may come several times.
   */
  visitRange(lower: number | bigint, upper: number | bigint, visit: (doc: number) => void): void;
  /** Sets the bits of the documents with a value in [lower, upper]. */
  markRange(lower: number | bigint, upper: number | bigint, words: Uint32Array): void;
  /** The documents of these values in the segment's arena, for kernels. Absent: not available. */
  readonly docsOfRange?: (lower: number | bigint, upper: number | bigint) => PackedDocRange;
}

/**
 * Document numbers `from` to `to` - 1 of a list, each in `width` little-endian bytes. If `width` is
 * 0, they count up from 0.
 */
export interface PackedDocRange {
  readonly address: number;
  readonly width: number;
  readonly from: number;
  readonly to: number;
}

/**
 * At most one vector per document. Vectors are numbered in document order; these numbers are the
 * graph's nodes.
 */
export interface VectorColumn {
  readonly spec: VectorSpec;
  readonly count: number;
  /**
   * Present together with `graph`. A segment with few vectors has no graph, and a field without
   * `spec.graph` never has one.
   */
  readonly codes: VectorCodes | undefined;
  readonly graph: VectorGraph | undefined;
  has(doc: number): boolean;
  /** Number of the document's vector, or -1. */
  nodeOf(doc: number): number;
  docOf(node: number): number;
  /** All vectors, one after another: node `i` starts at `i * dimension`. */
  readonly values: VectorValues;
}

/** Shapes as triangles. Several shapes of a document count as one. */
export interface ShapeColumn {
  /** Number of triangles of all documents. */
  readonly count: number;
  /** Number of triangles by document; 0: it has no shape. */
  readonly triangleCounts: Uint32Array;
  /** The document of each triangle, in the order of places. */
  readonly docs: Uint32Array;
  has(doc: number): boolean;
  /** Reads the triangle at a place of the order. */
  triangle(place: number, into: Triangle): void;
  /** Calls `visit` for each triangle whose box may meet `box`, in degrees; reuses the triangle. */
  visit(box: Box, visit: (doc: number, triangle: Triangle) => void): void;
}

/** The inputs for suggestions as a tree; see `codec/v1/completions/completion_tree.ts`. */
export interface Completions {
  /** The bytes into which the offsets of labels and entries point. */
  readonly bytes: Uint8Array;
  readonly keyCount: number;
  readonly entryCount: number;
  readonly nodeCount: number;
  readonly greatestWeight: number;
  /** The most entries of one key. */
  readonly mostEntries: number;
  readonly sizeBytes: number;
  root(): CompletionNode;
  /**
   * Reads a node. The addresses of two nodes are in the order of their keys, unless one is an
   * ancestor of the other.
   */
  node(address: number): CompletionNode;
  /** The children of an inner node, in key order. */
  children(node: CompletionNode): CompletionChild[];
  /**
   * Reads an entry of a leaf; the entries are in descending order of weight. Without `before` it is
   * the first, whose weight is `nodeWeight`, the leaf's greatest; else the one after `before`.
   */
  entry(
    leaf: CompletionNode,
    nodeWeight: number,
    before: CompletionEntry | undefined,
  ): CompletionEntry;
}

export interface CompletionNode {
  readonly address: number;
  /** The label of the edge into the node, without its first byte, which the parent has. */
  readonly labelStart: number;
  readonly labelEnd: number;
  /** True if keys end here. */
  readonly isLeaf: boolean;
  /** Number of children, or of a leaf's entries. */
  readonly count: number;
}

export interface CompletionChild {
  /** The first byte of the edge into the child; -1: a key ends. */
  readonly byte: number;
  readonly address: number;
  /** The difference between the parent's greatest weight and the child's. */
  readonly lighter: number;
}

export interface CompletionEntry {
  readonly doc: number;
  readonly weight: number;
  /** The offsets of the visible form of the input; see `codec/v1/completions/surface_form.ts`. */
  readonly surfaceStart: number;
  readonly surfaceEnd: number;
  /** The offset after the entry, where the next one begins. */
  readonly end: number;
}
