/**
 * The envelope of every blob except data blobs:
 *
 *     "SKEINREP" | u8 format version | u8 kind | u8 flags (1: compressed with zstd)
 *     | u32 length of the uncompressed payload | payload | u32 CRC-32 of all before
 *
 * A version of the format, once written to a repository, is never changed.
 */
import {
  ByteReader,
  ByteWriter,
  compress,
  crc32,
  decompress,
  utf8,
  utf8Decode,
} from '@skein/bytes';

const MAGIC = 'SKEINREP';
export const FORMAT_VERSION = 1;
const ZSTD = 1;
const HEADER_BYTES = 15;
const CHECKSUM_BYTES = 4;
/** These numbers are part of the format: never change one. */
export const KIND = {
  root: 1,
  details: 2,
  globalMetadata: 3,
  indexMetadata: 4,
  shardList: 5,
  latest: 6,
  remoteRecord: 7,
} as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

const MIB = 1024 * 1024;

/**
 * The longest payload of each kind, so that no repository, which may come from anybody, can fill
 * the memory of its reader. Nothing longer is written.
 */
export const MOST_PAYLOAD_BYTES: Readonly<Record<Kind, number>> = {
  [KIND.root]: 256 * MIB,
  [KIND.details]: 32 * MIB,
  [KIND.globalMetadata]: 256 * MIB,
  [KIND.indexMetadata]: 64 * MIB,
  [KIND.shardList]: 256 * MIB,
  [KIND.latest]: 1024,
  [KIND.remoteRecord]: 512 * MIB,
};

/**
 * The longest blob of the kind. Bytes that cannot be compressed grow by less than a 128th and a
 * kibibyte (ZSTD_COMPRESSBOUND of zstd.h).
 */
export function mostSealedBytes(kind: Kind): number {
  const most = MOST_PAYLOAD_BYTES[kind];
  return HEADER_BYTES + most + (most >> 7) + 1024 + CHECKSUM_BYTES;
}

/** The reason why a blob cannot be read. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
}

/** Throws Malformed for a payload that `openEnvelope` would not take. */
export function sealEnvelope(
  kind: Kind,
  payload: Uint8Array,
  isCompressed: boolean,
): Uint8Array<ArrayBuffer> {
  checkLength(kind, payload.length);
  const body = isCompressed ? compress(payload) : payload;
  const out = new ByteWriter(HEADER_BYTES + body.length + CHECKSUM_BYTES);
  out.raw(utf8(MAGIC));
  out.u8(FORMAT_VERSION);
  out.u8(kind);
  out.u8(isCompressed ? ZSTD : 0);
  out.u32(payload.length);
  out.raw(body);
  out.u32(crc32(out.view()));
  return out.toBytes();
}

/** Throws Malformed. */
export function openEnvelope(kind: Kind, bytes: Uint8Array): Uint8Array {
  const end = bytes.length - CHECKSUM_BYTES;
  if (end < HEADER_BYTES) throw new Malformed('it is too short');
  const reader = new ByteReader(bytes);
  if (utf8Decode(reader.raw(MAGIC.length)) !== MAGIC) throw new Malformed('it is no metadata');
  const [version, found, flags] = [reader.u8(), reader.u8(), reader.u8()];
  if (new ByteReader(bytes, end).u32() !== crc32(bytes.subarray(0, end))) {
    throw new Malformed('its checksum is wrong');
  }
  if (version !== FORMAT_VERSION) throw new Malformed(`its format is of version [${version}]`);
  if (found !== kind) throw new Malformed(`it is of kind [${found}] and not [${kind}]`);
  const length = reader.u32();
  checkLength(kind, length);
  const body = bytes.subarray(HEADER_BYTES, end);
  const payload = flags === ZSTD ? unpacked(body, length) : body;
  if (payload.length !== length) throw new Malformed('it has the wrong length');
  return payload;
}

function checkLength(kind: Kind, length: number): void {
  const most = MOST_PAYLOAD_BYTES[kind];
  if (length > most) {
    throw new Malformed(`it would be [${length}] bytes long, and may be [${most}] at most`);
  }
}

function unpacked(body: Uint8Array, length: number): Uint8Array {
  try {
    // node:zlib needs a limit of at least one, even when the payload is empty.
    return decompress(body, Math.max(1, length));
  } catch (error) {
    throw new Malformed(`it cannot be decompressed: ${String(error)}`);
  }
}
