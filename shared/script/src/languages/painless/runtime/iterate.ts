/** What a for-each loop walks: collections, arrays, streams' iterators; the turn is a JavaScript iteration. */
import { JCollection } from './collections.js';
import { JArray } from './container_types.js';
import { boxAs, unboxedName } from './convert.js';
import { JIterator } from './streams.js';
import { illegalArgument, nullPointer } from './throwable.js';
import type { Value } from './value.js';

/** `boxed`: elements of arrays of primitives are wanted as references. */
export function iterate(value: Value, boxed: boolean): Iterable<unknown> {
  if (value instanceof JCollection) return { [Symbol.iterator]: () => value.iterate() };
  if (value instanceof JIterator) return { [Symbol.iterator]: () => value.native() };
  if (value instanceof JArray) return boxed ? boxedItems(value) : value.items;
  if (value === null)
    throw nullPointer('Cannot invoke "Object.getClass()" because "value" is null');
  throw illegalArgument(
    `Cannot iterate over [${unboxedName(value) === 'int' ? 'java.lang.Integer' : unboxedName(value)}]`,
  );
}

function boxedItems(array: JArray): Iterable<unknown> {
  const box = boxAs(array.element) as ((value: unknown) => Value) | undefined;
  return box === undefined ? array.items : array.items.map(box);
}
