/**
 * The hash that decides the slice of a document's id: Murmur3 (x86, 32 bits) over the id as
 * OpenSearch encodes it: digits in a nibble each, unpadded base64 as the bytes it stands for,
 * anything else as UTF-8 after a mark.
 */
const DIGITS = 0xfe;
const UTF8 = 0xff;
/** A base64 id whose first byte is less needs no mark, since it cannot look like one. */
const MARKED_BASE64 = 0xfd;
const SEED = 7919;

/** The signed hash; `id` is the id in UTF-8. */
export function hashOfId(id: Uint8Array): number {
  return murmur3(encodedId(id), SEED);
}

function encodedId(id: Uint8Array): Uint8Array {
  if (id.every(isDigit)) return encodedDigits(id);
  return encodedBase64(id) ?? marked(UTF8, id);
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Encodes a digit per nibble; 15 fills the last byte. */
function encodedDigits(id: Uint8Array): Uint8Array {
  const encoded = new Uint8Array(1 + ((id.length + 1) >> 1));
  encoded[0] = DIGITS;
  for (let i = 0; i < id.length; i += 2) {
    const low = i + 1 < id.length ? id[i + 1] - 0x30 : 15;
    encoded[1 + (i >> 1)] = ((id[i] - 0x30) << 4) | low;
  }
  return encoded;
}

/** `undefined`: the id is not unpadded base64url of any bytes. */
function encodedBase64(id: Uint8Array): Uint8Array | undefined {
  const rest = id.length & 3;
  if (rest === 1) return undefined;
  const values = Array.from(id, base64Value);
  if (values.includes(-1)) return undefined;
  const last = values[values.length - 1] ?? 0;
  // Unused bits of the last character must be 0.
  if ((rest === 2 && (last & 15) !== 0) || (rest === 3 && (last & 3) !== 0)) return undefined;
  const bytes = new Uint8Array(Math.floor((id.length * 3) / 4));
  let [bits, held, at] = [0, 0, 0];
  for (const value of values) {
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = (bits >> held) & 255;
  }
  return (bytes[0] ?? 0) >= MARKED_BASE64 ? marked(MARKED_BASE64, bytes) : bytes;
}

function base64Value(byte: number): number {
  if (byte >= 0x41 && byte <= 0x5a) return byte - 0x41;
  if (byte >= 0x61 && byte <= 0x7a) return byte - 0x61 + 26;
  if (isDigit(byte)) return byte - 0x30 + 52;
  if (byte === 0x2d) return 62;
  return byte === 0x5f ? 63 : -1;
}

function marked(mark: number, bytes: Uint8Array): Uint8Array {
  const encoded = new Uint8Array(bytes.length + 1);
  encoded[0] = mark;
  encoded.set(bytes, 1);
  return encoded;
}

/** MurmurHash3, x86, 32 bits. */
export function murmur3(bytes: Uint8Array, seed: number): number {
  const blocks = bytes.length & ~3;
  let h = seed;
  for (let i = 0; i < blocks; i += 4) {
    h ^= scrambled(wordAt(bytes, i, 4));
    h = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
  }
  if (blocks < bytes.length) h ^= scrambled(wordAt(bytes, blocks, bytes.length - blocks));
  h ^= bytes.length;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function wordAt(bytes: Uint8Array, from: number, count: number): number {
  let word = 0;
  for (let i = count - 1; i >= 0; i--) word = (word << 8) | bytes[from + i];
  return word;
}

function scrambled(word: number): number {
  const k = Math.imul(word, 0xcc9e2d51);
  return Math.imul((k << 15) | (k >>> 17), 0x1b873593);
}
