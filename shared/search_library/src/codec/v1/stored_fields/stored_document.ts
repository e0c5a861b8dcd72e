/** One stored document as bytes inside a block. */
import type { ByteReader, ByteWriter } from '@skein/bytes';
import type { StoredDocument } from '../../../document/indexable_document.js';
import { readRecord, writeRecord } from './stored_value.js';

const FLAG_ROUTING = 1;
const FLAG_SOURCE = 2;
const FLAG_FIELDS = 4;
const FLAG_RECOVERY_SOURCE = 8;

export function writeStored(out: ByteWriter, stored: StoredDocument): void {
  const { id, routing, source, fields, recoverySource } = stored;
  out.u8(
    (routing === undefined ? 0 : FLAG_ROUTING) |
      (source === undefined ? 0 : FLAG_SOURCE) |
      (fields === undefined ? 0 : FLAG_FIELDS) |
      (recoverySource === undefined ? 0 : FLAG_RECOVERY_SOURCE),
  );
  out.string(id);
  if (routing !== undefined) out.string(routing);
  if (source !== undefined) out.byteArray(source);
  if (fields !== undefined) writeRecord(out, fields);
  if (recoverySource !== undefined) out.byteArray(recoverySource);
}

/** Reads a document. Its byte arrays are views of the input and valid as long as it is. */
export function readStored(input: ByteReader): StoredDocument {
  const flags = input.u8();
  const stored: StoredDocument = {
    id: input.string(),
    routing: flags & FLAG_ROUTING ? input.string() : undefined,
    source: flags & FLAG_SOURCE ? input.byteArray() : undefined,
    fields: flags & FLAG_FIELDS ? (readRecord(input) as Record<string, unknown[]>) : undefined,
  };
  return flags & FLAG_RECOVERY_SOURCE ? { ...stored, recoverySource: input.byteArray() } : stored;
}
