/**
 * Tombstones: operations without a document (deletions, and sequence numbers that were never used),
 * stored as documents that no search sees. They make the history of the shard in the index
 * complete.
 */
import { utf8 } from '@skein/bytes';
import type { FieldSpec } from './field_spec.js';
import type { IndexableDocument } from './indexable_document.js';

/** The kind of tombstone; other documents do not have this field. */
export const TOMBSTONE_FIELD = '_tombstone';
export const DELETE_TOMBSTONE = 1;
export const NOOP_TOMBSTONE = 2;

const TOMBSTONE_SPEC: FieldSpec = {
  name: TOMBSTONE_FIELD,
  postings: 'none',
  norms: false,
  column: 'long',
  points: false,
};

interface Numbers {
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

export function deleteTombstone(id: string, numbers: Numbers): IndexableDocument {
  return tombstone(DELETE_TOMBSTONE, { id, source: undefined }, numbers);
}

/** A tombstone with the reason as its source. No document has its id. */
export function noopTombstone(
  reason: string,
  numbers: Omit<Numbers, 'version'>,
): IndexableDocument {
  return tombstone(NOOP_TOMBSTONE, { id: '', source: utf8(reason) }, { ...numbers, version: 1 });
}

function tombstone(
  value: number,
  stored: { readonly id: string; readonly source: Uint8Array | undefined },
  numbers: Numbers,
): IndexableDocument {
  return {
    fields: [{ kind: 'number', spec: TOMBSTONE_SPEC, value }],
    stored: { ...stored, routing: undefined, fields: undefined },
    ...numbers,
  };
}
