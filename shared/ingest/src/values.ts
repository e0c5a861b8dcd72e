/** Values of documents are values of scripts: a number keeps the kind it was written in, a map the order a HashMap has. */
import { JList, JMap, type Value } from '@skein/script';
import { illegalArgument } from './faults.js';

export const MAP = 'java.util.HashMap';

export function newMap(entries: readonly (readonly [string, Value])[] = []): JMap {
  const map = new JMap(MAP);
  for (const [key, value] of entries) map.put(key, value);
  return map;
}

export function newList(items: readonly Value[]): JList {
  return new JList([...items]);
}

/** Depth of what is copied: a script may put a map into itself. */
const MAX_DEPTH = 1_000;

export function deepCopy(value: Value, depth = 0): Value {
  if (depth > MAX_DEPTH) throw illegalArgument('Iterable object is self-referencing itself');
  if (value instanceof JMap) return copyMap(value, depth);
  if (value instanceof JList) return new JList(value.items.map((one) => deepCopy(one, depth + 1)));
  return value;
}

export function copyMap(map: JMap, depth = 0): JMap {
  const copy = new JMap(MAP);
  for (const key of map.keys()) copy.put(key, deepCopy(map.get(key), depth + 1));
  return copy;
}

/** Refuses a document whose maps or lists hold themselves. */
export function checkNoSelfReference(document: Value, what: string): void {
  const above = new Set<Value>();
  const done = new Set<Value>();
  const check = (value: Value): void => {
    if (!(value instanceof JMap || value instanceof JList) || done.has(value)) return;
    if (above.has(value)) {
      throw illegalArgument(`Iterable object is self-referencing itself (${what})`);
    }
    above.add(value);
    for (const one of value instanceof JMap ? value.values() : value.items) check(one);
    above.delete(value);
    done.add(value);
  };
  check(document);
}

/** A whole number as the kind of Java's that holds it: Integer, else Long. */
export function wholeNumber(value: number | bigint): Value {
  const big = BigInt(value);
  return big === BigInt.asIntN(32, big) ? Number(big) : big;
}
