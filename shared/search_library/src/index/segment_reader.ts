/**
 * What a segment can be asked, whatever its codec. Queries and collectors are written against these interfaces only.
 * Documents are numbered 0 … maxDoc-1 inside a segment. Term order is unsigned byte order of UTF-8.
 */

import type { ByteAutomaton } from '../automaton/byte_automaton.js';
import type { FieldSpec, TermVectorDetail } from '../document/field_spec.js';
import type { StoredDocument } from '../document/indexable_document.js';
import type { Box } from '../geo_shape/component.js';
import type { Triangle } from '../geo_shape/plane.js';
import type { VectorCodes } from '../vectors/vector_codes.js';
import type { VectorGraph } from '../vectors/vector_graph.js';
import type { VectorSpec, VectorValues } from '../vectors/vector_spec.js';
import type { IndexSort } from './index_sort.js';

/** `docId()` before the first move and after the last document. */
export const NO_MORE_DOCS = 0x7fffffff;

export interface SegmentReader {
  readonly name: string;
  readonly maxDoc: number;
  readonly liveCount: number;
  /** Bit set of live documents (`liveDocs[d >>> 5] & (1 << (d & 31))`), `null` when all are live. */
  readonly liveDocs: Uint32Array | null;
  /** The order of the documents; absent or empty: none is known. */
  readonly sort?: IndexSort;
  fields(): Iterable<FieldSpec>;
  field(name: string): FieldSpec | undefined;
  terms(field: string): TermsReader | undefined;
  /** Whether a pattern may stand for this term: a reader that hides documents leaves out terms of theirs alone. Absent: for every term. */
  showsTerm?(field: string, ordinal: number): boolean;
  /** Encoded lengths, one byte a document (Lucene's SmallFloat code); 0 when the document lacks the field. */
  norms(field: string): Uint8Array | undefined;
  numbers(field: string): NumberColumn | undefined;
  /** `making`: not the field's own column, but one that is made. */
  ordinals(field: string, making?: ColumnMaking): OrdinalColumn | undefined;
  /** Of its file; absent: it has none of its own. */
  readonly checksum?: number;
  /** The numbers of the terms of a column among those of several segments, if they are kept. Absent: they never are. */
  globalNumbers?(field: string, of: NumberedSegments): GlobalNumbers | undefined;
  /** In place of others that were kept, if there is room. Throws PartNotLoaded where this thread keeps nothing. */
  keepGlobalNumbers?(field: string, of: NumberedSegments, make: () => GlobalNumbers): void;
  geo(field: string): GeoColumn | undefined;
  points(field: string): PointsReader | undefined;
  vectors(field: string): VectorColumn | undefined;
  shapes(field: string): ShapeColumn | undefined;
  /** Absent: it keeps none. */
  termVectors?(field: string): TermVectors | undefined;
  /** Absent: it keeps none. */
  completions?(field: string): Completions | undefined;
  /** The arena its parts lie in; absent: kernels cannot read it. */
  readonly memory?: WebAssembly.Memory | undefined;
  /** Where in the arena the bits of `liveDocs` are to be had; 0 when all are live. With `memory`. */
  liveAddress?(): number;
  /** Size of what has to be read and decompressed for `stored`. */
  storedBlockBytes(doc: number): number;
  /** Reads stored fields. May touch the disk. */
  stored(doc: number): StoredDocument;
}

export interface TermsReader {
  /** Number of terms; term ordinals run from 0 to size-1 in term order. */
  readonly size: number;
  /** Documents with at least one term of the field (deleted ones count until merged away, as in Lucene). */
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
  readonly hasPositions: boolean;
  /** Ordinal of the term, or -1. */
  find(term: Uint8Array): number;
  /** Ordinal of the first term >= `term`; `size` when there is none. */
  ceiling(term: Uint8Array): number;
  /** A fresh copy or a view that stays valid. */
  term(ordinal: number): Uint8Array;
  docFreq(ordinal: number): number;
  totalTermFreq(ordinal: number): number;
  postings(ordinal: number, detail: 'docs' | 'freqs' | 'positions'): PostingsIterator;
  /** Absent: kernels cannot read the postings. */
  address?(ordinal: number): TermAddress;
  /** Sets the bits of the documents of many terms. Absent: each term's postings are to be walked. */
  readonly markDocs?: (ordinals: ArrayLike<number>, words: Uint32Array) => void;
  /** Ordinals of the terms an automaton accepts, ascending. Absent: they are found by looking at the terms. */
  readonly intersect?: (automaton: ByteAutomaton, options: TermIntersection) => number[];
  /** The blocks of the terms that may begin with these bytes. Absent: kernels cannot read them. */
  readonly blocks?: (prefix: Uint8Array) => TermBlocks;
}

