/**
 * Finds documents that contain a phrase: a conjunction of its terms, confirmed by positions. The
 * bound of an exact phrase in a block is that of its rarest term there, since a document contains
 * the phrase no more often than any of its terms.
 */
import { DocIntersection } from '../iterators/doc_intersection.js';
import type { Scorer } from '../scorer.js';
import { BlockBounds } from '../scorers/block_bounds.js';
import { BoundedIntersection } from '../scorers/bounded_intersection.js';
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
  for (let i = 0; i < bounds.length; i++) least = Math.min(least, bounds[i]);
  return least;
}

export class PhraseScorer extends BoundedIntersection {
  private readonly matcher: PhraseMatcher;
  private readonly similarity: SimilarityScorer | undefined;
  private readonly norms: Uint8Array | undefined;
  private frequency = 0;
  /** The document of `frequency`. */
  private checkedDoc = -1;

  constructor({ places, matcher, similarity, norms, bounding }: PhraseScorerParts) {
    const docs = new DocIntersection(places.map((place) => place.postings));
    super(docs, new BlockBounds(bounding, leastBound), true);
    this.matcher = matcher;
    this.similarity = similarity;
    this.norms = norms;
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
    const norm = this.norms === undefined ? NO_NORM : this.norms[this.docs.docId()];
    return this.similarity.score(this.frequency, norm);
  }
}
