/**
 * Documents that are in all scorers. Two-phase members are confirmed last. The scores of the
 * scoring members are added in double precision and rounded once, as in Lucene.
 */
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import { DocIntersection } from '../iterators/doc_intersection.js';
import type { Scorer } from '../scorer.js';
import { BlockBounds } from './block_bounds.js';

export class Conjunction implements Scorer {
  readonly twoPhase: boolean;
  private readonly docs: DocIntersection;
  private readonly scoring: readonly Scorer[];
  private readonly checks: readonly Scorer[];
  private readonly bounds: BlockBounds;

  /** `required` has at least one scorer; `scoring` is a subset of it. */
  constructor(required: readonly Scorer[], scoring: readonly Scorer[]) {
    this.docs = new DocIntersection(required);
    this.scoring = scoring;
    this.checks = required.filter((scorer) => scorer.twoPhase);
    this.twoPhase = this.checks.length > 0;
    this.bounds = new BlockBounds(scoring);
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
    for (const check of this.checks) if (!check.matches()) return false;
    return true;
  }

  score(): number {
    let sum = 0;
    for (let i = 0; i < this.scoring.length; i++) sum += (this.scoring[i] as Scorer).score();
    return Math.fround(sum);
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
