/**
 * The data kept for other copies in the merged segment: the marks of deleted documents, and
 * original sources while they may be requested.
 */
import { hasBit } from '../codec/bit_set.js';
import type { FieldData } from '../codec/v1/segment_file.js';
import type { StoredDocument } from '../document/indexable_document.js';
import {
  RECOVERY_SOURCE_FIELD,
  SEQ_NO_FIELD,
  SOFT_DELETES_FIELD,
} from '../document/indexable_document.js';
import { markedField, RECOVERY_SOURCE_SPEC, SOFT_DELETES_SPEC } from '../index/soft_deletes.js';
import type { DocOrder, Source } from './doc_order.js';

/** Fields that are merged in a way of their own. */
export const HISTORY_FIELDS: ReadonlySet<string> = new Set([
  SOFT_DELETES_FIELD,
  RECOVERY_SOURCE_FIELD,
]);

export function mergeHistory(order: DocOrder, retainFrom: number): FieldData[] {
  const { sources, maxDoc } = order;
  const deleted = sources.flatMap(deletedDocs);
  const withSource = sources.flatMap((source) => recoveryDocs(source, retainFrom));
  const fields: FieldData[] = [];
  if (deleted.length > 0) {
    fields.push(markedField(SOFT_DELETES_SPEC, ascending(deleted), maxDoc));
  }
  if (withSource.length > 0) {
    fields.push(markedField(RECOVERY_SOURCE_SPEC, ascending(withSource), maxDoc));
  }
  return fields;
}

/**
 * A function that drops original sources which are not retained; `undefined` if the documents are
 * stored unchanged.
 */
export function recoverySourcePruning(
  { segment }: Source,
  retainFrom: number,
): ((stored: StoredDocument, doc: number) => StoredDocument) | undefined {
  if (segment.field(RECOVERY_SOURCE_FIELD) === undefined) return undefined;
  return (stored, doc) => {
    const seqNo = segment.numbers(SEQ_NO_FIELD)?.value(doc, 0) ?? -1;
    return seqNo >= retainFrom ? stored : { ...stored, recoverySource: undefined };
  };
}

/** The numbers of the deleted documents in the merged segment. */
function deletedDocs({ segment, newDocs }: Source): number[] {
  const { liveDocs } = segment;
  if (liveDocs === null) return [];
  const docs: number[] = [];
  for (let doc = 0; doc < newDocs.length; doc++) {
    if (newDocs[doc] >= 0 && !hasBit(liveDocs, doc)) docs.push(newDocs[doc]);
  }
  return docs;
}

function recoveryDocs({ segment, newDocs }: Source, retainFrom: number): number[] {
  const marks = segment.numbers(RECOVERY_SOURCE_FIELD);
  const seqNos = segment.numbers(SEQ_NO_FIELD);
  const docs: number[] = [];
  if (marks === undefined || seqNos === undefined) return docs;
  for (let doc = 0; doc < newDocs.length; doc++) {
    const stays = newDocs[doc] >= 0 && marks.has(doc) && seqNos.value(doc, 0) >= retainFrom;
    if (stays) docs.push(newDocs[doc]);
  }
  return docs;
}

function ascending(docs: readonly number[]): Uint32Array {
  return Uint32Array.from(docs).sort();
}
