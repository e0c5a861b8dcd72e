/** Operations on a document of one shard's storage, and their results. Plain data. */
import type { IndexedField, NestedDocument, StoredDocument } from '@skein/search_library';

export type VersionType = 'internal' | 'external' | 'external_gte';

/** The conditions of a write on the document's current state. */
export interface WriteConditions {
  /** The document's key. */
  readonly id: string;
  /**
   * `undefined`: any. With `internal` the expected version; with the external types the version to
   * set.
   */
  readonly version: number | undefined;
  readonly versionType: VersionType;
  readonly ifSeqNo: number | undefined;
  readonly ifPrimaryTerm: number | undefined;
}

/** A document prepared by the mapping: the indexed and the stored parts. */
export interface PreparedDocument {
  readonly fields: readonly IndexedField[];
  readonly nested?: readonly NestedDocument[] | undefined;
  readonly stored: StoredDocument;
}

export interface IndexOperation extends WriteConditions {
  readonly routing: string | undefined;
  /** True if the document must not exist. */
  readonly create: boolean;
  /** True if the server made the id for this very request, so that no look-up is needed. */
  readonly autoId: boolean;
  /** The document as it arrived, for the translog. */
  readonly source: Uint8Array;
  readonly document: PreparedDocument;
}

/** Indexes whatever is there, without routing. */
export const UNCONDITIONAL_INDEX = {
  routing: undefined,
  version: undefined,
  versionType: 'internal',
  ifSeqNo: undefined,
  ifPrimaryTerm: undefined,
  create: false,
  autoId: false,
} as const satisfies Partial<IndexOperation>;

/** An indexed document: a new one, or one replicated from another copy. */
export interface IndexedOperation {
  readonly id: string;
  readonly routing: string | undefined;
  readonly source: Uint8Array;
  readonly document: PreparedDocument;
}

export type DeleteOperation = WriteConditions;

export interface WriteOutcome {
  readonly result: 'created' | 'updated' | 'deleted' | 'not_found';
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

/** A document after the last acknowledged write. */
export interface CurrentDocument {
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly routing: string | undefined;
  readonly source: Uint8Array | undefined;
  readonly fields: StoredDocument['fields'];
}
