/**
 * Walks the documents that have nested matches. The scorer of the nested ones is left on the first match of the current document until a
 * score is asked for or the walk goes on.
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
  /** Score of `current` once it was asked for; NaN before. */
  private known = Number.NaN;

  /** `nested` matches documents below the level of `parents` only. */
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

  /** The nested documents of the first candidate may lie before the target: they follow the parent before it. */
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
    // What a nested match scores says nothing of the document: its other matches may add to it.
  }

  /** Moves the nested scorer behind the document. */
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
