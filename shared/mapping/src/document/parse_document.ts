import type { Clock } from '@skein/base';
import type { JsonObject } from '@skein/content';
import type { IndexedField, StoredDocument } from '@skein/search_library';
import type { IndexMapping } from '../index_mapping.js';

export interface ParsedDocument {
  /** Without `_id`, `_version`, `_seq_no`, `_primary_term`, which the library adds. */
  readonly fields: readonly IndexedField[];
  /** Source with the mapping's includes and excludes applied. */
  readonly stored: StoredDocument;
  /**
   * Mapping JSON to merge before the document can be indexed. When it is there `fields` is incomplete: the caller applies the
   * update (`mergeMapping`) and parses the document again.
   */
  readonly dynamicUpdate: JsonObject | undefined;
}

export interface DocumentMeta {
  readonly id: string;
  readonly routing: string | undefined;
}

export declare function parseDocument(
  mapping: IndexMapping,
  source: Uint8Array,
  meta: DocumentMeta,
  clock: Clock,
): ParsedDocument;
