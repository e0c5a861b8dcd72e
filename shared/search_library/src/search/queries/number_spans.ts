/** Matches documents with a number in any span of integers. Every match scores the boost. */
import type { NumberColumn, PointsReader, SegmentReader } from '../../index/segment_reader.js';
import { type DocSet, docSetWeight } from '../doc_set_weight.js';
import { BitSetIterator, countBits, requestBitSet } from '../iterators/bit_set.js';
import { type DocScan, FilteredDocs, scanOf } from '../iterators/filtered_docs.js';
import type { Query } from '../query.js';

/** Disjoint spans, ascending; both ends are inclusive. */
export interface NumberSpans {
  readonly first: Int32Array;
  readonly last: Int32Array;
}

export function numberSpansQuery(field: string, spans: NumberSpans): Query {
  const query: Query = {
    kind: 'number_spans',
    isByField: true,
    toString: () => `${field}:{${spans.first.length} spans}`,
    rewrite: () => query,
    createWeight: (_searcher, _needsScores, boost) =>
      docSetWeight({ docSet: (segment) => docsInSpans(segment, field, spans) }, boost),
  };
  return query;
}

function docsInSpans(segment: SegmentReader, field: string, spans: NumberSpans): DocSet | null {
  const { maxDoc } = segment;
  const points = segment.points(field);
  if (points !== undefined) return docsOfPoints(points, spans, maxDoc);
  const column = segment.numbers(field);
  if (column === undefined) return null;
  const scan = scanSpans(column, spans);
  return { cost: maxDoc, docs: () => new FilteredDocs(scan, maxDoc) };
}

function docsOfPoints(
  points: PointsReader,
  { first, last }: NumberSpans,
  maxDoc: number,
): DocSet | null {
  let total = 0;
  for (let i = 0; i < first.length; i++) total += points.countRange(first[i], last[i]);
  if (total === 0) return null;
  return {
    cost: Math.min(total, maxDoc),
    docs() {
      const words = requestBitSet(maxDoc);
      for (let i = 0; i < first.length; i++) points.markRange(first[i], last[i], words);
      return new BitSetIterator(words, countBits(words));
    },
  };
}

function scanSpans(column: NumberColumn, spans: NumberSpans): DocScan {
  return scanOf((doc) => {
    const count = column.valueCount(doc);
    for (let i = 0; i < count; i++) if (isInside(column.value(doc, i), spans)) return true;
    return false;
  });
}

/** True if the first span that ends at the value or later begins at the value or earlier. */
function isInside(value: number, { first, last }: NumberSpans): boolean {
  let low = 0;
  let high = last.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (last[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low < first.length && first[low] <= value;
}
