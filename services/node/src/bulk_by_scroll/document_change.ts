/** The write that each of the three requests makes for a document, with and without a script. */
import { ApiError } from '@skein/errors';
import type { BulkScriptResult, WriteItem } from '@skein/shard';
import { PLAIN_WRITE, type RoutedWrite } from '../document_router/mod.js';
import type { ByScrollKind, Destination } from './contract.js';
import type { FoundDocument } from './found_documents.js';

export interface DocumentChange {
  readonly action: string;
  /** The description of the task. */
  describe(indices: string): string;
  /** True for each part of the hits that is needed: source, sequence number, version. */
  readonly reads: { readonly source: boolean; readonly seqNo: boolean; readonly version: boolean };
  /** True if a script may change the target of the document. */
  readonly mayMove: boolean;
  write(document: FoundDocument): RoutedWrite;
  /** The write after a script has processed the document. */
  scripted(document: FoundDocument, result: BulkScriptResult): RoutedWrite;
}

export function documentChange(
  kind: ByScrollKind,
  destination: Destination | undefined,
): DocumentChange {
  if (kind === 'delete_by_query') return DELETING;
  if (destination === undefined) return UPDATING;
  return copying(destination);
}

const DELETING: DocumentChange = {
  action: 'indices:data/write/delete/byquery',
  describe: (indices) => `delete-by-query [${indices}]`,
  reads: { source: false, seqNo: true, version: false },
  mayMove: false,
  write: (document) => ({ ...unconditional(document), op: 'delete', ...condition(document) }),
  scripted: (document) => DELETING.write(document),
};

const UPDATING: DocumentChange = {
  action: 'indices:data/write/update/byquery',
  describe: (indices) => `update-by-query [${indices}]`,
  reads: { source: true, seqNo: true, version: false },
  mayMove: false,
  write: (document) => ({
    ...unconditional(document),
    op: 'index',
    body: sourceOf(document),
    ...condition(document),
  }),
  scripted: (document, { op, source }) =>
    op === 'delete'
      ? DELETING.write(document)
      : { ...unconditional(document), op: 'index', body: source, ...condition(document) },
};

function copying(to: Destination): DocumentChange {
  const { index, opType, requireAlias, versionType } = to;
  const isVersioned = versionType !== 'internal';
  return {
    action: 'indices:data/write/reindex',
    describe: (indices) => `reindex from [${indices}] to [${index}]`,
    reads: { source: true, seqNo: false, version: isVersioned },
    mayMove: true,
    write: (document) => ({
      ...unconditional(document),
      op: opType,
      index,
      requireAlias,
      routing: routingOf(to, document),
      body: sourceOf(document),
      ...(isVersioned ? { versionType, version: document.version } : {}),
    }),
    scripted: (document, result) => {
      const { op, source, id } = result;
      // Values that the script left unchanged are replaced as they would be without it.
      const isIndexKept = result.index === document.index;
      const isRoutingKept = result.routing === document.routing;
      const place = {
        index: isIndexKept ? index : result.index,
        id: id ?? document.id,
        routing: isRoutingKept ? routingOf(to, document) : result.routing,
        requireAlias,
      };
      if (op === 'delete') return { ...unconditional(document), ...place, op };
      return {
        ...unconditional(document),
        ...place,
        ...(id === undefined ? { id: '', autoId: true } : {}),
        op: opType,
        body: source,
        ...scriptedVersion(result, document, to),
      };
    },
  };
}

/**
 * A script that removes the version disables the version check; one that sets it requires that
 * version.
 */
function scriptedVersion(
  result: BulkScriptResult,
  document: FoundDocument,
  { versionType }: Destination,
): Partial<WriteItem> {
  if (!('version' in result)) {
    return versionType === 'internal' ? {} : { versionType, version: document.version };
  }
  const { version } = result;
  return version === undefined ? {} : { versionType, version };
}

function routingOf({ routing }: Destination, document: FoundDocument): string | undefined {
  if (routing === 'keep') return document.routing;
  return routing === 'discard' ? undefined : routing.value;
}

function unconditional({ index, id, routing }: FoundDocument): Omit<RoutedWrite, 'op'> {
  return { ...PLAIN_WRITE, index, id, routing, body: undefined };
}

/** Succeeds only if the document has not been written since. */
function condition({ seqNo, primaryTerm }: FoundDocument): Partial<WriteItem> {
  return { ifSeqNo: seqNo, ifPrimaryTerm: primaryTerm };
}

export function sourceOf({ index, id, source }: FoundDocument): Uint8Array {
  if (source !== undefined) return source;
  throw new ApiError('illegal_argument_exception', `[${index}][${id}] didn't store _source`);
}
