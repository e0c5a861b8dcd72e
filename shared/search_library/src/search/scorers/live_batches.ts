/**
 * The live matches of a scorer in batches, for scorers that compute something for many documents at
 * once.
 */
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import { hasBit } from '../iterators/bit_set.js';
import type { Scorer } from '../scorer.js';
import { newScoreBatch, type ScoreBatch } from './score_batch.js';

const BATCH_DOCS = 512;

export class LiveBatches {
  private readonly scorer: Scorer;
  private readonly live: Uint32Array | null;
  private readonly needsScore: boolean;
  private own: ScoreBatch | undefined;

  /**
   * `scorer` must not be moved otherwise. Without `needsScore`, the scores of the batches are
   * undefined.
   */
  constructor(scorer: Scorer, live: Uint32Array | null, needsScore: boolean) {
    this.scorer = scorer;
    this.live = live;
    this.needsScore = needsScore;
  }

  /** The next batch, valid until the following call; `undefined` at the end. */
  next(): ScoreBatch | undefined {
    if (this.scorer.nextBatch === undefined) return this.walk();
    for (;;) {
      const batch = this.scorer.nextBatch();
      if (batch === undefined || this.live === null) return batch;
      const kept = this.keepLive(batch, this.live);
      if (kept.to > 0) return kept;
    }
  }

  private keepLive({ docs, scores, from, to }: ScoreBatch, live: Uint32Array): ScoreBatch {
    const own = this.room(to - from);
    let kept = 0;
    for (let i = from; i < to; i++) {
      const doc = docs[i];
      if (!hasBit(live, doc)) continue;
      own.docs[kept] = doc;
      own.scores[kept++] = scores[i];
    }
    own.to = kept;
    return own;
  }

  private walk(): ScoreBatch | undefined {
    const { scorer, live, needsScore } = this;
    const own = this.room(BATCH_DOCS);
    while (own.to < BATCH_DOCS) {
      const doc = scorer.nextDoc();
      if (doc === NO_MORE_DOCS) break;
      if (live !== null && !hasBit(live, doc)) continue;
      if (scorer.twoPhase && !scorer.matches()) continue;
      own.docs[own.to] = doc;
      if (needsScore) own.scores[own.to] = scorer.score();
      own.to++;
    }
    return own.to === 0 ? undefined : own;
  }

  /** An empty batch with room for `count` documents. */
  private room(count: number): ScoreBatch {
    if (this.own === undefined || this.own.docs.length < count) this.own = newScoreBatch(count);
    this.own.from = 0;
    this.own.to = 0;
    return this.own;
  }
}