/** Blocks of a dictionary, as they lie in memory. FILE_FORMATS.md, "terms". */
export interface TermBlocks {
  readonly bytes: Uint8Array;
  /** Where each block begins. */
  readonly starts: Uint32Array;
  readonly from: number;
  readonly to: number;
}

/** Where the postings of a term lie in the segment's arena, for kernels: addresses are bytes from its start. FILE_FORMATS.md, "postings". */
export interface TermAddress {
  readonly docFreq: number;
  readonly hasFreqs: boolean;
  readonly hasPositions: boolean;
  /** Entries, or documents one by one; 0: see `lone`. */
  readonly data: number;
  readonly blockCount: number;
  readonly entryBytes: number;
  /** Entries of superblocks; 0: less than a block. */
  readonly supers: number;
  /** 0: the term is not dense. */
  readonly bitSet: number;
  /** Where the section ends that holds the postings; of a lone one, its positions. */
  readonly end: number;
  /** The only posting, and where its positions are. */
  readonly lone:
    | { readonly doc: number; readonly freq: number; readonly positions: number }
    | undefined;
}

/** The terms of each document of a field. */
export interface TermVectors {
  readonly detail: TermVectorDetail;
  /** Documents with the field, those without any term among them. */
  readonly docCount: number;
  /** Whether the document has a term. */
  has(doc: number): boolean;
  /** In order of the terms; `isWanted`: of all or of some. */
  vector(doc: number, isWanted?: (ordinal: number) => boolean): readonly VectorTerm[];
}

/** A term of a document. What the field does not keep is empty. */
export interface VectorTerm {
  /** Among the terms of the field. */
  readonly ordinal: number;
  readonly freq: number;
  /** Ascending. */
  readonly positions: readonly number[];
  /** In the document's values of the field, in UTF-16 units. */
  readonly startOffsets: readonly number[];
  readonly endOffsets: readonly number[];
}

export interface TermIntersection {
  /** All accepted terms begin with these bytes; empty when nothing is known. */
  readonly prefix: Uint8Array;
  readonly checkCancelled: () => void;
}

export interface DocIterator {
  /** -1 before the first move. */
  docId(): number;
  nextDoc(): number;
  /** First document >= target; the target must lie beyond the current one. */
  advance(target: number): number;
  /** Upper bound on how many documents there are. */
  cost(): number;
  /** See `drain` in `search/iterators/drain.ts`. Absent: documents are to be had one by one. */
  readonly drain?: (into: Uint32Array, end: number) => number;
  /** Before the first move: sets the bits of all documents, and is of no more use. Absent: they are to be had in order only. */
  readonly mark?: (words: Uint32Array) => void;
}

/** Most documents of a `PostingsRun`. */
export const MAX_RUN_DOCS = 128;

/** Documents of a posting list, decoded: `docs[from] … docs[to - 1]`. Valid until the iterator moves. */
export interface PostingsRun {
  readonly docs: Uint32Array;
  /** Frequencies less 1; all 0 when they were not asked for. */
  readonly freqs: Uint32Array;
  from: number;
  to: number;
}

export interface PostingsIterator extends DocIterator {
  freq(): number;
  /** Call at most `freq()` times a document; ascending. */
  nextPosition(): number;
  /**
   * The current document, which is before `end`, and those after it that are before `end` and decoded already; leaves the iterator on the
   * last of them. Absent: documents are to be had one by one only.
   */
  readonly runBefore?: (end: number) => PostingsRun;
  /** Highest score contribution possible in the documents up to and including `upTo()`: pruning data; see `Impacts`. */
  readonly impacts: Impacts | undefined;
}

/** What makes a score of a frequency and an encoded length. */
export interface FreqScore {
  score(freq: number, norm: number): number;
}

/** Block maxima of a posting list. */
export interface Impacts {
  /** Moves to the block that holds `target`. */
  seekBlock(target: number): void;
  /** Last document of the block, NO_MORE_DOCS for the last one. */
  upTo(): number;
  maxFreq(): number;
  /** Smallest encoded norm (shortest field) in the block. */
  minNorm(): number;
  /** No document of the block scores more; closer than `score(maxFreq(), minNorm())`. For fields with norms. */
  maxScore(scorer: FreqScore): number;
}

