/**
 * The checkpoints of a generation of format version 1, in a file next to the log:
 *
 *     translog-N.ckp    record | record | …     64 bytes each
 *       record  magic u32 | operations u32 | offset f64 | minSeqNo f64 | maxSeqNo f64
 *               | globalCheckpoint f64 | trimmed f64 | unused | crc u32
 *
 * The last whole record with a valid crc is the current one; only the last record can be torn, by
 * an unacknowledged sync. A record lies within one sector, so a torn one is cut or zeros: any other
 * record that does not verify was damaged later.
 */
import { crc32 } from '@skein/bytes';
import type { Directory } from '@skein/search_library';
import {
  type Checkpoint,
  checkpointName,
  corrupted,
  decodeTrimmed,
  encodeTrimmed,
} from './format.js';

const RECORD_BYTES = 64;
const CRC_AT = RECORD_BYTES - 4;
const MAGIC = 0x43544b53;

/**
 * The newest whole record; `undefined` when there is none, so that nothing of the generation was
 * ever acknowledged.
 */
export function readCheckpointFile(
  directory: Directory,
  generation: number,
): Checkpoint | undefined {
  const records = wholeRecords(directory, generation);
  return records === 0 ? undefined : readRecord(directory, generation, records - 1);
}

/**
 * Appends a checkpoint, durably. It replaces a torn one, so that there are never two torn records
 * at the end.
 */
export function appendToCheckpointFile(
  directory: Directory,
  generation: number,
  checkpoint: Checkpoint,
): void {
  const end = wholeRecords(directory, generation) * RECORD_BYTES;
  const file = directory.openAppend(checkpointName(generation));
  try {
    if (file.length > end) file.truncate(end);
    file.append(encodeRecord(checkpoint));
    file.sync();
  } finally {
    file.close();
  }
}

/** Number of records up to the last one that verifies; a torn one may follow. */
function wholeRecords(directory: Directory, generation: number): number {
  const name = checkpointName(generation);
  const length = directory.length(name);
  const records = Math.floor(length / RECORD_BYTES);
  if (records === 0 || readRecord(directory, generation, records - 1) !== undefined) return records;
  const isTorn = length % RECORD_BYTES === 0 && isZeros(directory, generation, records - 1);
  const isFirst = records === 1;
  if (!isTorn || !(isFirst || readRecord(directory, generation, records - 2) !== undefined)) {
    throw corrupted(`${directory.location}/${name}`, `record [${records - 1}] does not verify`);
  }
  return records - 1;
}

function isZeros(directory: Directory, generation: number, record: number): boolean {
  const bytes = new Uint8Array(RECORD_BYTES);
  directory.readInto(checkpointName(generation), record * RECORD_BYTES, bytes);
  return bytes.every((byte) => byte === 0);
}

function readRecord(
  directory: Directory,
  generation: number,
  record: number,
): Checkpoint | undefined {
  const bytes = new Uint8Array(RECORD_BYTES);
  directory.readInto(checkpointName(generation), record * RECORD_BYTES, bytes);
  const view = new DataView(bytes.buffer);
  if (view.getUint32(0, true) !== MAGIC) return undefined;
  if (view.getUint32(CRC_AT, true) !== crc32(bytes.subarray(0, CRC_AT))) return undefined;
  return {
    operations: view.getUint32(4, true),
    offset: view.getFloat64(8, true),
    minSeqNo: view.getFloat64(16, true),
    maxSeqNo: view.getFloat64(24, true),
    globalCheckpoint: view.getFloat64(32, true),
    trimmedAbove: decodeTrimmed(view.getFloat64(40, true)),
  };
}

function encodeRecord(checkpoint: Checkpoint): Uint8Array {
  const bytes = new Uint8Array(RECORD_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, checkpoint.operations, true);
  view.setFloat64(8, checkpoint.offset, true);
  view.setFloat64(16, checkpoint.minSeqNo, true);
  view.setFloat64(24, checkpoint.maxSeqNo, true);
  view.setFloat64(32, checkpoint.globalCheckpoint, true);
  view.setFloat64(40, encodeTrimmed(checkpoint.trimmedAbove), true);
  view.setUint32(CRC_AT, crc32(bytes.subarray(0, CRC_AT)), true);
  return bytes;
}
