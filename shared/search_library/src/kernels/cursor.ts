/**
 * A term of the query and where it stands: its blocks are found, bounded and decoded here. A clause is the address of its fields. What is decoded is
 * checked as it comes, once a block, so that whoever works on it needs no bounds: documents ascend and are some of the segment, what is read lies in its
 * section, and there are no more positions than bytes for them.
 */
import {
  B_DOCS,
  B_END,
  B_FREQS,
  B_MAX_DOC,
  B_SCORES,
  B_SUMS,
  C_BIT_SET,
  C_BLOCK,
  C_BLOCKS,
  C_BOUND_BLOCK,
  C_BUFFER,
  C_COUNT,
  C_DATA,
  C_DOC_FREQ,
  C_ENTRY_BYTES,
  C_FACTORS,
  C_FIRST,
  C_KIND,
  C_LAST,
  C_LONE_POSITIONS,
  C_NORMS,
  C_POSITION_BITS,
  C_POSITIONS,
  C_RANK,
  C_RANK_DOC,
  C_READY,
  C_SMALL_BOUND,
  C_SUPERS,
  C_TABLE,
  C_WEIGHT,
  C_WINDOW_FREQ,
  DENSE,
  HAS_FREQS,
  NO_DOC,
  READY_DOCS,
  READY_FREQS,
  READY_SCORES,
  READY_SUMS,
  READY_TABLE,
  SMALL,
  TABLE_BYTES,
} from './layout.js';
import {
  damaged,
  f32At,
  fill,
  i32At,
  intToF32,
  setF32,
  setI32,
  setU8,
  u8At,
  u32At,
} from './memory.js';
import {
  bm25,
  classBound,
  countBits,
  decodeBits,
  lengthFactors,
  sumDeltas,
  sumFreqs,
  unpack,
} from './vectors.js';

const BLOCK: i32 = 128;
const SUPER: i32 = 32;
/** Offsets in an entry: `codec/v1/postings_layout.ts`. */
const E_DATA: i32 = 4;
const E_NORMS: i32 = 8;
const E_MAX_FREQ: i32 = 12;
const E_DOC_BITS: i32 = 13;
const E_FREQ_BITS: i32 = 14;
const E_POSITION_BITS: i32 = 15;
const E_POSITIONS: i32 = 16;
const SUPER_BYTES: i32 = 8;
const MAX_BITS: i32 = 32;
/** With deltas of so many bits the documents of a block cannot wrap around. */
const SAFE_DELTA_BITS: i32 = 24;
/** `FREE_FREQ_BITS` in `codec/v1/postings_layout.ts`. */
const FREE_FREQ_BITS: i32 = 8;
/** Frequencies of so many bits cannot wrap around when those of a block are added. */
const SAFE_FREQ_BITS: i32 = 16;
const MAX_SUM: f64 = 2147483647;

function entry(c: u32, block: i32): u32 {
  return u32At(c + C_DATA) + block * i32At(c + C_ENTRY_BYTES);
}

export function lastDocOf(c: u32, block: i32): i32 {
  return i32At(c + C_KIND) & SMALL ? i32At(c + C_LAST) : i32At(entry(c, block));
}

function maxDocOf(c: u32): i32 {
  return i32At(u32At(c + C_BUFFER) + B_MAX_DOC);
}

function endOf(c: u32): u32 {
  return u32At(u32At(c + C_BUFFER) + B_END);
}

/** Address of `bytes` bytes that start at an offset from the term's first entry. */
function inside(c: u32, offset: u32, bytes: i32): u32 {
  const start = u32At(c + C_DATA);
  const room: u32 = endOf(c) - start;
  const wanted: u32 = bytes;
  if (offset > room || wanted > room - offset) damaged();
  return start + offset;
}

