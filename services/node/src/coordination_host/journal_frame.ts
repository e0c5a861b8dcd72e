/**
 * One frame of the journal: the durable state of coordination, and the parts of the cluster state
 * that changed since the previous frame (in a file's first frame: all parts).
 *
 *     0  u32  "SKJF"                     12  u32  CRC-32 of bytes 0 to 11
 *     4  u32  bytes of the payload       16       payload
 *     8  u32  CRC-32 of the payload
 *
 *     payload: format version u8, current term, cluster uuid; of the accepted state: term,
 *     version, cluster uuid, hash, members, accepted and committed configuration; then the change
 *     of parts; then 0xff, so that the frame's length is a multiple of 64
 *
 * Numbers are little-endian, in the payload varints; texts and lists are preceded by their lengths.
 *
 * A frame is one append, made durable by one fsync. Until that returns, a crash may truncate it or
 * lose sectors of it, which then are zeros; a payload of text has no such run of zeros. Any other
 * frame that does not verify was damaged after it was durable.
 */
import { ByteReader, ByteWriter, CELL_BYTES, crc32, emptyCells, SECTOR_BYTES } from '@skein/bytes';
import {
  decodePartsChange,
  encodingPartsChange,
  type PartsChange,
  type PersistentState,
} from '@skein/cluster';

const MAGIC = 0x464a4b53;
const FORMAT_VERSION = 1;
const FRAME_HEADER_BYTES = 16;

export interface JournalFrame {
  readonly persistent: PersistentState;
  readonly change: PartsChange;
}

/**
 * The frame found, or why there is none: `torn` if it may be the last one, interrupted by a crash.
 */
type FoundFrame =
  | { readonly kind: 'frame'; readonly frame: JournalFrame; readonly endsAt: number }
  | { readonly kind: 'torn' }
  | { readonly kind: 'damaged'; readonly why: string };

const NO_BYTES = new Uint8Array(0);

/** Yields after each part. */
export function* encodingJournalFrame({
  persistent,
  change,
}: JournalFrame): Generator<void, Uint8Array> {
  const { currentTerm, clusterUuid, accepted } = persistent;
  const payload = new ByteWriter(1024);
  payload.u8(FORMAT_VERSION);
  payload.varint(currentTerm);
  payload.string(clusterUuid);
  payload.varint(accepted.term);
  payload.varint(accepted.version);
  payload.string(accepted.clusterUuid);
  payload.string(accepted.hash);
  for (const ids of [accepted.nodes, accepted.acceptedConfig, accepted.committedConfig]) {
    payload.varint(ids.length);
    for (const id of ids) payload.string(id);
  }
  payload.raw(yield* encodingPartsChange(change));
  yield;
  return framed(payload.view());
}

function framed(payload: Uint8Array): Uint8Array {
  const length = Math.ceil((FRAME_HEADER_BYTES + payload.length) / CELL_BYTES) * CELL_BYTES;
  const bytes = new Uint8Array(length).fill(0xff);
  bytes.set(payload, FRAME_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, length - FRAME_HEADER_BYTES, true);
  view.setUint32(8, crc32(bytes.subarray(FRAME_HEADER_BYTES)), true);
  view.setUint32(12, crc32(bytes.subarray(0, 12)), true);
  return bytes;
}

export function readJournalFrame(bytes: Uint8Array, at: number): FoundFrame {
  if (bytes.length - at < FRAME_HEADER_BYTES) return { kind: 'torn' };
  const view = new DataView(bytes.buffer, bytes.byteOffset + at);
  if (view.getUint32(0, true) !== MAGIC) return tornOr(bytes, at, 'wrong magic number');
  if (view.getUint32(12, true) !== crc32(bytes.subarray(at, at + 12))) {
    return tornOr(bytes, at, 'wrong checksum of a header');
  }
  const endsAt = at + FRAME_HEADER_BYTES + view.getUint32(4, true);
  if (endsAt > bytes.length) return { kind: 'torn' };
  const payload = bytes.subarray(at + FRAME_HEADER_BYTES, endsAt);
  if (view.getUint32(8, true) !== crc32(payload)) {
    return tornOr(bytes.subarray(0, endsAt), at, 'wrong checksum of a payload');
  }
  if (payload[0] !== FORMAT_VERSION) {
    return { kind: 'damaged', why: `unknown format version [${payload[0]}]` };
  }
  return { kind: 'frame', frame: decodePayload(payload), endsAt };
}

/** `bytes`: up to the end of the frame, if that is known. */
function tornOr(bytes: Uint8Array, at: number, why: string): FoundFrame {
  const isTorn = emptyCells(bytes.subarray(at), at, SECTOR_BYTES) > 0;
  return isTorn ? { kind: 'torn' } : { kind: 'damaged', why };
}

/** True if a whole frame begins after `at`, so that the damage there is no torn end. */
export function hasFrameBehind(bytes: Uint8Array, at: number): boolean {
  for (let i = at + 1; i + FRAME_HEADER_BYTES <= bytes.length; i++) {
    if (bytes[i] === (MAGIC & 255) && readJournalFrame(bytes, i).kind === 'frame') return true;
  }
  return false;
}

function decodePayload(payload: Uint8Array): JournalFrame {
  const reader = new ByteReader(payload, 1);
  const ids = () => Array.from({ length: reader.varint() }, () => reader.string());
  const currentTerm = reader.varint();
  const clusterUuid = reader.string();
  const accepted = {
    term: reader.varint(),
    version: reader.varint(),
    clusterUuid: reader.string(),
    hash: reader.string(),
    bytes: NO_BYTES,
    nodes: ids(),
    acceptedConfig: ids(),
    committedConfig: ids(),
  };
  const change = decodePartsChange(payload.subarray(reader.offset));
  return { persistent: { currentTerm, clusterUuid, accepted }, change };
}
