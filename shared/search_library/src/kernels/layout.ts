/**
 * Where a query stands in the lane of its thread: what the host writes before it starts a kernel, what the kernels remember, and
 * what they answer. Offsets in bytes; numbers are i32, addresses u32 and scores f32 unless said otherwise.
 */
/// <reference path="./assembly.d.ts" />

/** The query, from the start of the lane. */
export const Q_CLAUSES: i32 = 0;
/** Clauses in this order: required (the cheapest first), optional, excluded. */
export const Q_REQUIRED: i32 = 4;
export const Q_OPTIONAL: i32 = 8;
export const Q_EXCLUDED: i32 = 12;
/** 0: nothing is scored, matches are counted. */
export const Q_SCORING: i32 = 16;
/** 1: the required clauses are the terms of a phrase. */
export const Q_PHRASE: i32 = 20;
/** How many optional clauses have to match. */
export const Q_MINIMUM: i32 = 24;
export const Q_MAX_DOC: i32 = 28;
/** Bit set of live documents; 0: all are. */
export const Q_LIVE: i32 = 32;
export const Q_FILTERS: i32 = 36;
/** Entries of the heap there may be. */
export const Q_CAPACITY: i32 = 40;
export const Q_HEAP_SIZE: i32 = 44;
/** f32: hits of other segments beat every score up to this; -1 when there are not enough of them. */
export const Q_FLOOR: i32 = 48;
/** As soon as more hits were counted, those that cannot get into the heap are left out; -1: at once. */
export const Q_THRESHOLD: i32 = 52;
/** Hits counted so far. */
export const Q_HITS: i32 = 56;
/** Only hits that score less than this (f32), or the same with a greater document than `Q_AFTER_DOC`. */
export const Q_AFTER_SCORE: i32 = 60;
export const Q_AFTER_DOC: i32 = 64;
/** f32. */
export const Q_MIN_SCORE: i32 = 68;
/** Where the kernel goes on: a block or a document. */
export const Q_PLACE: i32 = 72;
/** 1: something could have been left out, so that `Q_HITS` is a lower bound. */
export const Q_PRUNED: i32 = 76;

/** 1: matches are written to `OUT` instead of being counted. Nothing is scored. */
export const Q_COLLECT: i32 = 80;
/** How many stand there. */
export const Q_FOUND: i32 = 84;
/** Documents before this one are not wanted; some of them may be given all the same. */
export const Q_SKIP: i32 = 88;

/** With so many it returns: at most what leaves room for a window. */
export const Q_ENOUGH: i32 = 92;
/** The greatest encoded length that was of use in the block before. */
export const Q_CODE_LIMIT: i32 = 96;

/** The clauses. */
export const CLAUSES: i32 = 1024;
export const CLAUSE_BYTES: i32 = 128;
export const MAX_CLAUSES: i32 = 48;

/** Bits of `C_KIND`. */
export const DENSE: i32 = 1;
export const HAS_FREQS: i32 = 2;
export const HAS_POSITIONS: i32 = 4;
/** Less than a block of documents, one by one, without entries. */
export const SMALL: i32 = 8;
/** Dense, and there is nothing but the bit set: no blocks, no frequencies, no scores. */
export const BITS_ONLY: i32 = 16;

