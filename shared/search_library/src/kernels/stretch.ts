/**
 * Processes up to 128 candidates at a time. The list has the indices of the remaining candidates.
 * Each clause stores its frequency by index, so that nothing has to be moved when the list shrinks.
 */

import { hasBitAt, rank } from './bit_sets.js';
import { collect, isCollecting } from './collect.js';
import { lowerBound, seek } from './cursor.js';
import { loadDocs, loadFreqs, loadSums, loadTable } from './decode_block.js';
import { isPlain, keep, leastKept, offer } from './heap.js';
import {
  B_DOCS,
  B_FREQS,
  B_MATCH_BASE,
  B_MATCH_BITS,
  B_MATCH_FREQ,
  B_MATCH_INDEX,
  B_SUMS,
  C_BIT_SET,
  C_BUFFER,
  C_FACTORS,
  C_FIRST,
  C_KIND,
  C_LAST,
  C_NORMS,
  C_POSITION_BITS,
  C_POSITIONS,
  C_RANK,
  C_RANK_DOC,
  C_TABLE,
  C_WEIGHT,
  CLAUSE_BYTES,
  CLAUSES,
  DENSE,
  DOCS,
  F_EXCLUDES,
  F_LOWER,
  F_PRESENCE,
  F_STRETCHES,
  F_UPPER,
  F_VALUES,
  F_WIDTH,
  FILTER_BYTES,
  FILTERS,
  LIST,
  Q_CLAUSES,
  Q_EXCLUDED,
  Q_FILTERS,
  Q_HITS,
  Q_LIVE,
  STRETCH_SUMS,
  TABLE_BYTES,
} from './layout.js';
import {
  addF,
  divF,
  f32At,
  f64At,
  i32At,
  intToF32,
  mulF,
  setF64,
  setI32,
  setU8,
  subF,
  toF32,
  toF64,
  u8At,
  u32At,
} from './memory.js';
import { countBits } from './vectors.js';

/** The ways to treat candidates that a clause matches. */
export const KEEP: i32 = 0;
export const DROP: i32 = 1;
export const NOTE: i32 = 2;
/** The data needed of a match. */
export const NOTHING: i32 = 0;
export const FREQ: i32 = 1;
export const POSITIONS: i32 = 2;

/** From this many candidates in one block on, a look-up table pays off. */
const TABLE_CANDIDATES: i32 = 10;

/** Lists all indices from `from` to `to` - 1. */
export function listAll(lane: u32, from: i32, to: i32): i32 {
  for (let i = from; i < to; i++) setU8(lane + LIST + (i - from), i);
  return to - from;
}

function placeAt(lane: u32, i: i32): i32 {
  return u8At(lane + LIST + i);
}

function docAt(lane: u32, place: i32): i32 {
  return i32At(lane + DOCS + 4 * place);
}

/** Keeps the candidates that are live and pass the filters. */
export function filterStretch(lane: u32, count: i32): i32 {
  let left = count;
  const live = u32At(lane + Q_LIVE);
  if (live !== 0) left = keepBits(lane, left, live, 1);
  const filters = i32At(lane + Q_FILTERS);
  for (let i = 0; i < filters; i++)
    left = keepInRange(lane, left, lane + FILTERS + i * FILTER_BYTES);
  return left;
}

/** True if some document from `first` to `last` may pass the filters. */
export function mayPass(lane: u32, first: i32, last: i32): boolean {
  const filters = i32At(lane + Q_FILTERS);
  for (let i = 0; i < filters; i++) {
    const filter = lane + FILTERS + i * FILTER_BYTES;
    const stretches = u32At(filter + F_STRETCHES);
    if (stretches === 0 || i32At(filter + F_EXCLUDES) !== 0) continue;
    let possible = 0;
    for (let at = first >> 12; at <= last >> 12; at++) possible |= hasBitAt(stretches, at);
    if (possible === 0) return false;
  }
  return true;
}

/** Keeps the candidates whose bit is 1 or 0, as wanted. */
export function keepBits(lane: u32, count: i32, bits: u32, wanted: i32): i32 {
  let left = 0;
  for (let i = 0; i < count; i++) {
    const place = placeAt(lane, i);
    setU8(lane + LIST + left, place);
    left += hasBitAt(bits, docAt(lane, place)) === wanted ? 1 : 0;
  }
  return left;
}

