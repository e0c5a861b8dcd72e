/**
 * The first index from `start` for which `isTrue` holds, or `end` if there is none. It must hold
 * for all indexes after the first.
 */
export function firstWhere(end: number, isTrue: (i: number) => boolean, start = 0): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
