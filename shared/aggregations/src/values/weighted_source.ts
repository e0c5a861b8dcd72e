/**
 * Numbers that stand for several values: those of histogram fields, and of fields with
 * pre-aggregated metrics.
 */
import { type Metric, visitHistogram } from '@skein/mapping';
import type { SegmentReader } from '@skein/search_library';
import type { NumberRows } from './number_rows.js';
import { NO_NUMBERS, type NumberSource, type ReadNumbers } from './number_source.js';

/**
 * The use that an aggregation makes of numbers: `sums` with their counts, `counts` alone, the
 * `least` or the `greatest`, or all `values`.
 */
export type Reads = 'values' | 'sums' | 'counts' | 'least' | 'greatest';

/**
 * One row for each value of a histogram, whose weight is the value's count. For `sums`, the row
 * holds the value times its count.
 */
export function histogramNumbers(field: string, reads: Reads): NumberSource {
  const sums = reads === 'sums';
  return {
    longs: 'none',
    isWeighted: true,
    segment(reader: SegmentReader): ReadNumbers {
      const column = reader.ordinals(field);
      if (column === undefined) return NO_NUMBERS;
      return ({ docs, count }, into) => {
        into.ownRows(count);
        into.withWeights();
        let at = 0;
        for (let i = 0; i < count; i++) {
          const doc = docs[i];
          if (!column.has(doc)) continue;
          for (let k = 0; k < column.valueCount(doc); k++) {
            visitHistogram(column.term(column.ordinal(doc, k)), (value, weight) => {
              into.moreRows(at + 1);
              addRow(into, at++, { row: i, value: sums ? value * weight : value, weight });
            });
          }
        }
        into.count = at;
        into.isSingle = false;
      };
    },
  };
}

interface Row {
  readonly row: number;
  readonly value: number;
  readonly weight: number;
}

function addRow({ rows, values, weights }: NumberRows, at: number, row: Row): void {
  rows[at] = row.row;
  values[at] = row.value;
  if (weights !== undefined) weights[at] = row.weight;
}

const METRIC_READ: Readonly<Record<Exclude<Reads, 'values'>, Metric>> = {
  sums: 'sum',
  counts: 'value_count',
  least: 'min',
  greatest: 'max',
};

/**
 * One row per document, with one number of a pre-aggregated metric. For `sums` and `counts`, its
 * weight is the metric's `value_count`.
 */
export function metricNumbers(
  columnOf: (metric: Metric) => string | undefined,
  reads: Exclude<Reads, 'values'>,
): NumberSource {
  const field = columnOf(METRIC_READ[reads]);
  const weighing = reads === 'sums' || reads === 'counts' ? columnOf('value_count') : undefined;
  return {
    longs: 'none',
    isWeighted: true,
    segment(reader: SegmentReader): ReadNumbers {
      const column = field === undefined ? undefined : reader.numbers(field);
      const weights = weighing === undefined ? undefined : reader.numbers(weighing);
      if (column === undefined) return NO_NUMBERS;
      return ({ docs, count }, into) => {
        into.ownRows(count);
        into.withWeights();
        let at = 0;
        for (let i = 0; i < count; i++) {
          const doc = docs[i];
          if (!column.has(doc)) continue;
          const weight = weights?.has(doc) === true ? weights.value(doc, 0) : 0;
          addRow(into, at++, { row: i, value: column.value(doc, 0), weight });
        }
        into.count = at;
        into.isSingle = true;
      };
    },
  };
}
