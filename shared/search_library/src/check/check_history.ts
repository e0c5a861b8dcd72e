/**
 * Checks the history of the shard in a segment: marks of deleted documents, tombstones, original
 * sources.
 */
import { hasBit } from '../codec/bit_set.js';
import type { Segment } from '../codec/v1/segment.js';
import {
  PRIMARY_TERM_FIELD,
  RECOVERY_SOURCE_FIELD,
  SOFT_DELETES_FIELD,
} from '../document/indexable_document.js';
import { DELETE_TOMBSTONE, NOOP_TOMBSTONE, TOMBSTONE_FIELD } from '../document/tombstone.js';
import type { Report } from './report.js';

export function checkHistory(segment: Segment, report: Report): void {
  const { maxDoc, liveDocs } = segment;
  const isLive = (doc: number) => liveDocs === null || hasBit(liveDocs, doc);
  const deleted = marks(segment, SOFT_DELETES_FIELD, [1], report);
  const tombstones = marks(segment, TOMBSTONE_FIELD, [DELETE_TOMBSTONE, NOOP_TOMBSTONE], report);
  const arrived = marks(segment, RECOVERY_SOURCE_FIELD, [1], report);
  const primaryTerms = segment.numbers(PRIMARY_TERM_FIELD);
  for (let doc = 0; doc < maxDoc; doc++) {
    if (deleted(doc) && isLive(doc)) report(`document [${doc}] is live and marked as deleted`);
    if (tombstones(doc) && isLive(doc)) report(`document [${doc}] is a live tombstone`);
    if (primaryTerms?.has(doc) !== true) continue;
    const hasSource = segment.stored(doc).recoverySource !== undefined;
    if (arrived(doc) !== hasSource) report(`document [${doc}] is wrongly marked for its source`);
  }
}

/** Returns a test for documents with a value, and reports values other than the given ones. */
function marks(
  segment: Segment,
  field: string,
  values: readonly number[],
  report: Report,
): (doc: number) => boolean {
  const column = segment.numbers(field);
  if (column === undefined) return () => false;
  for (let doc = 0; doc < segment.maxDoc; doc++) {
    if (!column.has(doc)) continue;
    const isSound = column.valueCount(doc) === 1 && values.includes(column.value(doc, 0));
    if (!isSound) report(`field [${field}]: document [${doc}] has a value of no meaning`);
  }
  return (doc) => column.has(doc);
}
