/**
 * The operations of a shard in a snapshot, by sequence number: live documents, retained documents
 * that were replaced or deleted, and tombstones. They are read segment by segment in document
 * order, which is the order they are stored in.
 */
import { assert } from '@skein/base';
import { hasBit, makeBitSet, setBit } from '../codec/bit_set.js';
import type { Segment } from '../codec/v1/segment.js';
import {
  PRIMARY_TERM_FIELD,
  SEQ_NO_FIELD,
  type StoredDocument,
  VERSION_FIELD,
} from '../document/indexable_document.js';
import { TOMBSTONE_FIELD } from '../document/tombstone.js';
import type { Directory } from '../store/directory.js';
import { openForMerging } from './open_segments.js';
import type { ReaderSnapshot } from './snapshot.js';
import { seqNoBounds } from './soft_deletes.js';

export interface HistoryDocument {
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
  /** The kind of tombstone; see `TOMBSTONE_FIELD`. 0: the operation is none. */
  readonly tombstone: number;
  readonly stored: StoredDocument;
}

/** Operations `from` … `to` - 1. */
interface SeqNoRange {
  readonly from: number;
  readonly to: number;
}

/** Documents of one segment, ascending. */
interface SegmentRun {
  readonly segment: Segment;
  readonly docs: Uint32Array;
}

/**
 * Returns each operation of the range once; `undefined` if one is missing because a merge left it
 * out. The snapshot must stay pinned until the last one has been read.
 */
export function readSegmentHistory(
  snapshot: ReaderSnapshot,
  directory: Directory,
  range: SeqNoRange,
): Iterable<HistoryDocument> | undefined {
  const seen = makeBitSet(range.to - range.from);
  const runs: SegmentRun[] = [];
  let missing = range.to - range.from;
  for (const handle of snapshot.segments) {
    const segment = openForMerging(handle, directory);
    const docs = unseenDocs(segment, range, seen);
    segment.letGo();
    missing -= docs.length;
    if (docs.length > 0) runs.push({ segment, docs });
  }
  return missing === 0 ? readRuns(runs) : undefined;
}

const NO_DOCS = new Uint32Array(0);

/**
 * The documents of the range not seen before. An operation may occur twice if it was replayed after
 * a crash when its document had been replaced already.
 */
function unseenDocs(segment: Segment, { from, to }: SeqNoRange, seen: Uint32Array): Uint32Array {
  const docs: number[] = [];
  const { min, max } = seqNoBounds(segment);
  if (max < from || min >= to) return NO_DOCS;
  const seqNos = segment.numbers(SEQ_NO_FIELD);
  const primaryTerms = segment.numbers(PRIMARY_TERM_FIELD);
  segment.points(SEQ_NO_FIELD)?.visitRange(from, to - 1, (doc) => {
    /** Nested documents have no primary term. */
    if (primaryTerms?.has(doc) !== true || seqNos === undefined) return;
    const seqNo = seqNos.value(doc, 0);
    if (hasBit(seen, seqNo - from)) return;
    setBit(seen, seqNo - from);
    docs.push(doc);
  });
  return Uint32Array.from(docs).sort();
}

function* readRuns(runs: readonly SegmentRun[]): Iterable<HistoryDocument> {
  for (const { segment, docs } of runs) {
    for (const doc of docs) yield readDocument(segment, doc);
    segment.letGo();
  }
}

function readDocument(segment: Segment, doc: number): HistoryDocument {
  const numberAt = (field: string) => {
    const column = segment.numbers(field);
    assert(column !== undefined, `segment ${segment.name} lacks ${field}`);
    return column.value(doc, 0);
  };
  const tombstones = segment.numbers(TOMBSTONE_FIELD);
  return {
    seqNo: numberAt(SEQ_NO_FIELD),
    primaryTerm: numberAt(PRIMARY_TERM_FIELD),
    version: numberAt(VERSION_FIELD),
    tombstone: tombstones?.has(doc) === true ? tombstones.value(doc, 0) : 0,
    stored: segment.stored(doc),
  };
}
