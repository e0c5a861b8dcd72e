/**
 * Turns text into tokens. Offsets are UTF-16 indices into the original text (after char filters are
 * mapped back), as in Lucene.
 */

import type { WordFeatures } from './japanese/ipadic.js';
import type { TermSink } from './term_sink.js';

/**
 * One token. Filters make new tokens or change their own copies; a sink must not keep the token
 * that it is handed.
 */
export interface Token {
  term: string;
  /**
   * Distance from the previous token: 1 for the next word, 0 for the same place, more where words
   * were removed.
   */
  positionIncrement: number;
  /** Positions that the token spans; above 1 in graphs (synonyms, word_delimiter_graph). */
  positionLength: number;
  startOffset: number;
  endOffset: number;
  /** `<ALPHANUM>`, `<NUM>`, `word`, `SYNONYM`, … */
  type: string;
  /** True when stemmers leave the token alone. */
  keyword: boolean;
  /**
   * Bytes that a filter attaches to the term; `_analyze` shows them, the index does not keep them.
   */
  payload?: Uint8Array | undefined;
  /** The number of times that the index counts the term; 1 when absent. */
  termFrequency?: number;
  /** The features of the word in the tokenizer's dictionary. */
  word?: WordFeatures;
}

/** Attributes that some links set. `_analyze` shows them from such a link on. */
export type TokenAttribute = 'keyword' | 'payload' | 'termFrequency';

/** The number of neighbouring words that a filter joins into one token. */
export interface ShingleSizes {
  readonly min: number;
  readonly max: number;
  /** True when the single words are kept as well. */
  readonly unigrams: boolean;
}

export interface Analyzer {
  readonly name: string;
  /** Positions between two values of one field; 100 unless configured. */
  readonly positionIncrementGap: number;
  /** Offsets between two values of one field; 1. */
  readonly offsetGap: number;
  /** The attributes that the links set; absent when there are none. */
  readonly attributes?: readonly TokenAttribute[];
  /**
   * Filters of the analyzer that are not allowed for texts to be indexed; absent when there are
   * none.
   */
  readonly searchOnly?: readonly string[];
  /**
   * True when tokens of several positions are not followed as a graph, because it would have too
   * many paths.
   */
  readonly forbidsGraphs?: boolean;
  /** The sizes of the first filter that joins words; absent when there is none. */
  readonly shingles?: ShingleSizes | undefined;
  /**
   * Writes a whole text as terms are written, as one word: it applies the links that work on single
   * characters (lower case, folding), never those that cut or drop words. Wildcards and prefixes
   * are normalized this way. When absent, the text stays as it is.
   */
  readonly normalize?: ((text: string) => string) | undefined;
  /**
   * All tokens of one value. `trailingIncrement` counts the positions removed after the last token
   * (stop words at the end).
   */
  analyze(text: string): AnalyzedText;
  /**
   * The terms and positions of `analyze` without its tokens, which is faster; returns the trailing
   * increment. Present only where no term can be too long.
   */
  readonly feed?: ((text: string, sink: TermSink) => number) | undefined;
  /** `feed` of the ASCII text `bytes[start … end)`, which the analyzer may overwrite. */
  readonly feedAscii?: AsciiFeed | undefined;
  /** Finds these terms among those of `analyze`, faster; when absent, callers use `analyze`. */
  readonly finder?: ((terms: ReadonlySet<string>) => WordFinder) | undefined;
}

/** Visits each place in the text where one of the terms stands, in the order of the text. */
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

/** Turns one text into one text, for keyword fields. It always returns exactly one string. */
export interface Normalizer {
  readonly name: string;
  normalize(text: string): string;
}
