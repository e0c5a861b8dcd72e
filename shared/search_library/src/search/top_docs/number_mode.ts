/**
 * One number for a document that may have several: `min`, `max`, `sum`, `avg` or `median`, computed
 * as in OpenSearch.
 */
import type { NumberColumn } from '../../index/segment_reader.js';
import type { SortMode } from '../results.js';

interface ModeOptions {
  readonly mode: SortMode;
  /** Averages and medians of integers are rounded to an integer. */
  readonly integral: boolean;
}

/**
 * Returns a function for documents that have a value. If `wide`, values are read as exact 64-bit
 * integers.
 */
export function modeOf(
  column: NumberColumn,
  { mode, integral }: ModeOptions,
  wide: boolean,
): (doc: number) => number | bigint {
  const at = (doc: number, i: number): number | bigint =>
    wide ? narrowed(column.exact(doc, i)) : column.value(doc, i);
  const rounded = (value: number): number => (integral ? Math.round(value) : value);
  switch (mode) {
    case 'min':
      return (doc) => at(doc, 0);
    case 'max':
      return (doc) => at(doc, column.valueCount(doc) - 1);
    case 'sum':
      return (doc) =>
        wide ? narrowed(BigInt.asIntN(64, exactSum(column, doc))) : sum(column, doc);
    case 'avg':
      return (doc) => {
        const count = column.valueCount(doc);
        if (count === 1) return at(doc, 0);
        const total = wide ? Number(BigInt.asIntN(64, exactSum(column, doc))) : sum(column, doc);
        return rounded(total / count);
      };
    case 'median':
      return (doc) => {
        const count = column.valueCount(doc);
        const middle = (count - 1) >> 1;
        if (count % 2 === 1) return at(doc, middle);
        return rounded((column.value(doc, middle) + column.value(doc, middle + 1)) / 2);
      };
  }
}

function sum(column: NumberColumn, doc: number): number {
  let total = 0;
  for (let i = 0; i < column.valueCount(doc); i++) total += column.value(doc, i);
  return total;
}

function exactSum(column: NumberColumn, doc: number): bigint {
  let total = 0n;
  for (let i = 0; i < column.valueCount(doc); i++) total += column.exact(doc, i);
  return total;
}

/** A number if that is exact, otherwise the bigint. */
function narrowed(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
