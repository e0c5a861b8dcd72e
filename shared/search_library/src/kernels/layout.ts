/**
 * The layout of a query in the lane of its thread: the input that the host writes before it starts
 * a kernel, the state of the kernels, and their results. Offsets are in bytes; numbers are i32,
 * addresses u32 and scores f32 unless noted otherwise.
 */
/// <reference path="./assembly.d.ts" />

/** The query, at the start of the lane. */
export const Q_CLAUSES: i32 = 0;
/** Number of clauses of each kind, in order: required (cheapest first), optional, excluded. */
export const Q_REQUIRED: i32 = 4;
export const Q_OPTIONAL: i32 = 8;
export const Q_EXCLUDED: i32 = 12;
/** 0: nothing is scored, matches are counted. */
export const Q_SCORING: i32 = 16;
/** 1: the required clauses are the terms of a phrase. */
export const Q_PHRASE: i32 = 20;
/** Number of optional clauses that must match. */
export const Q_MINIMUM: i32 = 24;
export const Q_MAX_DOC: i32 = 28;
/** Bit set of the live documents; 0: all are live. */
export const Q_LIVE: i32 = 32;
export const Q_FILTERS: i32 = 36;
/** The capacity of the heap. */
export const Q_CAPACITY: i32 = 40;
export const Q_HEAP_SIZE: i32 = 44;
/** f32: hits of other segments beat scores up to this one; -1 when there are too few. */
export const Q_FLOOR: i32 = 48;
/** Once more hits were counted, hits that cannot be in the heap are skipped; -1: at once. */
export const Q_THRESHOLD: i32 = 52;
/** Hits counted so far. */
export const Q_HITS: i32 = 56;
/**
 * Only hits with a lower score (f32), or with the same score and a document greater than
 * `Q_AFTER_DOC`.
 */
export const Q_AFTER_SCORE: i32 = 60;
export const Q_AFTER_DOC: i32 = 64;
/** f32: the minimum score of a hit. */
export const Q_MIN_SCORE: i32 = 68;
/** The place where the kernel continues: a block or a document. */
export const Q_PLACE: i32 = 72;
/** 1: hits may have been skipped, so `Q_HITS` is a lower bound. */
export const Q_PRUNED: i32 = 76;

/** 1: matches are written to `OUT` instead of being counted. Nothing is scored. */
export const Q_COLLECT: i32 = 80;
/** Number of matches in `OUT`. */
export const Q_FOUND: i32 = 84;
/** Documents before this one are not wanted, but some of them may be returned. */
export const Q_SKIP: i32 = 88;

/** The number of matches at which the kernel returns; it must leave room for a window. */
export const Q_ENOUGH: i32 = 92;
/** The greatest encoded length that could compete in the previous block. */
export const Q_CODE_LIMIT: i32 = 96;
/**
 * For a lone term: by frequency class, a byte each, the least norm that is too great; the score
 * (f32) and the first block of the superblock for which they hold.
 */
export const Q_LIMITS: i32 = 100;
export const Q_LIMITS_FOR: i32 = 104;
export const Q_LIMITS_OF: i32 = 108;

/** The clauses. */
export const CLAUSES: i32 = 1024;
export const CLAUSE_BYTES: i32 = 128;
export const MAX_CLAUSES: i32 = 48;

/** Bits of `C_KIND`. */
export const DENSE: i32 = 1;
export const HAS_FREQS: i32 = 2;
export const HAS_POSITIONS: i32 = 4;
/** The term has less than a block of documents, stored one by one, without entries. */
export const SMALL: i32 = 8;
/** The clause is dense and has only the bit set: no blocks, no frequencies, no scores. */
export const BITS_ONLY: i32 = 16;

/** A clause: a term in this segment. */
export const C_KIND: i32 = 0;
/**
 * Start of the postings; for a small term, of its documents. 0: the document and frequency of a
 * lone posting are in the buffer.
 */
export const C_DATA: i32 = 4;
export const C_DOC_FREQ: i32 = 8;
/** Number of blocks with an entry, including the rest; 1 for a small term. */
export const C_BLOCKS: i32 = 12;
export const C_ENTRY_BYTES: i32 = 16;
export const C_SUPERS: i32 = 20;
export const C_BIT_SET: i32 = 24;
/** f32: the weight of the term. */
export const C_WEIGHT: i32 = 28;
/** Table of 256 f32 factors by encoded length. */
export const C_FACTORS: i32 = 32;
/** The encoded lengths; 0: the field has none. */
export const C_NORMS: i32 = 36;
/** The term's position in a phrase. */
export const C_OFFSET: i32 = 40;
/** Start of the positions of a small term with a lone posting. */
export const C_LONE_POSITIONS: i32 = 44;
/**
 * State of the kernels: the current block, its first possible and its last document, and its number
 * of documents.
 */
