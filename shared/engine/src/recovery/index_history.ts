/** The history in a shard's index: documents and tombstones, converted to operations of the log. */
import { assert } from '@skein/base';
import { utf8Decode } from '@skein/bytes';
import {
  DELETE_TOMBSTONE,
  type HistoryDocument,
  NOOP_TOMBSTONE,
  type StoredDocument,
} from '@skein/search_library';
import type { TranslogOperation } from '../translog/operation_codec.js';

export function* operationsOf(documents: Iterable<HistoryDocument>): Generator<TranslogOperation> {
  for (const document of documents) yield operationOf(document);
}

function operationOf(document: HistoryDocument): TranslogOperation {
  const { seqNo, primaryTerm, version, tombstone, stored } = document;
  const { id, routing } = stored;
  switch (tombstone) {
    case DELETE_TOMBSTONE:
      return { kind: 'delete', seqNo, primaryTerm, version, id };
    case NOOP_TOMBSTONE:
      return { kind: 'noop', seqNo, primaryTerm, reason: utf8Decode(sourceOf(stored)) };
    default:
      return {
        kind: 'index',
        seqNo,
        primaryTerm,
        version,
        id,
        routing,
        source: sourceOf(stored),
      };
  }
}

function sourceOf({ id, source, recoverySource }: StoredDocument): Uint8Array {
  const arrived = recoverySource ?? source;
  assert(arrived !== undefined, `nothing is left of what arrived as [${id}]`);
  return arrived;
}

/** Adds the source as it arrived to a stored document, if it differs from the stored source. */
export function withArrived(stored: StoredDocument, arrived: Uint8Array): StoredDocument {
  const isKept = stored.source !== undefined && isSame(stored.source, arrived);
  return isKept ? stored : { ...stored, recoverySource: arrived };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
