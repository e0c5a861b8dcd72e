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
    // `writeStored` has written lists.
    fields: flags & FLAG_FIELDS ? (readRecord(input) as Record<string, unknown[]>) : undefined,
  };
  return flags & FLAG_RECOVERY_SOURCE ? { ...stored, recoverySource: input.byteArray() } : stored;
}

/** The end of the document is not among the bytes that are ready. */
export const NOT_READY = -1;
/** The document has stored values, whose end is known only by reading them. */
export const UNKNOWN_END = -2;

/** Where the document at `at` ends, by the bytes before `ready`; or one of the constants above. */
export function endOfStored(bytes: Uint8Array, at: number, ready: number): number {
  if (at >= ready) return NOT_READY;
  const flags = bytes[at];
  if (flags & FLAG_FIELDS) return UNKNOWN_END;
  let end = endOfBytes(bytes, at + 1, ready);
  if (flags & FLAG_ROUTING) end = endOfBytes(bytes, end, ready);
  if (flags & FLAG_SOURCE) end = endOfBytes(bytes, end, ready);
  if (flags & FLAG_RECOVERY_SOURCE) end = endOfBytes(bytes, end, ready);
  return end;
}

/** The end of bytes with their length in front (`ByteWriter.byteArray`). */
function endOfBytes(bytes: Uint8Array, start: number, ready: number): number {
  if (start === NOT_READY) return NOT_READY;
  let at = start;
  let length = 0;
  for (let factor = 1; ; factor *= 128) {
    if (at >= ready) return NOT_READY;
    const byte = bytes[at++];
    length += (byte & 0x7f) * factor;
    if (byte < 0x80) break;
  }
  const end = at + length;
  return end <= ready ? end : NOT_READY;
}