export const C_BLOCK: i32 = 48;
export const C_FIRST: i32 = 52;
export const C_LAST: i32 = 56;
export const C_COUNT: i32 = 60;
/** The decoded parts of the block: bits below. */
export const C_READY: i32 = 64;
export const C_POSITIONS: i32 = 68;
/** Bits per position; -1: varints, whose addresses are in the sums. */
export const C_POSITION_BITS: i32 = 72;
/** For a dense term: the document up to which the block's bits were counted, and their number. */
export const C_RANK_DOC: i32 = 76;
export const C_RANK: i32 = 80;
/** The block at which the next bound look-up starts. */
export const C_BOUND_BLOCK: i32 = 84;
/** f32: the bound of a small term. */
export const C_SMALL_BOUND: i32 = 88;
/** f32: the bound in the current window. */
export const C_WINDOW_BOUND: i32 = 92;
/** For a phrase: the state of reading the current candidate's positions. */
export const C_READ_INDEX: i32 = 96;
export const C_READ_LEFT: i32 = 100;
export const C_READ_POSITION: i32 = 104;
/** The clause's buffers. */
export const C_BUFFER: i32 = 108;
/** Table by the low bits of a document; 0: the clause has none. */
export const C_TABLE: i32 = 112;
export const C_READ_BASE: i32 = 116;
export const C_READ_BITS: i32 = 120;

/** Greatest frequency in the range of the last bound; 255: 255 or more. */
export const C_WINDOW_FREQ: i32 = 124;

export const READY_DOCS: i32 = 1;
export const READY_FREQS: i32 = 2;
export const READY_SUMS: i32 = 4;
export const READY_TABLE: i32 = 8;
export const READY_SCORES: i32 = 16;

/**
 * Buffers of a clause: a block of documents, frequencies minus 1, sums of the earlier frequencies,
 * and scores; then the clause's data for each candidate.
 */
export const BUFFERS: i32 = 0x40000;
export const BUFFER_BYTES: i32 = 4096;
export const B_DOCS: i32 = 0;
export const B_FREQS: i32 = 576;
export const B_SUMS: i32 = 1152;
export const B_SCORES: i32 = 1728;
export const B_MATCH_FREQ: i32 = 2304;
export const B_MATCH_INDEX: i32 = 2816;
export const B_MATCH_BASE: i32 = 3328;
export const B_MATCH_BITS: i32 = 3840;
/**
 * Limits of the clause: the end of the section with its postings (for a lone posting, with its
 * positions), and the number of documents in the segment.
 */
export const B_END: i32 = 3968;
export const B_MAX_DOC: i32 = 3972;

/** Look-up tables of the first clauses. */
export const TABLES: i32 = 0x78000;
export const TABLE_BYTES: i32 = 16384;
export const MAX_TABLES: i32 = 24;

/** Tables of length factors, 256 f32 each. */
export const FACTORS: i32 = 0x4000;
export const FACTOR_BYTES: i32 = 1024;
export const MAX_FACTORS: i32 = 16;

/** Filters: each is a range of a column of small unsigned numbers. */
export const FILTERS: i32 = 0x200;
export const FILTER_BYTES: i32 = 32;
export const MAX_FILTERS: i32 = 8;
/** Address of the values, one per document. */
export const F_VALUES: i32 = 0;
/** Bytes per value: 1, 2 or 4; 0: a bit set, in which case only `F_PRESENCE` counts. */
export const F_WIDTH: i32 = 4;
/** Bounds as u32, both inclusive. */
export const F_LOWER: i32 = 8;
export const F_UPPER: i32 = 12;
/** Bit set of the documents with a value; 0: all have one. */
export const F_PRESENCE: i32 = 16;
/** 1: documents that pass are left out. */
export const F_EXCLUDES: i32 = 20;
/** Bit set of the stretches of 4,096 documents that may have some in the range; 0: unknown. */
export const F_STRETCHES: i32 = 24;
/** For a range: bit set of the stretches whose values are all in it; 0: unknown. */
export const F_WHOLE: i32 = 28;
/** The bit sets of the filters' stretches. */
export const STRETCHES: i32 = 0xd8000;
export const STRETCHES_BYTES: i32 = 16384;

