/**
 * Totals of a field's numbers over a whole segment, which this thread keeps as long as the segment:
 * 24 bytes for each field whose sum was requested. They are computed at the first request, which
 * reads every document once.
 */
import { checkWanted } from '@skein/base';
import type { SegmentReader } from '@skein/search_library';
import { CompensatedSums } from '../collect/compensated_sums.js';
import { BLOCK_DOCS } from '../collect/doc_block.js';
import { NumberRows } from './number_rows.js';
import type { ReadNumbers } from './number_source.js';

export interface Totals {
  readonly count: number;
  readonly sum: number;
  /** The compensation of the sum. */
  readonly delta: number;
}

const kept = new WeakMap<SegmentReader, Map<string, Totals>>();

/**
 * `name` identifies the field and the scale of its column. No document of the segment is deleted.
 */
export function segmentTotals(reader: SegmentReader, name: string, read: ReadNumbers): Totals {
  const known = kept.get(reader) ?? new Map<string, Totals>();
  kept.set(reader, known);
  const before = known.get(name);
  if (before !== undefined) return before;
  const totals = addedUp(reader, read);
  known.set(name, totals);
  return totals;
}

function addedUp({ maxDoc }: SegmentReader, read: ReadNumbers): Totals {
  const sums = new CompensatedSums();
  sums.reserve(1);
  const docs = new Uint32Array(BLOCK_DOCS);
  const owners = new Uint32Array(BLOCK_DOCS);
  const rows = new NumberRows();
  let values = 0;
  for (let first = 0; first < maxDoc; first += BLOCK_DOCS) {
    checkWanted();
    const count = Math.min(BLOCK_DOCS, maxDoc - first);
    for (let i = 0; i < count; i++) docs[i] = first + i;
    read({ count, docs, owners, buckets: 1, scores: undefined }, rows);
    for (let i = 0; i < rows.count; i++) sums.add(0, rows.values[i]);
    values += rows.count;
  }
  return { count: values, sum: sums.value(0), delta: sums.delta(0) };
}
