/** Iterates over the windows of a segment for any kind of query. */
import { isCollecting, isFull, windowFrom } from './collect.js';
import { countUnion } from './count_disjunction.js';
import { openSums, unionWindow } from './disjunction.js';
import { BUDGET, Q_HITS, Q_MAX_DOC, Q_PLACE, Q_SCORING, Q_THRESHOLD, WINDOW } from './layout.js';
import { i32At, setI32 } from './memory.js';
import { treeWindow } from './tree.js';

const UNION: i32 = 0;
const COUNT: i32 = 1;
const TREE: i32 = 2;

/**
 * Finds the best documents of the optional clauses. Like the other functions, it continues from the
 * last place and returns 1 when there is more to do.
 */
export function disjunction(lane: u32): i32 {
  if (i32At(lane + Q_PLACE) === 0) openSums(lane);
  return walk(lane, UNION);
}

/** Does the same without scores. It ends beyond the threshold. */
export function countDisjunction(lane: u32): i32 {
  return walk(lane, COUNT);
}

/** Finds the matches of a tree of queries. */
export function tree(lane: u32): i32 {
  return walk(lane, TREE);
}

function walk(lane: u32, what: i32): i32 {
  const maxDoc = i32At(lane + Q_MAX_DOC);
  let budget = BUDGET;
  let base = windowFrom(lane, i32At(lane + Q_PLACE));
  while (base < maxDoc) {
    if (budget < 0 || isFull(lane)) {
      setI32(lane + Q_PLACE, base);
      return 1;
    }
    if (what === TREE) budget -= treeWindow(lane, base);
    else if (what === COUNT) budget -= countUnion(lane, base);
    else budget -= unionWindow(lane, base);
    if (isEnough(lane)) return 0;
    base += WINDOW;
  }
  return 0;
}

/** True if no more hits must be counted. */
function isEnough(lane: u32): boolean {
  if (i32At(lane + Q_SCORING) !== 0 || isCollecting(lane)) return false;
  return i32At(lane + Q_HITS) > i32At(lane + Q_THRESHOLD);
}
