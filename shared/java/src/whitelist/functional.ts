/** java.util.function, Comparator and similar interfaces: the types of lambdas. */
import type { ClassTable } from '../class_table.js';
import { JFunction } from '../containers/container_types.js';
import { type Comparison, naturalOrder, numericOrder } from '../containers/order.js';
import { call } from '../containers/streams.js';
import { notNull } from '../values/throwable.js';
import { equalValues, type Value } from '../values/value.js';

const F = 'java.util.function.';

/** Each interface with its method. */
const INTERFACES: Readonly<Record<string, string>> = {
  BiConsumer: 'void accept(def,def)',
  BiFunction: 'def apply(def,def)',
  BiPredicate: 'boolean test(def,def)',
  BinaryOperator: 'def apply(def,def)',
  BooleanSupplier: 'boolean getAsBoolean()',
  Consumer: 'void accept(def)',
  DoubleBinaryOperator: 'double applyAsDouble(double,double)',
  DoubleConsumer: 'void accept(double)',
  DoubleFunction: 'def apply(double)',
  DoublePredicate: 'boolean test(double)',
  DoubleSupplier: 'double getAsDouble()',
  DoubleToIntFunction: 'int applyAsInt(double)',
  DoubleToLongFunction: 'long applyAsLong(double)',
  DoubleUnaryOperator: 'double applyAsDouble(double)',
  Function: 'def apply(def)',
  IntBinaryOperator: 'int applyAsInt(int,int)',
  IntConsumer: 'void accept(int)',
  IntFunction: 'def apply(int)',
  IntPredicate: 'boolean test(int)',
  IntSupplier: 'int getAsInt()',
  IntToDoubleFunction: 'double applyAsDouble(int)',
  IntToLongFunction: 'long applyAsLong(int)',
  IntUnaryOperator: 'int applyAsInt(int)',
  LongBinaryOperator: 'long applyAsLong(long,long)',
  LongConsumer: 'void accept(long)',
  LongFunction: 'def apply(long)',
  LongPredicate: 'boolean test(long)',
  LongSupplier: 'long getAsLong()',
  LongToDoubleFunction: 'double applyAsDouble(long)',
  LongToIntFunction: 'int applyAsInt(long)',
  LongUnaryOperator: 'long applyAsLong(long)',
  ObjDoubleConsumer: 'void accept(def,double)',
  ObjIntConsumer: 'void accept(def,int)',
  ObjLongConsumer: 'void accept(def,long)',
  Predicate: 'boolean test(def)',
  Supplier: 'def get()',
  ToDoubleBiFunction: 'double applyAsDouble(def,def)',
  ToDoubleFunction: 'double applyAsDouble(def)',
  ToIntBiFunction: 'int applyAsInt(def,def)',
  ToIntFunction: 'int applyAsInt(def)',
  ToLongBiFunction: 'long applyAsLong(def,def)',
  ToLongFunction: 'long applyAsLong(def)',
  UnaryOperator: 'def apply(def)',
};

type Combine = (self: JFunction, other: JFunction) => JFunction;

/** Combines two functions into one; a null argument is detected at once. */
const withOther =
  (combine: Combine) =>
  (self: JFunction, other: JFunction | null): JFunction =>
    combine(self, notNull(other));

/** `negate`, `and`, `or` of a predicate. */
function predicateMethods(name: string): NonNullable<ClassTable['methods']> {
  const make = (fn: (...args: Value[]) => boolean): JFunction => new JFunction(F + name, fn);
  return {
    [`${name} negate()`]: (self: JFunction) => make((...args) => self.fn(...args) !== true),
    [`${name} and(${name})`]: withOther((self, other) =>
      make((...args) => self.fn(...args) === true && other.fn(...args) === true),
    ),
    [`${name} or(${name})`]: withOther((self, other) =>
      make((...args) => self.fn(...args) === true || other.fn(...args) === true),
    ),
  };
}

/** `andThen` of an interface without a result: runs one after the other. */
function inTurn(name: string): Partial<ClassTable> {
  const both = withOther(
    (self, after) =>
      new JFunction(F + name, (...args: Value[]) => {
        self.fn(...args);
        after.fn(...args);
      }),
  );
  return { methods: { [`${name} andThen(${name})`]: both } };
}

/** `andThen`, `compose`, `identity` of an operator on numbers. */
function unaryOperator(name: string): Partial<ClassTable> {
  const chain = (first: JFunction, second: JFunction): JFunction =>
    new JFunction(F + name, (x: Value) => second.fn(first.fn(x)));
  return {
    methods: {
      [`${name} andThen(${name})`]: withOther(chain),
      [`${name} compose(${name})`]: withOther((self, before) => chain(before, self)),
    },
    statics: { [`${name} identity()`]: () => new JFunction(F + name, (x: Value) => x) },
  };
}

const better =
  (side: number) =>
  (order: JFunction | null): JFunction => {
    const compare = orderOf(notNull(order));
    return new JFunction(`${F}BinaryOperator`, (a: Value, b: Value) =>
      compare(a, b) * side <= 0 ? a : b,
    );
  };

