/**
 * Soft deletes: a replaced or deleted document stays in its segment, marked in the column
 * `__soft_deletes`, while another copy of the shard may request its operation. The same holds for
 * tombstones. Merges drop those whose sequence number is below the retained range.
 */
import { clearBit, fillBits, hasBit, makeBitSet, setBit } from '../codec/bit_set.js';
import { NumberColumnBuilder } from '../codec/v1/number_column.js';
import type { Segment } from '../codec/v1/segment.js';
import { type FieldData, PART } from '../codec/v1/segment_file.js';
import type { FieldSpec } from '../document/field_spec.js';
import {
  RECOVERY_SOURCE_FIELD,
  SEQ_NO_FIELD,
  SOFT_DELETES_FIELD,
} from '../document/indexable_document.js';
import type { SegmentReader } from './segment_reader.js';

/** Retains no deleted documents. */
export const RETAIN_NOTHING = Number.POSITIVE_INFINITY;

const markSpec = (name: string): FieldSpec => ({
  name,
  postings: 'none',
  norms: false,
  column: 'long',
  points: false,
});
export const SOFT_DELETES_SPEC = markSpec(SOFT_DELETES_FIELD);
export const RECOVERY_SOURCE_SPEC = markSpec(RECOVERY_SOURCE_FIELD);

/** A column with the value 1 for these documents, which ascend. */
export function markedField(spec: FieldSpec, docs: Iterable<number>, maxDoc: number): FieldData {
  const builder = new NumberColumnBuilder();
  for (const doc of docs) builder.add(doc, 1);
  return { spec, parts: builder.finish(maxDoc, { integral: true, points: false }) };
}

/** The documents that the segment itself marks as deleted; `null`: none. */
export function softDeletesOf(segment: SegmentReader): Uint32Array | null {
  const column = segment.numbers(SOFT_DELETES_FIELD);
  if (column === undefined) return null;
  const marked = makeBitSet(segment.maxDoc);
  for (let doc = 0; doc < segment.maxDoc; doc++) if (column.has(doc)) setBit(marked, doc);
  return marked;
}

interface SeqNoBounds {
  readonly min: number;
  readonly max: number;
}

const NO_SEQ_NOS: SeqNoBounds = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };

/**
 * The least and highest sequence number in the segment. They are read from its directory, without
 * loading a part.
 */
export function seqNoBounds({ file }: Segment): SeqNoBounds {
  const column = file.fields.get(SEQ_NO_FIELD)?.parts.get(PART.numbers);
  const [, , , min, max] = column?.meta ?? [];
  return min === undefined || max === undefined ? NO_SEQ_NOS : { min, max };
}

/** The documents that a merge keeps: live ones and retained ones. `null`: all. */
export function keptDocs(segment: Segment, retainFrom: number): Uint32Array | null {
  const { liveDocs, maxDoc } = segment;
  if (liveDocs === null) return null;
  const { min, max } = seqNoBounds(segment);
  if (max < retainFrom) return liveDocs;
  if (min >= retainFrom) return null;
  const seqNos = segment.numbers(SEQ_NO_FIELD);
  const kept = makeBitSet(maxDoc);
  fillBits(kept, maxDoc);
  let dropped = 0;
  for (let doc = 0; doc < maxDoc; doc++) {
    if (hasBit(liveDocs, doc) || (seqNos?.value(doc, 0) ?? -1) >= retainFrom) continue;
    clearBit(kept, doc);
    dropped++;
  }
  return dropped === 0 ? null : kept;
}
