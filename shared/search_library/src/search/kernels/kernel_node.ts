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

/** Documents that are found one by one before the kernel starts. Their score is none of the kernels' business. */
export interface KernelDocs {
  readonly kind: 'docs';
  /** Upper bound on their number. */
  readonly cost: number;
  mark(bits: DocBits): void;
}

/** Documents whose number in a column lies between two others, both included. Its score is none of the kernels' business. */
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
  | KernelNothing;

export const NOTHING: KernelNothing = { kind: 'nothing' };
