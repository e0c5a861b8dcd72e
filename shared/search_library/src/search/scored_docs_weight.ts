/** Weights of queries that know their matches and scores before a segment is read. */
import { NO_MORE_DOCS, type SegmentReader } from '../index/segment_reader.js';
import { scoreOf } from './explain/explain_weight.js';
import { matched, unmatched } from './explain/explanation.js';
import type { Weight } from './query.js';
import type { Scorer } from './scorer.js';

export interface ScoredDocs {
  /** Matching documents, ascending. */
  readonly docs: Uint32Array;
  readonly scores: Float32Array;
}

export function scoredDocsWeight(
  found: ReadonlyMap<SegmentReader, ScoredDocs>,
  boost: number,
): Weight {
  const weight: Weight = {
    count: (segment) => (found.has(segment) ? -1 : 0),
    scorerSupplier(segment) {
      const scored = found.get(segment);
      if (scored === undefined) return null;
      return { cost: scored.docs.length, get: () => new ScoredDocsScorer(scored, boost) };
    },
    explain: (place) => {
      const score = scoreOf(weight, place);
      const total = [...found.values()].reduce((sum, { docs }) => sum + docs.length, 0);
      if (score === undefined) return unmatched(`not in top ${total} docs`);
      return matched(score, `within top ${total} docs`);
    },
  };
  return weight;
}

class ScoredDocsScorer implements Scorer {
  readonly twoPhase = false;
  readonly #scored: ScoredDocs;
  readonly #boost: number;
  readonly #maxScore: number;
  #at = -1;

  constructor(scored: ScoredDocs, boost: number) {
    this.#scored = scored;
    this.#boost = Math.fround(boost);
    this.#maxScore = Math.fround(boost * scored.scores.reduce((a, b) => Math.max(a, b), 0));
  }

  docId(): number {
    if (this.#at < 0) return -1;
    const { docs } = this.#scored;
    return this.#at < docs.length ? docs[this.#at] : NO_MORE_DOCS;
  }

  nextDoc(): number {
    this.#at++;
    return this.docId();
  }

  advance(target: number): number {
    const { docs } = this.#scored;
    let low = this.#at + 1;
    let high = docs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (docs[middle] < target) low = middle + 1;
      else high = middle;
    }
    this.#at = low;
    return this.docId();
  }

  cost(): number {
    return this.#scored.docs.length;
  }

  matches(): boolean {
    return true;
  }

  score(): number {
    return Math.fround(this.#scored.scores[this.#at] * this.#boost);
  }

  blockEnd(): number {
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return this.#maxScore;
  }

  setMinScore(): void {
    // There are so few documents that skipping some gains nothing.
  }
}
