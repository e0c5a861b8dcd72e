/**
 * Combines several intervals into one: adjacent, ordered or unordered, with a limit on the gaps
 * between them.
 */
import {
  anyOfIntervals,
  type Intervals,
  LeafCount,
  maxGapsIntervals,
  orderedIntervalsOf,
  phraseOfIntervals,
  unorderedIntervalsOf,
} from '@skein/search_library';
import type { Arrangement, IntervalMode } from './options.js';

/** Any other negative limit lets nothing pass, as in OpenSearch. */
const UNLIMITED = -1;

/** `maxClauseCount` limits the words of the result, which some modes repeat. */
export function arrange(
  parts: readonly Intervals[],
  { maxGaps, mode }: Arrangement,
  maxClauseCount: number,
): Intervals {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  // With a limit, Lucene detects beforehand that nothing can match: highlighters then do not mark
  // the other parts.
  const isUnlimited = maxGaps === UNLIMITED;
  const nothing = isUnlimited ? undefined : parts.find(({ isNothing }) => isNothing === true);
  if (nothing !== undefined) return nothing;
  if (maxGaps === 0 && mode === 'ordered') return phraseOfIntervals(parts);
  const all = COMBINED[mode](parts, maxClauseCount);
  return isUnlimited ? all : maxGapsIntervals(maxGaps, all);
}

type Combine = (parts: readonly Intervals[], maxClauseCount: number) => Intervals;

const COMBINED: Readonly<Record<IntervalMode, Combine>> = {
  ordered: orderedIntervalsOf,
  unordered: unorderedIntervalsOf,
  unordered_no_overlap: withoutOverlap,
};

/** As in Lucene, each part comes before or after all earlier ones, which doubles their number. */
function withoutOverlap(parts: readonly Intervals[], maxClauseCount: number): Intervals {
  return parts.reduce((all, part) => {
    const either = anyOfIntervals([
      orderedIntervalsOf([all, part]),
      orderedIntervalsOf([part, all]),
    ]);
    new LeafCount(maxClauseCount).add(either);
    return either;
  });
}
