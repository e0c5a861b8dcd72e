/**
 * The three kinds of links of an analysis chain. A batch holds all tokens of one text: a link works
 * through a whole batch in a tight loop, which costs less than passing tokens one by one through a
 * chain of calls.
 */
import type { ShingleSizes, Token, TokenAttribute, WordFinder } from './analyzer.js';
import type { TermSink } from './term_sink.js';

export interface TokenBatch {
  tokens: Token[];
  /** Positions removed after the last token. */
  trailingIncrement: number;
  /** Offset after the end of the text. */
  finalOffset: number;
}

export interface Tokenizer {
  readonly name: string;
  tokenize(text: string): TokenBatch;
  /**
   * True when the tokenizer reads the whole text before its first token, so that the text is read
   * to its end even if nobody asks for the last token.
   */
  readonly readsWhole?: boolean;
  /**
   * Characters behind a token that the tokenizer has read when it returns the token, if the text
   * has that many.
   */
  readonly readsAhead?: number;
  /**
   * The same tokenizer with lower-cased terms, used in place of a `lowercase` filter that follows.
   */
  readonly lowercased?: Tokenizer;
  /**
   * Feeds the terms of `tokenize`, without tokens. Each term stands one position after the one
   * before.
   */
  readonly feed?: (text: string, sink: TermSink) => void;
  /** Finds these terms among those of `tokenize`, without making the others. */
  readonly finder?: (terms: ReadonlySet<string>) => WordFinder;
  /** `feed` of the ASCII text `bytes[start … end)`, which the tokenizer may overwrite. */
  readonly feedAscii?: (bytes: Uint8Array, start: number, end: number, sink: TermSink) => void;
}

export interface TokenFilter {
  readonly name: string;
  /** Changes the batch: the filter may alter, drop or replace its tokens. */
  apply(batch: TokenBatch): void;
  /**
   * `apply` as a function of the term, for a filter that depends on nothing else: it returns one
   * term, or `undefined` to leave the place empty.
   */
  readonly rewrite?: (term: string) => string | undefined;
  /**
   * True when the filter works on characters alone, one token to one token, so that it may stand in
   * a normalizer.
   */
  readonly charLevel?: boolean;
  /** True when the filter makes tokens of several positions that no query follows as a graph. */
  readonly forbidsGraphs?: boolean;
  /** The sizes of a filter that joins neighbouring words. */
  readonly shingles?: ShingleSizes;
  /** The token attributes that this filter sets or reads. */
  readonly attributes?: readonly TokenAttribute[];
  /**
   * True when the filter's data may change while an index is open: it is allowed for texts that are
   * searched for, not for texts that are indexed.
   */
  readonly searchOnly?: boolean;
  /** The number of tokens after which the filter asks for no more. */
  readonly stopsReadingAt?: number;
  /**
   * True when the filter's tokens carry no attributes of the tokens before it, so that earlier
   * attributes are no longer shown.
   */
  readonly startsAnew?: boolean;
  /** True for the plain `lowercase` filter, which a tokenizer may take over. */
  readonly lowercases?: boolean;
  /**
   * The filter that stands for this one when the rules of a later synonym filter are analyzed. A
   * filter that makes several tokens of one is refused there or skipped.
   */
  readonly inRules?: TokenFilter | 'skipped' | 'refused';
}

export interface FilteredText {
  readonly text: string;
  /** Maps an offset in `text` to an offset in the original. */
  correct(offset: number): number;
}

export interface CharFilter {
  readonly name: string;
  /**
   * True when the filter works without knowledge of words, so that it may stand in a normalizer.
   */
  readonly charLevel?: boolean;
  apply(text: string): FilteredText;
}

/** The attributes of the tokens that leave a chain: those that its filters set or read. */
export function attributesOf(filters: readonly TokenFilter[]): readonly TokenAttribute[] {
  const anew = filters.findLastIndex((filter) => filter.startsAnew === true);
  return filters.slice(Math.max(anew, 0)).flatMap((filter) => filter.attributes ?? []);
}
