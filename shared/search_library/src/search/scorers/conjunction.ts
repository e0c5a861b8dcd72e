/**
 * Documents that are in all scorers. Two-phase members are confirmed last. The scores of the
 * scoring members are added in double precision and rounded once, as in Lucene.
 */
import { DocIntersection } from '../iterators/doc_intersection.js';
import type { Scorer } from '../scorer.js';
import { BlockBounds } from './block_bounds.js';
import { BoundedIntersection } from './bounded_intersection.js';

export class Conjunction extends BoundedIntersection {
  private readonly scoring: readonly Scorer[];
  private readonly checks: readonly Scorer[];

  /** `required` has at least one scorer; `scoring` is a subset of it. */
  constructor(required: readonly Scorer[], scoring: readonly Scorer[]) {
    const checks = required.filter((scorer) => scorer.twoPhase);
    super(new DocIntersection(required), new BlockBounds(scoring), checks.length > 0);
    this.scoring = scoring;
    this.checks = checks;
  }

  matches(): boolean {
    for (const check of this.checks) if (!check.matches()) return false;
    return true;
  }

  score(): number {
    let sum = 0;
    for (let i = 0; i < this.scoring.length; i++) sum += this.scoring[i].score();
    return Math.fround(sum);
  }
}