/** To be called once, before anything else. */
export function openClause(c: u32): void {
  setI32(c + C_BLOCK, -1);
  setI32(c + C_FIRST, 0);
  setI32(c + C_LAST, -1);
  setI32(c + C_READY, 0);
  setI32(c + C_BOUND_BLOCK, 0);
  if (i32At(c + C_KIND) & SMALL) openSmall(c);
}

/** All of a small term is decoded at once; its bound is its best score. */
function openSmall(c: u32): void {
  const buffer = u32At(c + C_BUFFER);
  const count = i32At(c + C_DOC_FREQ);
  if (u32At(c + C_DATA) === 0) {
    setI32(c + C_POSITIONS, i32At(c + C_LONE_POSITIONS));
    padBlock(buffer, count);
  } else {
    setI32(c + C_POSITIONS, decodeSingles(c, u32At(c + C_DATA), count, -1));
  }
  setI32(c + C_BLOCK, 0);
  setI32(c + C_LAST, i32At(buffer + B_DOCS + 4 * (count - 1)));
  setI32(c + C_COUNT, count);
  setI32(c + C_POSITION_BITS, -1);
  setI32(c + C_READY, READY_DOCS | READY_FREQS);
  let best: f32 = 0;
  if (u32At(c + C_FACTORS) !== 0) {
    scoreBlock(c);
    for (let i = 0; i < count; i++) {
      const score = f32At(buffer + B_SCORES + 4 * i);
      if (score > best) best = score;
    }
  }
  setF32(c + C_SMALL_BOUND, best);
}

/** Beyond the documents there is none that anybody looks for, and it has no occurrences. */
function padBlock(buffer: u32, count: i32): void {
  for (let i = count; i < BLOCK; i++) {
    setI32(buffer + B_DOCS + 4 * i, NO_DOC);
    setI32(buffer + B_FREQS + 4 * i, -1);
  }
}

let cursor: u32 = 0;

/** LEB128 at `cursor`, which moves on; at most five bytes. */
function varint(): i32 {
  let byte = u8At(cursor++);
  let value = byte & 0x7f;
  for (let shift = 7; byte > 0x7f && shift < 35; shift += 7) {
    byte = u8At(cursor++);
    value |= (byte & 0x7f) << shift;
  }
  return value;
}

/** Documents written one by one; returns where their positions start. */
function decodeSingles(c: u32, start: u32, count: i32, lastDoc: i32): u32 {
  const docs = u32At(c + C_BUFFER) + B_DOCS;
  const freqs = u32At(c + C_BUFFER) + B_FREQS;
  const hasFreqs = (i32At(c + C_KIND) & HAS_FREQS) !== 0;
  const maxDoc = maxDocOf(c);
  let doc = lastDoc;
  cursor = start;
  for (let i = 0; i < count; i++) {
    const head = varint();
    let freq = 1;
    if (hasFreqs && (head & 1) === 0) freq = varint();
    const next = (doc + (hasFreqs ? (head >>> 1) | 0 : head) + 1) | 0;
    if (next <= doc || next >= maxDoc) damaged();
    doc = next;
    setI32(docs + 4 * i, doc);
    setI32(freqs + 4 * i, freq - 1);
  }
  if (cursor > endOf(c)) damaged();
  padBlock(u32At(c + C_BUFFER), count);
  return cursor;
}

/** Moves to the block that may hold `target`, at or after the one at hand; false when there is none. Gallops, then halves. */
export function seek(c: u32, target: i32): boolean {
  if (target <= i32At(c + C_LAST)) return true;
  const block = findBlock(c, i32At(c + C_BLOCK) + 1, target);
  if (block >= i32At(c + C_BLOCKS)) return false;
  enterBlock(c, block);
  return true;
}

