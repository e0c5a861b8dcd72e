/**
 * The values of range fields, for aggregations that count values: either each range is a term that
 * holds its bounds, or all ranges of a document together are one term.
 */
import type { RangeValues } from '@skein/mapping';
import type { SegmentReader } from '@skein/search_library';
import type { NumberRows } from './number_rows.js';
import type { NumberSource, ReadNumbers } from './number_source.js';
import {
  type ReadTerms,
  TermRows,
  type TermSource,
  TermTable,
  termsOfTable,
} from './term_source.js';
import { termBytes } from './value_format.js';

/** Calls `visit` for each step that a range covers, in order, except those up to `after`. */
export type StepsOf = (
  lower: number,
  upper: number,
  after: number,
  visit: (step: number) => void,
) => void;

/**
 * The steps of the ranges of a document, each once. The ranges are in the order of their lower
 * bounds.
 */
export function rangeSteps(
  ranges: TermSource,
  boundsOf: NonNullable<RangeValues['boundsOf']>,
  stepsOf: StepsOf,
): NumberSource {
  const rows = new TermRows();
  const bounds: { readonly lower: number; readonly upper: number }[] = [];
  const boundsAt = (id: number) => {
    bounds[id] ??= boundsOf(termBytes(ranges.term(id)));
    return bounds[id];
  };
  return {
    longs: 'none',
    segment(reader: SegmentReader): ReadNumbers {
      const read = ranges.segment(reader);
      return (block, into) => {
        read(block, rows);
        writeSteps(rows, into, (id, after, visit) => {
          const { lower, upper } = boundsAt(id);
          stepsOf(lower, upper, after, visit);
        });
      };
    },
  };
}

type VisitSteps = (id: number, after: number, visit: (step: number) => void) => void;

function writeSteps({ rows, ids, count }: TermRows, into: NumberRows, visit: VisitSteps): void {
  into.ownRows(count);
  let at = 0;
  let last = -1;
  let after = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    if (row !== last) after = Number.NEGATIVE_INFINITY;
    last = row;
    visit(ids[i], after, (step) => {
      into.moreRows(at + 1 + count);
      into.rows[at] = row;
      into.values[at++] = step;
      after = step;
    });
  }
  into.count = at;
  into.isSingle = false;
}

/** One row per document, whose term combines all its ranges. */
export function wholeValues(ranges: TermSource): TermSource {
  const table = new TermTable();
  const rows = new TermRows();
  return {
    segment(reader): ReadTerms {
      const read = ranges.segment(reader);
      return (block, into) => {
        read(block, rows);
        into.ownRows(rows.count);
        let kept = 0;
        for (let i = 0; i < rows.count; ) {
          const row = rows.rows[i];
          let value = '';
          for (; i < rows.count && rows.rows[i] === row; i++) {
            value += ranges.term(rows.ids[i]);
          }
          into.rows[kept] = row;
          into.ids[kept++] = table.idOf(value);
        }
        into.count = kept;
        into.isSingle = true;
      };
    },
    ...termsOfTable(table),
    everyTerm: () => undefined,
  };
}
