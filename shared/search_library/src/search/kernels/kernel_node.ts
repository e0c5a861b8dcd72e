/** What a weight tells of itself so that a kernel can do its work: addresses in the segment's arena and numbers, no code. */
import type { PackedDocRange, TermAddress } from '../../index/segment_reader.js';
import type { Bm25Scorer } from '../similarity/bm25.js';

export interface KernelTerm {
  readonly kind: 'term';
  readonly postings: TermAddress;
  /** Address of the encoded lengths; 0: the field keeps none. */
  readonly norms: number;
  /** Absent: the term is not scored. */
  readonly similarity: Bm25Scorer | undefined;
}

/** Adjacent terms, or such at fixed distances. */
export interface KernelPhrase {
  readonly kind: 'phrase';
  /** Each with the similarity of the whole phrase. */
  readonly terms: readonly KernelTerm[];
  readonly offsets: readonly number[];
}

/** Where the documents of a set are to be noted: a bit each. */
export interface DocBits {
  readonly words: Uint32Array;
  addRange(range: PackedDocRange): void;
}

/** Documents that are found one by one before the kernel starts. */
export interface KernelDocs {
  readonly kind: 'docs';
  /** Upper bound on their number. */
  readonly cost: number;
  mark(bits: DocBits): void;
}

/** Documents whose number in a column lies between two others, both included. */
export interface KernelRange {
  readonly kind: 'range';
  /** Address of the column, of `width` bytes a document. */
  readonly values: number;
  readonly width: 1 | 2 | 4;
  readonly lower: number;
  readonly upper: number;
  /** Address of the bit set of documents with a value; 0: all. */
  readonly presence: number;
  /** Of each 4,096 documents the smallest and the greatest number, and what is looked for. */
  readonly bounds: {
    readonly blocks: Float64Array;
    readonly lower: number;
    readonly upper: number;
  };
  /** The same documents from an index of the values. */
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

/** Documents that any of the children has: the best score counts in full, the others by the tie breaker. */
export interface KernelMax {
  readonly kind: 'max';
  readonly children: readonly KernelNode[];
  readonly tieBreaker: number;
}

/** The documents of a node that all score the same. */
export interface KernelConstant {
  readonly kind: 'constant';
  readonly node: KernelNode;
  readonly score: number;
}

/** All documents of the segment. */
export interface KernelAll {
  readonly kind: 'all';
}

/** No document of the segment. */
export interface KernelNothing {
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

/** What has a cursor of its own in a kernel. */
export type KernelClause = KernelTerm | KernelDocs;

export const NOTHING: KernelNothing = { kind: 'nothing' };

/** A node whose score nobody wants. */
export function withoutScore(node: KernelNode): KernelNode {
  return node.kind === 'constant' ? node.node : node;
}
