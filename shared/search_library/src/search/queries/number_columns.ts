/** Scans of columns for number queries: they find the next document with a value that passes. */
import { NO_MORE_DOCS, type NumberColumn, type SegmentReader } from '../../index/segment_reader.js';
import type { DocScan } from '../iterators/filtered_docs.js';
import { greatestDouble, leastDouble } from './double_bounds.js';

export interface NumberBounds {
  /** Inclusive bounds; infinite when open. */
  readonly lower: number | bigint;
  readonly upper: number | bigint;
}

/** True if some values are exact only as 64-bit integers. */
export function isWide(segment: SegmentReader, field: string, column: NumberColumn): boolean {
  return column.wide && segment.field(field)?.column === 'long';
}

export function scanRange(column: NumberColumn, wide: boolean, bounds: NumberBounds): DocScan {
  const { lower, upper } = bounds;
  if (wide) return scanExact(column, (value) => value >= lower && value <= upper);
  return scanSeveral(column, bounds);
}

/** Finds documents with a value that passes the test as a 64-bit integer. */
export function scanExact(column: NumberColumn, test: (value: bigint) => boolean): DocScan {
  return (from, maxDoc) => {
    for (let doc = from; doc < maxDoc; doc++) {
      const count = column.valueCount(doc);
      for (let i = 0; i < count; i++) if (test(column.exact(doc, i))) return doc;
    }
    return NO_MORE_DOCS;
  };
}

function scanSeveral(column: NumberColumn, { lower, upper }: NumberBounds): DocScan {
  const low = leastDouble(lower);
  const high = greatestDouble(upper);
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
