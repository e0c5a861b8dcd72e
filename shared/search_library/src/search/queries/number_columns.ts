/** What the number queries ask of a column: does a document hold a value that passes, and which is the next such document. */
import { NO_MORE_DOCS, type NumberColumn, type SegmentReader } from '../../index/segment_reader.js';
import type { DocScan } from '../iterators/filtered_docs.js';

export interface NumberBounds {
  /** Inclusive; infinite when open. */
  readonly lower: number | bigint;
  readonly upper: number | bigint;
}

/** Whether some values are exact only as 64-bit integers. */
export function isWide(segment: SegmentReader, field: string, column: NumberColumn): boolean {
  return column.wide && segment.field(field)?.column === 'long';
}

export function scanRange(column: NumberColumn, wide: boolean, bounds: NumberBounds): DocScan {
  const { lower, upper } = bounds;
  if (wide) return scanExact(column, (value) => value >= lower && value <= upper);
  if (column.single !== undefined) return scanSingle(column, column.single, bounds);
  return scanSeveral(column, bounds);
}

/** Some value, as a 64-bit integer, passes the test. */
export function scanExact(column: NumberColumn, test: (value: bigint) => boolean): DocScan {
  return (from, maxDoc) => {
    for (let doc = from; doc < maxDoc; doc++) {
      const count = column.valueCount(doc);
      for (let i = 0; i < count; i++) if (test(column.exact(doc, i))) return doc;
    }
    return NO_MORE_DOCS;
  };
}

function scanSingle(
  column: NumberColumn,
  values: Float64Array,
  { lower, upper }: NumberBounds,
): DocScan {
  const low = leastDouble(lower);
  const high = -leastDouble(-upper);
  // Absent documents hold 0.
  const zeroInside = low <= 0 && high >= 0;
  return (from, maxDoc) => {
    let doc = nextInRange(values, { low, high, from, to: maxDoc });
    while (zeroInside && doc !== NO_MORE_DOCS && values[doc] === 0 && !column.has(doc)) {
      doc = nextInRange(values, { low, high, from: doc + 1, to: maxDoc });
    }
    return doc;
  };
}

interface ScanRange {
  readonly low: number;
  readonly high: number;
  readonly from: number;
  readonly to: number;
}

function nextInRange(values: Float64Array, { low, high, from, to }: ScanRange): number {
  for (let doc = from; doc < to; doc++) {
    const value = values[doc] as number;
    if (value >= low && value <= high) return doc;
  }
  return NO_MORE_DOCS;
}

function scanSeveral(column: NumberColumn, { lower, upper }: NumberBounds): DocScan {
  const low = leastDouble(lower);
  const high = -leastDouble(-upper);
  return (from, maxDoc) => {
    for (let doc = from; doc < maxDoc; doc++) {
      const count = column.valueCount(doc);
      for (let i = 0; i < count; i++) {
        const value = column.value(doc, i);
        if (value > high) break;
        if (value >= low) return doc;
      }
    }
    return NO_MORE_DOCS;
  };
}

/** The least double >= value: a bound that has none of its own must not let neighbours in. */
function leastDouble(value: number | bigint): number {
  const double = Number(value);
  return typeof value === 'bigint' && double < value ? nextUp(double) : double;
}

/** The double after a finite one that is not 0. */
function nextUp(double: number): number {
  const doubles = new Float64Array([double]);
  const bits = new BigInt64Array(doubles.buffer);
  bits[0] = (bits[0] as bigint) + (double < 0 ? -1n : 1n);
  return doubles[0] as number;
}
