/** The result of iterating over a shard's matches, complete or cut short by the timeout. */
import { endedBy } from '@skein/base';
import {
  type FieldDoc,
  type GroupDoc,
  OutOfTime,
  type ScoreDoc,
  type TopDocs,
} from '@skein/search_library';
import type { RescoredDoc } from '../rescore/rescore_hits.js';

export interface FoundHits {
  readonly total: TopDocs['total'];
  readonly hits: readonly (ScoreDoc | FieldDoc | GroupDoc | RescoredDoc)[];
  readonly maxScore: number;
  readonly terminatedEarly: boolean;
  readonly timedOut: boolean;
}

/**
 * The result if the time ran out before the first match, for example during the expansion of a
 * pattern.
 */
export const NOTHING_IN_TIME: FoundHits = {
  total: { value: 0, relation: 'eq' },
  hits: [],
  maxScore: Number.NaN,
  terminatedEarly: false,
  timedOut: true,
};

/** Makes inner loops of `work` use the same check as callees that receive it as a parameter. */
export function inTime<T>(check: () => void, work: () => T): T | undefined {
  try {
    return endedBy(check, work);
  } catch (thrown) {
    if (thrown instanceof OutOfTime) return undefined;
    throw thrown;
  }
}
