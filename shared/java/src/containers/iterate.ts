/**
 * The iteration of a for-each loop over collections, arrays and iterators, as a JavaScript
 * iteration.
 */

import { boxAs, unboxedName } from '../values/convert.js';
import { illegalArgument, nullPointer, Throwable, UNPLACED } from '../values/throwable.js';
import type { Value } from '../values/value.js';
import { JCollection } from './collections.js';
import { JArray } from './container_types.js';
import { JIterator } from './streams.js';

/**
 * `boxed` requests elements of primitive arrays as references. `place` is the position for errors
 * of the iteration.
 */
export function iterate(value: Value, boxed: boolean, place = UNPLACED): Iterable<Value> {
  if (value instanceof JCollection) return walk(value.iterate(), place);
  if (value instanceof JIterator) return walk(value.native(), place);
  if (value instanceof JArray) return boxed ? boxedItems(value) : value.items;
  if (value === null)
    throw nullPointer('Cannot invoke "Object.getClass()" because "value" is null');
  const name = unboxedName(value);
  throw illegalArgument(`Cannot iterate over [${name === 'int' ? 'java.lang.Integer' : name}]`);
}

function walk(items: Iterator<Value>, place: number): Iterable<Value> {
  if (place === UNPLACED) return { [Symbol.iterator]: () => items };
  const next = (): IteratorResult<Value> => {
    try {
      return items.next();
    } catch (error) {
      if (error instanceof Throwable && error.offset === UNPLACED) error.offset = place;
      throw error;
    }
  };
  return { [Symbol.iterator]: () => ({ next }) };
}

function boxedItems(array: JArray): Iterable<Value> {
  const box = boxAs(array.element);
  return box === undefined ? array.items : array.items.map(box);
}
