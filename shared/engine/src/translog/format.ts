/**
 * The file of a translog's generation N, append-only:
 *
 *     translog-N.tlog   header | frame | frame | …
 *       header      magic u32 | version u32 | primaryTerm f64 | length u32 | translog uuid (utf-8) | crc u32 of all before
 *       frame       length u32 | crc u32 of the body | body: an operation (operation_codec.ts) or a checkpoint
 *       checkpoint  kind u8 = 0xc7 | 3 unused | operations u32 | at f64 | before f64 | minSeqNo f64 | maxSeqNo f64 | globalCheckpoint f64 | trimmed f64
 *         at        where its frame begins
 *         before    where the checkpoint before it ends, 0 for the first: so far the file was durable when this one was written
 *         trimmed   0: nothing; else 2 more than the sequence number above which the generation's operations never happened
 *
 * A sync appends the waiting operations and a checkpoint behind them and makes all of it durable with one fsync. The newest checkpoint with
 * nothing damaged between it and the one before is the one that counts: below it every byte must verify, else the copy is corrupt.
 * What lies beyond it was torn by a crash, in a sync nobody was told of (checkpoint_search.ts).
 *
 * Version 1 had no checkpoints in the log but a file `translog-N.ckp` of them (checkpoint_file.ts). Such generations are read and trimmed, no
 * new ones are begun.
 */
import { crc32 } from '@skein/bytes';
import { ApiError } from '@skein/errors';

export const FRAME_BYTES = 8;
/** A checkpoint's frame. */
export const CHECKPOINT_BYTES = 64;
/** A frame that claims more is corrupt; above `http.max_content_length` with room to spare. */
export const MAX_OPERATION_BYTES = 1024 ** 3;

const LOG_MAGIC = 0x4c544b53;
/** The first byte of a checkpoint's body, where operations have their kind. */
export const CHECKPOINT_KIND = 0xc7;
const VERSION = 2;
const READABLE_VERSIONS: ReadonlySet<number> = new Set([1, VERSION]);
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
  /** Length of the log's durable part, up to the end of the checkpoint itself. */
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
  if (!READABLE_VERSIONS.has(version)) {
    throw corrupted(where, `unknown format version [${version}]`);
  }
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

/** The frame. `before`: the offset of the checkpoint before it in the same log, 0 for the first. */
export function encodeCheckpoint(checkpoint: Checkpoint, before: number): Uint8Array {
  const bytes = new Uint8Array(CHECKPOINT_BYTES);
  const view = new DataView(bytes.buffer);
  bytes[FRAME_BYTES] = CHECKPOINT_KIND;
  view.setUint32(12, checkpoint.operations, true);
  view.setFloat64(16, checkpoint.offset - CHECKPOINT_BYTES, true);
  view.setFloat64(24, before, true);
  view.setFloat64(32, checkpoint.minSeqNo, true);
  view.setFloat64(40, checkpoint.maxSeqNo, true);
  view.setFloat64(48, checkpoint.globalCheckpoint, true);
  view.setFloat64(56, encodeTrimmed(checkpoint.trimmedAbove), true);
  sealFrame({ bytes, view }, 0, CHECKPOINT_BYTES);
  return bytes;
}

export interface CheckpointFrame {
  readonly checkpoint: Checkpoint;
  readonly before: number;
}

/** The checkpoint whose whole frame lies at `at` of the log; `undefined`: there is none. */
export function decodeCheckpoint(frame: Uint8Array, at: number): CheckpointFrame | undefined {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const isOne =
    frame.length === CHECKPOINT_BYTES &&
    view.getUint32(0, true) === CHECKPOINT_BYTES - FRAME_BYTES &&
    frame[FRAME_BYTES] === CHECKPOINT_KIND &&
    view.getFloat64(16, true) === at &&
    view.getUint32(4, true) === crc32(frame.subarray(FRAME_BYTES));
  if (!isOne) return undefined;
  return {
    checkpoint: {
      operations: view.getUint32(12, true),
      offset: at + CHECKPOINT_BYTES,
      minSeqNo: view.getFloat64(32, true),
      maxSeqNo: view.getFloat64(40, true),
      globalCheckpoint: view.getFloat64(48, true),
      trimmedAbove: decodeTrimmed(view.getFloat64(56, true)),
    },
    before: view.getFloat64(24, true),
  };
}

/** Whether a frame's body is a checkpoint; else it is an operation. */
export const isCheckpoint = (body: Uint8Array): boolean => body[0] === CHECKPOINT_KIND;

export const encodeTrimmed = (above: number | undefined): number =>
  above === undefined ? 0 : above + TRIMMED_BIAS;

export const decodeTrimmed = (written: number): number | undefined =>
  written === 0 ? undefined : written - TRIMMED_BIAS;

export function corrupted(where: string, what: string): ApiError {
  return new ApiError('translog_corrupted_exception', `translog [${where}] is corrupted: ${what}`);
}
