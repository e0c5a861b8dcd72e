/** Matches that the host wants as they are: their numbers, one after another. */
import { OUT, OUT_DOCS, Q_COLLECT, Q_ENOUGH, Q_FOUND, Q_SKIP, WINDOW } from './layout.js';
import { copy, i32At, setI32, trailingZeros } from './memory.js';

export function isCollecting(lane: u32): boolean {
  return i32At(lane + Q_COLLECT) !== 0;
}

/** Whether the host is to take what there is before more is looked at. */
export function isFull(lane: u32): boolean {
  return isCollecting(lane) && i32At(lane + Q_FOUND) >= i32At(lane + Q_ENOUGH);
}

export function collect(lane: u32, doc: i32): void {
  const found = i32At(lane + Q_FOUND);
  setI32(lane + OUT + 4 * (found & (OUT_DOCS - 1)), doc);
  setI32(lane + Q_FOUND, found + 1);
}

/** A list of documents, which there has to be room for. */
export function collectAll(lane: u32, docs: u32, count: i32): void {
  const found = i32At(lane + Q_FOUND);
  copy(lane + OUT + 4 * found, docs, 4 * count);
  setI32(lane + Q_FOUND, found + count);
}

/** The documents of a word of bits from `base` on. */
export function collectWord(lane: u32, word: i32, base: i32): void {
  let found = i32At(lane + Q_FOUND);
  let rest = word;
  while (rest !== 0) {
    setI32(lane + OUT + 4 * (found & (OUT_DOCS - 1)), base + trailingZeros(rest));
    rest &= rest - 1;
    found++;
  }
  setI32(lane + Q_FOUND, found);
}

/** Where a walk by windows goes on. */
export function windowFrom(lane: u32, base: i32): i32 {
  const wanted = i32At(lane + Q_SKIP) & ~(WINDOW - 1);
  return wanted > base ? wanted : base;
}
