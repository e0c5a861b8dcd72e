/**
 * The best documents by score, with the lower document winning a tie: a heap of pairs with the
 * worst on top. Documents come in ascending order.
 */
import {
  HEAP,
  Q_AFTER_DOC,
  Q_AFTER_SCORE,
  Q_CAPACITY,
  Q_FLOOR,
  Q_HEAP_SIZE,
  Q_HITS,
  Q_MIN_SCORE,
  Q_PRUNED,
  Q_THRESHOLD,
} from './layout.js';
import { f32At, i32At, setF32, setI32 } from './memory.js';

/** Scores up to this one cannot be in the result; -1 as long as every hit must be counted. */
export function scoreToBeat(lane: u32): f32 {
  const capacity = i32At(lane + Q_CAPACITY);
  if (i32At(lane + Q_HITS) <= i32At(lane + Q_THRESHOLD)) return -1;
  const floor = f32At(lane + Q_FLOOR);
  if (capacity === 0 || i32At(lane + Q_HEAP_SIZE) < capacity) {
    if (floor >= 0) setI32(lane + Q_PRUNED, 1);
    return floor;
  }
  setI32(lane + Q_PRUNED, 1);
  const worst = f32At(lane + HEAP);
  return worst > floor ? worst : floor;
}

/** True if every match is a hit and no score is excluded; then `leastKept` and `keep` suffice. */
export function isPlain(lane: u32): boolean {
  return f32At(lane + Q_MIN_SCORE) < 0 && f32At(lane + Q_AFTER_SCORE) === Infinity;
}

/** The score that a hit must exceed to be kept. */
export function leastKept(lane: u32): f32 {
  const floor = f32At(lane + Q_FLOOR);
  const capacity = i32At(lane + Q_CAPACITY);
  if (capacity === 0) return Infinity;
  if (i32At(lane + Q_HEAP_SIZE) < capacity) return floor;
  const worst = f32At(lane + HEAP);
  return worst > floor ? worst : floor;
}

export function keep(lane: u32, doc: i32, score: f32): void {
  const size = i32At(lane + Q_HEAP_SIZE);
  if (size < i32At(lane + Q_CAPACITY)) {
    setI32(lane + Q_HEAP_SIZE, size + 1);
    siftUp(lane + HEAP, size, score, doc);
  } else {
    siftDown(lane + HEAP, size, score, doc);
  }
}

/** Counts a hit unless its score is too low, and keeps it when it is good enough. */
export function offer(lane: u32, doc: i32, score: f32): void {
  if (score < f32At(lane + Q_MIN_SCORE)) return;
  setI32(lane + Q_HITS, i32At(lane + Q_HITS) + 1);
  const after = f32At(lane + Q_AFTER_SCORE);
  if (score > after || (score === after && doc <= i32At(lane + Q_AFTER_DOC))) return;
  if (score > leastKept(lane)) keep(lane, doc, score);
}

/** Keeps a hit that was already counted, when it is good enough. */
export function consider(lane: u32, doc: i32, score: f32): void {
  if (score <= leastKept(lane)) return;
  const after = f32At(lane + Q_AFTER_SCORE);
  if (score > after || (score === after && doc <= i32At(lane + Q_AFTER_DOC))) return;
  keep(lane, doc, score);
}

/** True if the entry at `i` must be removed before the given one. */
function isWorse(heap: u32, i: i32, score: f32, doc: i32): boolean {
  const other = f32At(heap + 8 * i);
  return other < score || (other === score && i32At(heap + 8 * i + 4) > doc);
}

function put(heap: u32, i: i32, score: f32, doc: i32): void {
  setF32(heap + 8 * i, score);
  setI32(heap + 8 * i + 4, doc);
}

function siftUp(heap: u32, start: i32, score: f32, doc: i32): void {
  let i = start;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (isWorse(heap, parent, score, doc)) break;
    put(heap, i, f32At(heap + 8 * parent), i32At(heap + 8 * parent + 4));
    i = parent;
  }
  put(heap, i, score, doc);
}

function siftDown(heap: u32, size: i32, score: f32, doc: i32): void {
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= size) break;
    const right = child + 1;
    if (right < size) {
      const rightScore = f32At(heap + 8 * right);
      if (!isWorse(heap, child, rightScore, i32At(heap + 8 * right + 4))) child = right;
    }
    if (!isWorse(heap, child, score, doc)) break;
    put(heap, i, f32At(heap + 8 * child), i32At(heap + 8 * child + 4));
    i = child;
  }
  put(heap, i, score, doc);
}
