/** Arrays and Objects. */
import type { ClassTable } from '../class_table.js';
import { JList } from '../containers/collections.js';
import { JArray, type JFunction } from '../containers/container_types.js';
import { boxAs } from '../values/convert.js';
import { allocate } from '../values/meter.js';
import { nullPointer } from '../values/throwable.js';
import { equalValues, hashOf, textOf, type Value } from '../values/value.js';

function deepEquals(a: Value, b: Value): boolean {
  if (!(a instanceof JArray) || !(b instanceof JArray)) return equalValues(a, b);
  if (a.element !== b.element || a.items.length !== b.items.length) return false;
  const theirs = boxedItems(b);
  return boxedItems(a).every((one, i) => deepEquals(one, theirs[i] ?? null));
}

const boxedItems = (array: JArray): Value[] => {
  const box = boxAs(array.element);
  return box === undefined ? array.items : array.items.map(box);
};

function deepHash(array: Value): number {
  if (!(array instanceof JArray)) return hashOf(array);
  return boxedItems(array).reduce<number>(
    (hash, one) => (Math.imul(hash, 31) + deepHash(one)) | 0,
    1,
  );
}

function deepText(value: Value, outer: readonly Value[]): string {
  if (!(value instanceof JArray)) return textOf(value);
  if (outer.includes(value)) return '[...]';
  const text = boxedItems(value)
    .map((one) => deepText(one, [...outer, value]))
    .join(', ');
  allocate(text.length);
  return `[${text}]`;
}

export const javaUtil: readonly ClassTable[] = [
  {
    name: 'java.util.Arrays',
    statics: {
      'boolean deepEquals(Object[],Object[])': deepEquals,
      'int deepHashCode(Object[])': deepHash,
      'String deepToString(Object[])': (array: JArray | null) => deepText(array, []),
      'List asList(Object[])': (array: JArray) => new JList(boxedItems(array)),
    },
  },
  {
    name: 'java.util.Objects',
    statics: {
      'boolean equals(Object,Object)': equalValues,
      'int compare(def,def,Comparator)': (a: Value, b: Value, order: JFunction) =>
        a === b ? 0 : order.fn(a, b),
      'boolean deepEquals(Object,Object)': deepEquals,
      'int hash(Object[])': (values: JArray) => new JList(values.items).hashCode(),
      'int hashCode(Object)': hashOf,
      'boolean isNull(Object)': (value: Value) => value === null,
      'boolean nonNull(Object)': (value: Value) => value !== null,
      'def requireNonNull(def)': (value: Value) => required(value, null),
      'def requireNonNull(def,String)': required,
      'String toString(Object)': textOf,
      'String toString(Object,String)': (value: Value, otherwise: string) =>
        value === null ? otherwise : textOf(value),
    },
  },
];

function required(value: Value, message: string | null): Value {
  if (value === null) throw nullPointer(message);
  return value;
}
