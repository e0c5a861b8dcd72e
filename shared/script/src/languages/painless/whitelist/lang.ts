/** java.lang without text and numbers: Object, the interfaces everything has, the exceptions. */
import type { ClassTable } from '../class_table.js';
import { JCollection } from '../runtime/collections.js';
import type { JFunction } from '../runtime/container_types.js';
import { iterate } from '../runtime/iterate.js';
import { naturalOrder } from '../runtime/order.js';
import { JIterator } from '../runtime/streams.js';
import { Throwable } from '../runtime/throwable.js';
import { classNameOf, equalValues, hashOf, textOf, type Value } from '../runtime/value.js';
import { ITERABLE } from './iterable.js';

const EXCEPTIONS: Readonly<Record<string, string>> = {
  'java.lang.ArithmeticException': 'java.lang.RuntimeException',
  'java.lang.ArrayIndexOutOfBoundsException': 'java.lang.IndexOutOfBoundsException',
  'java.lang.ArrayStoreException': 'java.lang.RuntimeException',
  'java.lang.ClassNotFoundException': 'java.lang.ReflectiveOperationException',
  'java.lang.CloneNotSupportedException': 'java.lang.Exception',
  'java.lang.IllegalAccessException': 'java.lang.ReflectiveOperationException',
  'java.lang.IllegalThreadStateException': 'java.lang.IllegalArgumentException',
  'java.lang.InstantiationException': 'java.lang.ReflectiveOperationException',
  'java.lang.InterruptedException': 'java.lang.Exception',
  'java.lang.NoSuchFieldException': 'java.lang.ReflectiveOperationException',
  'java.lang.NoSuchMethodException': 'java.lang.ReflectiveOperationException',
  'java.lang.ReflectiveOperationException': 'java.lang.Exception',
  'java.util.InputMismatchException': 'java.util.NoSuchElementException',
  'java.lang.ClassCastException': 'java.lang.RuntimeException',
  'java.lang.IllegalArgumentException': 'java.lang.RuntimeException',
  'java.lang.IllegalMonitorStateException': 'java.lang.RuntimeException',
  'java.lang.IllegalStateException': 'java.lang.RuntimeException',
  'java.lang.IndexOutOfBoundsException': 'java.lang.RuntimeException',
  'java.lang.NegativeArraySizeException': 'java.lang.RuntimeException',
  'java.lang.NullPointerException': 'java.lang.RuntimeException',
  'java.lang.NumberFormatException': 'java.lang.IllegalArgumentException',
  'java.lang.RuntimeException': 'java.lang.Exception',
  'java.lang.SecurityException': 'java.lang.RuntimeException',
  'java.lang.StringIndexOutOfBoundsException': 'java.lang.IndexOutOfBoundsException',
  'java.lang.UnsupportedOperationException': 'java.lang.RuntimeException',
  'java.util.ConcurrentModificationException': 'java.lang.RuntimeException',
  'java.util.EmptyStackException': 'java.lang.RuntimeException',
  'java.util.NoSuchElementException': 'java.lang.RuntimeException',
  'java.util.IllegalFormatException': 'java.lang.IllegalArgumentException',
  'java.time.DateTimeException': 'java.lang.RuntimeException',
  'java.time.format.DateTimeParseException': 'java.time.DateTimeException',
  'java.time.temporal.UnsupportedTemporalTypeException': 'java.time.DateTimeException',
  'java.time.zone.ZoneRulesException': 'java.time.DateTimeException',
};

/** Most are made with or without a message. */
function made(name: string): NonNullable<ClassTable['constructors']> {
  const silent = { '()': () => new Throwable(name, null) };
  const spoken = { '(String)': (message: string | null) => new Throwable(name, message) };
  if (name === 'java.util.EmptyStackException') return silent;
  if (name === 'java.util.IllegalFormatException' || name.endsWith('.DateTimeParseException'))
    return {};
  return name.startsWith('java.time.') ? spoken : { ...silent, ...spoken };
}

const exceptions: ClassTable[] = Object.entries(EXCEPTIONS).map(([name, above]) => ({
  name,
  supers: [above],
  constructors: made(name),
}));

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
      'Iterator iterator()': (self: Value) =>
        new JIterator(self instanceof JCollection ? self.iterate() : [][Symbol.iterator]()),
    },
  },
  {
    name: 'java.lang.Exception',
    methods: {
      'String getMessage()': (self: Throwable) => self.message,
      'String getLocalizedMessage()': (self: Throwable) => self.message,
      'String toString()': (self: Throwable) => self.text(),
    },
    constructors: {
      '()': () => new Throwable('java.lang.Exception', null),
      '(String)': (message: string | null) => new Throwable('java.lang.Exception', message),
    },
  },
  ...exceptions,
  {
    name: 'java.util.regex.PatternSyntaxException',
    imported: false,
    supers: ['java.lang.IllegalArgumentException'],
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
