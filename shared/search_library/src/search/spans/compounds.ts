/** Span queries made of others. All parts belong to one field. */

import { ApiError } from '@skein/errors';
import type { SegmentReader } from '../../index/segment_reader.js';
import {
  mergeSpans,
  orderedSpans,
  spansApart,
  spansContaining,
  spansWithin,
  unorderedSpans,
} from './combine.js';
import { type BoundSpans, type SpanQuery, spanQuery } from './span_query.js';
import { compareSources, intersectSources, type SpanSource, uniteSources } from './span_source.js';

export interface NearOptions {
  /** Most positions between the parts that belong to none of them. */
  readonly slop: number;
  readonly inOrder: boolean;
}

export function spanNearQuery(
  clauses: readonly SpanQuery[],
  { slop, inOrder }: NearOptions,
): SpanQuery {
  return spanQuery({
    field: oneField(clauses, 'SpanNearQuery'),
    text: `spanNear([${clauses.join(', ')}], ${slop}, ${inOrder})`,
    bind(searcher) {
      const members = clauses.map((clause) => clause.bind(searcher));
      return {
        terms: termsOf(members),
        open(segment) {
          const sources = openAll(members, segment);
          if (sources.length < members.length) return null;
          return intersectSources(sources, (lists) =>
            inOrder ? orderedSpans(lists, slop) : unorderedSpans(lists, slop),
          );
        },
      };
    },
  });
}

export function spanOrQuery(clauses: readonly SpanQuery[]): SpanQuery {
  return spanQuery({
    field: oneField(clauses, 'SpanOrQuery'),
    text: `spanOr([${clauses.join(', ')}])`,
    bind(searcher) {
      const members = clauses.map((clause) => clause.bind(searcher));
      return {
        terms: termsOf(members),
        open(segment) {
          const sources = openAll(members, segment);
          return sources.length === 0 ? null : uniteSources(sources, mergeSpans);
        },
      };
    },
  });
}

export interface NotOptions {
  /** Positions before and behind an included span that must be free of excluded ones too. */
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
    text: `spanNot(${include}, ${exclude}, ${options.pre}, ${options.post})`,
    bind(searcher) {
      const wanted = include.bind(searcher);
      const unwanted = exclude.bind(searcher);
      return {
        terms: wanted.terms,
        open(segment) {
          const source = wanted.open(segment);
          if (source === null) return null;
          return compareSources(source, unwanted.open(segment), (spans, others) =>
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
    text: `spanFirst(${match}, ${end})`,
    bind(searcher) {
      const bound = match.bind(searcher);
      return {
        terms: bound.terms,
        open(segment) {
          const source = bound.open(segment);
          if (source === null) return null;
          return { docs: source.docs, load: () => source.load().filter((span) => span.end <= end) };
        },
      };
    },
  });
}

export interface BigAndLittle {
  readonly big: SpanQuery;
  readonly little: SpanQuery;
}

export function spanContainingQuery({ big, little }: BigAndLittle): SpanQuery {
  return spanQuery({
    field: oneField([big, little], 'SpanContainingQuery'),
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
    open(segment) {
      const sources = openAll([big, little], segment);
      return sources.length < 2 ? null : intersectSources(sources, combine);
    },
  };
}

function termsOf(members: readonly BoundSpans[]): BoundSpans['terms'] {
  return members.flatMap((member) => member.terms);
}

function openAll(members: readonly BoundSpans[], segment: SegmentReader): SpanSource[] {
  return members.map((member) => member.open(segment)).filter((source) => source !== null);
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
