/** What one shard's storage is asked to do to a document, and what it answers. Plain data. */
import type { IndexedField, NestedDocument, StoredDocument } from '@skein/search_library';

export type VersionType = 'internal' | 'external' | 'external_gte';

/** What a write demands of the document's present state. */
export interface WriteConditions {
  /** The document's key. */
  readonly id: string;
  /** `undefined`: any. With `internal` the present version; with the external types the version to set. */
  readonly version: number | undefined;
  readonly versionType: VersionType;
  readonly ifSeqNo: number | undefined;
  readonly ifPrimaryTerm: number | undefined;
}

/** A document made ready by the mapping: what is indexed and what is stored. */
export interface PreparedDocument {
  readonly fields: readonly IndexedField[];
  readonly nested?: readonly NestedDocument[] | undefined;
  readonly stored: StoredDocument;
}

export interface IndexOperation extends WriteConditions {
  readonly routing: string | undefined;
  /** The document must not exist. */
  readonly create: boolean;
  /** The id was made by the server for this very request: no look-up is needed. */
  readonly autoId: boolean;
  /** The document as it arrived, for the translog. */
  readonly source: Uint8Array;
  readonly document: PreparedDocument;
}

/** A document that was indexed, here first or as another copy has it. */
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

/** A document as the latest acknowledged write left it. */
export interface CurrentDocument {
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly routing: string | undefined;
  readonly source: Uint8Array | undefined;
  readonly fields: StoredDocument['fields'];
}
