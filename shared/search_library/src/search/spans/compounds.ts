/** Span queries composed of others. All parts belong to one field. */

import { ApiError } from '@skein/errors';
import {
  gapSpans,
  mergeSpans,
  orderedSpans,
  spansApart,
  spansContaining,
  spansWithin,
  unorderedSpans,
} from './combine.js';
import { type BoundSpans, type SpanQuery, spanQuery } from './span_query.js';
import {
  compareSources,
  intersectSources,
  type Span,
  type SpanSource,
  type TermsOfFields,
  uniteSources,
} from './span_source.js';

interface NearOptions {
  /** The most positions between the parts that belong to none of them. */
  readonly slop: number;
  readonly inOrder: boolean;
  /** Positions without a span before that clause, or after the last; only with `inOrder`. */
  readonly gaps?: ReadonlyMap<number, number>;
}

export function spanNearQuery(
  clauses: readonly SpanQuery[],
  { slop, inOrder, gaps = new Map() }: NearOptions,
): SpanQuery {
  const field = oneField(clauses, 'SpanNearQuery');
  return spanQuery({
    field,
    of: clauses,
    words: wordsOf(clauses),
    text: `spanNear([${nearTexts(clauses, gaps).join(', ')}], ${slop}, ${inOrder})`,
    bind(searcher) {
      const members = clauses.map((clause) => clause.bind(searcher));
      return {
        terms: termsOf(members),
        open(place) {
          const sources = openEach(members, place);
          if (sources === null) return null;
          return intersectSources(sources, (lists) =>
            inOrder ? inOrderWith(gaps, lists, slop) : unorderedSpans(lists, slop),
          );
        },
      };
    },
  });
}

function nearTexts(clauses: readonly SpanQuery[], gaps: ReadonlyMap<number, number>): string[] {
  const gap = (at: number): string[] => {
    const width = gaps.get(at);
    return width === undefined ? [] : [`SpanGap(:${width})`];
  };
  return [...clauses.flatMap((clause, i) => [...gap(i), String(clause)]), ...gap(clauses.length)];
}

/** Applies gaps; a gap before all clauses is treated like a clause. */
function inOrderWith(
  gaps: ReadonlyMap<number, number>,
  lists: readonly (readonly Span[])[],
  slop: number,
): Span[] {
  if (gaps.size === 0) return orderedSpans(lists, slop);
  const widths = [...lists.map((_list, i) => gaps.get(i) ?? 0), gaps.get(lists.length) ?? 0];
  const first = gaps.get(0);
  if (first === undefined) return orderedSpans(lists, slop, widths);
  const starts = gapSpans(lists[0] ?? [], first, slop);
  return orderedSpans([starts, ...lists], slop, [0, 0, ...widths.slice(1)]);
}

export function spanOrQuery(clauses: readonly SpanQuery[]): SpanQuery {
  return spanQuery({
    field: oneField(clauses, 'SpanOrQuery'),
    of: clauses,
    words: wordsOf(clauses),
    text: `spanOr([${clauses.join(', ')}])`,
    bind(searcher) {
      const members = clauses.map((clause) => clause.bind(searcher));
      return {
        terms: termsOf(members),
        open(place) {
          const sources = openAll(members, place);
          return sources.length === 0 ? null : uniteSources(sources, mergeSpans);
        },
      };
    },
  });
}

interface NotOptions {
  /** Positions before and after an included span that must be free of excluded spans too. */
  readonly pre: number;
  readonly post: number;
}

export function spanNotQuery(
  include: SpanQuery,
  exclude: SpanQuery,
  options: NotOptions,
): SpanQuery {
  return spanQuery({
    field: oneField([include, exclude], 'SpanNotQuery'),
    of: [include, exclude],
    words: include.words,
    text: `spanNot(${include}, ${exclude}, ${options.pre}, ${options.post})`,
    bind(searcher) {
      const wanted = include.bind(searcher);
      const unwanted = exclude.bind(searcher);
      return {
        terms: wanted.terms,
        open(place) {
          const source = wanted.open(place);
          if (source === null) return null;
          return compareSources(source, unwanted.open(place), (spans, others) =>
            spansApart(spans, others, options),
          );
        },
      };
    },
  });
}

/** Spans that end within the first `end` positions. */
export function spanFirstQuery(match: SpanQuery, end: number): SpanQuery {
  return spanQuery({
    field: match.field,
    of: [match],
    words: match.words,
    text: `spanFirst(${match}, ${end})`,
    bind(searcher) {
      const bound = match.bind(searcher);
      return {
        terms: bound.terms,
        open(place) {
          const source = bound.open(place);
          if (source === null) return null;
          return { docs: source.docs, load: () => source.load().filter((span) => span.end <= end) };
        },
      };
    },
  });
}

interface BigAndLittle {
  readonly big: SpanQuery;
  readonly little: SpanQuery;
}

export function spanContainingQuery({ big, little }: BigAndLittle): SpanQuery {
  return spanQuery({
    field: oneField([big, little], 'SpanContainingQuery'),
    of: [big, little],
    words: wordsOf([big, little]),
    text: `SpanContaining(${big}, ${little})`,
    bind: (searcher) =>
      pair(big.bind(searcher), little.bind(searcher), ([spans, inside]) =>
        spansContaining(spans, inside),
      ),
  });
}

export function spanWithinQuery({ big, little }: BigAndLittle): SpanQuery {
  return spanQuery({
    field: oneField([big, little], 'SpanWithinQuery'),
    of: [big, little],
    words: wordsOf([big, little]),
    text: `SpanWithin(${big}, ${little})`,
    bind: (searcher) =>
      pair(big.bind(searcher), little.bind(searcher), ([around, spans]) =>
        spansWithin(spans, around),
      ),
  });
}

type Lists = Parameters<Parameters<typeof intersectSources>[1]>[0];

function pair(
  big: BoundSpans,
  little: BoundSpans,
  combine: (lists: Lists) => ReturnType<typeof spansWithin>,
): BoundSpans {
  return {
    terms: termsOf([big, little]),
    open(place) {
      const sources = openEach([big, little], place);
      return sources && intersectSources(sources, combine);
    },
  };
}

function termsOf(members: readonly BoundSpans[]): BoundSpans['terms'] {
  return members.flatMap((member) => member.terms);
}

function wordsOf(spans: readonly SpanQuery[]): SpanQuery['words'] {
  return spans.flatMap(({ words }) => words);
}

function openAll(members: readonly BoundSpans[], place: TermsOfFields): SpanSource[] {
  return members.map((member) => member.open(place)).filter((source) => source !== null);
}

/** Opens all members; returns `null` as soon as one has no spans. */
function openEach(members: readonly BoundSpans[], place: TermsOfFields): SpanSource[] | null {
  const sources: SpanSource[] = [];
  for (const member of members) {
    const source = member.open(place);
    if (source === null) return null;
    sources.push(source);
  }
  return sources;
}

function mismatch(type: string, stranger: SpanQuery, field: string): string {
  if (type.includes('Containing') || type.includes('Within'))
    return 'big and little not same field';
  if (type === 'SpanNotQuery' || type === 'SpanOrQuery') return 'Clauses must have same field.';
  return `Cannot add clause ${stranger} to ${type} for field ${field}`;
}

function oneField(clauses: readonly SpanQuery[], type: string): string {
  const field = clauses[0]?.field ?? '';
  const stranger = clauses.find((clause) => clause.field !== field);
  if (stranger === undefined) return field;
  throw new ApiError('illegal_argument_exception', mismatch(type, stranger, field));
}