function findBlock(c: u32, from: i32, target: i32): i32 {
  const count = i32At(c + C_BLOCKS);
  if (i32At(c + C_KIND) & SMALL) return from === 0 && target <= i32At(c + C_LAST) ? 0 : 1;
  const width = i32At(c + C_ENTRY_BYTES);
  const data = u32At(c + C_DATA);
  let step = 1;
  let low = from;
  let high = from;
  while (high < count && i32At(data + high * width) < target) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  if (high > count) high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (i32At(data + middle * width) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function enterBlock(c: u32, block: i32): void {
  if (i32At(c + C_KIND) & SMALL) return;
  const first = block === 0 ? 0 : i32At(entry(c, block - 1)) + 1;
  const last = i32At(entry(c, block));
  if (first < 0 || first > last || last >= maxDocOf(c)) damaged();
  const rest = i32At(c + C_DOC_FREQ) - block * BLOCK;
  setI32(c + C_BLOCK, block);
  setI32(c + C_FIRST, first);
  setI32(c + C_LAST, last);
  setI32(c + C_COUNT, rest < BLOCK ? rest : BLOCK);
  setI32(c + C_READY, 0);
  setI32(c + C_RANK_DOC, first);
  setI32(c + C_RANK, 0);
}

/** No score of the block is greater. */
export function blockBound(c: u32, block: i32): f32 {
  if (i32At(c + C_KIND) & SMALL) return f32At(c + C_SMALL_BOUND);
  const at = entry(c, block);
  return bound(c, at + E_NORMS, u8At(at + E_MAX_FREQ));
}

function bound(c: u32, norms: u32, maxFreq: i32): f32 {
  const freq: f32 = maxFreq === 255 ? Infinity : intToF32(maxFreq);
  return classBound(norms, freq, f32At(c + C_WEIGHT), u32At(c + C_FACTORS));
}

/** No score of the 32 blocks from `block`, a multiple of 32, on is greater. */
export function superBound(c: u32, block: i32): f32 {
  const at = u32At(c + C_SUPERS) + (block / SUPER) * SUPER_BYTES;
  return bound(c, at, u8At(at + 4));
}

function superMaxFreq(c: u32, block: i32): i32 {
  return u8At(u32At(c + C_SUPERS) + (block / SUPER) * SUPER_BYTES + 4);
}

/** Greatest frequency in the block at hand; 255: that or more. */
export function blockMaxFreq(c: u32): i32 {
  if (i32At(c + C_KIND) & SMALL) return 255;
  return u8At(entry(c, i32At(c + C_BLOCK)) + E_MAX_FREQ);
}

/** No score of the documents from `from` to `to` is greater; 0 when there are none. `from` never decreases. */
export function boundBetween(c: u32, from: i32, to: i32): f32 {
  const count = i32At(c + C_BLOCKS);
  if (i32At(c + C_KIND) & SMALL) {
    const docs = u32At(c + C_BUFFER) + B_DOCS;
    setI32(c + C_WINDOW_FREQ, 255);
    return from <= i32At(c + C_LAST) && i32At(docs) <= to ? f32At(c + C_SMALL_BOUND) : 0;
  }
  let block = i32At(c + C_BOUND_BLOCK);
  if (block < count && i32At(entry(c, block)) < from) {
    block = findBlock(c, block + 1, from);
    setI32(c + C_BOUND_BLOCK, block);
  }
  let best: f32 = 0;
  let greatest = 0;
  while (block < count) {
    if (block > 0 && i32At(entry(c, block - 1)) >= to) break;
    const whole =
      (block & (SUPER - 1)) === 0 &&
      block + SUPER <= count &&
      i32At(entry(c, block + SUPER - 1)) <= to;
    const score = whole ? superBound(c, block) : blockBound(c, block);
    if (score > best) best = score;
    const freq = whole ? superMaxFreq(c, block) : u8At(entry(c, block) + E_MAX_FREQ);
    if (freq > greatest) greatest = freq;
    block += whole ? SUPER : 1;
  }
  setI32(c + C_WINDOW_FREQ, greatest);
  return best;
}

function bitsAt(address: u32): i32 {
  const bits = u8At(address);
  if (bits > MAX_BITS) damaged();
  return bits;
}

/** Decodes the documents of the block at hand. */
export function loadDocs(c: u32): void {
  const ready = i32At(c + C_READY);
  if (ready & READY_DOCS) return;
  const docs = u32At(c + C_BUFFER) + B_DOCS;
  const at = entry(c, i32At(c + C_BLOCK));
  const first = i32At(c + C_FIRST);
  const last = i32At(c + C_LAST);
  const offset = u32At(at + E_DATA);
  const count = i32At(c + C_COUNT);
  if (count < BLOCK) {
    setI32(c + C_POSITIONS, decodeSingles(c, inside(c, offset, 0), count, first - 1));
    if (i32At(docs + 4 * (count - 1)) !== last) damaged();
    setI32(c + C_POSITION_BITS, -1);
    setI32(c + C_READY, READY_DOCS | READY_FREQS);
    return;
  }
  if (i32At(c + C_KIND) & DENSE) {
    if (decodeBits(u32At(c + C_BIT_SET), first, last, docs) !== BLOCK) damaged();
  } else {
    const bits = bitsAt(at + E_DOC_BITS);
    unpack(inside(c, offset, 16 * bits), bits, docs);
    sumDeltas(docs, first - 1);
    if (bits > SAFE_DELTA_BITS) ensureAscend(docs, first);
  }
  if (i32At(docs + 4 * (BLOCK - 1)) !== last) damaged();
  setI32(c + C_READY, ready | READY_DOCS);
}

function ensureAscend(docs: u32, first: i32): void {
  let before = first - 1;
  for (let i = 0; i < BLOCK; i++) {
    const doc = i32At(docs + 4 * i);
    if (doc <= before) damaged();
    before = doc;
  }
}

export function loadFreqs(c: u32): void {
  if (i32At(c + C_READY) & READY_FREQS) return;
  const freqs = u32At(c + C_BUFFER) + B_FREQS;
  const at = entry(c, i32At(c + C_BLOCK));
  if (i32At(c + C_COUNT) < BLOCK) {
    loadDocs(c);
    return;
  }
  const skipped = i32At(c + C_KIND) & DENSE ? 0 : 16 * bitsAt(at + E_DOC_BITS);
  if (i32At(c + C_KIND) & HAS_FREQS) {
    const bits = bitsAt(at + E_FREQ_BITS);
    unpack(inside(c, u32At(at + E_DATA), skipped + 16 * bits) + skipped, bits, freqs);
  } else {
    fill(freqs, 0, 4 * BLOCK);
  }
  setI32(c + C_READY, i32At(c + C_READY) | READY_FREQS);
}

/** Where the positions of each document of the block are: an index among the packed, or an address. */
export function loadSums(c: u32): void {
  if (i32At(c + C_READY) & READY_SUMS) return;
  loadDocs(c);
  loadFreqs(c);
  const freqs = u32At(c + C_BUFFER) + B_FREQS;
  const sums = u32At(c + C_BUFFER) + B_SUMS;
  setI32(c + C_READY, i32At(c + C_READY) | READY_SUMS);
  const count = i32At(c + C_COUNT);
  if (count < BLOCK) {
    const end = endOf(c);
    let at = u32At(c + C_POSITIONS);
    for (let i = 0; i < count; i++) {
      setI32(sums + 4 * i, at);
      for (let left = i32At(freqs + 4 * i); left >= 0; left--) {
        while (at < end && u8At(at) > 0x7f) at++;
        at++;
        if (at > end) damaged();
      }
    }
    return;
  }
  sumFreqs(freqs, sums);
  const at = entry(c, i32At(c + C_BLOCK));
  const bits = bitsAt(at + E_POSITION_BITS);
  const start = inside(c, u32At(at + E_POSITIONS), 0);
  ensurePositions(c, bitsAt(at + E_FREQ_BITS), bits, endOf(c) - start);
  setI32(c + C_POSITIONS, start);
  setI32(c + C_POSITION_BITS, bits);
}

/** There are as many positions as the frequencies say: what of `bits` bits each fits into `room` bytes. */
function ensurePositions(c: u32, freqBits: i32, bits: i32, room: f64): void {
  if (bits === 0) {
    if (freqBits > FREE_FREQ_BITS) damaged();
    return;
  }
  const positions = freqBits > SAFE_FREQ_BITS ? sumOfFreqs(c) : lastSum(c);
  if (positions > MAX_SUM || positions * bits > 8 * room) damaged();
}

function lastSum(c: u32): f64 {
  const last = u32At(c + C_BUFFER) + 4 * (BLOCK - 1);
  return i32At(last + B_SUMS) + i32At(last + B_FREQS) + 1;
}

/** Where sums of 32 bits may wrap around. */
function sumOfFreqs(c: u32): f64 {
  const freqs = u32At(c + C_BUFFER) + B_FREQS;
  let sum: f64 = BLOCK;
  for (let i = 0; i < BLOCK; i++) {
    const freq = i32At(freqs + 4 * i);
    if (freq < 0) damaged();
    sum += freq;
  }
  return sum;
}

/** The scores of all documents of the block. */
export function scoreBlock(c: u32): void {
  if (i32At(c + C_READY) & READY_SCORES) return;
  loadDocs(c);
  loadFreqs(c);
  const buffer = u32At(c + C_BUFFER);
  const count = i32At(c + C_COUNT);
  const factors = buffer + B_SCORES;
  lengthFactors(buffer + B_DOCS, count, u32At(c + C_NORMS), u32At(c + C_FACTORS), factors);
  bm25(buffer + B_FREQS, factors, count, f32At(c + C_WEIGHT), buffer + B_SCORES);
  setI32(c + C_READY, i32At(c + C_READY) | READY_SCORES);
}

/** A place by the low bits of each document of the block; whoever looks there has to compare the document. */
export function loadTable(c: u32): void {
  if (i32At(c + C_READY) & READY_TABLE) return;
  const docs = u32At(c + C_BUFFER) + B_DOCS;
  const table = u32At(c + C_TABLE);
  const count = i32At(c + C_COUNT);
  for (let i = 0; i < count; i++) {
    setU8(table + (i32At(docs + 4 * i) & (TABLE_BYTES - 1)), i);
  }
  setI32(c + C_READY, i32At(c + C_READY) | READY_TABLE);
}

/** Place of the first document >= target of the decoded block, whose last one is not before it. */
export function lowerBound(c: u32, target: i32): i32 {
  const docs = u32At(c + C_BUFFER) + B_DOCS;
  let place = 0;
  for (let step = 64; step > 0; step >>= 1) {
    place += i32At(docs + 4 * (place + step - 1)) < target ? step : 0;
  }
  return place;
}

/** Place of the first document of the decoded block that is not before `doc`. */
export function placeFrom(c: u32, doc: i32): i32 {
  return doc > i32At(c + C_FIRST) ? lowerBound(c, doc) : 0;
}

/** Place behind the last document of the decoded block that is before `end`. */
export function placeBefore(c: u32, end: i32): i32 {
  return i32At(c + C_LAST) < end ? i32At(c + C_COUNT) : lowerBound(c, end);
}

/** Of a dense term: place in the block of a document that it has. `doc` never decreases in a block. */
export function rank(c: u32, doc: i32): i32 {
  const bits = u32At(c + C_BIT_SET);
  const count = i32At(c + C_RANK) + countBits(bits, i32At(c + C_RANK_DOC), doc);
  setI32(c + C_RANK_DOC, doc);
  setI32(c + C_RANK, count);
  return count & (BLOCK - 1);
}

export function hasBitAt(bits: u32, doc: i32): i32 {
  return (u8At(bits + ((doc >>> 3) | 0)) >> (doc & 7)) & 1;
}
