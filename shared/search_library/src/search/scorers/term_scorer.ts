/**
 * Documents of one term, scored by a similarity. Once `setMinScore` was called, whole blocks of
 * postings whose best possible score (greatest frequency at the shortest length) does not exceed
 * the minimum are skipped.
 */
import {
  NO_MORE_DOCS,
  type PostingsIterator,
  type PostingsRun,
} from '../../index/segment_reader.js';
import type { Scorer } from '../scorer.js';
import { Bm25Scorer } from '../similarity/bm25.js';
import { NO_NORM, type SimilarityScorer } from '../similarity/similarity.js';
import { newScoreBatch, type ScoreBatch } from './score_batch.js';

interface TermScorerParts {
  readonly postings: PostingsIterator;
  readonly similarity: SimilarityScorer;
  readonly norms: Uint8Array | undefined;
}

export class TermScorer implements Scorer {
  readonly twoPhase = false;
  readonly postings: PostingsIterator;
  readonly similarity: SimilarityScorer;
  readonly norms: Uint8Array | undefined;
  readonly nextBatch?: () => ScoreBatch | undefined;
  private minScore = -1;
  /** Last document of the impacts' current block, and the block's bound. */
  private blockLast = -1;
  private blockMax = Number.POSITIVE_INFINITY;

  constructor(parts: TermScorerParts) {
    this.postings = parts.postings;
    this.similarity = parts.similarity;
    this.norms = parts.norms;
    const runBefore = parts.postings.runBefore?.bind(parts.postings);
    if (runBefore === undefined) return;
    const batch = newScoreBatch(0);
    this.nextBatch = () =>
      this.moveToCompetitive() ? this.scoreRun(runBefore(NO_MORE_DOCS), batch) : undefined;
  }

  matches(): boolean {
    return true;
  }

  docId(): number {
    return this.postings.docId();
  }

  nextDoc(): number {
    const doc = this.postings.nextDoc();
    return this.minScore < 0 ? doc : this.skipHopeless(doc);
  }

  advance(target: number): number {
    const doc = this.postings.advance(target);
    return this.minScore < 0 ? doc : this.skipHopeless(doc);
  }

  cost(): number {
    return this.postings.cost();
  }

  score(): number {
    const { norms } = this;
    const norm = norms === undefined ? NO_NORM : norms[this.postings.docId()];
    return this.similarity.score(this.postings.freq(), norm);
  }

  blockEnd(target: number): number {
    if (target > this.blockLast) this.seekBlock(target);
    return this.blockLast;
  }

  maxScore(upTo: number): number {
    if (this.blockLast < 0) this.seekBlock(0);
    let bound = this.blockMax;
    while (this.blockLast < upTo) {
      this.seekBlock(this.blockLast + 1);
      bound = Math.max(bound, this.blockMax);
    }
    return bound;
  }

  setMinScore(score: number): void {
    this.minScore = score;
  }

  /** Moves to a document in a block that can compete, reading only bounds; false: none. */
  private moveToCompetitive(): boolean {
    if (this.minScore < 0) return this.postings.nextDoc() !== NO_MORE_DOCS;
    let target = this.postings.docId() + 1;
    if (target > this.blockLast) this.seekBlock(target);
    while (this.blockMax <= this.minScore) {
      if (this.blockLast === NO_MORE_DOCS) return false;
      target = this.blockLast + 1;
      this.seekBlock(target);
    }
    return this.postings.advance(target) !== NO_MORE_DOCS;
  }

  private scoreRun(run: PostingsRun, batch: ScoreBatch): ScoreBatch {
    if (batch.scores.length < run.docs.length) batch.scores = new Float32Array(run.docs.length);
    batch.docs = run.docs;
    batch.from = run.from;
    batch.to = run.to;
    const { norms, similarity } = this;
    if (norms !== undefined && similarity instanceof Bm25Scorer) {
      scoreBm25(run, similarity, norms, batch.scores);
      return batch;
    }
    for (let i = run.from; i < run.to; i++) {
      const norm = norms === undefined ? NO_NORM : norms[run.docs[i]];
      batch.scores[i] = similarity.score(run.freqs[i] + 1, norm);
    }
    return batch;
  }

  private seekBlock(target: number): void {
    const { impacts } = this.postings;
    if (impacts === undefined || this.similarity.monotonic === false) {
      this.blockLast = NO_MORE_DOCS;
      this.blockMax = this.similarity.score(Number.POSITIVE_INFINITY, NO_NORM);
      return;
    }
    impacts.seekBlock(target);
    this.blockLast = impacts.upTo();
    this.blockMax =
      this.norms === undefined
        ? this.similarity.score(impacts.maxFreq(), NO_NORM)
        : impacts.maxScore(this.similarity);
  }

  /**
   * The first document from `doc`, the current one, on that exceeds the minimum; skips blocks that
   * cannot compete.
   */
  private skipHopeless(doc: number): number {
    let current = doc;
    while (current !== NO_MORE_DOCS) {
      if (current > this.blockLast) this.seekBlock(current);
      if (this.blockMax > this.minScore) {
        if (this.score() > this.minScore) return current;
        current = this.postings.nextDoc();
        continue;
      }
      current = this.postings.advance(
        this.blockLast === NO_MORE_DOCS ? NO_MORE_DOCS : this.blockLast + 1,
      );
    }
    return NO_MORE_DOCS;
  }
}

/** Computes `Bm25Scorer.score` in place. */
function scoreBm25(
  { docs, freqs, from, to }: PostingsRun,
  { weight, lengthFactors }: Bm25Scorer,
  norms: Uint8Array,
  scores: Float32Array,
): void {
  const f = Math.fround;
  const w = f(weight);
  for (let i = from; i < to; i++) {
    const factor = lengthFactors[norms[docs[i]]];
    const saturation = f(1 + f(f(freqs[i] + 1) * factor));
    scores[i] = f(w - f(w / saturation));
  }
}
