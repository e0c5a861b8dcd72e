/** Counts how often the terms of a phrase are at their places in a candidate. */
import {
  B_MATCH_BASE,
  B_MATCH_BITS,
  B_MATCH_FREQ,
  B_MATCH_INDEX,
  C_BUFFER,
  C_FACTORS,
  C_NORMS,
  C_OFFSET,
  C_READ_BASE,
  C_READ_BITS,
  C_READ_INDEX,
  C_READ_LEFT,
  C_READ_POSITION,
  C_WEIGHT,
  CLAUSE_BYTES,
  DOCS,
  LIST,
  STRETCH_SUMS,
} from './layout.js';
import {
  addF,
  divF,
  f32At,
  i32At,
  intToF32,
  mulF,
  packedAt,
  setF64,
  setI32,
  setU8,
  subF,
  toF64,
  u8At,
  u32At,
} from './memory.js';
import { varintAt, varintEnd } from './varint.js';

/** Stands for varints in place of a number of bits. */
const VARINTS: i32 = 255;
/** Sentinels: no position; a target before every position. */
const NONE: i32 = -2147483647;
const ANY: i32 = -2147483646;

/**
 * Keeps the candidates that contain the phrase of `terms` clauses from `lead` on, and computes
 * their scores if `scoring`. Candidates that cannot exceed `least` are skipped without reading
 * positions.
 */
export function keepPhrases(
  lane: u32,
  lead: u32,
  terms: i32,
  count: i32,
  least: f32,
  scoring: i32,
): i32 {
  let left = 0;
  for (let i = 0; i < count; i++) {
    const place = u8At(lane + LIST + i);
    const factor = factorOf(lead, i32At(lane + DOCS + 4 * place));
    if (least >= 0 && scoreOf(lead, leastFreq(lead, terms, place), factor) <= least) continue;
    const freq =
      terms === 2
        ? pairFreq(lead, place, scoring === 0)
        : phraseFreq(lead, terms, place, scoring === 0);
    if (freq === 0) continue;
    setU8(lane + LIST + left, place);
    left++;
    if (scoring !== 0) setF64(lane + STRETCH_SUMS + 8 * place, toF64(scoreOf(lead, freq, factor)));
  }
  return left;
}

function factorOf(c: u32, doc: i32): f32 {
  const factors = u32At(c + C_FACTORS);
  if (factors === 0) return 0;
  const norms = u32At(c + C_NORMS);
  return f32At(factors + 4 * (norms === 0 ? 1 : u8At(norms + doc)));
}

function scoreOf(c: u32, freq: i32, factor: f32): f32 {
  const weight = f32At(c + C_WEIGHT);
  return subF(weight, divF(weight, addF(1, mulF(intToF32(freq), factor))));
}

/** The phrase is at most as frequent as the rarest of its terms. */
function leastFreq(lead: u32, terms: i32, place: i32): i32 {
  let least = 0x7fffffff;
  for (let i = 0; i < terms; i++) {
    const c = lead + i * CLAUSE_BYTES;
    const freq = i32At(u32At(c + C_BUFFER) + B_MATCH_FREQ + 4 * place);
    if (freq < least) least = freq;
  }
  return least;
}

function startReading(c: u32, place: i32): void {
  const buffer = u32At(c + C_BUFFER);
  setI32(c + C_READ_INDEX, i32At(buffer + B_MATCH_INDEX + 4 * place));
  setI32(c + C_READ_LEFT, i32At(buffer + B_MATCH_FREQ + 4 * place));
  setI32(c + C_READ_BASE, i32At(buffer + B_MATCH_BASE + 4 * place));
  setI32(c + C_READ_BITS, u8At(buffer + B_MATCH_BITS + place));
  setI32(c + C_READ_POSITION, 0);
}

/**
 * Moves by at least one position to the first phrase start >= `target`; `NONE` when there are no
 * more positions.
 */
function readTo(c: u32, target: i32): i32 {
  const bits = i32At(c + C_READ_BITS);
  const base = u32At(c + C_READ_BASE);
  const offset = i32At(c + C_OFFSET);
  let left = i32At(c + C_READ_LEFT);
  let index = i32At(c + C_READ_INDEX);
  let position = i32At(c + C_READ_POSITION);
  let found = NONE;
  while (left > 0) {
    left--;
    position = (position + deltaAt(bits, base, index)) | 0;
    index = nextDelta | 0;
    if (position - offset >= target) {
      found = position - offset;
      break;
    }
  }
  setI32(c + C_READ_LEFT, left);
  setI32(c + C_READ_INDEX, index);
  setI32(c + C_READ_POSITION, position);
  return found;
}

