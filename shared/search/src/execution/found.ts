/** What a walk through a shard's matches found, in time or not. */
import { endedBy } from '@skein/base';
import {
  type FieldDoc,
  type GroupDoc,
  OutOfTime,
  type ScoreDoc,
  type TopDocs,
} from '@skein/search_library';
import type { RescoredDoc } from '../rescore/rescore_hits.js';

export interface Found {
  readonly total: TopDocs['total'];
  readonly hits: readonly (ScoreDoc | FieldDoc | GroupDoc | RescoredDoc)[];
  readonly maxScore: number;
  readonly terminatedEarly: boolean;
  readonly timedOut: boolean;
}

/** The time was over before the first match, for instance while the terms of a pattern were looked up. */
export const NOTHING_IN_TIME: Found = {
  total: { value: 0, relation: 'eq' },
  hits: [],
  maxScore: Number.NaN,
  terminatedEarly: false,
  timedOut: true,
};

/** Loops deep inside the work ask by the same check as those that were handed it. */
export function inTime<T>(check: () => void, work: () => T): T | undefined {
  try {
    return endedBy(check, work);
  } catch (thrown) {
    if (thrown instanceof OutOfTime) return undefined;
    throw thrown;
  }
}
