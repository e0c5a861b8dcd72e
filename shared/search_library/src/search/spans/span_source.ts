/**
 * Stretches of positions in documents: what span and interval queries are made of. A source offers candidate documents, and for the one it
 * stands on the stretches in order; a candidate may turn out to have none.
 */
import type { DocIterator } from '../../index/segment_reader.js';
import { DocIntersection } from '../iterators/doc_intersection.js';
import { DocUnion } from '../iterators/doc_union.js';

export interface Span {
  readonly start: number;
  /** Spans end before this position, intervals on it. */
  readonly end: number;
  /** How far from a tight match it is: positions inside that no part of it covers. */
  readonly gaps: number;
}

export interface SpanSource {
  readonly docs: DocIterator;
  /** Those of the current document, ascending; call once a document. */
  load(): readonly Span[];
}

/** Where spans are looked for: a segment, or one text. */
export interface TermsOfFields {
  terms(field: string): PositionedTerms | undefined;
}

export interface PositionedTerms {
  readonly hasPositions: boolean;
  /** Ordinal of the term, or -1. */
  find(term: Uint8Array): number;
  postings(ordinal: number, detail: 'positions'): Positions;
  /** Of one text: its terms are few enough to look at each. */
  readonly fitting?: (accepts: (term: Uint8Array) => boolean) => readonly number[];
}

export interface Positions extends DocIterator {
  freq(): number;
  /** Call at most `freq()` times a document; ascending. */
  nextPosition(): number;
}

/** Every position of a term; `length` is how far the end lies from the start. */
export function termSource(terms: PositionedTerms, ordinal: number, length: number): SpanSource {
  const postings = terms.postings(ordinal, 'positions');
  return {
    docs: postings,
    load() {
      const spans: Span[] = [];
      for (let i = postings.freq(); i > 0; i--) {
        const start = postings.nextPosition();
        spans.push({ start, end: start + length, gaps: 0 });
      }
      return spans;
    },
  };
}

/** The stretches of all sources that stand on a document they have in common. */
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

/** The stretches of those sources that stand on the document. */
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

/** The documents of one source, its stretches seen in the light of those another has there. */
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
