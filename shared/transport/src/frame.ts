/**
 * A frame: 24 bytes of header, a small map (deadline, user), a payload. One WebSocket message is
 * one frame.
 *
 *     0  u16  magic "SK"        8  u32  request id
 *     2  u8   frame version    12  u32  bytes of the head that follows
 *     3  u8   kind             16  u32  bytes of the whole payload (of a chunked message: of all
 *     4  u8   flags                     its chunks)
 *     6  u16  action           20  u32  CRC-32 of bytes 0 to 19
 *
 * All numbers are big-endian. An action is an index into the sender's list of calls, from its
 * hello. The checksum covers the header alone: TCP and TLS guard the rest, and chunks carry their
 * own.
 */
import { crc32 } from '@skein/bytes';
import { ApiError } from '@skein/errors';

export const HEADER_BYTES = 24;
/** A longer payload is sent in pieces of this length. */
export const CHUNK_BYTES = 512 * 1024;
const MAGIC = 0x534b;
const FRAME_VERSION = 1;
/** The payload follows in `CHUNK` frames. */
const FLAG_CHUNKED = 1;

export const KIND = {
  hello: 1,
  proof: 2,
  refused: 3,
  challenge: 4,
  welcome: 5,
  request: 10,
  /** A request without a reply. */
  notice: 11,
  reply: 12,
  error: 13,
  cancel: 14,
  chunk: 15,
  credit: 16,
  ping: 17,
  pong: 18,
} as const;

export type Kind = (typeof KIND)[keyof typeof KIND];
const KINDS: ReadonlyMap<number, Kind> = new Map(Object.values(KIND).map((kind) => [kind, kind]));

export interface Frame {
  readonly kind: Kind;
  readonly chunked: boolean;
  readonly action: number;
  readonly requestId: number;
  readonly head: Uint8Array;
  /** Empty in the first frame of a chunked message. */
  readonly payload: Uint8Array;
  /** Length of the whole message's payload. */
  readonly payloadLength: number;
}

const NOTHING = new Uint8Array(0);

/** A frame with defaults for the parts that most frames do not have. */
export function frame(kind: Kind, parts: Partial<Omit<Frame, 'kind'>> = {}): Frame {
  const payload = parts.payload ?? NOTHING;
  return {
    kind,
    chunked: parts.chunked ?? false,
    action: parts.action ?? 0,
    requestId: parts.requestId ?? 0,
    head: parts.head ?? NOTHING,
    payload,
    payloadLength: parts.payloadLength ?? payload.length,
  };
}

export function encodeFrame(one: Frame): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + one.head.length + one.payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, MAGIC);
  view.setUint8(2, FRAME_VERSION);
  view.setUint8(3, one.kind);
  view.setUint8(4, one.chunked ? FLAG_CHUNKED : 0);
  view.setUint16(6, one.action);
  view.setUint32(8, one.requestId);
  view.setUint32(12, one.head.length);
  view.setUint32(16, one.payloadLength);
  view.setUint32(20, crc32(bytes.subarray(0, 20)));
  bytes.set(one.head, HEADER_BYTES);
  bytes.set(one.payload, HEADER_BYTES + one.head.length);
  return bytes;
}

/**
 * Decodes a frame; head and payload are views of `bytes`. Throws corrupt_state_exception for
 * anything that is not a whole frame.
 */
export function decodeFrame(bytes: Uint8Array): Frame {
  if (bytes.length < HEADER_BYTES)
    throw broken(`[${bytes.length}] bytes are shorter than a header`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint16(0) !== MAGIC) throw broken('wrong magic number');
  if (view.getUint32(20) !== crc32(bytes.subarray(0, 20))) throw broken('wrong header checksum');
  const version = view.getUint8(2);
  if (version !== FRAME_VERSION) throw broken(`unknown frame version [${version}]`);
  const kind = KINDS.get(view.getUint8(3));
  if (kind === undefined) throw broken(`unknown kind [${view.getUint8(3)}]`);
  const headEnd = HEADER_BYTES + view.getUint32(12);
  if (headEnd > bytes.length) throw broken('the head is cut off');
  const chunked = (view.getUint8(4) & FLAG_CHUNKED) !== 0;
  const payloadLength = view.getUint32(16);
  if (!chunked && payloadLength !== bytes.length - headEnd) throw broken('wrong payload length');
  return {
    kind,
    chunked,
    action: view.getUint16(6),
    requestId: view.getUint32(8),
    head: bytes.subarray(HEADER_BYTES, headEnd),
    payload: bytes.subarray(headEnd),
    payloadLength,
  };
}

function broken(why: string): ApiError {
  return new ApiError('corrupt_state_exception', `broken frame: ${why}`);
}
