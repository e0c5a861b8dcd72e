/**
 * Text to tokens. Offsets are UTF-16 indices into the original text (after char filters were mapped
 * back), as the reference's.
 */

import type { WordFeatures } from './japanese/ipadic.js';
import type { TermSink } from './term_sink.js';

/**
 * One token. Filters make new tokens or change their own copies; a sink must not keep the object it
 * is handed.
 */
export interface Token {
  term: string;
  /** Distance from the token before: 1 next word, 0 same place, more where words were removed. */
  positionIncrement: number;
  /** Positions the token spans; above 1 in graphs (synonyms, word_delimiter_graph). */
  positionLength: number;
  startOffset: number;
  endOffset: number;
  /** `<ALPHANUM>`, `<NUM>`, `word`, `SYNONYM`, … */
  type: string;
  /** Stemmers leave the token alone. */
  keyword: boolean;
  /** Bytes that a filter has put beside the term; shown by `_analyze`, not indexed. */
  payload?: Uint8Array | undefined;
  /** How often the index counts the term; 1 when left out. */
  termFrequency?: number;
  /** What the tokenizer's dictionary knows of the word. */
  word?: WordFeatures;
}

/** What some links say of their tokens beside the rest, and `_analyze` shows from there on. */
export type TokenAttribute = 'keyword' | 'payload' | 'termFrequency';

/** How many neighbouring words are joined to one. */
export interface ShingleSizes {
  readonly min: number;
  readonly max: number;
  /** The words themselves are there too. */
  readonly unigrams: boolean;
}

export interface Analyzer {
  readonly name: string;
  /** Positions between two values of one field; 100 unless configured. */
  readonly positionIncrementGap: number;
  /** Offsets between two values of one field; 1. */
  readonly offsetGap: number;
  /** Of the links it is made of; nothing when left out. */
  readonly attributes?: readonly TokenAttribute[];
  /** Filters it has that texts of an index must not go through; absent: none. */
  readonly searchOnly?: readonly string[];
  /** Tokens of several positions are no graph: there would be too many ways through the text. */
  readonly forbidsGraphs?: boolean;
  /** Of the first filter that joins words; absent: there is none. */
  readonly shingles?: ShingleSizes | undefined;
  /**
   * A text as the terms are written, of one word and whole: through the links that work on single
   * characters (lower case, folding), never through those that cut or drop words. Wildcards and
   * prefixes go this way. Absent: the text as it is.
   */
  readonly normalize?: ((text: string) => string) | undefined;
  /**
   * All tokens of one value. `trailingIncrement` counts the positions removed after the last token
   * (stop words at the end).
   */
  analyze(text: string): AnalyzedText;
  /**
   * The terms of `analyze` and their positions only, faster; returns the trailing increment. Only
   * where no term can be too long.
   */
  readonly feed?: ((text: string, sink: TermSink) => number) | undefined;
  /** `feed` of the ASCII text `bytes[start … end)`, which is the analyzer's to alter. */
  readonly feedAscii?: AsciiFeed | undefined;
  /** Finds these terms among those of `analyze`, faster; absent: analyze. */
  readonly finder?: ((terms: ReadonlySet<string>) => WordFinder) | undefined;
}

/** Says of each place in the text where one of the terms is, in the order of the text. */
export type WordFinder = (
  text: string,
  visit: (term: string, start: number, end: number) => void,
) => void;

export type AsciiFeed = (bytes: Uint8Array, start: number, end: number, sink: TermSink) => number;

export interface AnalyzedText {
  readonly tokens: readonly Token[];
  readonly trailingIncrement: number;
  readonly finalOffset: number;
}

/** One to one: keyword fields. Always gives exactly one string. */
export interface Normalizer {
  readonly name: string;
  normalize(text: string): string;
}
