/**
 * The files of a translog. A generation N is two append-only files:
 *
 *     translog-N.tlog   header | frame | frame | …
 *       header  magic u32 | version u32 | primaryTerm f64 | length u32 | translog uuid (utf-8) | crc u32 of all before
 *       frame   length u32 | crc u32 of the operation | operation (operation_codec.ts)
 *     translog-N.ckp    record | record | …     64 bytes each
 *       record  magic u32 | operations u32 | offset f64 | minSeqNo f64 | maxSeqNo f64 | globalCheckpoint f64 | trimmed f64 | unused | crc u32
 *       trimmed  0: nothing; else 2 more than the sequence number above which the generation's operations never happened
 *
 * After each fsync of the log one record is appended to the checkpoint file and fsynced: it says how far the log is durable. The
 * last whole record whose crc fits is the one that counts; a torn one can only be the last, of a sync nobody was told of.
 * Below the record's offset every byte must verify, else the copy is corrupt; what lies beyond it is ignored.
 */
import { crc32 } from '@skein/bytes';
import { ApiError } from '@skein/errors';

export const FRAME_BYTES = 8;
export const CHECKPOINT_BYTES = 64;
/** A frame that claims more is corrupt; above `http.max_content_length` with room to spare. */
export const MAX_OPERATION_BYTES = 1024 ** 3;

const LOG_MAGIC = 0x4c544b53;
const CHECKPOINT_MAGIC = 0x43544b53;
const VERSION = 1;
/** The least number to trim above is -1; 0 says that nothing is. */
const TRIMMED_BIAS = 2;
const HEADER_FIXED_BYTES = 4 + 4 + 8 + 4;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface GenerationHeader {
  readonly translogUuid: string;
  readonly primaryTerm: number;
}

export interface Checkpoint {
  /** Length of the log's durable part. */
  readonly offset: number;
  readonly operations: number;
  /** -1 when the generation is empty. */
  readonly minSeqNo: number;
  readonly maxSeqNo: number;
  readonly globalCheckpoint: number;
  /** Operations above it never happened: a later primary did not have them. `undefined`: all count. */
  readonly trimmedAbove: number | undefined;
}

export function logName(generation: number): string {
  return `translog-${generation}.tlog`;
}

export function checkpointName(generation: number): string {
  return `translog-${generation}.ckp`;
}

/** The generation a file belongs to; `undefined` for files that are none of ours. */
export function generationOf(fileName: string): number | undefined {
  const match = /^translog-(\d+)\.(?:tlog|ckp)$/.exec(fileName);
  return match ? Number(match[1]) : undefined;
}

export function encodeHeader({ translogUuid, primaryTerm }: GenerationHeader): Uint8Array {
  const uuid = encoder.encode(translogUuid);
  const bytes = new Uint8Array(HEADER_FIXED_BYTES + uuid.length + 4);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, LOG_MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setFloat64(8, primaryTerm, true);
  view.setUint32(16, uuid.length, true);
  bytes.set(uuid, HEADER_FIXED_BYTES);
  const crcAt = HEADER_FIXED_BYTES + uuid.length;
  view.setUint32(crcAt, crc32(bytes.subarray(0, crcAt)), true);
  return bytes;
}

/** The header and its length. `bytes` begins with it. */
export function decodeHeader(
  bytes: Uint8Array,
  where: string,
): { readonly header: GenerationHeader; readonly length: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_FIXED_BYTES + 4) throw corrupted(where, 'header is too short');
  if (view.getUint32(0, true) !== LOG_MAGIC) throw corrupted(where, 'not a translog');
  const version = view.getUint32(4, true);
  if (version !== VERSION) throw corrupted(where, `unknown format version [${version}]`);
  const crcAt = HEADER_FIXED_BYTES + view.getUint32(16, true);
  if (crcAt + 4 > bytes.length) throw corrupted(where, 'header is too short');
  if (view.getUint32(crcAt, true) !== crc32(bytes.subarray(0, crcAt))) {
    throw corrupted(where, 'header checksum does not match');
  }
  return {
    header: {
      translogUuid: decoder.decode(bytes.subarray(HEADER_FIXED_BYTES, crcAt)),
      primaryTerm: view.getFloat64(8, true),
    },
    length: crcAt + 4,
  };
}

/** Fills in the frame at `start`, in front of an encoded operation that ends at `end`. */
export function sealFrame(
  { bytes, view }: { readonly bytes: Uint8Array; readonly view: DataView },
  start: number,
  end: number,
): void {
  const operation = start + FRAME_BYTES;
  view.setUint32(start, end - operation, true);
  view.setUint32(start + 4, crc32(bytes.subarray(operation, end)), true);
}

export function encodeCheckpoint(checkpoint: Checkpoint): Uint8Array {
  const bytes = new Uint8Array(CHECKPOINT_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, CHECKPOINT_MAGIC, true);
  view.setUint32(4, checkpoint.operations, true);
  view.setFloat64(8, checkpoint.offset, true);
  view.setFloat64(16, checkpoint.minSeqNo, true);
  view.setFloat64(24, checkpoint.maxSeqNo, true);
  view.setFloat64(32, checkpoint.globalCheckpoint, true);
  const { trimmedAbove } = checkpoint;
  view.setFloat64(40, trimmedAbove === undefined ? 0 : trimmedAbove + TRIMMED_BIAS, true);
  const crcAt = CHECKPOINT_BYTES - 4;
  view.setUint32(crcAt, crc32(bytes.subarray(0, crcAt)), true);
  return bytes;
}

/** The record, or `undefined` when it is torn. */
export function decodeCheckpoint(bytes: Uint8Array): Checkpoint | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const crcAt = CHECKPOINT_BYTES - 4;
  if (view.getUint32(0, true) !== CHECKPOINT_MAGIC) return undefined;
  if (view.getUint32(crcAt, true) !== crc32(bytes.subarray(0, crcAt))) return undefined;
  const trimmed = view.getFloat64(40, true);
  return {
    operations: view.getUint32(4, true),
    offset: view.getFloat64(8, true),
    minSeqNo: view.getFloat64(16, true),
    maxSeqNo: view.getFloat64(24, true),
    globalCheckpoint: view.getFloat64(32, true),
    trimmedAbove: trimmed === 0 ? undefined : trimmed - TRIMMED_BIAS,
  };
}

export function corrupted(where: string, what: string): ApiError {
  return new ApiError('translog_corrupted_exception', `translog [${where}] is corrupted: ${what}`);
}