const EXTRA: Readonly<Record<string, Partial<ClassTable>>> = {
  BiConsumer: inTurn('BiConsumer'),
  Consumer: inTurn('Consumer'),
  DoubleConsumer: inTurn('DoubleConsumer'),
  DoubleUnaryOperator: unaryOperator('DoubleUnaryOperator'),
  IntConsumer: inTurn('IntConsumer'),
  IntUnaryOperator: unaryOperator('IntUnaryOperator'),
  LongConsumer: inTurn('LongConsumer'),
  LongUnaryOperator: unaryOperator('LongUnaryOperator'),
  Predicate: {
    methods: predicateMethods('Predicate'),
    statics: {
      'Predicate isEqual(def)': (value: Value) =>
        new JFunction(`${F}Predicate`, (one: Value) => equalValues(value, one)),
    },
  },
  BiPredicate: { methods: predicateMethods('BiPredicate') },
  IntPredicate: { methods: predicateMethods('IntPredicate') },
  LongPredicate: { methods: predicateMethods('LongPredicate') },
  DoublePredicate: { methods: predicateMethods('DoublePredicate') },
  Function: {
    methods: {
      'Function andThen(Function)': withOther(
        (self, after) => new JFunction(`${F}Function`, (x: Value) => after.fn(self.fn(x))),
      ),
      'Function compose(Function)': withOther(
        (self, before) => new JFunction(`${F}Function`, (x: Value) => self.fn(before.fn(x))),
      ),
    },
    statics: { 'Function identity()': () => new JFunction(`${F}Function`, (x: Value) => x) },
  },
  BiFunction: {
    methods: {
      'BiFunction andThen(Function)': withOther(
        (self, after) =>
          new JFunction(`${F}BiFunction`, (a: Value, b: Value) => after.fn(self.fn(a, b))),
      ),
    },
  },
  UnaryOperator: {
    supers: [`${F}Function`],
    statics: {
      'UnaryOperator identity()': () => new JFunction(`${F}UnaryOperator`, (x: Value) => x),
    },
  },
  BinaryOperator: {
    supers: [`${F}BiFunction`],
    statics: {
      'BinaryOperator maxBy(Comparator)': better(-1),
      'BinaryOperator minBy(Comparator)': better(1),
    },
  },
};

const interfaces: ClassTable[] = Object.entries(INTERFACES).map(([name, functional]) => ({
  name: F + name,
  functional,
  ...EXTRA[name],
}));

const COMPARATOR = 'java.util.Comparator';
const comparator = (order: Comparison): JFunction => new JFunction(COMPARATOR, order);
const orderOf = (self: JFunction): Comparison => call<number>(self);
const byKey = (key: JFunction, order: Comparison): JFunction =>
  comparator((a, b) => order(key.fn(a), key.fn(b)));

function then(first: JFunction, second: Comparison): JFunction {
  return comparator((a, b) => orderOf(first)(a, b) || second(a, b));
}

/** Orders nulls at one end. Without an order, all other values are equal. */
function nulls(last: boolean, order: JFunction | null): JFunction {
  const side = last ? 1 : -1;
  return comparator((a, b) => {
    if (a === null || b === null) return a === b ? 0 : a === null ? side : -side;
    return order === null ? 0 : orderOf(order)(a, b);
  });
}

export const functional: readonly ClassTable[] = [
  ...interfaces,
  {
    name: COMPARATOR,
    functional: 'int compare(def,def)',
    methods: {
      'Comparator reversed()': (self: JFunction) => comparator((a, b) => orderOf(self)(b, a)),
      'Comparator thenComparing(Comparator)': (self: JFunction, next: JFunction) =>
        then(self, orderOf(next)),
      'Comparator thenComparing(Function,Comparator)': (
        self: JFunction,
        key: JFunction,
        next: JFunction,
      ) => then(self, orderOf(byKey(key, orderOf(next)))),
      'Comparator thenComparingInt(ToIntFunction)': (self: JFunction, key: JFunction) =>
        then(self, orderOf(byKey(key, numericOrder))),
      'Comparator thenComparingLong(ToLongFunction)': (self: JFunction, key: JFunction) =>
        then(self, orderOf(byKey(key, numericOrder))),
      'Comparator thenComparingDouble(ToDoubleFunction)': (self: JFunction, key: JFunction) =>
        then(self, orderOf(byKey(key, numericOrder))),
    },
    statics: {
      'Comparator comparing(Function)': (key: JFunction) => byKey(key, naturalOrder),
      'Comparator comparing(Function,Comparator)': (key: JFunction, order: JFunction) =>
        byKey(key, orderOf(order)),
      'Comparator comparingInt(ToIntFunction)': (key: JFunction) => byKey(key, numericOrder),
      'Comparator comparingLong(ToLongFunction)': (key: JFunction) => byKey(key, numericOrder),
      'Comparator comparingDouble(ToDoubleFunction)': (key: JFunction) => byKey(key, numericOrder),
      'Comparator naturalOrder()': () => comparator(naturalOrder),
      'Comparator reverseOrder()': () => comparator((a, b) => naturalOrder(b, a)),
      'Comparator nullsFirst(Comparator)': (order: JFunction | null) => nulls(false, order),
      'Comparator nullsLast(Comparator)': (order: JFunction | null) => nulls(true, order),
    },
  },
];
