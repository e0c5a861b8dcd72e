/**
 * Combines several intervals into one: adjacent, ordered or unordered, with a limit on the gaps
 * between them.
 */
import {
  anyOfIntervals,
  type Intervals,
  maxGapsIntervals,
  orderedIntervalsOf,
  phraseOfIntervals,
  unorderedIntervalsOf,
} from '@skein/search_library';
import type { Arrangement, IntervalMode } from './options.js';

/** Any other negative limit lets nothing pass, as in OpenSearch. */
const UNLIMITED = -1;

export function arrange(parts: readonly Intervals[], { maxGaps, mode }: Arrangement): Intervals {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  // With a limit, Lucene detects beforehand that nothing can match: highlighters then do not mark
  // the other parts.
  const isUnlimited = maxGaps === UNLIMITED;
  const nothing = isUnlimited ? undefined : parts.find(({ isNothing }) => isNothing === true);
  if (nothing !== undefined) return nothing;
  if (maxGaps === 0 && mode === 'ordered') return phraseOfIntervals(parts);
  const all = COMBINED[mode](parts);
  return isUnlimited ? all : maxGapsIntervals(maxGaps, all);
}

const COMBINED: Readonly<Record<IntervalMode, (parts: readonly Intervals[]) => Intervals>> = {
  ordered: orderedIntervalsOf,
  unordered: unorderedIntervalsOf,
  unordered_no_overlap: (parts) =>
    parts.reduce((all, part) =>
      anyOfIntervals([orderedIntervalsOf([all, part]), orderedIntervalsOf([part, all])]),
    ),
};
