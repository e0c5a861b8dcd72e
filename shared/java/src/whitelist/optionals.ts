/** java.util's optionals. */
import type { ClassTable } from '../class_table.js';
import type { JFunction } from '../containers/container_types.js';
import { JOptional } from '../containers/streams.js';
import { doubleText } from '../numbers/number_text.js';
import { castMessage, classCast, nullPointer, Throwable } from '../values/throwable.js';
import { classNameOf, type Value } from '../values/value.js';

/** Checks the result of an exception supplier: only an exception can be thrown. */
function thrown(value: Value): Throwable {
  if (value === null) return nullPointer(null);
  if (value instanceof Throwable) return value;
  return notA(value, 'java.lang.Throwable');
}

const notA = (value: NonNullable<Value>, type: string): Throwable =>
  classCast(castMessage(classNameOf(value), type));

function optional(value: Value): JOptional {
  if (value instanceof JOptional) return value;
  throw value === null ? nullPointer(null) : notA(value, 'java.util.Optional');
}

const optionalClass = (name: string, type: string, getter: string): ClassTable => ({
  name,
  methods: {
    [`void ifPresent(${name.slice(18)}Consumer)`]: (self: JOptional, fn: JFunction) => {
      if (self.isPresent) fn.fn(self.held);
    },
    [`${type} orElseGet(${name.slice(18)}Supplier)`]: (self: JOptional, fn: JFunction) =>
      self.isPresent ? self.held : fn.fn(),
    [`${type} orElseThrow(Supplier)`]: (self: JOptional, fn: JFunction) => {
      if (self.isPresent) return self.held;
      throw thrown(fn.fn());
    },
    [`${type} ${getter}()`]: (self: JOptional) => self.get(),
    'boolean isPresent()': (self: JOptional) => self.isPresent,
    [`${type} orElse(${type})`]: (self: JOptional, value: Value) =>
      self.isPresent ? self.held : value,
  },
  statics: {
    [`${name.slice(10)} empty()`]: () => new JOptional([], name),
    [`${name.slice(10)} of(${type})`]: (value: Value) =>
      new JOptional(
        [value],
        name,
        name.endsWith('Double') ? (x) => doubleText(Number(x)) : undefined,
      ),
  },
});

function ofNullable(value: Value): JOptional {
  return new JOptional(value === null ? [] : [value]);
}

export const optionals: readonly ClassTable[] = [
  optionalClass('java.util.OptionalInt', 'int', 'getAsInt'),
  optionalClass('java.util.OptionalLong', 'long', 'getAsLong'),
  optionalClass('java.util.OptionalDouble', 'double', 'getAsDouble'),
  {
    name: 'java.util.Optional',
    methods: {
      'def get()': (self: JOptional) => self.get(),
      'boolean isPresent()': (self: JOptional) => self.isPresent,
      'void ifPresent(Consumer)': (self: JOptional, fn: JFunction) => {
        if (self.isPresent) fn.fn(self.held);
      },
      'def orElse(def)': (self: JOptional, value: Value) => (self.isPresent ? self.held : value),
      'def orElseGet(Supplier)': (self: JOptional, fn: JFunction) =>
        self.isPresent ? self.held : fn.fn(),
      'def orElseThrow(Supplier)': (self: JOptional, fn: JFunction) => {
        if (self.isPresent) return self.held;
        throw thrown(fn.fn());
      },
      'Optional map(Function)': (self: JOptional, fn: JFunction) =>
        self.isPresent ? ofNullable(fn.fn(self.held)) : self,
      'Optional flatMap(Function)': (self: JOptional, fn: JFunction) =>
        self.isPresent ? optional(fn.fn(self.held)) : self,
      'Optional filter(Predicate)': (self: JOptional, fn: JFunction) =>
        self.isPresent && fn.fn(self.held) !== true ? new JOptional([]) : self,
    },
    statics: {
      'Optional empty()': () => new JOptional([]),
      'Optional of(def)': (value: Value) => new JOptional([value]),
      'Optional ofNullable(def)': ofNullable,
    },
  },
];
