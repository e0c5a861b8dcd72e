/** Traverses the contents of a script's values: detects cycles, and computes their memory. */
import { JArray, JavaObject, JCollection, JMap, type Value } from '@skein/java';

/** True if a container contains itself, at any depth. */
export function holdsItself(value: Value): boolean {
  if (!(value instanceof JavaObject) || !isContainer(value)) return false;
  const around = new Set<JavaObject>();
  const done = new Set<JavaObject>();
  // Uses an explicit stack instead of recursion: a script may nest deeper than the call stack
  // allows.
  const left: { readonly container: JavaObject; readonly inner: Value[] }[] = [];
  const open = (container: JavaObject): void => {
    around.add(container);
    left.push({ container, inner: insideOf(container) });
  };
  open(value);
  for (let top = left.at(-1); top !== undefined; top = left.at(-1)) {
    const next = top.inner.pop();
    if (next === undefined) {
      left.pop();
      around.delete(top.container);
      done.add(top.container);
    } else if (next instanceof JavaObject && isContainer(next)) {
      if (around.has(next)) return true;
      if (!done.has(next)) open(next);
    }
  }
  return false;
}

function isContainer(value: JavaObject): boolean {
  return value instanceof JMap || value instanceof JCollection || value instanceof JArray;
}

function insideOf(container: JavaObject): Value[] {
  if (container instanceof JMap) return container.values();
  if (container instanceof JCollection) return container.toArray();
  return container instanceof JArray ? container.items.slice() : [];
}

/** Estimated bytes on V8's heap. */
const BYTES = { object: 32, text: 24, character: 2, number: 8, element: 8, entry: 64 } as const;

/** The approximate number of bytes that the values retain; shared objects count once. */
export function retainedBytes(values: Iterable<Value>): number {
  const seen = new Set<JavaObject>();
  const left: Value[] = [...values];
  let bytes = 0;
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'string') bytes += BYTES.text + value.length * BYTES.character;
    else if (!(value instanceof JavaObject)) bytes += BYTES.number;
    else if (!seen.has(value)) {
      seen.add(value);
      const inner = insideOf(value);
      bytes += BYTES.object + inner.length * (value instanceof JMap ? BYTES.entry : BYTES.element);
      if (value instanceof JMap) for (const key of value.keys()) left.push(key);
      for (const one of inner) left.push(one);
    }
  }
  return bytes;
}