/** Documents of a block of `NumberColumn.blockBounds`. */
export const COLUMN_BLOCK_DOCS = 4096;

export type SlotArray = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** One value a document at most: that of document d is `min + gcd * raw[d]`. */
export interface NumberSlots {
  readonly raw: SlotArray;
  readonly min: number;
  readonly gcd: number;
  /** Bit set of the documents that have a value, `null` when all have. What `raw` holds for the others means nothing. */
  readonly presence: Uint32Array | null;
}

/** `long` and `double` columns. */
export interface NumberColumn {
  /** Whether some value lies outside ±2^53: then `exact` is to be used. */
  readonly wide: boolean;
  /** The values as they are stored, for loops over many documents; `undefined` when a document has several, or `wide`. */
  readonly slots: NumberSlots | undefined;
  /**
   * Least and greatest value of each `COLUMN_BLOCK_DOCS` documents, two doubles a block; infinite, least above greatest, where none of them has
   * a value. Values that no double holds are rounded to the nearest. Absent: not known.
   */
  readonly blockBounds: Float64Array | undefined;
  has(doc: number): boolean;
  valueCount(doc: number): number;
  /** i-th value, ascending. */
  value(doc: number, i: number): number;
  /** i-th value as an exact 64-bit integer. */
  exact(doc: number, i: number): bigint;
  readonly min: number;
  readonly max: number;
}

/** What a column is made of that a field has not of itself. Plain data. */
export type ColumnMaking = Uninverting | TermsWithin;

/** The field's column, or one made of its terms, as far as it begins so; the values are what follows. */
export interface TermsWithin {
  readonly prefix: string;
  /** Absent: of the field's column. */
  readonly of: Uninverting | undefined;
}

/** Of the terms of a field without a column: those that are in as many documents. */
export interface Uninverting {
  /** Below 1 a share of the documents with the field. */
  readonly min: number;
  readonly max: number;
  /** In segments of fewer documents with the field all terms count. */
  readonly minSegmentSize: number;
}

/** Of the terms of a segment among those of several. */
export interface GlobalNumbers {
  /** Of the terms of all these segments. */
  readonly cardinality: number;
  /** By ordinal of the segment; ascending. */
  readonly numbers: Uint32Array;
}

/** Tells a list of segments from others: 64 bits of a hash of their names and checksums. */
export interface NumberedSegments {
  readonly low: number;
  readonly high: number;
}

export interface OrdinalColumn {
  /** Number of different values; ordinals are in byte order. */
  readonly cardinality: number;
  /** Ordinal + 1 of each document, 0 for none, for loops over many documents; `undefined` when a document has several. */
  readonly slots: Uint8Array | Uint16Array | Uint32Array | undefined;
  has(doc: number): boolean;
  valueCount(doc: number): number;
  /** i-th distinct ordinal, ascending. */
  ordinal(doc: number, i: number): number;
  term(ordinal: number): Uint8Array;
  /** Calls back for each of these terms, which ascend: the first `length` bytes of an array that is valid during the call. Absent: they are to be had one by one. */
  readonly visitTerms?: (
    ordinals: Uint32Array,
    visit: (bytes: Uint8Array, length: number) => void,
  ) => void;
  /** Ordinal of the term, or -(insertion point) - 1. */
  find(term: Uint8Array): number;
}

/** Points of a leaf of a `GeoTree`, and leaves of a branch. */
export const GEO_LEAF_POINTS = 64;

/** Four numbers a box, in steps: south, north, west, east. */
export type GeoBoxes = Int32Array;

/** The points of a column in leaves of neighbours with a box around each, and 64 leaves in a branch. */
export interface GeoTree {
  readonly count: number;
  /** Number of the i-th point: its value in the column. */
  valueAt(i: number): number;
  readonly leaves: GeoBoxes;
  readonly branches: GeoBoxes;
}

/** The points of a column as they are stored, by value number: `lats[v] * latStep` degrees. */
export interface GeoPlaces {
  readonly lats: Int32Array;
  readonly lons: Int32Array;
  readonly latStep: number;
  readonly lonStep: number;
  /** A document has one point at most: that of document d is value d. */
  readonly single: boolean;
  /** Of a single column: bit set of the documents with a point, `null` when all have one. */
  readonly presence: Uint32Array | null;
  readonly tree: GeoTree;
  docOf(value: number): number;
}