/** A clause: a term in this segment. */
export const C_KIND: i32 = 0;
/** Where the postings start; of a small term, its documents. 0: the document and frequency of a lone posting are in the buffer. */
export const C_DATA: i32 = 4;
export const C_DOC_FREQ: i32 = 8;
/** Blocks with an entry, the rest too; 1 for a small term. */
export const C_BLOCKS: i32 = 12;
export const C_ENTRY_BYTES: i32 = 16;
export const C_SUPERS: i32 = 20;
export const C_BIT_SET: i32 = 24;
/** f32. */
export const C_WEIGHT: i32 = 28;
/** Table of 256 f32, by encoded length. */
export const C_FACTORS: i32 = 32;
/** 0: the field keeps no lengths. */
export const C_NORMS: i32 = 36;
/** Of a phrase: the term's place. */
export const C_OFFSET: i32 = 40;
/** Of a small term: where its positions start, when its posting is a lone one. */
export const C_LONE_POSITIONS: i32 = 44;
/** What the kernels remember: the block at hand, its first possible and its last document, how many it has. */
export const C_BLOCK: i32 = 48;
export const C_FIRST: i32 = 52;
export const C_LAST: i32 = 56;
export const C_COUNT: i32 = 60;
/** What of the block is decoded: bits below. */
export const C_READY: i32 = 64;
export const C_POSITIONS: i32 = 68;
/** -1: varints, of which the sums hold the addresses. */
export const C_POSITION_BITS: i32 = 72;
/** Of a dense term: up to which document bits were counted in this block, and how many there were. */
export const C_RANK_DOC: i32 = 76;
export const C_RANK: i32 = 80;
/** Block that bounds are asked of next. */
export const C_BOUND_BLOCK: i32 = 84;
/** f32: bound of a small term. */
export const C_SMALL_BOUND: i32 = 88;
/** f32: bound in the window at hand. */
export const C_WINDOW_BOUND: i32 = 92;
/** Of a phrase: the positions of the candidate that is looked at. */
export const C_READ_INDEX: i32 = 96;
export const C_READ_LEFT: i32 = 100;
export const C_READ_POSITION: i32 = 104;
/** The clause's buffers. */
export const C_BUFFER: i32 = 108;
/** Table by the low bits of a document; 0: none. */
export const C_TABLE: i32 = 112;
export const C_READ_BASE: i32 = 116;
export const C_READ_BITS: i32 = 120;

/** Greatest frequency in the stretch that a bound was asked of last; 255: that or more. */
export const C_WINDOW_FREQ: i32 = 124;

export const READY_DOCS: i32 = 1;
export const READY_FREQS: i32 = 2;
export const READY_SUMS: i32 = 4;
export const READY_TABLE: i32 = 8;
export const READY_SCORES: i32 = 16;

/** Buffers of a clause: a block of documents, frequencies less 1, frequencies before, scores; of each candidate what the clause says. */
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
/** What nothing of the clause may reach: where the section of its postings ends (of a lone one, that of its positions), documents of the segment. */
export const B_END: i32 = 3968;
export const B_MAX_DOC: i32 = 3972;

/** Tables of the first clauses. */
export const TABLES: i32 = 0x78000;
export const TABLE_BYTES: i32 = 16384;
export const MAX_TABLES: i32 = 24;

/** Tables of length factors, 256 f32 each. */
export const FACTORS: i32 = 0x4000;
export const FACTOR_BYTES: i32 = 1024;
export const MAX_FACTORS: i32 = 16;

/** Filters: a range of a column of small unsigned numbers. */
export const FILTERS: i32 = 0x200;
export const FILTER_BYTES: i32 = 32;
export const MAX_FILTERS: i32 = 8;
/** Values, one a document. */
export const F_VALUES: i32 = 0;
/** Bytes of one: 1, 2, 4; 0: a bit set, only `F_PRESENCE` counts. */
export const F_WIDTH: i32 = 4;
/** u32, both included. */
export const F_LOWER: i32 = 8;
export const F_UPPER: i32 = 12;
/** Bit set of the documents with a value; 0: all have one. */
export const F_PRESENCE: i32 = 16;
/** 1: documents that pass are left out. */
export const F_EXCLUDES: i32 = 20;
/** Bit set of the stretches of 4,096 documents that may hold some in the range; 0: not known. */
export const F_STRETCHES: i32 = 24;
/** Of a range: bit set of the stretches of which all values are in it; 0: not known. */
export const F_WHOLE: i32 = 28;
/** Those of the filters. */
export const STRETCHES: i32 = 0xd8000;
export const STRETCHES_BYTES: i32 = 16384;

/** The heap: f32 score and i32 document, the worst on top. */
export const HEAP: i32 = 0x8000;
export const MAX_HEAP: i32 = 10000;

