/** Collects the document numbers of matches for the host. */
import { OUT, OUT_DOCS, Q_COLLECT, Q_ENOUGH, Q_FOUND, Q_SKIP, WINDOW } from './layout.js';
import { copy, i32At, setI32, trailingZeros } from './memory.js';

export function isCollecting(lane: u32): boolean {
  return i32At(lane + Q_COLLECT) !== 0;
}

/** True if the host must take the collected matches before the search continues. */
export function isFull(lane: u32): boolean {
  return isCollecting(lane) && i32At(lane + Q_FOUND) >= i32At(lane + Q_ENOUGH);
}

export function collect(lane: u32, doc: i32): void {
  const found = i32At(lane + Q_FOUND);
  setI32(lane + OUT + 4 * (found & (OUT_DOCS - 1)), doc);
  setI32(lane + Q_FOUND, found + 1);
}

/** Collects a list of documents, for which there must be room. */
export function collectAll(lane: u32, docs: u32, count: i32): void {
  const found = i32At(lane + Q_FOUND);
  copy(lane + OUT + 4 * found, docs, 4 * count);
  setI32(lane + Q_FOUND, found + count);
}

/** Collects the documents of a word of bits that starts at `base`. */
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

/** The base of the next window that the host wants. */
export function windowFrom(lane: u32, base: i32): i32 {
  const wanted = i32At(lane + Q_SKIP) & ~(WINDOW - 1);
  return wanted > base ? wanted : base;
}