/** The heap of f32 scores and i32 documents, the worst on top. */
export const HEAP: i32 = 0x8000;
export const MAX_HEAP: i32 = 10000;

/** Number of documents in a window. */
export const WINDOW: i32 = 4096;

/** Matches, ascending. A kernel returns when another window might not fit. */
export const OUT: i32 = HEAP;
export const OUT_DOCS: i32 = 8192;
/** f64 sums of the window's documents. */
export const SUMS: i32 = 0x20000;
/** Bytes of the window's documents: the number of matching clauses. */
export const COUNTS: i32 = 0x28000;
/** Bits of a window, for counting. */
export const BITS: i32 = 0x29000;
/** Candidates of the window. */
export const WINDOW_DOCS: i32 = 0x29400;
export const WINDOW_SUMS: i32 = 0x2d400;
/** Clause addresses ordered by their bounds. */
export const ORDER: i32 = 0x35400;
/**
 * The current stretch of at most 128 candidates: documents, indices of the remaining ones, sums
 * (f64).
 */
export const DOCS: i32 = 0x36000;
export const LIST: i32 = 0x36400;
export const STRETCH_SUMS: i32 = 0x36800;
/** Addresses of the clauses that candidates must match, and of those that add to their score. */
export const MUST: i32 = 0x37000;
export const MAY: i32 = 0x37100;

/** Bit sets of documents that the host makes for a query. */
export const SCRATCH: i32 = 0x100000;
export const SCRATCH_BYTES: i32 = 0xd0000;

/** A tree of queries, whose root is the first node. */
export const NODES: i32 = 0x1d0000;
export const NODE_BYTES: i32 = 4096;
export const MAX_NODES: i32 = 48;

/** The kinds of nodes. A bit set without scores is a term. */
export const TERM_NODE: i32 = 0;
export const PHRASE_NODE: i32 = 1;
export const RANGE_NODE: i32 = 2;
export const ALL_NODE: i32 = 3;
export const BOOLEAN_NODE: i32 = 4;
/** Scores its best optional child, plus the scores of the others times `N_TIE`. */
export const MAX_NODE: i32 = 5;
/** Scores `N_SCORE` for the matches of its only required child. */
export const CONSTANT_NODE: i32 = 6;

export const N_KIND: i32 = 0;
/** Address of the clause, of the first clause of a phrase, or of the filter. */
export const N_CLAUSE: i32 = 4;
/** Number of terms in a phrase, whose clauses are adjacent, the rarest first. */
export const N_TERMS: i32 = 8;
/** Number of children of each kind, in this order. */
export const N_REQUIRED: i32 = 12;
export const N_OPTIONAL: i32 = 16;
export const N_EXCLUDED: i32 = 20;
export const N_MINIMUM: i32 = 24;
/** f32: the tie breaker. */
export const N_TIE: i32 = 28;
/** f32: the constant score. */
export const N_SCORE: i32 = 32;
/** 0: the node adds nothing to a score. */
export const N_SCORED: i32 = 36;
/** Index of the required child that brings the candidates; -1: the optional ones do. */
export const N_LEAD: i32 = 40;
/** f32: an upper bound of the scores in the current window; set when hits may be skipped. */
export const N_BOUND: i32 = 44;
/** 1: its candidates are exactly its matches. */
export const N_EXACT: i32 = 48;
/** Indices in the stretch that match, a byte each. */
export const N_LIST: i32 = 64;
/** f64 scores by index in the stretch. */
export const N_SCORES: i32 = 192;
/** Candidates of the window, a bit each. */
export const N_BITS: i32 = 1216;
/** Number of matching optional children, a byte per index in the stretch. */
export const N_MATCHES: i32 = 1728;
/** Addresses of the children. */
export const N_CHILDREN: i32 = 1856;
export const MAX_CHILDREN: i32 = 48;
/** f64 by index in the stretch: for `MAX_NODE`, the sum of the scores that are not the best. */
export const N_OTHERS: i32 = 2048;

/** Indices in the stretch of the candidates that a tree checks. */
export const CANDIDATES: i32 = 0x37200;

export const NO_DOC: i32 = 0x7fffffff;
/**
 * Approximate number of postings that one call processes: a fraction of a millisecond, after which
 * the host may stop the search.
 */
export const BUDGET: i32 = 200000;
