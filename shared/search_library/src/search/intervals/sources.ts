/** The kinds of intervals, combined independently of any segment. */
import { ApiError } from '@skein/errors';
import type { SegmentReader } from '../../index/segment_reader.js';
import type { IndexSearcher } from '../index_searcher.js';
import { patternMark, termMark, type WordMark } from '../marks.js';
import { expandTerms, type MultiTermQuery } from '../queries/multi_term.js';
import {
  compareSources,
  intersectSources,
  type Span,
  type SpanSource,
  termSource,
  uniteSources,
} from '../spans/span_source.js';
import {
  anyInterval,
  INTERVAL_RELATIONS,
  type IntervalRelation,
  orderedIntervals,
  phraseIntervals,
  repeatedIntervals,
  unorderedIntervals,
} from './combine.js';

export interface Intervals {
  /** Number of positions of the shortest possible interval. */
  readonly minExtent: number;
  /** The number of terms and patterns, at any depth. */
  readonly leafCount: number;
  /** Identifies equal intervals; also used in messages. */
  readonly text: string;
  /** True if there are no intervals in any text. */
  readonly isNothing?: boolean;
  /** Present when the intervals are those of any of several sources. */
  readonly anyOf?: readonly Intervals[];
  /**
   * The sources that have the intervals together, with the alternatives of the parts chosen
   * beforehand. Absent if that changes nothing, or if Lucene leaves the alternatives inside.
   */
  readonly takenApart?: () => readonly Intervals[];
  /** Present when the intervals have one of each of these, in order or in any order. */
  readonly parts?: { readonly order: Order; readonly members: readonly Intervals[] };
  bind(searcher: IndexSearcher): BoundIntervals;
  /** The words of the intervals, as if they were searched in the field. */
  words(field: string): readonly WordMark[];
}

type Order = 'ORDERED' | 'UNORDERED';

export interface BoundIntervals {
  open(segment: SegmentReader, field: string): SpanSource | null;
}

export function noIntervals(reason: string): Intervals {
  const bind = () => ({ open: () => null });
  return { minExtent: 0, leafCount: 0, text: reason, isNothing: true, words: () => [], bind };
}

export function termIntervals(term: Uint8Array, text: string): Intervals {
  const bound = { open: openTerm(term) };
  const words = (field: string) => [termMark(field, term)];
  return { minExtent: 1, leafCount: 1, text, words, bind: () => bound };
}

function openTerm(term: Uint8Array): BoundIntervals['open'] {
  return (segment, field) => {
    const terms = segment.terms(field);
    const ordinal = terms?.find(term) ?? -1;
    if (terms === undefined || ordinal < 0) return null;
    if (terms.hasPositions) return termSource(terms, ordinal, 0);
    throw new ApiError(
      'illegal_argument_exception',
      `Cannot create an IntervalIterator over field ${field} because it has no indexed positions`,
    );
  };
}

/**
 * Intervals of any term that a pattern stands for; more than `maxExpansions` terms are an error.
 * `query` names the field in which the pattern is expanded.
 */
export function patternIntervals(query: MultiTermQuery, maxExpansions: number): Intervals {
  const pattern = String(query).slice(String(query).indexOf(':') + 1);
  return {
    minExtent: 1,
    leafCount: 1,
    // Lucene's name for the words of a pattern, without the field.
    text: `MultiTerm(${pattern})`,
    words: (field) => [{ ...patternMark(query), field }],
    bind(searcher) {
      const terms = expandTerms(query, searcher, maxExpansions + 1);
      if (terms.length > maxExpansions) {
        throw new ApiError(
          'illegal_state_exception',
          `Automaton [${pattern}] expanded to too many terms (limit ${maxExpansions})`,
        );
      }
      const members = terms.map(({ term }) => openTerm(term));
      return {
        open(segment, field) {
          const sources = members.map((open) => open(segment, field)).filter((one) => one !== null);
          return sources.length === 0 ? null : uniteSources(sources, anyInterval);
        },
      };
    },
  };
}

export function anyOfIntervals(members: readonly Intervals[]): Intervals {
  const anyOf = members.flatMap((member) => member.anyOf ?? [member]);
  const [only] = anyOf;
  if (only === undefined) return noIntervals('no intervals');
  if (anyOf.length === 1) return only;
  return {
    minExtent: anyOf.reduce((least, { minExtent }) => Math.min(least, minExtent), Infinity),
    leafCount: leavesOf(anyOf),
    text: `or(${anyOf.map((member) => member.text).join(',')})`,
    anyOf,
    words: (field) => wordsOf(anyOf, field),
    bind(searcher) {
      const bound = anyOf.map((member) => member.bind(searcher));
      return {
        open(segment, field) {
          const sources = bound
            .map((member) => member.open(segment, field))
            .filter((source) => source !== null);
          return sources.length === 0 ? null : uniteSources(sources, anyInterval);
        },
      };
    },
  };
}

