/** `getByPath`: reads `a.0.b` in maps and lists. */
import { JList, JMap } from '../containers/collections.js';
import { illegalArgument, nullPointer, numberFormat, Throwable } from '../values/throwable.js';
import { classNameOf, type Value } from '../values/value.js';

/** If there is no value: returns `otherwise` if given, or throws an error that names the path. */
export function byPath(root: Value, path: string, otherwise?: { readonly value: Value }): Value {
  const parts = pathParts(path);
  let at = root;
  for (const [i, part] of parts.entries()) {
    const next = step(at, part, { path, index: i });
    if (next === undefined) {
      if (i < parts.length - 1) {
        throw illegalArgument(
          `Container does not have [${part}], for non-terminal index [${i}] in path [${path}]`,
        );
      }
      if (otherwise === undefined) throw illegalArgument(`Could not find value at path [${path}]`);
      return otherwise.value;
    }
    at = next;
  }
  return at;
}

/** Splits like Java: trailing empty parts are dropped. */
function pathParts(path: string): string[] {
  const parts = path.split('.');
  while (parts.length > 0 && parts.at(-1) === '') parts.pop();
  if (parts.length === 0) throw illegalArgument('Missing path');
  return parts;
}

/** Returns undefined if the container has no such element. */
function step(
  container: Value,
  part: string,
  at: { readonly path: string; readonly index: number },
): Value | undefined {
  if (container instanceof JMap) return container.has(part) ? container.get(part) : undefined;
  if (container instanceof JList) {
    const index = listIndex(part, at);
    return index > container.size() ? undefined : container.get(index);
  }
  if (container === null)
    throw nullPointer('Cannot invoke "Object.getClass()" because "obj" is null');
  const shown = classNameOf(container);
  throw illegalArgument(
    `Non-container [${shown}] at [${part}], index [${at.index}] in path [${at.path}]`,
  );
}

function listIndex(part: string, at: { readonly path: string; readonly index: number }): number {
  if (/^[+-]?\d+$/.test(part) && Number(part) === (Number(part) | 0)) return Number(part);
  throw new Throwable(
    'java.lang.IllegalArgumentException',
    `Could not parse [${part}] as a int index into list at path [${at.path}] and index [${at.index}]`,
    { cause: numberFormat(`For input string: "${part}"`) },
  );
}
