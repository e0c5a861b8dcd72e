/** Reads one generation back: its newest checkpoint, and every operation below it, verified. */
import { crc32 } from '@skein/bytes';
import type { Directory } from '@skein/search_library';
import {
  CHECKPOINT_BYTES,
  type Checkpoint,
  checkpointName,
  corrupted,
  decodeCheckpoint,
  decodeHeader,
  FRAME_BYTES,
  type GenerationHeader,
  logName,
  MAX_OPERATION_BYTES,
} from './format.js';
import { decodeOperation, type TranslogOperation } from './operation_codec.js';

/** Operations are read through a window of this size, or of one operation's if that is larger. */
const WINDOW_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 4096;

/** The newest whole record; `undefined` when there is none, so that nothing of the generation was ever acknowledged. */
export function readCheckpoint(directory: Directory, generation: number): Checkpoint | undefined {
  const records = wholeRecords(directory, generation);
  return records === 0 ? undefined : readRecord(directory, generation, records - 1);
}

/** How many records there are up to the last one that verifies; beyond it there may be a torn one. */
export function wholeRecords(directory: Directory, generation: number): number {
  const name = checkpointName(generation);
  if (!directory.exists(name)) return 0;
  const records = Math.floor(directory.length(name) / CHECKPOINT_BYTES);
  for (let record = records - 1; record >= Math.max(0, records - 2); record--) {
    if (readRecord(directory, generation, record) !== undefined) return record + 1;
  }
  if (records >= 2) throw corrupted(`${directory.location}/${name}`, 'no record verifies');
  return 0;
}

function readRecord(
  directory: Directory,
  generation: number,
  record: number,
): Checkpoint | undefined {
  const bytes = new Uint8Array(CHECKPOINT_BYTES);
  directory.readInto(checkpointName(generation), record * CHECKPOINT_BYTES, bytes);
  return decodeCheckpoint(bytes);
}

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

/** Operations in the order they were written, those below the checkpoint's offset only. */
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
  let at = headerLength;
  let operations = 0;
  while (at < checkpoint.offset) {
    const operation = readFrame(window, at, where);
    at += operation.frameBytes;
    operations++;
    yield operation.operation;
  }
  if (operations !== checkpoint.operations) {
    throw corrupted(where, `holds [${operations}] operations, expected [${checkpoint.operations}]`);
  }
}

function readFrame(
  window: FileWindow,
  at: number,
  where: string,
): { readonly operation: TranslogOperation; readonly frameBytes: number } {
  const frame = window.read(at, FRAME_BYTES);
  if (frame === undefined) throw corrupted(where, `operation at [${at}] passes the checkpoint`);
  const view = new DataView(frame.buffer, frame.byteOffset, FRAME_BYTES);
  const length = view.getUint32(0, true);
  const crc = view.getUint32(4, true);
  const bytes = length > MAX_OPERATION_BYTES ? undefined : window.read(at + FRAME_BYTES, length);
  if (bytes === undefined) throw corrupted(where, `operation at [${at}] passes the checkpoint`);
  if (crc32(bytes) !== crc)
    throw corrupted(where, `checksum of operation at [${at}] does not match`);
  return { operation: decodeOperation(bytes), frameBytes: FRAME_BYTES + length };
}

/** One operation by its place, for real-time reads. */
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

/** A whole frame in memory, verified. */
export function decodeFrame(frame: Uint8Array, where: string, offset: number): TranslogOperation {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const body = frame.subarray(FRAME_BYTES);
  if (view.getUint32(0, true) !== body.length || view.getUint32(4, true) !== crc32(body)) {
    throw corrupted(where, `checksum of operation at [${offset}] does not match`);
  }
  return decodeOperation(body);
}

/** A moving view of a file, so that small operations do not each cost a read. */
class FileWindow {
  readonly #directory: Directory;
  readonly #name: string;
  readonly #end: number;
  #start = 0;
  #bytes = new Uint8Array(0);

  constructor(directory: Directory, name: string, end: number) {
    this.#directory = directory;
    this.#name = name;
    this.#end = end;
  }

  /** `undefined` when the range passes the end. */
  read(at: number, length: number): Uint8Array | undefined {
    if (at + length > this.#end) return undefined;
    if (at < this.#start || at + length > this.#start + this.#bytes.length) this.#load(at, length);
    const from = at - this.#start;
    return this.#bytes.subarray(from, from + length);
  }

  #load(at: number, length: number): void {
    const size = Math.min(this.#end - at, Math.max(length, WINDOW_BYTES));
    this.#bytes = new Uint8Array(size);
    this.#directory.readInto(this.#name, at, this.#bytes);
    this.#start = at;
  }
}
