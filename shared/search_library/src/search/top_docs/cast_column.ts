/**
 * A column whose values are converted to another kind of number: dates to another unit, or
 * fractions truncated.
 */
import type { NumberColumn } from '../../index/segment_reader.js';
import type { NumberCast } from '../results.js';

/**
 * Casts keep the order of values. Values are read one by one, since the stored ones are not
 * converted.
 */
export function castColumn(column: NumberColumn, cast: NumberCast, wide: boolean): NumberColumn {
  const at = (doc: number, i: number): number | bigint =>
    cast(wide ? column.exact(doc, i) : column.value(doc, i));
  return {
    wide: true,
    slots: undefined,
    blockBounds: undefined,
    has: (doc) => column.has(doc),
    valueCount: (doc) => column.valueCount(doc),
    value: (doc, i) => Number(at(doc, i)),
    exact: (doc, i) => BigInt(at(doc, i)),
    min: Number.NEGATIVE_INFINITY,
    max: Number.POSITIVE_INFINITY,
  };
}
