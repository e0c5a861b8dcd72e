/**
 * Values of documents are script values: a number keeps the type of its notation, a map the order
 * of a HashMap.
 */
import { JList, JMap, type Value } from '@skein/java';
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

/** The maximum depth of a copy, since a script may put a map into itself. */
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

/** Refuses a document whose maps or lists contain themselves. */
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

/** Converts a whole number to the Java type that holds it: Integer, or else Long. */
export function wholeNumber(value: number | bigint): Value {
  const big = BigInt(value);
  return big === BigInt.asIntN(32, big) ? Number(big) : big;
}
