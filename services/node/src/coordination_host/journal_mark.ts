/**
 * A lower bound of the journal's durable length. It tells a file that ends within an unacknowledged
 * frame, after a crash, from one that lost an acknowledged frame. The mark is written after each
 * write and never synced: an old mark says less, but nothing wrong.
 */
import { crc32 } from '@skein/bytes';

const MAGIC = 0x4d4a4b53;
const RECORD_BYTES = 24;
const CRC_AT = RECORD_BYTES - 4;

export interface JournalMark {
  readonly generation: number;
  readonly bytes: number;
}

export function encodeMark({ generation, bytes }: JournalMark): Uint8Array {
  const record = new Uint8Array(RECORD_BYTES);
  const view = new DataView(record.buffer);
  view.setUint32(0, MAGIC, true);
  view.setFloat64(4, generation, true);
  view.setFloat64(12, bytes, true);
  view.setUint32(CRC_AT, crc32(record.subarray(0, CRC_AT)), true);
  return record;
}

/** Undefined if there is no valid mark. */
export function readMark(record: Uint8Array | undefined): JournalMark | undefined {
  if (record?.length !== RECORD_BYTES) return undefined;
  const view = new DataView(record.buffer, record.byteOffset, RECORD_BYTES);
  if (view.getUint32(0, true) !== MAGIC) return undefined;
  if (view.getUint32(CRC_AT, true) !== crc32(record.subarray(0, CRC_AT))) return undefined;
  return { generation: view.getFloat64(4, true), bytes: view.getFloat64(12, true) };
}