function leavesOf(members: readonly Intervals[]): number {
  return members.reduce((sum, { leafCount }) => sum + leafCount, 0);
}

function wordsOf(members: readonly Intervals[], field: string): readonly WordMark[] {
  return members.flatMap((member) => member.words(field));
}

type Combine = (lists: readonly (readonly Span[])[]) => readonly Span[];

/** Intervals of each member directly after those of the one before. */
export function phraseOfIntervals(members: readonly Intervals[]): Intervals {
  const [only] = members;
  if (members.length === 1 && only !== undefined) return only;
  return anyOfIntervals(takeApart(members, (each) => combined('phrase', each, phraseIntervals)));
}

/** Neighbours that are the same intervals count as one source, as in Lucene. */
export function orderedIntervalsOf(members: readonly Intervals[]): Intervals {
  const runs: Repetition[] = [];
  for (const member of flattened('ORDERED', members)) {
    const last = runs.at(-1);
    if (last?.member.text === member.text) last.count++;
    else runs.push({ member, count: 1 });
  }
  const flat = runs.map(repeated);
  return withParts('ORDERED', flat, allOf('ORDERED', flat, orderedIntervals));
}

/**
 * Like Lucene's `OrderedIntervalsSource` and `UnorderedIntervalsSource`: the parts of a part of the
 * same order are parts themselves, so that all positions between them are gaps.
 */
function flattened(order: Order, members: readonly Intervals[]): readonly Intervals[] {
  return members.flatMap((member) =>
    member.parts?.order === order ? member.parts.members : [member],
  );
}

function withParts(order: Order, members: readonly Intervals[], all: Intervals): Intervals {
  return members.length === 1 ? all : { ...all, parts: { order, members } };
}

/** If the same intervals are given several times, they must be found at as many places. */
export function unorderedIntervalsOf(members: readonly Intervals[]): Intervals {
  const counts = new Map<string, Repetition>();
  for (const member of flattened('UNORDERED', members)) {
    const known = counts.get(member.text);
    if (known) known.count++;
    else counts.set(member.text, { member, count: 1 });
  }
  const distinct = Array.from(counts.values(), repeated);
  return withParts('UNORDERED', distinct, allOf('UNORDERED', distinct, unorderedIntervals));
}

interface Repetition {
  readonly member: Intervals;
  count: number;
}

function repeated({ member, count }: Repetition): Intervals {
  if (count === 1) return member;
  return {
    // Lucene's `RepeatingIntervalsSource` has the extent of one repetition; scores depend on it.
    minExtent: member.minExtent,
    leafCount: member.leafCount,
    text: `${member.text} x ${count}`,
    words: member.words,
    bind: (searcher) => mapped(member.bind(searcher), (list) => repeatedIntervals(list, count)),
  };
}

/** Intervals of all members together. */
function allOf(name: string, members: readonly Intervals[], combine: Combine): Intervals {
  const [only] = members;
  if (members.length === 1 && only !== undefined) return only;
  return {
    ...combined(name, members, combine),
    takenApart: () => takeApart(members, (each) => combined(name, each, combine)),
  };
}

/** The most combinations that alternatives of different lengths may form, as in Lucene. */
const MAX_COMBINATIONS = 1024;

/**
 * Makes one source of each combination of the members' alternatives, as Lucene's `Disjunctions`
 * does. Alternatives of different lengths inside a source hide one another, since a short one makes
 * a longer one not minimal, although only the longer one may satisfy what is asked of the whole.
 */
function takeApart(
  members: readonly Intervals[],
  make: (combination: readonly Intervals[]) => Intervals,
): readonly Intervals[] {
  let combinations: readonly (readonly Intervals[])[] = [[]];
  for (const member of members) {
    const apart = choices(member);
    if (combinations.length * apart.length > MAX_COMBINATIONS) {
      throw new ApiError('illegal_argument_exception', 'Too many disjunctions to expand');
    }
    combinations = combinations.flatMap((left) => apart.map((one) => [...left, one]));
  }
  return combinations.map(make);
}

/** The same for one source. */
function takeOneApart(source: Intervals, make: (one: Intervals) => Intervals) {
  return takeApart([source], ([one]) => make(one));
}

/** Alternatives of a single position stay together. */
function choices(member: Intervals): readonly Intervals[] {
  const all = member.anyOf ?? member.takenApart?.() ?? [member];
  const short = all.filter(({ minExtent }) => minExtent === 1);
  const long = all.filter(({ minExtent }) => minExtent !== 1);
  if (long.length === 0) return [member];
  return short.length === 0 ? long : [anyOfIntervals(short), ...long];
}

function combined(name: string, members: readonly Intervals[], combine: Combine): Intervals {
  return {
    minExtent: members.reduce((sum, member) => sum + member.minExtent, 0),
    leafCount: leavesOf(members),
    text: `${name}(${members.map((member) => member.text).join(',')})`,
    words: (field) => wordsOf(members, field),
    bind(searcher) {
      const bound = members.map((member) => member.bind(searcher));
      return {
        open(segment, field) {
          const sources = bound
            .map((member) => member.open(segment, field))
            .filter((source) => source !== null);
          return sources.length < bound.length ? null : intersectSources(sources, combine);
        },
      };
    },
  };
}

