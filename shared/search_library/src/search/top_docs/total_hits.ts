/** The count as it is told: exact up to the threshold, which is a lower bound beyond. */
import type { TotalHits } from '../results.js';

export function totalHits(count: number, threshold: number): TotalHits {
  return count > threshold
    ? { value: threshold, relation: 'gte' }
    : { value: count, relation: 'eq' };
}