/** Keeps the candidates whose number is in a filter's range. */
export function keepInRange(lane: u32, count: i32, filter: u32): i32 {
  const width = i32At(filter + F_WIDTH);
  const presence = u32At(filter + F_PRESENCE);
  const excludes = i32At(filter + F_EXCLUDES);
  if (width === 0) return keepBits(lane, count, presence, 1 - excludes);
  const values = u32At(filter + F_VALUES);
  const lower = u32At(filter + F_LOWER);
  const upper = u32At(filter + F_UPPER);
  const mask = width === 4 ? -1 : (1 << (8 * width)) - 1;
  const present = presence === 0 || excludes !== 0 ? count : keepBits(lane, count, presence, 1);
  let left = 0;
  for (let i = 0; i < present; i++) {
    const place = placeAt(lane, i);
    const doc = docAt(lane, place);
    // A value of fewer than 4 bytes is the low part of a word; the mask removes the rest.
    const value: u32 = u32At(values + width * doc) & mask;
    let inside = value >>> 0 >= lower && value >>> 0 <= upper ? 1 : 0;
    if (excludes !== 0 && presence !== 0) inside &= hasBitAt(presence, doc);
    setU8(lane + LIST + left, place);
    left += inside !== excludes ? 1 : 0;
  }
  return left;
}

/** Removes the candidates that an excluded clause matches. */
export function dropExcluded(lane: u32, count: i32): i32 {
  const clauses = i32At(lane + Q_CLAUSES);
  let left = count;
  for (let i = clauses - i32At(lane + Q_EXCLUDED); i < clauses && left > 0; i++) {
    left = intersect(lane, lane + CLAUSES + i * CLAUSE_BYTES, left, DROP, NOTHING);
  }
  return left;
}

/** Checks all candidates, which ascend, against a clause; returns the number of remaining ones. */
export function intersect(lane: u32, c: u32, count: i32, mode: i32, want: i32): i32 {
  if (i32At(c + C_KIND) & DENSE) return intersectBits(lane, c, count, mode, want);
  const noted = u32At(c + C_BUFFER) + B_MATCH_FREQ;
  let left = 0;
  let i = 0;
  while (i < count) {
    const doc = docAt(lane, placeAt(lane, i));
    if (doc > i32At(c + C_LAST) && !seek(c, doc)) break;
    const last = i32At(c + C_LAST);
    let end = i + 1;
    while (end < count && docAt(lane, placeAt(lane, end)) <= last) end++;
    left = intersectBlock(lane, c, i, end, left, mode, want);
    i = end;
  }
  if (mode === KEEP) return left;
  for (; i < count; i++) {
    const place = placeAt(lane, i);
    setI32(noted + 4 * place, 0);
    setU8(lane + LIST + left, place);
    left++;
  }
  return left;
}

/**
 * Checks the candidates `from` to `to` - 1 of the list, which are in the clause's block or before
 * its first document.
 */
function intersectBlock(
  lane: u32,
  c: u32,
  from: i32,
  to: i32,
  kept: i32,
  mode: i32,
  want: i32,
): i32 {
  loadDocs(c);
  if (want === FREQ) loadFreqs(c);
  else if (want === POSITIONS) loadSums(c);
  const table = u32At(c + C_TABLE);
  const span = i32At(c + C_LAST) - i32At(c + C_FIRST);
  const byTable = table !== 0 && to - from >= TABLE_CANDIDATES && span < TABLE_BYTES;
  if (byTable) loadTable(c);
  const docs = u32At(c + C_BUFFER) + B_DOCS;
  let left = kept;
  for (let i = from; i < to; i++) {
    const place = placeAt(lane, i);
    const doc = docAt(lane, place);
    const at = byTable ? u8At(table + (doc & (TABLE_BYTES - 1))) & 127 : lowerBound(c, doc);
    const found = i32At(docs + 4 * at) === doc ? 1 : 0;
    setU8(lane + LIST + left, place);
    if (want !== NOTHING) note(c, place, at, found, want);
    left += mode === NOTE ? 1 : mode === KEEP ? found : 1 - found;
  }
  return left;
}

function note(c: u32, place: i32, at: i32, found: i32, want: i32): void {
  const buffer = u32At(c + C_BUFFER);
  const freq = i32At(buffer + B_FREQS + 4 * at) + 1;
  setI32(buffer + B_MATCH_FREQ + 4 * place, found === 0 ? 0 : freq);
  if (want === POSITIONS) notePositions(c, buffer, place, at);
}

/** Stores the frequencies of a dense clause that has all candidates. */
export function noteRanked(lane: u32, c: u32, count: i32, want: i32): void {
  const bits = u32At(c + C_BIT_SET);
  const buffer = u32At(c + C_BUFFER);
  const freqs = buffer + B_FREQS;
  const noted = buffer + B_MATCH_FREQ;
  let i = 0;
  while (i < count) {
    let doc = docAt(lane, placeAt(lane, i));
    if (doc > i32At(c + C_LAST) && !seek(c, doc)) return;
    if (want === POSITIONS) loadSums(c);
    else loadFreqs(c);
    const last = i32At(c + C_LAST);
    let at = i32At(c + C_RANK_DOC);
    let before = i32At(c + C_RANK);
    while (doc <= last) {
      before += countBits(bits, at, doc);
      at = doc;
      const place = placeAt(lane, i);
      const index = before & 127;
      setI32(noted + 4 * place, i32At(freqs + 4 * index) + 1);
      if (want === POSITIONS) notePositions(c, buffer, place, index);
      i++;
      if (i === count) break;
      doc = docAt(lane, placeAt(lane, i));
    }
    setI32(c + C_RANK_DOC, at);
    setI32(c + C_RANK, before);
  }
}

