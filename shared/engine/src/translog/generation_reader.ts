/** Reads one generation: every operation below its checkpoint, verified. */
import { crc32 } from '@skein/bytes';
import type { Directory } from '@skein/search_library';
import { FileWindow } from './file_window.js';
import {
  type Checkpoint,
  corrupted,
  decodeHeader,
  FRAME_BYTES,
  type GenerationHeader,
  isOperation,
  logName,
  MAX_HEADER_BYTES,
  MAX_OPERATION_BYTES,
} from './format.js';
import { decodeOperation, type TranslogOperation } from './operation_codec.js';

export function readHeader(
  directory: Directory,
  generation: number,
): { readonly header: GenerationHeader; readonly length: number } {
  const name = logName(generation);
  const where = `${directory.location}/${name}`;
  if (!directory.exists(name)) throw corrupted(where, 'the file is missing');
  const bytes = new Uint8Array(Math.min(directory.length(name), MAX_HEADER_BYTES));
  directory.readInto(name, 0, bytes);
  return decodeHeader(bytes, where);
}

/** The operations below the checkpoint's offset, in the order they were written. */
export function* readOperations(
  directory: Directory,
  generation: number,
  checkpoint: Checkpoint,
): Generator<TranslogOperation> {
  const name = logName(generation);
  const where = `${directory.location}/${name}`;
  const { length: headerLength } = readHeader(directory, generation);
  if (directory.length(name) < checkpoint.offset) {
    throw corrupted(where, `ends before its checkpoint at [${checkpoint.offset}]`);
  }
  const window = new FileWindow(directory, name, checkpoint.offset);
  let operations = 0;
  for (let at = headerLength; at < checkpoint.offset; ) {
    const body = frameBody(window, at);
    if (body === undefined) throw corrupted(where, `what lies at [${at}] does not verify`);
    at += FRAME_BYTES + body.length;
    if (!isOperation(body)) continue;
    operations++;
    yield decodeOperation(body);
  }
  if (operations !== checkpoint.operations) {
    throw corrupted(where, `holds [${operations}] operations, expected [${checkpoint.operations}]`);
  }
}

/**
 * The body of the frame at `at`, valid until the next read; `undefined`: it does not verify, or
 * passes the window's end.
 */
export function frameBody(window: FileWindow, at: number): Uint8Array | undefined {
  const frame = window.read(at, FRAME_BYTES);
  if (frame === undefined) return undefined;
  const view = new DataView(frame.buffer, frame.byteOffset, FRAME_BYTES);
  const length = view.getUint32(0, true);
  const crc = view.getUint32(4, true);
  const body = length > MAX_OPERATION_BYTES ? undefined : window.read(at + FRAME_BYTES, length);
  return body !== undefined && body.length > 0 && crc32(body) === crc ? body : undefined;
}

/** Reads one operation by its place, for real-time reads. */
export function readOperationAt(
  directory: Directory,
  generation: number,
  offset: number,
  length: number,
): TranslogOperation {
  const name = logName(generation);
  const bytes = new Uint8Array(length);
  directory.readInto(name, offset, bytes);
  return decodeFrame(bytes, `${directory.location}/${name}`, offset);
}

/** Decodes a whole frame in memory after verifying it. */
export function decodeFrame(frame: Uint8Array, where: string, offset: number): TranslogOperation {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const body = frame.subarray(FRAME_BYTES);
  if (view.getUint32(0, true) !== body.length || view.getUint32(4, true) !== crc32(body)) {
    throw corrupted(where, `checksum of operation at [${offset}] does not match`);
  }
  return decodeOperation(body);
}
