/**
 * Decodes the current block of a term. All data is checked while it is decoded, so that other code
 * needs no bounds checks: documents ascend and are in the segment, reads stay inside the section,
 * and there are bytes for all positions.
 */
import {
  bitsAt,
  E_DATA,
  E_DOC_BITS,
  E_FREQ_BITS,
  E_POSITION_BITS,
  E_POSITIONS,
  endOf,
  entry,
  inside,
  maxDocOf,
} from './entries.js';
import {
  B_DOCS,
  B_FREQS,
  B_SCORES,
  B_SUMS,
  C_BIT_SET,
  C_BLOCK,
  C_BUFFER,
  C_COUNT,
  C_FACTORS,
  C_FIRST,
  C_KIND,
  C_LAST,
  C_NORMS,
  C_POSITION_BITS,
  C_POSITIONS,
  C_READY,
  C_TABLE,
  C_WEIGHT,
  DENSE,
  HAS_FREQS,
  NO_DOC,
  READY_DOCS,
  READY_FREQS,
  READY_SCORES,
  READY_SUMS,
  READY_TABLE,
  TABLE_BYTES,
} from './layout.js';
import { damaged, f32At, fill, i32At, setI32, setU8, u8At, u32At } from './memory.js';
import { varintAt, varintEnd } from './varint.js';
import { bm25, decodeBits, lengthFactors, sumDeltas, sumFreqs, unpack } from './vectors.js';

const BLOCK: i32 = 128;
/** With deltas of at most this many bits, the documents of a block cannot overflow. */
const SAFE_DELTA_BITS: i32 = 24;
/** The same constant is in `codec/v1/postings_layout.ts`. */
const FREE_FREQ_BITS: i32 = 8;
/** With frequencies of at most this many bits, their sum over a block cannot overflow. */
const SAFE_FREQ_BITS: i32 = 16;
const MAX_SUM: f64 = 2147483647;

/** Fills the rest of a block with documents that no search reaches, without occurrences. */
export function padBlock(buffer: u32, count: i32): void {
  for (let i = count; i < BLOCK; i++) {
    setI32(buffer + B_DOCS + 4 * i, NO_DOC);
    setI32(buffer + B_FREQS + 4 * i, -1);
  }
}

/** Decodes documents that were written one by one; returns the start of their positions. */
export function decodeSingles(c: u32, start: u32, count: i32, lastDoc: i32): u32 {
  const docs = u32At(c + C_BUFFER) + B_DOCS;
  const freqs = u32At(c + C_BUFFER) + B_FREQS;
  const hasFreqs = (i32At(c + C_KIND) & HAS_FREQS) !== 0;
  const maxDoc = maxDocOf(c);
  let doc = lastDoc;
  let at = start;
  for (let i = 0; i < count; i++) {
    const head = varintAt(at);
    at = varintEnd();
    let freq = 1;
    if (hasFreqs && (head & 1) === 0) {
      freq = varintAt(at);
      at = varintEnd();
    }
    const next = (doc + (hasFreqs ? (head >>> 1) | 0 : head) + 1) | 0;
    if (next <= doc || next >= maxDoc) damaged();
    doc = next;
    setI32(docs + 4 * i, doc);
    setI32(freqs + 4 * i, freq - 1);
  }
  if (at > endOf(c)) damaged();
  padBlock(u32At(c + C_BUFFER), count);
  return at;
}

/** Decodes the documents of the current block. */
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

/**
 * Computes where the positions of each document in the block start: an index into packed positions,
 * or an address.
 */
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

/**
 * Checks that `room` bytes suffice for the positions, of `bits` bits each, that the frequencies
 * announce.
 */
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

/** The sum of the frequencies, for the case in which 32-bit sums could overflow. */
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

/** Computes the scores of all documents in the block. */
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

/**
 * Fills a table from the low bits of the block's documents to their indices. A look-up must compare
 * the document.
 */
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
