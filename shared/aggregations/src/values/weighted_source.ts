/**
 * Numbers that stand for many: of fields of histograms, and of metrics that were summed up before
 * they came.
 */
import { type Metric, visitHistogram } from '@skein/mapping';
import type { SegmentReader } from '@skein/search_library';
import type { NumberRows } from './number_rows.js';
import { NO_NUMBERS, type NumberSource, type ReadNumbers } from './number_source.js';

/**
 * The use that an aggregation makes of numbers: their `sums`, beside how many there are; their
 * `counts` alone; the `least` or the `greatest`; or it looks at all `values`.
 */
export type Reads = 'values' | 'sums' | 'counts' | 'least' | 'greatest';

/**
 * A row for each value of a histogram, which weighs what it was counted. For sums it is that often
 * what it is.
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
          const doc = docs[i] as number;
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
 * Summed metrics have one number a document; sums and counts have the weight of what was counted.
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
          const doc = docs[i] as number;
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
