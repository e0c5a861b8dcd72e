/** Sorts by score, highest first unless reversed. */
import type { SortField, SortValue } from '../results.js';
import type { SortKey, SortKeyOptions } from './sort_key.js';

export class ScoreKey implements SortKey {
  private readonly direction: number;
  private readonly after: number;
  private readonly scores: Float32Array;
  private candidate = 0;

  constructor(field: Extract<SortField, { kind: 'score' }>, { slots, after }: SortKeyOptions) {
    this.direction = field.reverse ? 1 : -1;
    this.after = Math.fround(Number(after ?? 0));
    this.scores = new Float32Array(slots);
  }

  segment(): void {}

  load(_doc: number, score: number): void {
    this.candidate = score;
  }

  compareCandidate(slot: number): number {
    return this.direction * (this.candidate - this.scores[slot]);
  }

  compareAfter(): number {
    return this.direction * (this.candidate - this.after);
  }

  store(slot: number): void {
    this.scores[slot] = this.candidate;
  }

  compareSlots(a: number, b: number): number {
    return this.direction * (this.scores[a] - this.scores[b]);
  }

  value(slot: number): SortValue {
    return this.scores[slot];
  }
}
