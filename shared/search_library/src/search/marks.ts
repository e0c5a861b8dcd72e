/**
 * What of a text makes a query match: words, patterns of words, and words that stand near each other. Who shows matches to people asks for it; a mark says
 * nothing of whether the query as a whole matches. Queries say it of themselves (`Query.marks`), as Lucene's say it to a visitor.
 */
import type { IndexSearcher } from './index_searcher.js';
import { bestTerms, expandTerms, type MultiTermQuery } from './queries/multi_term.js';
import type { Query } from './query.js';
import type { SpanSource, TermsOfFields } from './spans/span_source.js';

/** Wherever the word stands. */
export interface TermMark {
  readonly kind: 'term';
  readonly field: string;
  readonly term: Uint8Array;
  /** Product of the boosts around it; absent: 1. */
  readonly weight?: number;
  /** Of a query that Lucene's highlighters do not look into: where they look for words near each other, they do not see it. */
  readonly isLoose?: true;
  /** Of a query that some highlighters do not see at all. */
  readonly isHidden?: true;
  /** Of a word among others: the spans that some highlighters look for in its place. */
  readonly spans?: SpanMark;
}

/** Every word that fits. */
export interface PatternMark {
  readonly kind: 'pattern';
  readonly field: string;
  /** All words of one pattern count as one. */
  readonly text: string;
  readonly weight?: number;
  readonly isLoose?: true;
  readonly isHidden?: true;
  /** Of a word among others: the spans that some highlighters look for in its place. */
  readonly spans?: SpanMark;
  /** The words of the index that fit best, in their order, at most so many. */
  expanded(searcher: IndexSearcher, most: number): readonly FittingTerm[];
  accepts(term: Uint8Array): boolean;
  /** How well a word that is accepted fits, at most 1; absent: all do alike. */
  fit?(term: Uint8Array): number;
}

export interface FittingTerm {
  readonly term: Uint8Array;
  readonly boost: number;
}

/** Words at neighbouring places, of which any of some may stand at each. */
export interface MarkedPhrase {
  readonly places: readonly (readonly Uint8Array[])[];
  readonly slop: number;
}

/** The words where they stand in one of the spans. */
export interface SpanMark {
  readonly kind: 'spans';
  readonly field: string;
  readonly words: readonly WordMark[];
  readonly weight?: number;
  /** Absent: they are no phrase. */
  readonly phrase?: MarkedPhrase;
  /** `null`: there are none. */
  open(place: TermsOfFields): SpanSource | null;
}

export type WordMark = TermMark | PatternMark;
export type Mark = WordMark | SpanMark;

/** Those of the query; a query that does not say has those of the queries inside it. */
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

/** The same marks, of a query whose score is multiplied. */
export function weightedMarks(marks: readonly Mark[], factor: number): readonly Mark[] {
  return marks.map((mark) => ({ ...mark, weight: Math.fround((mark.weight ?? 1) * factor) }));
}

/** The words of the marks, wherever they stand. */
export function looseMarks(marks: readonly Mark[]): readonly WordMark[] {
  return marks.flatMap(wordsOf).map((word) => ({ ...word, isLoose: true, isHidden: true }));
}

/** The same; but a highlighter that looks for spans may have those of the marks. */
export function looseMarksWithSpans(marks: readonly Mark[]): readonly WordMark[] {
  return marks.flatMap((mark) => {
    const words = wordsOf(mark).map((word): WordMark => ({ ...word, isLoose: true }));
    return mark.kind === 'spans' ? words.map((word) => ({ ...word, spans: mark })) : words;
  });
}

function wordsOf(mark: Mark): readonly WordMark[] {
  return mark.kind === 'spans' ? mark.words : [mark];
}
