/** Ranges of numbers and dates, with an inclusive lower and an exclusive upper bound. */

import { firstWhere } from '@skein/base';
import { NumberRows } from '../../values/number_rows.js';
import type { NumberSource } from '../../values/number_source.js';
import { formattedData, textOfNumber, type ValueFormat } from '../../values/value_format.js';
import type { RangedValues, ShownRange } from './range_buckets.js';

interface NumberRange {
  readonly key: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** The ranges sorted by their bounds; open ends are infinite. */
export function rangedNumbers(
  source: NumberSource | undefined,
  given: readonly NumberRange[],
  format: ValueFormat,
): RangedValues {
  const ranges = given.slice().sort((a, b) => compare(a.from, b.from) || compare(a.to, b.to));
  return rangesAsGiven(source, ranges, format);
}

/** The ranges in the given order. */
export function rangesAsGiven(
  source: NumberSource | undefined,
  ranges: readonly NumberRange[],
  format: ValueFormat,
): RangedValues {
  const froms = Float64Array.from(ranges, ({ from }) => from);
  const tos = Float64Array.from(ranges, ({ to }) => to);
  const rows = new NumberRows();
  const found = {
    rows: rows.rows,
    weights: rows.weights,
    count: 0,
    visit(row: number, range: (at: number) => void): void {
      const value = rows.values[row];
      for (let at = 0; at < froms.length; at++) {
        if (value >= froms[at] && value < tos[at]) range(at);
      }
    },
  };
  return {
    ranges: ranges.map((range) => shown(range, format)),
    ...(source?.sorted && { sorted: source.sorted }),
    ...stretchesOf(ranges),
    segment(reader) {
      const read = source?.segment(reader);
      return (block) => {
        rows.count = 0;
        read?.(block, rows);
        found.rows = rows.rows;
        found.weights = rows.weights;
        found.count = rows.count;
        return found;
      };
    },
  };
}

/** The stretches between adjacent bounds. All values of a stretch are in the same ranges. */
function stretchesOf(ranges: readonly NumberRange[]): Pick<RangedValues, 'stretches'> {
  const all = new Set(ranges.flatMap(({ from, to }) => [from, to]));
  const bounds = [...all].sort(compare);
  if (bounds.some(Number.isNaN)) return {};
  return {
    stretches: {
      of: (value) => firstWhere(bounds.length, (i) => bounds[i] > value),
      ranges(stretch) {
        const first = bounds[stretch - 1];
        if (first === undefined) return [];
        return ranges.flatMap(({ from, to }, at) => (from <= first && first < to ? [at] : []));
      },
    },
  };
}

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function shown({ key, from, to }: NumberRange, format: ValueFormat): ShownRange {
  const text = (bound: number): string => (isOpen(bound) ? '*' : textOfNumber(bound, format));
  const [low, high] = [closed(from), closed(to)];
  return {
    key: key ?? `${text(from)}-${text(to)}`,
    from: low,
    fromText: low === undefined ? undefined : formattedData(low, format),
    to: high,
    toText: high === undefined ? undefined : formattedData(high, format),
  };
}

function isOpen(bound: number): boolean {
  return Math.abs(bound) === Number.POSITIVE_INFINITY;
}

function closed(bound: number): number | undefined {
  return isOpen(bound) ? undefined : bound;
}
