/** What the number queries ask of a column: does a document hold a value that passes, and which is the next such document. */
import { NO_MORE_DOCS, type NumberColumn, type SegmentReader } from '../../index/segment_reader.js';
import type { DocScan } from '../iterators/filtered_docs.js';
import { greatestDouble, leastDouble } from './double_bounds.js';

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