/** The index or address of the delta after the one read last. */
let nextDelta: u32 = 0;

/** Reads the delta at `index`, which is an address for varints. */
function deltaAt(bits: i32, base: u32, index: i32): i32 {
  if (bits !== VARINTS) {
    nextDelta = index + 1;
    return packedAt(base, bits, index);
  }
  const delta = varintAt(index);
  nextDelta = varintEnd();
  return delta;
}

/** The frequency of two packed terms; `start` is one's first position, shifted by the distance. */
function packedPairFreq(
  start: i32,
  countA: i32,
  firstA: i32,
  baseA: u32,
  bitsA: i32,
  countB: i32,
  firstB: i32,
  baseB: u32,
  bitsB: i32,
  firstOnly: boolean,
): i32 {
  const endA = firstA + countA;
  const endB = firstB + countB;
  let indexA = firstA;
  let indexB = firstB;
  let at = start;
  let other = packedAt(baseB, bitsB, indexB);
  let found = 0;
  while (indexA < endA && indexB < endB) {
    if (at === other) {
      found++;
      if (firstOnly) return found;
    }
    if (at <= other) {
      indexA++;
      at = (at + packedAt(baseA, bitsA, indexA)) | 0;
    } else {
      indexB++;
      other = (other + packedAt(baseB, bitsB, indexB)) | 0;
    }
  }
  return found;
}

/** `phraseFreq` for two terms, whose positions are merged. */
function pairFreq(a: u32, place: i32, firstOnly: boolean): i32 {
  const b = a + CLAUSE_BYTES;
  const bufferA = u32At(a + C_BUFFER);
  const bufferB = u32At(b + C_BUFFER);
  const bitsA = u8At(bufferA + B_MATCH_BITS + place);
  const bitsB = u8At(bufferB + B_MATCH_BITS + place);
  const baseA = u32At(bufferA + B_MATCH_BASE + 4 * place);
  const baseB = u32At(bufferB + B_MATCH_BASE + 4 * place);
  let leftA = i32At(bufferA + B_MATCH_FREQ + 4 * place);
  let leftB = i32At(bufferB + B_MATCH_FREQ + 4 * place);
  let indexA = i32At(bufferA + B_MATCH_INDEX + 4 * place);
  let indexB = i32At(bufferB + B_MATCH_INDEX + 4 * place);
  if (bitsA !== VARINTS && bitsB !== VARINTS) {
    const distance = i32At(b + C_OFFSET) - i32At(a + C_OFFSET);
    const at = packedAt(baseA, bitsA, indexA) + distance;
    return packedPairFreq(at, leftA, indexA, baseA, bitsA, leftB, indexB, baseB, bitsB, firstOnly);
  }
  let startA = (deltaAt(bitsA, baseA, indexA) - i32At(a + C_OFFSET)) | 0;
  indexA = nextDelta | 0;
  let startB = (deltaAt(bitsB, baseB, indexB) - i32At(b + C_OFFSET)) | 0;
  indexB = nextDelta | 0;
  let matches = 0;
  while (leftA > 0 && leftB > 0) {
    if (startA === startB) {
      matches++;
      if (firstOnly) return matches;
    }
    if (startA <= startB) {
      if (--leftA === 0) break;
      startA = (startA + deltaAt(bitsA, baseA, indexA)) | 0;
      indexA = nextDelta | 0;
    } else {
      if (--leftB === 0) break;
      startB = (startB + deltaAt(bitsB, baseB, indexB)) | 0;
      indexB = nextDelta | 0;
    }
  }
  return matches;
}

/**
 * Number of matches at the index; with `firstOnly`, at most 1. A start is a position minus the
 * offset, and is equal for all terms of a match.
 */
function phraseFreq(lead: u32, terms: i32, place: i32, firstOnly: boolean): i32 {
  for (let i = 0; i < terms; i++) startReading(lead + i * CLAUSE_BYTES, place);
  let matches = 0;
  let start = readTo(lead, ANY);
  while (start !== NONE) {
    let agreed = true;
    for (let i = 1; i < terms; i++) {
      const c = lead + i * CLAUSE_BYTES;
      let other = i32At(c + C_READ_POSITION) - i32At(c + C_OFFSET);
      const unread =
        i32At(c + C_READ_LEFT) === i32At(u32At(c + C_BUFFER) + B_MATCH_FREQ + 4 * place);
      if (unread || other < start) other = readTo(c, start);
      if (other === NONE) return matches;
      if (other > start) {
        start = readTo(lead, other);
        agreed = false;
        break;
      }
    }
    if (!agreed) continue;
    matches++;
    if (firstOnly) return matches;
    start = readTo(lead, ANY);
  }
  return matches;
}
