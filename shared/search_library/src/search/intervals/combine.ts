/**
 * Minimal intervals of one document: of the matching intervals, those that contain no other
 * (Clarke, Cormack and Burkowski, "An Algebra for Structured Text Search", 1995), found with
 * Lucene's algorithms. Lists are ordered by start and by end at once; ends are inclusive.
 */
import { checkWanted } from '@skein/base';
import type { Span } from '../spans/span_source.js';

/** Intervals of one list between two checks for cancellation. */
const CHECK_INTERVAL = 64;

type Lists = readonly (readonly Span[])[];

/** Intervals of any list, without those that contain another. */
export function anyInterval(lists: Lists): readonly Span[] {
  const [only] = lists;
  if (lists.length === 1 && only !== undefined) return only;
  return minimal(lists.flat());
}

function minimal(intervals: readonly Span[]): Span[] {
  // Sort later starts first, and of equal starts the shorter. An interval that ends no earlier than
  // one with a later start contains it.
  const byStart = [...intervals].sort((a, b) => b.start - a.start || a.end - b.end);
  const kept: Span[] = [];
  let leastEnd = Number.POSITIVE_INFINITY;
  for (const interval of byStart) {
    if (interval.end >= leastEnd) continue;
    leastEnd = interval.end;
    kept.push(interval);
  }
  return kept.reverse();
}

/** Intervals of one member per list, each directly after the one before. */
export function phraseIntervals(lists: Lists): Span[] {
  const next = lists.map(() => 0);
  const found: Span[] = [];
  for (const first of lists[0]) {
    let end = first.end;
    let i = 1;
    for (; i < lists.length; i++) {
      const list = lists[i];
      while (next[i] < list.length && list[next[i]].start <= end) next[i]++;
      if (next[i] === list.length) return found;
      if (list[next[i]].start !== end + 1) break;
      end = list[next[i]].end;
    }
    if (i === lists.length) found.push({ start: first.start, end, gaps: 0 });
  }
  return found;
}

/** Intervals of one member per list, in order and without overlap. */
export function orderedIntervals(lists: Lists): Span[] {
  const next = lists.map(() => 0);
  const found: Span[] = [];
  let asked = 0;
  for (const first of lists[0]) {
    if (++asked % CHECK_INTERVAL === 0) checkWanted();
    let end = first.end;
    let covered = widthOf(first);
    for (let i = 1; i < lists.length; i++) {
      const list = lists[i];
      while (next[i] < list.length && list[next[i]].start <= end) next[i]++;
      if (next[i] === list.length) return minimal(found);
      covered += widthOf(list[next[i]]);
      end = list[next[i]].end;
    }
    found.push({ start: first.start, end, gaps: end - first.start + 1 - covered });
  }
  return minimal(found);
}

/** Intervals of one member per list in any order; they may overlap. */
export function unorderedIntervals(lists: Lists): Span[] {
  const at = lists.map(() => 0);
  const current = (i: number): Span => lists[i][at[i]];
  const found: Span[] = [];
  for (let asked = 1; ; asked++) {
    if (asked % CHECK_INTERVAL === 0) checkWanted();
    let leftmost = 0;
    let end = current(0).end;
    let covered = 0;
    for (let i = 0; i < lists.length; i++) {
      const one = current(i);
      if (one.start < current(leftmost).start) leftmost = i;
      end = Math.max(end, one.end);
      covered += widthOf(one);
    }
    const { start } = current(leftmost);
    found.push({ start, end, gaps: end - start + 1 - covered });
    if (++at[leftmost] === lists[leftmost].length) return minimal(found);
  }
}

/**
 * Intervals of `count` consecutive members of one list. As in Lucene, only the members are covered,
 * so what lies between them is a gap in every combination with others.
 */
export function repeatedIntervals(list: readonly Span[], count: number): Span[] {
  const found: Span[] = [];
  let width = 0;
  for (let last = 0; last < list.length; last++) {
    width += repeatedWidth(list[last]);
    const first = last - count + 1;
    if (first < 0) continue;
    const [{ start }, { end }] = [list[first], list[last]];
    found.push({ start, end, gaps: end - start + 1 - width, width });
    width -= repeatedWidth(list[first]);
  }
  return found;
}

/**
 * Lucene's `RepeatingIntervalsSource` subtracts the end of a member from its start. So a member of
 * one position covers it, and each further position counts as one more gap.
 */
function repeatedWidth({ start, end }: Span): number {
  return start - end + 1;
}

function widthOf({ start, end, width = end - start + 1 }: Span): number {
  return width;
}

/** The first interval of a list that starts at the position or later. */
function firstFrom(list: readonly Span[], position: number): Span | undefined {
  return list[countBefore(list, position)];
}

/** The last interval of a list that starts at the position or earlier. */
function lastUpTo(list: readonly Span[], position: number): Span | undefined {
  return list[countBefore(list, position + 1) - 1];
}

/** The number of intervals that start before the position. */
function countBefore(list: readonly Span[], position: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle].start < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Relation = (one: Span, others: readonly Span[]) => boolean;

const relation =
  (
    nearest: (one: Span, others: readonly Span[]) => Span | undefined,
    holds: (one: Span, other: Span) => boolean,
  ): Relation =>
  (one, others) => {
    const other = nearest(one, others);
    return other !== undefined && holds(one, other);
  };

/**
 * The relation of one interval to any of a list. The list is ordered by start and by end, so the
 * relation holds for one of its intervals if it holds for the nearest one.
 */
export const INTERVAL_RELATIONS = {
  containing: relation(
    (one, others) => firstFrom(others, one.start),
    (one, other) => other.end <= one.end,
  ),
  contained_by: relation(
    (one, others) => lastUpTo(others, one.start),
    (one, other) => other.end >= one.end,
  ),
  overlapping: relation(
    (one, others) => lastUpTo(others, one.end),
    (one, other) => other.end >= one.start,
  ),
  before: relation(
    (_, others) => others[others.length - 1],
    (one, other) => one.end < other.start,
  ),
  after: relation(
    (_, others) => others[0],
    (one, other) => one.start > other.end,
  ),
} as const satisfies Readonly<Record<string, Relation>>;

export type IntervalRelation = keyof typeof INTERVAL_RELATIONS;
