/**
 * The marks of a query: the words, patterns of words, and words near each other that it searches
 * for. Highlighters look for the marks in a text; that a text contains a mark does not mean that
 * the whole query matches. Queries report their own marks (`Query.marks`), as Lucene's queries do
 * to a visitor.
 */
import type { IndexSearcher } from './index_searcher.js';
import { bestTerms, expandTerms, type MultiTermQuery } from './queries/multi_term.js';
import type { Query } from './query.js';
import type { SpanSource, TermsOfFields } from './spans/span_source.js';

/** A word, wherever it stands. */
export interface TermMark {
  readonly kind: 'term';
  readonly field: string;
  readonly term: Uint8Array;
  /** Product of the boosts of the queries around it; absent: 1. */
  readonly weight?: number;
  /**
   * True if the `unified` highlighter ignores the word when the same field also has span marks:
   * Lucene's highlighter does not look for words inside the query then.
   */
  readonly isLoose?: true;
  /** True if the `fvh` highlighter ignores the word: Lucene's does not look into the query. */
  readonly isHidden?: true;
  /**
   * True if the `unified` highlighter ignores the word: Lucene's does not rewrite the query, which
   * has no words before.
   */
  readonly needsRewrite?: true;
  /** For a word that must be near others: the spans that `plain` and `fvh` look for instead. */
  readonly spans?: SpanMark;
}

/**
 * The marks that replace a mark in one text. `words`: the distinct words of the text. Lucene's
 * plain highlighter rewrites a query against the text as if it were an index of one document.
 */
export type MarksInText = (words: readonly Uint8Array[]) => readonly Mark[];

/** All words that match a pattern. */
export interface PatternMark {
  readonly kind: 'pattern';
  readonly field: string;
  /** Words of one pattern count as the same word. */
  readonly text: string;
  readonly weight?: number;
  readonly isLoose?: true;
  readonly isHidden?: true;
  readonly needsRewrite?: true;
  /** For a pattern that must be near other words: the spans that `plain` and `fvh` look for. */
  readonly spans?: SpanMark;
  /** The words of the index that match best, at most `most`, best first. */
  expanded(searcher: IndexSearcher, most: number): readonly FittingTerm[];
  accepts(term: Uint8Array): boolean;
  inText?: MarksInText;
  /** The factor of an accepted word's weight, at most 1; absent: 1 for every word. */
  fit?(term: Uint8Array): number;
}

export interface FittingTerm {
  readonly term: Uint8Array;
  readonly boost: number;
}

/** Words at adjacent positions. */
export interface MarkedPhrase {
  /** The alternative words at each position. */
  readonly places: readonly (readonly Uint8Array[])[];
  readonly slop: number;
}

/** Words that count only within one of the spans. */
export interface SpanMark {
  readonly kind: 'spans';
  readonly field: string;
  readonly words: readonly WordMark[];
  readonly weight?: number;
  /** Absent: the spans are not a phrase. */
  readonly phrase?: MarkedPhrase;
  inText?: MarksInText;
  /** Opens the spans; `null`: there are none. */
  open(place: TermsOfFields): SpanSource | null;
}

export type WordMark = TermMark | PatternMark;
export type Mark = WordMark | SpanMark;

/** The marks of the query; by default those of its children. */
export function marksOf(query: Query, searcher: IndexSearcher): readonly Mark[] {
  if (query.marks) return query.marks(searcher);
  return marksOfAll(query.children ?? [], searcher);
}

export function marksOfAll(queries: readonly Query[], searcher: IndexSearcher): readonly Mark[] {
  return queries.flatMap((query) => marksOf(query, searcher));
}

export function termMark(field: string, term: Uint8Array): TermMark {
  return { kind: 'term', field, term };
}

export function patternMark(query: MultiTermQuery): PatternMark {
  return {
    kind: 'pattern',
    field: query.field,
    text: String(query),
    accepts: (term) => query.accepts(term),
    expanded: (searcher, most) => bestTerms(expandTerms(query, searcher, most), most),
  };
}

/** The same marks with their weights multiplied. */
export function weightedMarks(marks: readonly Mark[], factor: number): readonly Mark[] {
  return marks.map((mark) => ({ ...mark, weight: Math.fround((mark.weight ?? 1) * factor) }));
}

/** The words of the marks, without the spans in which they must be. */
export function looseMarks(marks: readonly Mark[]): readonly WordMark[] {
  return marks.flatMap(wordsOf).map((word) => ({ ...word, isLoose: true, isHidden: true }));
}

/** Like `looseMarks`, but the words are not hidden, and words of spans keep their spans. */
export function looseMarksWithSpans(marks: readonly Mark[]): readonly WordMark[] {
  return marks.flatMap((mark) => {
    const words = wordsOf(mark).map((word): WordMark => ({ ...word, isLoose: true }));
    return mark.kind === 'spans' ? words.map((word) => ({ ...word, spans: mark })) : words;
  });
}

/** The same marks, of which the `fvh` highlighter ignores the words. */
export function hiddenMarks(marks: readonly Mark[]): readonly Mark[] {
  return marks.map((mark) => (mark.kind === 'spans' ? mark : { ...mark, isHidden: true }));
}

function wordsOf(mark: Mark): readonly WordMark[] {
  return mark.kind === 'spans' ? mark.words : [mark];
}
