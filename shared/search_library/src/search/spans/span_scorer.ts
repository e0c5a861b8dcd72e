/** Scores documents by their spans. */
import { checkWanted } from '@skein/base';
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import type { Scorer } from '../scorer.js';
import type { Span, SpanSource } from './span_source.js';

/** Documents between two checks for cancellation; a power of two. */
const CHECK_INTERVAL = 16;

export interface SpanScoring {
  /** The weight of one span. */
  weigh(span: Span): number;
  /** The score of all spans together. */
  score(frequency: number, doc: number): number;
  readonly maxScore: number;
}

export class SpanScorer implements Scorer {
  readonly twoPhase = true;
  private readonly source: SpanSource;
  private readonly scoring: SpanScoring | undefined;
  private found: readonly Span[] = [];
  /** The document of `found`. */
  private loadedDoc = -1;
  private loads = 0;

  constructor(source: SpanSource, scoring: SpanScoring | undefined) {
    this.source = source;
    this.scoring = scoring;
  }

  docId(): number {
    return this.source.docs.docId();
  }

  nextDoc(): number {
    return this.source.docs.nextDoc();
  }

  advance(target: number): number {
    return this.source.docs.advance(target);
  }

  cost(): number {
    return this.source.docs.cost();
  }

  matches(): boolean {
    const doc = this.docId();
    if (doc !== this.loadedDoc) {
      this.loadedDoc = doc;
      if ((++this.loads & (CHECK_INTERVAL - 1)) === 0) checkWanted();
      this.found = this.source.load();
    }
    return this.found.length > 0;
  }

  score(): number {
    const { scoring } = this;
    return scoring === undefined ? 0 : scoring.score(this.frequency(), this.docId());
  }

  /** The total weight of the spans in the current document, which has matched. */
  frequency(): number {
    const { scoring } = this;
    let frequency = 0;
    for (const span of this.found) {
      frequency = Math.fround(frequency + (scoring?.weigh(span) ?? 1));
    }
    return frequency;
  }

  blockEnd(): number {
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return this.scoring?.maxScore ?? 0;
  }

  setMinScore(): void {
    // The number of spans in a document is known only after reading its positions.
  }
}
