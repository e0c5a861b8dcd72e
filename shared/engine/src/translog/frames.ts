/** Consecutive frames, as copies send them to each other: exactly the bytes in the log. */
import { crc32 } from '@skein/bytes';
import { corrupted, FRAME_BYTES } from './format.js';
import { FrameBuffer } from './frame_buffer.js';
import { decodeOperation, type TranslogOperation } from './operation_codec.js';

interface OperationFrame {
  readonly operation: TranslogOperation;
  readonly frame: Uint8Array;
}

const WHERE = 'from another copy';
/** Offset in a frame, behind the kind of the operation. */
const SEQ_NO_AT = FRAME_BYTES + 1;
const TERM_AT = SEQ_NO_AT + 8;

/** Decodes the frames, verifying each. */
export function* readFrames(frames: Uint8Array): Generator<OperationFrame> {
  for (const frame of verifiedFrames(frames)) {
    yield { operation: decodeOperation(frame.subarray(FRAME_BYTES)), frame };
  }
}

/** Splits the bytes into frames, verifying their checksums. */
export function* verifiedFrames(frames: Uint8Array): Generator<Uint8Array> {
  for (const frame of splitFrames(frames)) {
    const crc = new DataView(frame.buffer, frame.byteOffset, FRAME_BYTES).getUint32(4, true);
    if (crc32(frame.subarray(FRAME_BYTES)) !== crc) {
      throw corrupted(WHERE, 'checksum of an operation does not match');
    }
    yield frame;
  }
}

export function encodeFrames(operations: Iterable<TranslogOperation>): Uint8Array<ArrayBuffer> {
  const frames = new FrameBuffer();
  for (const operation of operations) frames.append(operation);
  return frames.view().slice();
}

export function* splitFrames(frames: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(frames.buffer, frames.byteOffset, frames.byteLength);
  for (let at = 0; at < frames.length; ) {
    const left = frames.length - at - FRAME_BYTES;
    const length = left < 0 ? 0 : view.getUint32(at, true);
    if (left < 0 || length > left) throw corrupted(WHERE, 'an operation is cut off');
    yield frames.subarray(at, at + FRAME_BYTES + length);
    at += FRAME_BYTES + length;
  }
}

/** Number and term of the operation in a frame. */
export function frameIdentity(frame: Uint8Array): {
  readonly seqNo: number;
  readonly term: number;
} {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  return { seqNo: view.getFloat64(SEQ_NO_AT, true), term: view.getFloat64(TERM_AT, true) };
}
