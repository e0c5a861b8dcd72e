/**
 * Spans of positions in documents, on which span and interval queries are built. A source offers
 * candidate documents and, for the current one, its spans in order; a candidate may have none.
 */
import type { DocIterator } from '../../index/segment_reader.js';
import { DocIntersection } from '../iterators/doc_intersection.js';
import { DocUnion } from '../iterators/doc_union.js';

export interface Span {
  readonly start: number;
  /** Exclusive for spans, inclusive for intervals. */
  readonly end: number;
  /** The distance from a tight match: the number of positions inside that no part covers. */
  readonly gaps: number;
  /** Positions of an interval that count as covered in a combination; all of them when absent. */
  readonly width?: number;
  /** In a single text: the positions of the words that the span is made of. */
  readonly words?: readonly number[];
}

export interface SpanSource {
  readonly docs: DocIterator;
  /** The spans of the current document, ascending; call it once per document. */
  load(): readonly Span[];
}

/** The place in which spans are searched: a segment, or a single text. */
export interface TermsOfFields {
  terms(field: string): PositionedTerms | undefined;
}

export interface PositionedTerms {
  readonly hasPositions: boolean;
  /** Ordinal of the term, or -1. */
  find(term: Uint8Array): number;
  postings(ordinal: number, detail: 'positions'): Positions;
  /** True for a single text, whose spans keep the positions of their words. */
  readonly keepsWords?: true;
  /** Finds matching terms of a single text, which has few enough to test each. */
  readonly fitting?: (accepts: (term: Uint8Array) => boolean) => readonly number[];
}

export interface Positions extends DocIterator {
  freq(): number;
  /** The next position, ascending. Call it at most `freq()` times per document. */
  nextPosition(): number;
}

/** Every position of a term; `length` is the distance from start to end. */
export function termSource(terms: PositionedTerms, ordinal: number, length: number): SpanSource {
  const postings = terms.postings(ordinal, 'positions');
  return {
    docs: postings,
    load() {
      const spans: Span[] = [];
      for (let i = postings.freq(); i > 0; i--) {
        const start = postings.nextPosition();
        const span = { start, end: start + length, gaps: 0 };
        spans.push(terms.keepsWords ? { ...span, words: [start] } : span);
      }
      return spans;
    },
  };
}

/** The combined spans of all sources in documents that all of them have. */
export function intersectSources(
  sources: readonly SpanSource[],
  combine: (lists: readonly (readonly Span[])[]) => readonly Span[],
): SpanSource {
  const docs = new DocIntersection(sources.map((source) => source.docs));
  return {
    docs,
    load() {
      const lists: (readonly Span[])[] = [];
      for (const source of sources) {
        const list = source.load();
        if (list.length === 0) return [];
        lists.push(list);
      }
      return combine(lists);
    },
  };
}

/** The combined spans of the sources that have the document. */
export function uniteSources(
  sources: readonly SpanSource[],
  combine: (lists: readonly (readonly Span[])[]) => readonly Span[],
): SpanSource {
  const [only] = sources;
  if (sources.length === 1 && only !== undefined) return only;
  const docs = new DocUnion(sources.map((source) => source.docs));
  return {
    docs,
    load() {
      const doc = docs.docId();
      const here = sources.filter((source) => source.docs.docId() === doc);
      return combine(here.map((source) => source.load()));
    },
  };
}

/** The documents of one source, with its spans selected by those of another. */
export function compareSources(
  source: SpanSource,
  other: SpanSource | null,
  keep: (spans: readonly Span[], others: readonly Span[]) => readonly Span[],
): SpanSource {
  return {
    docs: source.docs,
    load() {
      const doc = source.docs.docId();
      const spans = source.load();
      if (other === null || spans.length === 0) return keep(spans, []);
      const at = other.docs.docId() < doc ? other.docs.advance(doc) : other.docs.docId();
      return keep(spans, at === doc ? other.load() : []);
    },
  };
}
