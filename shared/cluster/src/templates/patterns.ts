/** Patterns of index names, in which `*` stands for any characters. */

const ANY = '*';

/** True if some name matches both patterns. */
export function patternsOverlap(a: string, b: string): boolean {
  const known = new Map<number, boolean>();
  const from = (i: number, j: number): boolean => {
    const key = i * (b.length + 1) + j;
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = restOverlaps(i, j);
    known.set(key, found);
    return found;
  };
  const restOverlaps = (i: number, j: number): boolean => {
    if (a[i] === ANY) return from(i + 1, j) || (j < b.length && from(i, j + 1));
    if (b[j] === ANY) return from(i, j + 1) || (i < a.length && from(i + 1, j));
    if (i === a.length || j === b.length) return i === a.length && j === b.length;
    return a[i] === b[j] && from(i + 1, j + 1);
  };
  return from(0, 0);
}

export function anyOverlap(some: readonly string[], others: readonly string[]): boolean {
  return some.some((a) => others.some((b) => patternsOverlap(a, b)));
}
