/**
 * The description of a weight's work for a kernel: addresses in the segment's arena and numbers, no
 * code.
 */
import type { PackedDocRange, TermAddress } from '../../index/segment_reader.js';
import type { Bm25Scorer } from '../similarity/bm25.js';

export interface KernelTerm {
  readonly kind: 'term';
  readonly postings: TermAddress;
  /** Address of the encoded lengths; 0: the field has none. */
  readonly norms: number;
  /** Absent: the term is not scored. */
  readonly similarity: Bm25Scorer | undefined;
}

/** Terms that are adjacent or at fixed distances. */
export interface KernelPhrase {
  readonly kind: 'phrase';
  /** The terms, each with the similarity of the whole phrase. */
  readonly terms: readonly KernelTerm[];
  readonly offsets: readonly number[];
}

/** A target for a set of documents, with a bit for each. */
export interface DocBits {
  readonly words: Uint32Array;
  addRange(range: PackedDocRange): void;
}

/** Documents that are listed one by one before the kernel starts. */
export interface KernelDocs {
  readonly kind: 'docs';
  /** Upper bound on the number of documents. */
  readonly cost: number;
  mark(bits: DocBits): void;
}

/** Documents whose number in a column is between two bounds, both inclusive. */
export interface KernelRange {
  readonly kind: 'range';
  /** Address of the column, with `width` bytes per document. */
  readonly values: number;
  readonly width: 1 | 2 | 4;
  readonly lower: number;
  readonly upper: number;
  /** Address of the bit set of documents with a value; 0: all have one. */
  readonly presence: number;
  /** The least and greatest number of each 4,096 documents, and the range's bounds as values. */
  readonly bounds: {
    readonly blocks: Float64Array;
    readonly lower: number;
    readonly upper: number;
  };
  /** The same documents, found through an index of the values. */
  readonly docs?: () => KernelDocs;
}

export interface KernelBoolean {
  readonly kind: 'boolean';
  readonly must: readonly KernelNode[];
  readonly filter: readonly KernelNode[];
  readonly should: readonly KernelNode[];
  readonly mustNot: readonly KernelNode[];
  /** 0: `should` clauses only add to the score. */
  readonly minimum: number;
}

/**
 * Documents that any of the children has: the best score counts in full, the others times the tie
 * breaker.
 */
export interface KernelMax {
  readonly kind: 'max';
  readonly children: readonly KernelNode[];
  readonly tieBreaker: number;
}

/** The documents of a node, all with the same score. */
interface KernelConstant {
  readonly kind: 'constant';
  readonly node: KernelNode;
  readonly score: number;
}

/** Matches all documents of the segment. */
interface KernelAll {
  readonly kind: 'all';
}

/** Matches no document of the segment. */
interface KernelNothing {
  readonly kind: 'nothing';
}

export type KernelNode =
  | KernelTerm
  | KernelPhrase
  | KernelRange
  | KernelDocs
  | KernelBoolean
  | KernelMax
  | KernelConstant
  | KernelAll
  | KernelNothing;

/** A node with a cursor of its own in a kernel. */
export type KernelClause = KernelTerm | KernelDocs;

export const NOTHING: KernelNothing = { kind: 'nothing' };

/** Removes the score from a node whose score is not used. */
export function withoutScore(node: KernelNode): KernelNode {
  return node.kind === 'constant' ? node.node : node;
}