function notePositions(c: u32, buffer: u32, place: i32, index: i32): void {
  setI32(buffer + B_MATCH_INDEX + 4 * place, i32At(buffer + B_SUMS + 4 * index));
  setI32(buffer + B_MATCH_BASE + 4 * place, i32At(c + C_POSITIONS));
  setU8(buffer + B_MATCH_BITS + place, i32At(c + C_POSITION_BITS));
}

/** Stores the frequencies of the clause whose block the candidates are. */
export function noteOwn(lane: u32, c: u32, count: i32, want: i32): void {
  if (want === POSITIONS) loadSums(c);
  else loadFreqs(c);
  for (let i = 0; i < count; i++) {
    const place = placeAt(lane, i);
    note(c, place, place, 1, want);
  }
}

function intersectBits(lane: u32, c: u32, count: i32, mode: i32, want: i32): i32 {
  const bits = u32At(c + C_BIT_SET);
  const buffer = u32At(c + C_BUFFER);
  let left = 0;
  for (let i = 0; i < count; i++) {
    const place = placeAt(lane, i);
    const found = hasBitAt(bits, docAt(lane, place));
    setU8(lane + LIST + left, place);
    setI32(buffer + B_MATCH_FREQ + 4 * place, found);
    left += mode === NOTE ? 1 : mode === KEEP ? found : 1 - found;
  }
  if (want === NOTHING) return left;
  if (mode === KEEP) {
    noteRanked(lane, c, left, want);
    return left;
  }
  for (let i = 0; i < left; i++) {
    const place = placeAt(lane, i);
    if (i32At(buffer + B_MATCH_FREQ + 4 * place) === 0) continue;
    const doc = docAt(lane, place);
    if (doc > i32At(c + C_LAST) && !seek(c, doc)) break;
    if (want === FREQ) loadFreqs(c);
    else loadSums(c);
    note(c, place, rank(c, doc), 1, want);
  }
  return left;
}

/** Adds the clause's scores to the sums of the stretch where it matches. */
export function addScores(lane: u32, c: u32, count: i32): void {
  addScoresTo(lane, lane + STRETCH_SUMS, c, count);
}

/** Adds the clause's scores to other sums, f64 by index. */
export function addScoresTo(lane: u32, sums: u32, c: u32, count: i32): void {
  const freqs = u32At(c + C_BUFFER) + B_MATCH_FREQ;
  const norms = u32At(c + C_NORMS);
  const factors = u32At(c + C_FACTORS);
  const weight = f32At(c + C_WEIGHT);
  for (let i = 0; i < count; i++) {
    const place = placeAt(lane, i);
    const freq = i32At(freqs + 4 * place);
    if (freq === 0) continue;
    const code = norms === 0 ? 1 : u8At(norms + docAt(lane, place));
    const saturation = addF(1, mulF(intToF32(freq), f32At(factors + 4 * code)));
    const sum = sums + 8 * place;
    setF64(sum, f64At(sum) + toF64(subF(weight, divF(weight, saturation))));
  }
}

/** Keeps the indices of a list whose sums, f64 by index, exceed `least` when `more` is added. */
export function keepPromising(list: u32, sums: u32, count: i32, more: f64, least: f64): i32 {
  let left = 0;
  for (let i = 0; i < count; i++) {
    const place = u8At(list + i);
    setU8(list + left, place);
    left += toF64(toF32(f64At(sums + 8 * place) + more)) > least ? 1 : 0;
  }
  return left;
}

/** Offers the remaining candidates; without scores, they are counted. */
export function finishStretch(lane: u32, count: i32, scoring: i32): void {
  if (isCollecting(lane)) {
    for (let i = 0; i < count; i++) collect(lane, docAt(lane, placeAt(lane, i)));
    return;
  }
  if (scoring === 0) {
    setI32(lane + Q_HITS, i32At(lane + Q_HITS) + count);
    return;
  }
  const plain = isPlain(lane);
  if (plain) setI32(lane + Q_HITS, i32At(lane + Q_HITS) + count);
  let least = leastKept(lane);
  for (let i = 0; i < count; i++) {
    const place = placeAt(lane, i);
    const score = toF32(f64At(lane + STRETCH_SUMS + 8 * place));
    if (!plain) {
      offer(lane, docAt(lane, place), score);
    } else if (score > least) {
      keep(lane, docAt(lane, place), score);
      least = leastKept(lane);
    }
  }
}
