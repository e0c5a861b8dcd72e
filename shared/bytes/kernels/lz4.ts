/**
 * LZ4 blocks in AssemblyScript (github.com/lz4/lz4, doc/lz4_Block_format.md). A dictionary lies
 * right before the bytes to compress or the decompressed bytes, so that a match into it is an
 * ordinary match. The host lays out the memory (`src/lz4_kernel.ts`). Its arguments are trusted;
 * the contents of a compressed block are not.
 */

// @ts-nocheck
const MIN_MATCH: u32 = 4;
/** The last bytes of a block are literals, and the last match begins before them. */
const LAST_LITERALS: u32 = 5;
const MATCH_MARGIN: u32 = 12;
const MAX_OFFSET: u32 = 65_535;
/** The table of a block is small, since it is cleared for each block. */
const BLOCK_BITS: u32 = 12;
const BLOCK_TABLE_BYTES: u32 = 4 << BLOCK_BITS;
/** The table of a dictionary is filled once: most positions get a slot of their own. */
const DICTIONARY_BITS: u32 = 15;
const DICTIONARY_TABLE_BYTES: u32 = 4 << DICTIONARY_BITS;
/** Number of hashed bits: five bytes, since four bytes give too many matches that go no further. */
const HASHED_BITS: u64 = 40;
const PRIME: u64 = 889_523_592_379;
/** Number of bytes without a match after which the step grows by one, as a power of two. */
const SKIP_BITS: u32 = 6;
/** A match of this length is taken without a look at the next position. */
const GOOD_LENGTH: u32 = 64;
const RUN: u32 = 15;
/** A token without extra length bytes covers at most 14 literals and a match of 18. */
const SHORT_BYTES: u32 = 48;
const FAILED: i32 = -1;

export function blockTableBytes(): u32 {
  return BLOCK_TABLE_BYTES;
}

export function dictionaryTableBytes(): u32 {
  return DICTIONARY_TABLE_BYTES;
}

function hashOf(at: u32): u64 {
  return (load<u64>(at) << (64 - HASHED_BITS)) * PRIME;
}

function blockSlot(table: u32, hash: u64): u32 {
  return table + (<u32>(hash >>> (64 - BLOCK_BITS)) << 2);
}

function dictionarySlot(table: u32, hash: u64): u32 {
  return table + (<u32>(hash >>> (64 - DICTIONARY_BITS)) << 2);
}

/**
 * Fills the table of a dictionary with the positions in `[start, end)`, except for the last few.
 * Positions are addresses; 0 is none.
 */
export function index(table: u32, start: u32, end: u32): void {
  memory.fill(table, 0, DICTIONARY_TABLE_BYTES);
  for (let at = start; at + 8 <= end; at++) store<u32>(dictionarySlot(table, hashOf(at)), at);
}

/** Number of equal bytes, up to `limit`. */
function alike(a: u32, b: u32, limit: u32): u32 {
  const start = a;
  while (a + 8 <= limit) {
    const difference = load<u64>(a) ^ load<u64>(b);
    if (difference != 0) return a - start + <u32>(ctz(difference) >> 3);
    a += 8;
    b += 8;
  }
  while (a < limit && load<u8>(a) == load<u8>(b)) {
    a++;
    b++;
  }
  return a - start;
}

function putRest(out: u32, rest: u32): u32 {
  while (rest >= 255) {
    store<u8>(out++, 255);
    rest -= 255;
  }
  store<u8>(out++, <u8>rest);
  return out;
}

/** Copies in steps of 16 and may write up to 15 bytes more. */
function copyFar(to: u32, from: u32, length: u32): void {
  const end = to + length;
  while (to < end) {
    v128.store(to, v128.load(from));
    to += 16;
    from += 16;
  }
}

function putLiterals(out: u32, from: u32, length: u32, matchLength: u32): u32 {
  const high = length < RUN ? length : RUN;
  const low = matchLength < RUN ? matchLength : RUN;
  store<u8>(out++, <u8>((high << 4) | low));
  if (length >= RUN) out = putRest(out, length - RUN);
  copyFar(out, from, length);
  return out + length;
}

/** The start of the match that `matchAt` found. */
let matchFrom: u32 = 0;

/**
 * Length of a match at `at`, 0 if there is none: the last one in the block, or else the last one in
 * the dictionary. Enters `at` in the table of the block.
 */
function matchAt(blockTable: u32, dictionaryTable: u32, at: u32, limit: u32): u32 {
  const hash = hashOf(at);
  const slot = blockSlot(blockTable, hash);
  const word = load<u32>(at);
  let from = load<u32>(slot);
  store<u32>(slot, at);
  if (from == 0 || load<u32>(from) != word) {
    from = load<u32>(dictionarySlot(dictionaryTable, hash));
    if (from == 0 || at - from > MAX_OFFSET || load<u32>(from) != word) return 0;
  }
  matchFrom = from;
  return MIN_MATCH + alike(at + MIN_MATCH, from + MIN_MATCH, limit);
}

