/** java.lang without text, numbers and exceptions: Object, the common interfaces, System. */
import { type ClassTable, isPrimitive } from '../class_table.js';
import { JCollection } from '../containers/collections.js';
import { JArray, type JFunction } from '../containers/container_types.js';
import { iterate } from '../containers/iterate.js';
import { naturalOrder } from '../containers/order.js';
import { JSpliterator } from '../containers/spliterator.js';
import { JIterator } from '../containers/streams.js';
import { monotonicNanos, nowMs } from '../host/world.js';
import { spend } from '../values/meter.js';
import { arrayIndex, arrayStore, nullPointer, Throwable } from '../values/throwable.js';
import { classNameOf, equalValues, hashOf, textOf, type Value } from '../values/value.js';
import { ITERABLE } from './iterable.js';
import { spliteratorOf } from './spliterators.js';

interface Span {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

function checkSpan(source: JArray, target: JArray, { from, to, count }: Span): void {
  const kind = (array: JArray): string =>
    isPrimitive(array.element) ? array.element : 'object array';
  const sides = [
    ['source index', from, source],
    ['destination index', to, target],
  ] as const;
  for (const [name, at, array] of sides) {
    const shown = `${kind(array)}[${array.items.length}]`;
    if (at < 0) throw arrayIndex(`arraycopy: ${name} ${at} out of bounds for ${shown}`);
    if (count < 0) throw arrayIndex(`arraycopy: length ${count} is negative`);
    if (at + count > array.items.length)
      throw arrayIndex(`arraycopy: last ${name} ${at + count} out of bounds for ${shown}`);
  }
}

function copyArray(source: Value, from: number, target: Value, to: number, count: number): void {
  if (source === null || target === null) throw nullPointer(null);
  if (!(source instanceof JArray) || !(target instanceof JArray)) {
    const which = source instanceof JArray ? 'destination' : 'source';
    const type = classNameOf(source instanceof JArray ? target : source);
    throw arrayStore(`arraycopy: ${which} type ${type} is not an array`);
  }
  if (
    isPrimitive(source.element) !== isPrimitive(target.element) ||
    (isPrimitive(source.element) && source.element !== target.element)
  )
    throw arrayStore(
      `arraycopy: type mismatch: can not copy ${source.element}[] into ${target.element}[]`,
    );
  checkSpan(source, target, { from, to, count });
  spend(count);
  const copied = source.items.slice(from, from + count);
  for (const [i, item] of copied.entries()) target.items[to + i] = item;
}

export const lang: readonly ClassTable[] = [
  {
    name: 'java.lang.Object',
    methods: {
      'boolean equals(Object)': (self: Value, other: Value) => equalValues(self, other),
      'int hashCode()': (self: Value) => hashOf(self),
      'String toString()': (self: Value) => textOf(self),
    },
  },
  {
    name: 'java.lang.Comparable',
    methods: { 'int compareTo(def)': (self: Value, other: Value) => naturalOrder(self, other) },
  },
  {
    name: 'java.lang.Iterable',
    methods: {
      ...ITERABLE,
      'void forEach(Consumer)': (self: Value, fn: JFunction) => {
        for (const item of iterate(self, true)) fn.fn(item);
      },
      'Spliterator spliterator()': (self: Value) =>
        self instanceof JCollection
          ? spliteratorOf(self)
          : new JSpliterator(iterate(self, true), { characteristics: 0 }),
      'Iterator iterator()': (self: Value) =>
        new JIterator(self instanceof JCollection ? self.iterate() : [][Symbol.iterator]()),
    },
  },
  { name: 'java.lang.Void', methods: {} },
  {
    name: 'java.lang.System',
    statics: {
      'void arraycopy(Object,int,Object,int,int)': copyArray,
      'long currentTimeMillis()': () => BigInt(nowMs()),
      'long nanoTime()': monotonicNanos,
    },
  },
  {
    name: 'org.opensearch.painless.api.Debug',
    statics: {
      'void explain(Object)': (value: Value) => {
        const name = value === null ? 'null' : classNameOf(value);
        const shown = {
          painless_class: name.replaceAll('$', '.'),
          to_string: textOf(value),
          java_class: name,
        };
        throw new Throwable('org.opensearch.painless.PainlessExplainError', null, {
          metadata: shown,
        });
      },
    },
  },
];
