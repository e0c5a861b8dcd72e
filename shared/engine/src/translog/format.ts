/**
 * The append-only file of a translog's generation N:
 *
 *     translog-N.tlog   header | frame | frame | …
 *       header      magic u32 | version u32 | primaryTerm f64 | length u32
 *                   | translog uuid (utf-8) | crc u32 of all before
 *       frame       length u32 | crc u32 of the body | body: an operation (operation_codec.ts),
 *                   a checkpoint or a filler
 *       checkpoint  kind u8 = 0xc7 | faint u24 | operations u32 | at f64 | before f64
 *                   | minSeqNo f64 | maxSeqNo f64 | globalCheckpoint f64 | trimmed f64
 *         faint     number of cells of 64 bytes, from the checkpoint before it to this one,
 *                   that are nearly all zeros as they were written
 *         at        start of its frame
 *         before    end of the checkpoint before it, 0 for the first: the file was durable up to
 *                   here when this one was written
 *         trimmed   0: nothing; else 2 more than the sequence number above which the
 *                   generation's operations are void
 *       filler      kind u8 = 0xc8 | 0xff …: makes the checkpoint behind it begin at a multiple
 *                   of 64, so that it lies in one sector whatever its size
 *
 * A sync appends the waiting operations and a checkpoint behind them and makes all of it durable
 * with one fsync. Below the newest checkpoint every byte must verify, otherwise the copy is
 * corrupt; only the last sync may be torn, and torn data is told from later damage by its shape
 * (checkpoint_search.ts).
 *
 * Version 2 had no fillers and counted no faint cells: checkpoints lay anywhere. Version 1 had no
 * checkpoints in the log but a separate file of them, `translog-N.ckp` (checkpoint_file.ts). Such
 * generations are read and trimmed; new ones are not written.
 */
import { crc32 } from '@skein/bytes';
import { ApiError } from '@skein/errors';

export const FRAME_BYTES = 8;
/** Length of a checkpoint's frame. */
export const CHECKPOINT_BYTES = 64;
/**
 * Limit of a frame; one that claims more is corrupt. It is well above `http.max_content_length`.
 */
export const MAX_OPERATION_BYTES = 1024 ** 3;

const LOG_MAGIC = 0x4c544b53;
/** The first byte of a checkpoint's body, in the place of an operation's kind. */
export const CHECKPOINT_KIND = 0xc7;
const FILLER_KIND = 0xc8;
const VERSION = 3;
const READABLE_VERSIONS: ReadonlySet<number> = new Set([1, 2, VERSION]);
/** Limit of the count of faint cells. */
const MAX_FAINT_CELLS = 2 ** 24 - 1;
/**
 * Offset of the stored number: the lowest number to trim above is -1, and 0 means that nothing is
 * trimmed.
 */
const TRIMMED_BIAS = 2;
const HEADER_FIXED_BYTES = 4 + 4 + 8 + 4;
/** Limit of the header's length. */
export const MAX_HEADER_BYTES = 4096;

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
  /** Operations above it are void: a later primary did not have them. `undefined`: all count. */
  readonly trimmedAbove: number | undefined;
}

export function logName(generation: number): string {
  return `translog-${generation}.tlog`;
}

export function checkpointName(generation: number): string {
  return `translog-${generation}.ckp`;
}

/** The generation of a file; `undefined` for a file that is not part of a translog. */
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

/** Decodes the header at the beginning of `bytes`; returns it and its length. */
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

/** True if the bytes, a whole file, end within the header. */
export function isHeaderCut(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER_FIXED_BYTES) return true;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = HEADER_FIXED_BYTES + view.getUint32(16, true) + 4;
  return bytes.length < length && length <= MAX_HEADER_BYTES;
}

/**
 * True if checkpoints of the log lie at multiples of `CELL_BYTES` instead of anywhere. `bytes`: the
 * beginning of the log.
 */
export function hasCells(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes.length < 8 || view.getUint32(4, true) >= 3;
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

/** The facts about a sync that its checkpoint records. */
interface SyncTrace {
  /** The offset of the checkpoint before it in the same log, 0 for the first. */
  readonly before: number;
  readonly faintCells: number;
}

/** Encodes the frame of a checkpoint. */
export function encodeCheckpoint(
  checkpoint: Checkpoint,
  { before, faintCells }: SyncTrace,
): Uint8Array {
  const bytes = new Uint8Array(CHECKPOINT_BYTES);
  const view = new DataView(bytes.buffer);
  const faint = Math.min(faintCells, MAX_FAINT_CELLS);
  view.setUint32(FRAME_BYTES, CHECKPOINT_KIND + faint * 256, true);
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

export interface CheckpointFrame extends SyncTrace {
  readonly checkpoint: Checkpoint;
}

/** Decodes the checkpoint whose whole frame lies at `at` of the log; `undefined`: there is none. */
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
    faintCells: view.getUint32(FRAME_BYTES, true) >>> 8,
  };
}

/**
 * True if the bytes, which are no valid checkpoint at `at`, must have been one: small damage leaves
 * most of a checkpoint's constant parts.
 */
export function wasCheckpoint(frame: Uint8Array, at: number, before: number): boolean {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const marks = [
    view.getUint32(0, true) === CHECKPOINT_BYTES - FRAME_BYTES,
    frame[FRAME_BYTES] === CHECKPOINT_KIND,
    view.getFloat64(16, true) === at,
    view.getFloat64(24, true) === before,
  ];
  return marks.filter((isThere) => isThere).length >= 2;
}

/**
 * A frame that extends a log of `length` bytes to a multiple of `multiple`; empty if there is
 * nothing to fill.
 */
export function encodeFiller(length: number, multiple: number): Uint8Array {
  const gap = -length & (multiple - 1);
  if (gap === 0) return new Uint8Array(0);
  const bytes = new Uint8Array(gap > FRAME_BYTES ? gap : gap + multiple).fill(0xff);
  bytes[FRAME_BYTES] = FILLER_KIND;
  sealFrame({ bytes, view: new DataView(bytes.buffer) }, 0, bytes.length);
  return bytes;
}

/** True if a frame's body is a checkpoint. */
export const isCheckpoint = (body: Uint8Array): boolean => body[0] === CHECKPOINT_KIND;

/** True if a frame's body is an operation: neither a checkpoint nor a filler. */
export const isOperation = (body: Uint8Array): boolean =>
  body[0] !== CHECKPOINT_KIND && body[0] !== FILLER_KIND;

export const encodeTrimmed = (above: number | undefined): number =>
  above === undefined ? 0 : above + TRIMMED_BIAS;

export const decodeTrimmed = (written: number): number | undefined =>
  written === 0 ? undefined : written - TRIMMED_BIAS;

export function corrupted(where: string, what: string): ApiError {
  return new ApiError('translog_corrupted_exception', `translog [${where}] is corrupted: ${what}`);
}