function mapped(
  bound: BoundIntervals,
  change: (spans: readonly Span[]) => readonly Span[],
): BoundIntervals {
  return {
    open(segment, field) {
      const source = bound.open(segment, field);
      return source && { docs: source.docs, load: () => change(source.load()) };
    },
  };
}

/** Intervals with at most `maxGaps` positions inside that belong to no part. */
export function maxGapsIntervals(maxGaps: number, inner: Intervals): Intervals {
  const narrow = (one: Intervals): Intervals => ({
    minExtent: one.minExtent,
    leafCount: one.leafCount,
    text: `MAXGAPS/${maxGaps}(${one.text})`,
    words: one.words,
    bind: (searcher) =>
      mapped(one.bind(searcher), (spans) => spans.filter(({ gaps }) => gaps <= maxGaps)),
  });
  return anyOfIntervals(takeOneApart(inner, narrow));
}

/** Extends intervals by `before` preceding positions, at which words were removed. */
export function extendedIntervals(inner: Intervals, before: number): Intervals {
  if (before === 0) return inner;
  return {
    minExtent: inner.minExtent + before,
    leafCount: inner.leafCount,
    text: `extend(${inner.text},${before})`,
    words: inner.words,
    bind: (searcher) =>
      mapped(inner.bind(searcher), (spans) =>
        spans.map(({ start, end, gaps }) => ({ start: Math.max(0, start - before), end, gaps })),
      ),
  };
}

/** Intervals of another field, at the positions there. */
export function fixedFieldIntervals(inner: Intervals, field: string): Intervals {
  const fixed = (one: Intervals): Intervals => ({
    minExtent: one.minExtent,
    leafCount: one.leafCount,
    ...(one.isNothing === undefined ? {} : { isNothing: one.isNothing }),
    text: `${field}:${one.text}`,
    words: () => one.words(field),
    bind(searcher) {
      const bound = one.bind(searcher);
      return { open: (segment) => bound.open(segment, field) };
    },
  });
  return { ...fixed(inner), takenApart: () => takeOneApart(inner, fixed) };
}

export interface IntervalFilter {
  readonly relation: IntervalRelation;
  /** True for intervals to which no other interval has the relation. */
  readonly negated: boolean;
}

/**
 * Intervals that a function accepts. It gets the first and last position, and the number of
 * positions between that belong to no part.
 */
export function testedIntervals(
  source: Intervals,
  test: (start: number, end: number, gaps: number) => boolean,
): Intervals {
  return {
    minExtent: source.minExtent,
    leafCount: source.leafCount,
    text: `tested(${source.text})`,
    words: source.words,
    bind(searcher) {
      const bound = source.bind(searcher);
      return {
        open(segment, field) {
          const own = bound.open(segment, field);
          if (own === null) return null;
          return compareSources(own, null, (spans) =>
            spans.filter((span) => test(span.start, span.end, span.gaps)),
          );
        },
      };
    },
  };
}

/**
 * The intervals that pass the filter. Lucene takes the longer side of a containment apart, so that
 * a short alternative hides no longer one there. An interval that is not contained in one of
 * several alternatives passes, even if another one contains it.
 */
export function filteredIntervals(
  source: Intervals,
  other: Intervals,
  filter: IntervalFilter,
): Intervals {
  const { relation, negated } = filter;
  if (relation === 'contained_by') {
    return anyOfIntervals(takeOneApart(other, (one) => compared(source, one, filter)));
  }
  const takenApart = () => takeOneApart(source, (one) => compared(one, other, filter));
  if (relation === 'containing' && !negated) return anyOfIntervals(takenApart());
  const all = compared(source, other, filter);
  const isTakenApart = relation === (negated ? 'containing' : 'overlapping');
  return isTakenApart ? { ...all, takenApart } : all;
}

function compared(
  source: Intervals,
  other: Intervals,
  { relation, negated }: IntervalFilter,
): Intervals {
  const holds = INTERVAL_RELATIONS[relation];
  return {
    minExtent: source.minExtent,
    leafCount: source.leafCount + other.leafCount,
    text: `${negated ? 'NOT_' : ''}${relation.toUpperCase()}(${source.text},${other.text})`,
    words: (field) => wordsOf(negated ? [source] : [source, other], field),
    bind(searcher) {
      const [bound, reference] = [source.bind(searcher), other.bind(searcher)];
      return {
        open(segment, field) {
          const own = bound.open(segment, field);
          if (own === null) return null;
          return compareSources(own, reference.open(segment, field), (spans, others) =>
            spans.filter((span) => holds(span, others) !== negated),
          );
        },
      };
    },
  };
}