/** Documents a window spans. */
export const WINDOW: i32 = 4096;

/** Matches, ascending: a kernel returns when another window might not fit. */
export const OUT: i32 = HEAP;
export const OUT_DOCS: i32 = 8192;
/** f64 a document of the window. */
export const SUMS: i32 = 0x20000;
/** A byte a document: how many clauses match. */
export const COUNTS: i32 = 0x28000;
/** Bits of a window, for counting. */
export const BITS: i32 = 0x29000;
/** Candidates of the window. */
export const WINDOW_DOCS: i32 = 0x29400;
export const WINDOW_SUMS: i32 = 0x2d400;
/** Clause addresses in order of their bounds. */
export const ORDER: i32 = 0x35400;
/** The stretch of at most 128 candidates that is looked at: documents, places in the stretch still in the running, sums (f64), factors. */
export const DOCS: i32 = 0x36000;
export const LIST: i32 = 0x36400;
export const STRETCH_SUMS: i32 = 0x36800;
export const STRETCH_FACTORS: i32 = 0x36c80;
/** Addresses of the clauses that a stretch has to be in, those that add to it. */
export const MUST: i32 = 0x37000;
export const MAY: i32 = 0x37100;

/** Bit sets of documents that the host makes for one query. */
export const SCRATCH: i32 = 0x100000;
export const SCRATCH_BYTES: i32 = 0xd0000;

/** A tree of queries: its root is the first node. */
export const NODES: i32 = 0x1d0000;
export const NODE_BYTES: i32 = 4096;
export const MAX_NODES: i32 = 48;

/** What a node is. A bit set without scores is a term. */
export const TERM_NODE: i32 = 0;
export const PHRASE_NODE: i32 = 1;
export const RANGE_NODE: i32 = 2;
export const ALL_NODE: i32 = 3;
export const BOOLEAN_NODE: i32 = 4;
/** The best score of its optional children, those of the others times `N_TIE`. */
export const MAX_NODE: i32 = 5;
/** `N_SCORE` for what its only required child matches. */
export const CONSTANT_NODE: i32 = 6;

export const N_KIND: i32 = 0;
/** Address of the clause, of the first one of a phrase, of the filter. */
export const N_CLAUSE: i32 = 4;
/** Terms of a phrase: clauses one after another, the rarest first. */
export const N_TERMS: i32 = 8;
/** Numbers of children, in this order. */
export const N_REQUIRED: i32 = 12;
export const N_OPTIONAL: i32 = 16;
export const N_EXCLUDED: i32 = 20;
export const N_MINIMUM: i32 = 24;
/** f32. */
export const N_TIE: i32 = 28;
/** f32. */
export const N_SCORE: i32 = 32;
/** 0: it adds nothing to a score. */
export const N_SCORED: i32 = 36;
/** The required child that brings the candidates; -1: the optional ones do. */
export const N_LEAD: i32 = 40;
/** f32: no score in the window at hand is greater; known when something may be left out. */
export const N_BOUND: i32 = 44;
/** 1: the candidates it can bring are all that match and no others. */
export const N_EXACT: i32 = 48;
/** Places of the stretch that match, a byte each. */
export const N_LIST: i32 = 64;
/** f64 by place. */
export const N_SCORES: i32 = 192;
/** Candidates of the window, a bit each. */
export const N_BITS: i32 = 1216;
/** How many optional children match, a byte a place. */
export const N_MATCHES: i32 = 1728;
/** Addresses of the children. */
export const N_CHILDREN: i32 = 1856;
export const MAX_CHILDREN: i32 = 48;
/** f64 by place: of `MAX_NODE` the scores that are not the best. */
export const N_OTHERS: i32 = 2048;

/** The candidates a tree is asked about: places of the stretch. */
export const CANDIDATES: i32 = 0x37200;

export const NO_DOC: i32 = 0x7fffffff;
/** Postings that one call looks at, about: a fraction of a millisecond, after which the host may stop the search. */
export const BUDGET: i32 = 200000;
