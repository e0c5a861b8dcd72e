/**
 * Finds documents that contain a phrase: a conjunction of its terms, confirmed by positions. The
 * bound of an exact phrase in a block is that of its rarest term there, since a document contains
 * the phrase no more often than any of its terms.
 */
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import { DocIntersection } from '../iterators/doc_intersection.js';
import type { Scorer } from '../scorer.js';
import { BlockBounds } from '../scorers/block_bounds.js';
import { NO_NORM, type SimilarityScorer } from '../similarity/similarity.js';
import type { PhraseMatcher, PhrasePlace } from './phrase_matcher.js';

interface PhraseScorerParts {
  readonly places: readonly PhrasePlace[];
  readonly matcher: PhraseMatcher;
  /** Absent: scores are not needed. */
  readonly similarity: SimilarityScorer | undefined;
  readonly norms: Uint8Array | undefined;
  /** Scorers of single terms, which are never moved: each bounds the phrase. */
  readonly bounding: readonly Scorer[];
}

function leastBound(bounds: Float64Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < bounds.length; i++) least = Math.min(least, bounds[i] as number);
  return least;
}

export class PhraseScorer implements Scorer {
  readonly twoPhase = true;
  private readonly docs: DocIntersection;
  private readonly matcher: PhraseMatcher;
  private readonly similarity: SimilarityScorer | undefined;
  private readonly norms: Uint8Array | undefined;
  private readonly bounds: BlockBounds;
  private frequency = 0;
  /** The document of `frequency`. */
  private checkedDoc = -1;

  constructor(parts: PhraseScorerParts) {
    this.docs = new DocIntersection(parts.places.map((place) => place.postings));
    this.matcher = parts.matcher;
    this.similarity = parts.similarity;
    this.norms = parts.norms;
    this.bounds = new BlockBounds(parts.bounding, leastBound);
  }

  docId(): number {
    return this.docs.docId();
  }

  nextDoc(): number {
    return this.skipHopeless(this.docs.nextDoc());
  }

  advance(target: number): number {
    return this.skipHopeless(this.docs.advance(target));
  }

  cost(): number {
    return this.docs.cost();
  }

  matches(): boolean {
    const doc = this.docs.docId();
    if (doc !== this.checkedDoc) {
      this.checkedDoc = doc;
      this.frequency = this.matcher.frequency(this.similarity === undefined);
    }
    return this.frequency > 0;
  }

  /** The frequency in the current document, which has matched. */
  phraseFrequency(): number {
    return this.frequency;
  }

  score(): number {
    if (this.similarity === undefined) return 0;
    const norm = this.norms === undefined ? NO_NORM : (this.norms[this.docs.docId()] as number);
    return this.similarity.score(this.frequency, norm);
  }

  blockEnd(target: number): number {
    return this.bounds.blockEnd(target);
  }

  maxScore(upTo: number): number {
    return this.bounds.maxScore(upTo);
  }

  setMinScore(score: number): void {
    this.bounds.setMinScore(score);
  }

  private skipHopeless(start: number): number {
    let doc = start;
    while (this.bounds.active && doc !== NO_MORE_DOCS) {
      const competitive = this.bounds.nextCompetitive(doc);
      if (competitive === doc) break;
      doc = this.docs.advance(competitive);
    }
    return doc;
  }
}
