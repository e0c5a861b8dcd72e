/**
 * Combines several intervals into one: adjacent, ordered or unordered, with a limit on the gaps
 * between them.
 */
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
  // With a limit, Lucene detects beforehand that nothing can match: highlighters then do not mark
  // the other parts.
  const nothing = maxGaps < 0 ? undefined : parts.find(({ isNothing }) => isNothing === true);
  if (nothing !== undefined) return nothing;
  if (maxGaps === 0 && ordered) return phraseOfIntervals(parts);
  const all = ordered ? orderedIntervalsOf(parts) : unorderedIntervalsOf(parts);
  return maxGaps < 0 ? all : maxGapsIntervals(maxGaps, all);
}
