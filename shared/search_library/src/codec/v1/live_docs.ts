/** File `<name>_<generation>.liv`: the live documents of a committed segment. */
import { ByteReader, ByteWriter, crc32 } from '@skein/bytes';
import { type LiveBits, makeLiveBits, wordsOfLive } from '../../memory/live_bits.js';
import { countBits } from '../bit_set.js';
import { corruptIndex } from '../corrupt_index.js';

/** "SKLD" read as a little-endian number. */
const MAGIC = 0x444c4b53;
const VERSION = 1;
const HEADER_BYTES = 12;

export function encodeLiveDocs(liveDocs: Uint32Array, docCount: number): Uint8Array {
  const out = new ByteWriter(HEADER_BYTES + liveDocs.byteLength + 4);
  out.u32(MAGIC);
  out.u32(VERSION);
  out.u32(docCount);
  for (const word of liveDocs) out.u32(word);
  out.u32(crc32(out.view()));
  return out.toBytes();
}

export function decodeLiveDocs(
  bytes: Uint8Array,
  expected: { docCount: number; liveCount: number; file: string },
): LiveBits {
  const { docCount, liveCount, file } = expected;
  const words = (docCount + 31) >>> 5;
  const end = HEADER_BYTES + words * 4;
  if (bytes.length !== end + 4) throw corruptIndex('live documents have the wrong length', file);
  const reader = new ByteReader(bytes, end);
  if (reader.u32() !== crc32(bytes.subarray(0, end))) throw corruptIndex('checksum failed', file);
  reader.seek(0);
  if (reader.u32() !== MAGIC || reader.u32() !== VERSION || reader.u32() !== docCount) {
    throw corruptIndex('not the live documents of this segment', file);
  }
  const bits = makeLiveBits(docCount);
  const live = wordsOfLive(bits);
  for (let i = 0; i < words; i++) live[i] = reader.u32();
  if (countBits(live) !== liveCount) throw corruptIndex('live documents do not add up', file);
  return bits;
}
