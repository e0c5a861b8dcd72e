/** A record of a shard's log, as it is stored. */
import { Malformed } from '../format/envelope.js';
import { Fields } from '../format/fields.js';
import type { RecordPlace } from './remote_names.js';

interface StoredCommit {
  readonly maxSeqNo: number;
  readonly logFrom: RecordPlace;
  /** The list of the commit's files. */
  readonly files: string;
}

interface Written {
  readonly owner: string;
  readonly term: number;
  readonly writer: string;
  readonly serial: number;
}

interface StoredHead extends Written {
  readonly kind: 'head';
  readonly trimAbove: number | undefined;
  readonly commit: StoredCommit | undefined;
  readonly lastCommit: number | undefined;
  readonly lacks: number;
  readonly sealedAt: number | undefined;
}

export type StoredRecord =
  | StoredHead
  /** `frames` holds operations in the translog's format, one after the other. */
  | (Written & { readonly kind: 'operations'; readonly frames: Uint8Array })
  | (Written & { readonly kind: 'seal' });

const KINDS = ['head', 'operations', 'seal'] as const;

/** A record, with the version of the index's metadata that its content needs at least. */
export interface RecordContent {
  readonly record: StoredRecord;
  readonly metadataVersion: number;
}

export function contentFromPlain(value: unknown): RecordContent {
  const fields = new Fields(value);
  const record = fields.optional('record', recordFromPlain);
  if (record === undefined) throw new Malformed('[record] is missing');
  return { record, metadataVersion: fields.count('metadataVersion') };
}

function recordFromPlain(value: unknown): StoredRecord {
  const fields = new Fields(value);
  const kind = fields.oneOf('kind', KINDS);
  const written = {
    owner: fields.plainName('owner'),
    term: fields.count('term'),
    writer: fields.text('writer'),
    serial: fields.count('serial'),
  };
  switch (kind) {
    case 'seal':
      return { kind, ...written };
    case 'operations': {
      const frames = fields.optionalBytes('frames');
      if (frames === undefined) throw new Malformed('[frames] is missing');
      return { kind, ...written, frames };
    }
    default:
      return {
        kind,
        ...written,
        trimAbove: fields.optionalCount('trimAbove', -1),
        commit: fields.optional('commit', commitFromPlain),
        lastCommit: fields.optionalCount('lastCommit'),
        lacks: fields.count('lacks', -1),
        sealedAt: fields.optionalCount('sealedAt'),
      };
  }
}

function commitFromPlain(value: unknown): StoredCommit {
  const fields = new Fields(value);
  const logFrom = fields.optional('logFrom', placeFromPlain);
  if (logFrom === undefined) throw new Malformed('[logFrom] is missing');
  return { maxSeqNo: fields.count('maxSeqNo', -1), logFrom, files: fields.plainName('files') };
}

function placeFromPlain(value: unknown): RecordPlace {
  const fields = new Fields(value);
  return { segment: fields.count('segment'), index: fields.count('index') };
}
