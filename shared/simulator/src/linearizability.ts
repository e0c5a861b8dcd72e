/**
 * Checks that one order of these operations on a register, each between its call and its return,
 * explains every answer. It is Wing and Gong's search (1993), with Lowe's cache of visited (done
 * set, value) pairs. Operations whose outcome is unknown may have happened at any time after their
 * call, or never.
 */

export interface RegisterOperation {
  readonly kind: 'read' | 'write';
  /** The value written or answered. */
  readonly value: number;
  readonly calledAt: number;
  /**
   * `undefined` when the outcome is unknown. Only for writes; a read without an answer says
   * nothing.
   */
  readonly returnedAt: number | undefined;
}

export type Verdict = 'linearizable' | 'not linearizable' | 'gave up';

const STEPS_MAX = 200_000;

export function checkRegister(history: readonly RegisterOperation[], initial: number): Verdict {
  const search: Search = {
    operations: [...history].sort((a, b) => a.calledAt - b.calledAt),
    seen: new Set(),
    stepsLeft: STEPS_MAX,
  };
  const found = explain(search, 0n, initial);
  if (found) return 'linearizable';
  return search.stepsLeft <= 0 ? 'gave up' : 'not linearizable';
}

interface Search {
  readonly operations: readonly RegisterOperation[];
  readonly seen: Set<string>;
  stepsLeft: number;
}

function explain(search: Search, done: bigint, value: number): boolean {
  const { operations, seen } = search;
  const key = `${done}:${value}`;
  if (seen.has(key) || search.stepsLeft-- <= 0) return false;
  seen.add(key);
  const firstReturn = earliestReturn(operations, done);
  if (firstReturn === Infinity) return true;
  for (let i = 0; i < operations.length; i++) {
    const operation = operations[i];
    if (operation === undefined || operation.calledAt > firstReturn) break;
    if (isDone(done, i) || (operation.kind === 'read' && operation.value !== value)) continue;
    if (explain(search, done | (1n << BigInt(i)), operation.value)) return true;
  }
  return false;
}

/**
 * The earliest return of an open operation; Infinity when only operations of unknown outcome are
 * left, which may never have happened.
 */
function earliestReturn(operations: readonly RegisterOperation[], done: bigint): number {
  let earliest = Infinity;
  operations.forEach(({ returnedAt = Infinity }, i) => {
    if (!isDone(done, i) && returnedAt < earliest) earliest = returnedAt;
  });
  return earliest;
}

function isDone(done: bigint, i: number): boolean {
  return ((done >> BigInt(i)) & 1n) === 1n;
}
