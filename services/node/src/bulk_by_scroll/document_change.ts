/** What each of the three writes for a document it found, with a script and without. */
import { ApiError } from '@skein/errors';
import type { BulkScriptResult, WriteItem } from '@skein/shard';
import { PLAIN_WRITE, type RoutedWrite } from '../document_router/mod.js';
import type { ByScrollKind, Destination } from './contract.js';
import type { FoundDocument } from './found_documents.js';

export interface DocumentChange {
  readonly action: string;
  /** How its task is told of. */
  describe(indices: string): string;
  /** Whether hits need their source; whether their sequence numbers; whether their versions. */
  readonly reads: { readonly source: boolean; readonly seqNo: boolean; readonly version: boolean };
  /** Whether a script may say where the document goes. */
  readonly mayMove: boolean;
  write(document: FoundDocument): RoutedWrite;
  /** What is written after a script has looked at it. */
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
      // What the script left alone goes where it would have gone without it.
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

/** A script that takes the version away wants none checked; one that sets it wants that one. */
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

/** Only if nobody has written it since. */
function condition({ seqNo, primaryTerm }: FoundDocument): Partial<WriteItem> {
  return { ifSeqNo: seqNo, ifPrimaryTerm: primaryTerm };
}

export function sourceOf({ index, id, source }: FoundDocument): Uint8Array {
  if (source !== undefined) return source;
  throw new ApiError('illegal_argument_exception', `[${index}][${id}] didn't store _source`);
}
