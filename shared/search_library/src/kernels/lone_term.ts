/**
 * Passes over the blocks of a lone term that cannot compete. A score decreases as the norm grows,
 * so for each frequency class there is a least norm that is too great; comparing the norms of an
 * entry with these rules out most blocks without computing a score.
 */
import { blockBound, SUPER, scoreAt, superBound, superMaxFreq } from './bounds.js';
import { E_NORMS, entry } from './entries.js';
import { C_ENTRY_BYTES, Q_LIMITS, Q_LIMITS_FOR, Q_LIMITS_OF } from './layout.js';
import { f32At, i32At, setF32, setI32, setU8, u8At } from './memory.js';
import { firstBelow } from './vectors.js';

/** The classes of the frequencies 1, 2 and 3; the next one has the others. */
const EXACT_CLASSES: i32 = 3;
/** Norm in an entry of a class without documents; no limit is greater. */
const NO_NORM: i32 = 255;

/** The first block from `block` on that may have a hit above `least`; `blocks` if there is none. */
export function nextHopeful(lane: u32, c: u32, block: i32, blocks: i32, least: f32): i32 {
  let at = block;
  while (at < blocks) {
    if ((at & (SUPER - 1)) === 0 && superBound(c, at) <= least) {
      at += SUPER;
      continue;
    }
    const rest = SUPER - (at & (SUPER - 1));
    const count = rest < blocks - at ? rest : blocks - at;
    setLimits(lane, c, at, least);
    const norms = entry(c, at) + E_NORMS;
    const skipped = firstBelow(norms, i32At(c + C_ENTRY_BYTES), count, lane + Q_LIMITS);
    at += skipped;
    if (skipped === count) continue;
    if (blockBound(c, at) > least) return at;
    at++;
  }
  return blocks;
}

/**
 * Sets the least norm that is too great, by frequency class, for the superblock of a block. The
 * limits of the last call are usually close.
 */
function setLimits(lane: u32, c: u32, block: i32, least: f32): void {
  const first = block & ~(SUPER - 1);
  const same = f32At(lane + Q_LIMITS_FOR) === least;
  if (same && i32At(lane + Q_LIMITS_OF) === first) return;
  for (let i = same ? EXACT_CLASSES : 0; i <= EXACT_CLASSES; i++) {
    const freq = i < EXACT_CLASSES ? i + 1 : superMaxFreq(c, first);
    const limit = lane + Q_LIMITS + i;
    setU8(limit, limitFor(c, freq, least, u8At(limit)));
  }
  setF32(lane + Q_LIMITS_FOR, least);
  setI32(lane + Q_LIMITS_OF, first);
}

/** The least norm with a score of at most `least`; starts from `guess`. */
function limitFor(c: u32, freq: i32, least: f32, guess: i32): i32 {
  let limit = guess;
  while (limit < NO_NORM && scoreAt(c, freq, limit) > least) limit++;
  while (limit > 0 && scoreAt(c, freq, limit - 1) <= least) limit--;
  return limit;
}
