/** The documents of `required`; the score of `optional` is added for those it has too. */
import type { Scorer } from '../scorer.js';
import { BlockBounds } from './block_bounds.js';

export class RequiredOptional implements Scorer {
  readonly twoPhase: boolean;
  private readonly required: Scorer;
  private readonly optional: Scorer;
  private readonly bounds: BlockBounds;

  constructor(required: Scorer, optional: Scorer) {
    this.required = required;
    this.optional = optional;
    this.twoPhase = required.twoPhase;
    this.bounds = new BlockBounds([required, optional]);
  }

  docId(): number {
    return this.required.docId();
  }

  nextDoc(): number {
    return this.bounds.skipHopeless(this.required, this.required.nextDoc());
  }

  advance(target: number): number {
    return this.bounds.skipHopeless(this.required, this.required.advance(target));
  }

  cost(): number {
    return this.required.cost();
  }

  matches(): boolean {
    return this.required.matches();
  }

  score(): number {
    const { optional } = this;
    const doc = this.required.docId();
    const score = this.required.score();
    const at = optional.docId() < doc ? optional.advance(doc) : optional.docId();
    if (at !== doc || (optional.twoPhase && !optional.matches())) return score;
    return Math.fround(score + optional.score());
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
}
