/**
 * The three kinds of links an analysis chain has. A batch holds all tokens of one text: a link
 * works through a whole batch in a tight loop, which costs less than passing tokens one by one
 * through a chain of calls.
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
   * Reads the whole text before its first token, so that it ends there though nobody asks for the
   * last.
   */
  readonly readsWhole?: boolean;
  /** Has read this many characters behind a token when it gives it, where the text has them. */
  readonly readsAhead?: number;
  /** The same tokenizer with lower-cased terms: a following `lowercase` filter is folded in. */
  readonly lowercased?: Tokenizer;
  /** The terms of `tokenize`, which all stand one place after the other, without its tokens. */
  readonly feed?: (text: string, sink: TermSink) => void;
  /** Finds these terms among those of `tokenize`, without the others. */
  readonly finder?: (terms: ReadonlySet<string>) => WordFinder;
  /** `feed` of the ASCII text `bytes[start … end)`, which is the tokenizer's to alter. */
  readonly feedAscii?: (bytes: Uint8Array, start: number, end: number, sink: TermSink) => void;
}

export interface TokenFilter {
  readonly name: string;
  /** Changes the batch: its tokens are the filter's to alter, drop or replace. */
  apply(batch: TokenBatch): void;
  /**
   * `apply` as a function of the term alone, where that is what it is: one term for one, or none
   * (its place stays empty).
   */
  readonly rewrite?: (term: string) => string | undefined;
  /** Works on characters alone, one token to one token: may stand in a normalizer. */
  readonly charLevel?: boolean;
  /** Makes tokens of several positions that no query shall follow as a graph. */
  readonly forbidsGraphs?: boolean;
  /** Of a filter that joins neighbouring words. */
  readonly shingles?: ShingleSizes;
  /** Given to tokens by this filter, or asked of them. */
  readonly attributes?: readonly TokenAttribute[];
  /**
   * What it knows may change while an index is open: for texts that are searched for, not for those
   * that are indexed.
   */
  readonly searchOnly?: boolean;
  /** Asks for no more tokens once it has so many. */
  readonly stopsReadingAt?: number;
  /** Its tokens have nothing of those before it: what was shown of them ends here. */
  readonly startsAnew?: boolean;
  /** The plain `lowercase` filter, which a tokenizer may take over. */
  readonly lowercases?: boolean;
  /**
   * What stands for it where rules of a later synonym filter are analyzed. A filter that makes
   * several tokens of one is refused there or left out.
   */
  readonly inRules?: TokenFilter | 'skipped' | 'refused';
}

export interface FilteredText {
  readonly text: string;
  /** An offset in `text` as an offset in the original. */
  correct(offset: number): number;
}

export interface CharFilter {
  readonly name: string;
  /** Knows nothing of words: may stand in a normalizer. */
  readonly charLevel?: boolean;
  apply(text: string): FilteredText;
}

/** Given to the tokens that leave a chain, or asked of them. */
export function attributesOf(filters: readonly TokenFilter[]): readonly TokenAttribute[] {
  const anew = filters.findLastIndex((filter) => filter.startsAnew === true);
  return filters.slice(Math.max(anew, 0)).flatMap((filter) => filter.attributes ?? []);
}
