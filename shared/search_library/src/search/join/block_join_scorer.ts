/**
 * Iterates over the documents that have nested matches. The scorer of the nested documents stays on
 * the first match of the current document until the score is needed or the iteration continues.
 */
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import { nextSetBit } from '../iterators/bit_set.js';
import type { Scorer } from '../scorer.js';
import type { JoinScoreMode } from './block_join.js';
import { previousSetBit } from './previous_set_bit.js';

export class BlockJoinScorer implements Scorer {
  readonly twoPhase = false;
  private readonly nested: Scorer;
  private readonly parents: Uint32Array;
  private readonly mode: JoinScoreMode;
  private current = -1;
  /** Score of `current` once it was computed; NaN before. */
  private known = Number.NaN;

  /** `nested` must only match documents below the level of `parents`. */
  constructor(nested: Scorer, parents: Uint32Array, mode: JoinScoreMode) {
    this.nested = nested;
    this.parents = parents;
    this.mode = mode;
  }

  docId(): number {
    return this.current;
  }

  nextDoc(): number {
    return this.advance(this.current + 1);
  }

  /**
   * The nested documents of the first candidate may precede the target: they follow the previous
   * parent.
   */
  advance(target: number): number {
    this.known = Number.NaN;
    if (target === NO_MORE_DOCS) {
      this.current = NO_MORE_DOCS;
      return NO_MORE_DOCS;
    }
    let nested = this.nested.docId();
    const first = previousSetBit(this.parents, target - 1) + 1;
    if (nested < first) nested = this.nested.advance(first);
    const parent = nested === NO_MORE_DOCS ? -1 : nextSetBit(this.parents, nested);
    this.current = parent < 0 ? NO_MORE_DOCS : parent;
    return this.current;
  }

  cost(): number {
    return this.nested.cost();
  }

  matches(): boolean {
    return true;
  }

  score(): number {
    if (this.mode === 'none') return 0;
    if (Number.isNaN(this.known)) this.known = this.joinScores();
    return this.known;
  }

  blockEnd(): number {
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return this.mode === 'none' ? 0 : Number.POSITIVE_INFINITY;
  }

  setMinScore(): void {
    // The score of one nested match does not bound the document's, to which other matches may add.
  }

  /** Computes the joined score and moves the nested scorer past the document. */
  private joinScores(): number {
    const { nested, current, mode } = this;
    let joined = nested.score();
    let count = 1;
    for (let doc = nested.nextDoc(); doc < current; doc = nested.nextDoc()) {
      const score = nested.score();
      count++;
      if (mode === 'max') joined = Math.max(joined, score);
      else if (mode === 'min') joined = Math.min(joined, score);
      else joined += score;
    }
    return Math.fround(mode === 'avg' ? joined / count : joined);
  }
}
