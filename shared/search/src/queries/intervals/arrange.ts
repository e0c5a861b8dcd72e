/** Several intervals as one: next to each other, in order or in any order, with a limit on what lies between. */
import {
  type Intervals,
  maxGapsIntervals,
  orderedIntervalsOf,
  phraseOfIntervals,
  unorderedIntervalsOf,
} from '@skein/search_library';
import type { Arrangement } from './options.js';

export function arrange(parts: readonly Intervals[], { maxGaps, ordered }: Arrangement): Intervals {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  // With a limit Lucene sees beforehand that nothing can match: no highlighter marks the other parts then.
  const nothing = maxGaps < 0 ? undefined : parts.find(({ isNothing }) => isNothing === true);
  if (nothing !== undefined) return nothing;
  if (maxGaps === 0 && ordered) return phraseOfIntervals(parts);
  const all = ordered ? orderedIntervalsOf(parts) : unorderedIntervalsOf(parts);
  return maxGaps < 0 ? all : maxGapsIntervals(maxGaps, all);
}
