/**
 * Bounds scores by the length of a candidate: with the greatest frequencies of the current blocks,
 * no document above some length can exceed the worst kept hit. Reading one byte rules out most
 * candidates before any frequency is read.
 */
import { blockMaxFreq, scoreAt } from './bounds.js';
import {
  C_FACTORS,
  C_NORMS,
  C_WINDOW_FREQ,
  DOCS,
  LIST,
  MAY,
  MUST,
  Q_CODE_LIMIT,
  Q_PHRASE,
} from './layout.js';
import { i32At, setI32, setU8, toF32, toF64, u8At, u32At } from './memory.js';

const ALL: i32 = 255;

/**
 * Keeps the candidates that are not too long. The `must` and `may` clauses have stored their bounds
 * for the lead's block or more.
 */
export function keepShort(lane: u32, lead: u32, count: i32, must: i32, may: i32, least: f32): i32 {
  const norms = u32At(lead + C_NORMS);
  if (least < 0 || norms === 0 || u32At(lead + C_FACTORS) === 0) return count;
  if (!isSameField(lane + MUST, must, norms) || !isSameField(lane + MAY, may, norms)) return count;
  const limit = greatestCode(lane, lead, must, may, least);
  if (limit === ALL) return count;
  let left = 0;
  for (let i = 0; i < count; i++) {
    const place = u8At(lane + LIST + i);
    setU8(lane + LIST + left, place);
    left += u8At(norms + i32At(lane + DOCS + 4 * place)) <= limit ? 1 : 0;
  }
  return left;
}

function isSameField(list: u32, count: i32, norms: u32): boolean {
  for (let i = 0; i < count; i++) {
    const c = u32At(list + 4 * i);
    if (u32At(c + C_FACTORS) !== 0 && u32At(c + C_NORMS) !== norms) return false;
  }
  return true;
}

/**
 * The greatest encoded length that can exceed `least`; -1: none. Bounds decrease as lengths grow.
 * The search starts from the result for the previous block, which is usually close.
 */
function greatestCode(lane: u32, lead: u32, must: i32, may: i32, least: f32): i32 {
  let low = -1;
  let high = ALL;
  let probe = i32At(lane + Q_CODE_LIMIT);
  let step = 1;
  while (low < high) {
    if (probe <= low || probe > high) probe = (low + high + 1) >> 1;
    if (boundAt(lane, lead, must, may, probe) > least) {
      low = probe;
      probe += step;
    } else {
      high = probe - 1;
      probe -= step;
    }
    step *= 2;
  }
  setI32(lane + Q_CODE_LIMIT, low);
  return low;
}

/** The bound of all clauses together for documents of this encoded length. */
function boundAt(lane: u32, lead: u32, must: i32, may: i32, code: i32): f32 {
  let freq = blockMaxFreq(lead);
  if (i32At(lane + Q_PHRASE) !== 0) {
    for (let i = 0; i < must; i++) {
      const other = i32At(u32At(lane + MUST + 4 * i) + C_WINDOW_FREQ);
      if (other < freq) freq = other;
    }
    return scoreAt(lead, freq, code);
  }
  let sum = toF64(scoreAt(lead, freq, code));
  for (let i = 0; i < must; i++) sum += toF64(windowScore(u32At(lane + MUST + 4 * i), code));
  for (let i = 0; i < may; i++) sum += toF64(windowScore(u32At(lane + MAY + 4 * i), code));
  return toF32(sum);
}

function windowScore(c: u32, code: i32): f32 {
  return u32At(c + C_FACTORS) === 0 ? 0 : scoreAt(c, i32At(c + C_WINDOW_FREQ), code);
}
