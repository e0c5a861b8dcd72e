/**
 * The parts of a text that make a query match: words, patterns of words, and words near each other.
 * Highlighters request them; a mark does not say that the query as a whole matches. Queries report
 * their own marks (`Query.marks`), as Lucene's queries do to a visitor.
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
   * True if Lucene's highlighters do not look into the query when they search for words near each
   * other.
   */
  readonly isLoose?: true;
  /** True if some highlighters do not see the query at all. */
  readonly isHidden?: true;
  /** For a word that must be near others: the spans some highlighters search for instead. */
  readonly spans?: SpanMark;
}

/**
 * The marks that stand for a mark in one text with these words, each once: Lucene's plain
 * highlighter rewrites a query against the text as if it were an index of one document.
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
  /** For a pattern that must be near other words: the spans some highlighters search instead. */
  readonly spans?: SpanMark;
  /** The best matching words of the index, at most `most`, in order of their fit. */
  expanded(searcher: IndexSearcher, most: number): readonly FittingTerm[];
  accepts(term: Uint8Array): boolean;
  inText?: MarksInText;
  /** The fit of an accepted word, at most 1; absent: all are equal. */
  fit?(term: Uint8Array): number;
}

export interface FittingTerm {
  readonly term: Uint8Array;
  readonly boost: number;
}

/** Words at adjacent positions, with alternatives at each. */
export interface MarkedPhrase {
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

/** The words of the marks, wherever they stand. */
export function looseMarks(marks: readonly Mark[]): readonly WordMark[] {
  return marks.flatMap(wordsOf).map((word) => ({ ...word, isLoose: true, isHidden: true }));
}

/** Like `looseMarks`, but a highlighter that searches for spans may use those of the marks. */
export function looseMarksWithSpans(marks: readonly Mark[]): readonly WordMark[] {
  return marks.flatMap((mark) => {
    const words = wordsOf(mark).map((word): WordMark => ({ ...word, isLoose: true }));
    return mark.kind === 'spans' ? words.map((word) => ({ ...word, spans: mark })) : words;
  });
}

function wordsOf(mark: Mark): readonly WordMark[] {
  return mark.kind === 'spans' ? mark.words : [mark];
}