export interface GeoColumn {
  /** For loops over many points; `undefined`: points are to be had document by document. */
  readonly places: GeoPlaces | undefined;
  has(doc: number): boolean;
  valueCount(doc: number): number;
  lat(doc: number, i: number): number;
  lon(doc: number, i: number): number;
}

/** Values in ascending order with their documents: answers ranges without looking at documents outside. */
export interface PointsReader {
  readonly count: number;
  readonly docCount: number;
  /** Number of values in [lower, upper]. */
  countRange(lower: number | bigint, upper: number | bigint): number;
  /** The i-th value. Absent: only ranges can be asked for. */
  readonly valueAt?: (i: number) => number | bigint;
  /** Calls back for the document of each value in [lower, upper]; a document with several values may come several times. */
  visitRange(lower: number | bigint, upper: number | bigint, visit: (doc: number) => void): void;
  /** Sets the bits of those documents. */
  markRange(lower: number | bigint, upper: number | bigint, words: Uint32Array): void;
  /** Where the documents of these values lie in the segment's memory, for kernels. Absent: it has none. */
  readonly docsOfRange?: (lower: number | bigint, upper: number | bigint) => PackedDocRange;
}

/** Document numbers `from` to `to` - 1 of a list, each of `width` bytes, the least significant first; of 0 bytes: they count up from 0. */
export interface PackedDocRange {
  readonly address: number;
  readonly width: number;
  readonly from: number;
  readonly to: number;
}

/** One vector a document. Vectors are numbered in order of their documents: those numbers are the graph's nodes. */
export interface VectorColumn {
  readonly spec: VectorSpec;
  readonly count: number;
  /** Both or none: a segment of few vectors has no graph, a field without `spec.graph` never. */
  readonly codes: VectorCodes | undefined;
  readonly graph: VectorGraph | undefined;
  has(doc: number): boolean;
  /** Number of the document's vector, or -1. */
  nodeOf(doc: number): number;
  docOf(node: number): number;
  /** All vectors, one after another: node `i` starts at `i * dimension`. */
  readonly values: VectorValues;
}

/** Shapes as triangles. A document may have several shapes: they count as one. */
export interface ShapeColumn {
  /** Of all documents. */
  readonly count: number;
  /** By document; 0: it has no shape. */
  readonly triangleCounts: Uint32Array;
  has(doc: number): boolean;
  /** Calls back for each triangle whose box may meet the given one, in degrees; the same object each time. */
  visit(box: Box, visit: (doc: number, triangle: Triangle) => void): void;
}

/** Inputs for suggestions, as a tree of their keys: see `codec/v1/completions/completion_tree.ts`. */
export interface Completions {
  /** Labels and entries lie here. */
  readonly bytes: Uint8Array;
  readonly keyCount: number;
  readonly entryCount: number;
  readonly nodeCount: number;
  readonly greatestWeight: number;
  /** Of one key. */
  readonly mostEntries: number;
  readonly sizeBytes: number;
  root(): CompletionNode;
  /** Those of two nodes tell the order of their keys, unless one is above the other. */
  node(address: number): CompletionNode;
  /** Of a node that is no leaf, in the order of their keys. */
  children(node: CompletionNode): CompletionChild[];
  /** An entry of a leaf, the heaviest first: the first one, or that behind another. */
  entry(
    leaf: CompletionNode,
    nodeWeight: number,
    before: CompletionEntry | undefined,
  ): CompletionEntry;
}

export interface CompletionNode {
  readonly address: number;
  /** Bytes of the way into it after the first. */
  readonly labelStart: number;
  readonly labelEnd: number;
  /** Keys end here. */
  readonly isLeaf: boolean;
  /** Children, or entries of a leaf. */
  readonly count: number;
}

export interface CompletionChild {
  /** The first byte of the way into it; -1: a key ends. */
  readonly byte: number;
  readonly address: number;
  /** How much less than its parent's its greatest weight is. */
  readonly lighter: number;
}

export interface CompletionEntry {
  readonly doc: number;
  readonly weight: number;
  /** The input as it is shown: see `codec/v1/completions/surface_form.ts`. */
  readonly surfaceStart: number;
  readonly surfaceEnd: number;
  /** Where the entry ends. */
  readonly end: number;
}