/**
 * Compresses `[start, end)`; matches reach back to `first` at most. The table of the dictionary has
 * the positions before `start`. A match waits for the one at the next position, and gives way to it
 * if that one is longer (lazy matching, as in zlib's deflate). Returns the end of the bytes written
 * to `target`, which has room for the worst case.
 */
export function compress(
  blockTable: u32,
  dictionaryTable: u32,
  first: u32,
  start: u32,
  end: u32,
  target: u32,
): u32 {
  let out = target;
  let anchor = start;
  if (end - start > MATCH_MARGIN) {
    memory.fill(blockTable, 0, BLOCK_TABLE_BYTES);
    const matchLimit = end - LAST_LITERALS;
    const lastStart = end - MATCH_MARGIN;
    let at = start;
    let tries: u32 = 1 << SKIP_BITS;
    while (at <= lastStart) {
      let length = matchAt(blockTable, dictionaryTable, at, matchLimit);
      if (length == 0) {
        at += tries++ >> SKIP_BITS;
        continue;
      }
      tries = 1 << SKIP_BITS;
      let from = matchFrom;
      while (length < GOOD_LENGTH && at < lastStart) {
        const next = matchAt(blockTable, dictionaryTable, at + 1, matchLimit);
        if (next <= length + 1) break;
        at++;
        length = next;
        from = matchFrom;
      }
      while (at > anchor && from > first && load<u8>(at - 1) == load<u8>(from - 1)) {
        at--;
        from--;
        length++;
      }
      const rest = length - MIN_MATCH;
      out = putLiterals(out, anchor, at - anchor, rest);
      store<u16>(out, <u16>(at - from));
      out += 2;
      if (rest >= RUN) out = putRest(out, rest - RUN);
      at += length;
      anchor = at;
      if (at <= lastStart) store<u32>(blockSlot(blockTable, hashOf(at - 2)), at - 2);
    }
  }
  return putLiterals(out, anchor, end - anchor, 0);
}

/** The address at which the last call of `decompress` stopped reading. */
export let stoppedAt: u32 = 0;

/**
 * Decompresses `[start, end)` to `target`; matches reach back to `first` at most. Stops early,
 * after a whole sequence, once everything before `wanted` is written; a call that starts at
 * `stoppedAt` and writes behind these bytes continues. Returns the number of bytes written, at most
 * `limit - target`, or -1 when the block is malformed. Up to 15 bytes past `limit` may be written.
 */
export function decompress(
  start: u32,
  end: u32,
  first: u32,
  target: u32,
  limit: u32,
  wanted: u32,
): i32 {
  let at = start;
  let out = target;
  while (at < end) {
    if (out >= wanted) {
      stoppedAt = at;
      return <i32>(out - target);
    }
    const token = <u32>load<u8>(at++);
    let length = token >> 4;
    if (length < RUN && limit - out > SHORT_BYTES && end - at > SHORT_BYTES) {
      v128.store(out, v128.load(at));
      at += length;
      out += length;
      const near = <u32>load<u16>(at);
      const short = token & RUN;
      if (short < RUN && near >= 8 && near <= out - first) {
        const from = out - near;
        store<u64>(out, load<u64>(from));
        store<u64>(out + 8, load<u64>(from + 8));
        store<u16>(out + 16, load<u16>(from + 16));
        at += 2;
        out += short + MIN_MATCH;
        continue;
      }
      length = 0;
    } else if (length == RUN) {
      let more: u32 = 255;
      while (more == 255) {
        if (at >= end) return FAILED;
        more = <u32>load<u8>(at++);
        length += more;
      }
    }
    if (length > end - at || length > limit - out) return FAILED;
    copyFar(out, at, length);
    at += length;
    out += length;
    if (at == end) {
      stoppedAt = at;
      return <i32>(out - target);
    }
    if (end - at < 2) return FAILED;
    const offset = <u32>load<u16>(at);
    at += 2;
    if (offset == 0 || offset > out - first) return FAILED;
    let count = (token & RUN) + MIN_MATCH;
    if ((token & RUN) == RUN) {
      let more: u32 = 255;
      while (more == 255) {
        if (at >= end) return FAILED;
        more = <u32>load<u8>(at++);
        count += more;
      }
    }
    if (count > limit - out) return FAILED;
    if (offset >= 16) copyFar(out, out - offset, count);
    else for (let i: u32 = 0; i < count; i++) store<u8>(out + i, load<u8>(out + i - offset));
    out += count;
  }
  return FAILED;
}
