/** The reported count: exact up to the threshold; beyond, the threshold as a lower bound. */
import type { TotalHits } from '../results.js';

export function totalHits(count: number, threshold: number): TotalHits {
  return count > threshold
    ? { value: threshold, relation: 'gte' }
    : { value: count, relation: 'eq' };
}
