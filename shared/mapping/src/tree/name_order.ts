/**
 * Sorts maps by name. Most are sorted already, because mappings are stored and read in order;
 * sorting 100,000 names takes as long as a whole turn of the event loop.
 */

/** Returns the same map if it is in order. */
export function inNameOrder<T>(map: Map<string, T>): Map<string, T> {
  return isInOrder(map.keys()) ? map : new Map([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isInOrder(names: Iterable<string>): boolean {
  let last = '';
  for (const name of names) {
    if (name < last) return false;
    last = name;
  }
  return true;
}
