/** java.lang.StringBuilder, and StringBuffer, which has the same methods. */
import type { ClassTable, Implementation } from '../class_table.js';
import type { JArray } from '../containers/container_types.js';
import { naturalOrder } from '../containers/order.js';
import {
  characterAt,
  codePointAt,
  codePointBefore,
  codePointCount,
  offsetByCodePoints,
} from '../text/code_points.js';
import { JStringBuilder } from '../text/string_builder.js';
import { allocate } from '../values/meter.js';
import { indexOutOfBounds, notNull, stringIndex } from '../values/throwable.js';
import { textOf, type Value } from '../values/value.js';
import { getChars } from './text.js';

function part(text: string, from: number, to: number): string {
  if (from < 0 || from > to || to > text.length)
    throw indexOutOfBounds(`start ${from}, end ${to}, length ${text.length}`);
  return text.slice(from, to);
}

const lengthWords = (self: JStringBuilder) => (at: number) =>
  `index ${at}, length ${self.value.length}`;

/** Checks a range, with the words of `AbstractStringBuilder`. */
function checkRange(self: JStringBuilder, from: number, to: number): void {
  const { length } = self.value;
  if (from < 0 || from > to || to > length)
    throw stringIndex(`start ${from}, end ${to}, length ${length}`);
}

function rangeOf(self: JStringBuilder, from: number, to = self.value.length): string {
  checkRange(self, from, to);
  return self.value.slice(from, to);
}

function checkIndex(self: JStringBuilder, at: number): void {
  if (at < 0 || at >= self.value.length) throw stringIndex(lengthWords(self)(at));
}

/** Methods that are the same for both. */
const READS: Readonly<Record<string, Implementation>> = {
  'int capacity()': (self: JStringBuilder) => self.capacity,
  'char charAt(int)': (self: JStringBuilder, i: number) => {
    checkIndex(self, i);
    return self.value.charCodeAt(i);
  },
  'int indexOf(String)': (self: JStringBuilder, part: string | null) =>
    self.value.indexOf(notNull(part)),
  'int indexOf(String,int)': (self: JStringBuilder, part: string | null, from: number) =>
    self.value.indexOf(notNull(part), from),
  'int lastIndexOf(String)': (self: JStringBuilder, part: string | null) =>
    self.value.lastIndexOf(notNull(part)),
  // JavaScript reads a negative index as 0.
  'int lastIndexOf(String,int)': (self: JStringBuilder, part: string | null, from: number) =>
    from < 0 ? -1 : self.value.lastIndexOf(notNull(part), from),
  'int length()': (self: JStringBuilder) => self.value.length,
  'void setCharAt(int,char)': (self: JStringBuilder, at: number, code: number) => {
    checkIndex(self, at);
    allocate(self.value.length);
    self.value = self.value.slice(0, at) + String.fromCharCode(code) + self.value.slice(at + 1);
  },
  'void setLength(int)': (self: JStringBuilder, length: number) => {
    if (length < 0) throw stringIndex(`String index out of range: ${length}`);
    allocate(length);
    self.value = self.value.slice(0, length).padEnd(length, '\0');
  },
  'String substring(int)': (self: JStringBuilder, from: number) => rangeOf(self, from),
  'String substring(int,int)': (self: JStringBuilder, from: number, to: number) =>
    rangeOf(self, from, to),
  'CharSequence subSequence(int,int)': (self: JStringBuilder, from: number, to: number) =>
    rangeOf(self, from, to),
  'int codePointAt(int)': (self: JStringBuilder, at: number) =>
    codePointAt(self.value, at, lengthWords(self)),
  'int codePointBefore(int)': (self: JStringBuilder, at: number) => codePointBefore(self.value, at),
  'int codePointCount(int,int)': (self: JStringBuilder, from: number, to: number) =>
    codePointCount(self.value, from, to),
  'int compareTo(def)': (self: JStringBuilder, other: Value) => naturalOrder(self, notNull(other)),
  'void getChars(int,int,char[],int)': (
    self: JStringBuilder,
    from: number,
    to: number,
    into: JArray,
    at: number,
  ) => {
    checkRange(self, from, to);
    const end = at + to - from;
    if (at < 0 || end > into.items.length)
      throw indexOutOfBounds(`start ${at}, end ${end}, length ${into.items.length}`);
    getChars(self.value, { begin: from, end: to, into, at });
  },
  'int offsetByCodePoints(int,int)': (self: JStringBuilder, at: number, count: number) =>
    offsetByCodePoints(self.value, at, count),
};

/** Methods that return the builder. */
function changes(type: 'StringBuilder' | 'StringBuffer'): Readonly<Record<string, Implementation>> {
  return {
    [`${type} append(def)`]: (self: JStringBuilder, value: Value) => self.append(textOf(value)),
    [`${type} append(CharSequence,int,int)`]: (
      self: JStringBuilder,
      value: Value,
      from: number,
      to: number,
    ) => self.append(part(textOf(value), from, to)),
    [`${type} appendCodePoint(int)`]: (self: JStringBuilder, code: number) =>
      self.append(characterAt(code)),
    [`${type} delete(int,int)`]: (self: JStringBuilder, from: number, to: number) => {
      const end = Math.min(to, self.value.length);
      if (from < 0 || from > end)
        throw stringIndex(`start ${from}, end ${end}, length ${self.value.length}`);
      self.value = self.value.slice(0, from) + self.value.slice(end);
      return self;
    },
    [`${type} deleteCharAt(int)`]: (self: JStringBuilder, at: number) => {
      checkIndex(self, at);
      self.value = self.value.slice(0, at) + self.value.slice(at + 1);
      return self;
    },
    [`${type} insert(int,def)`]: (self: JStringBuilder, at: number, value: Value) => {
      if (at < 0 || at > self.value.length)
        throw stringIndex(`offset ${at}, length ${self.value.length}`);
      const added = textOf(value);
      allocate(added.length + self.value.length);
      self.value = self.value.slice(0, at) + added + self.value.slice(at);
      return self;
    },
    [`${type} replace(int,int,String)`]: (
      self: JStringBuilder,
      from: number,
      to: number,
      part: string | null,
    ) => {
      const end = Math.min(to, self.value.length);
      if (from < 0 || from > end)
        throw stringIndex(`start ${from}, end ${end}, length ${self.value.length}`);
      self.value = self.value.slice(0, from) + notNull(part) + self.value.slice(end);
      allocate(self.value.length);
      return self;
    },
    [`${type} reverse()`]: (self: JStringBuilder) => {
      allocate(self.value.length);
      self.value = [...self.value].reverse().join('');
      return self;
    },
  };
}

function table(type: 'StringBuilder' | 'StringBuffer'): ClassTable {
  const name = `java.lang.${type}`;
  return {
    name,
    supers: ['java.lang.CharSequence', 'java.lang.Comparable', 'java.lang.Appendable'],
    constructors: {
      '()': () => new JStringBuilder('', name),
      '(CharSequence)': (start: Value) => new JStringBuilder(textOf(notNull(start)), name),
    },
    methods: { ...READS, ...changes(type) },
  };
}

export const stringBuilder: readonly ClassTable[] = [
  {
    name: 'java.lang.Appendable',
    methods: {
      'Appendable append(CharSequence,int,int)': (
        self: JStringBuilder,
        text: Value,
        from: number,
        to: number,
      ) => self.append(part(textOf(text), from, to)),
    },
  },
  table('StringBuilder'),
  table('StringBuffer'),
];
