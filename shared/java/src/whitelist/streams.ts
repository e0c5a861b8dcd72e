/** java.util.stream and the optionals. */
import type { ClassTable, Implementation } from '../class_table.js';
import { JList, JMap, JSet } from '../containers/collections.js';
import { JArray, type JFunction } from '../containers/container_types.js';
import { type Comparison, naturalOrder, numericOrder } from '../containers/order.js';
import { CHARACTERISTICS, JSpliterator } from '../containers/spliterator.js';
import {
  call,
  filtered,
  flattened,
  JCollector,
  JIterator,
  JOptional,
  JStream,
  limited,
  PrimitiveIterator,
  peeked,
  range,
  Statistics,
  StreamBuilder,
  type StreamKind,
  skipped,
} from '../containers/streams.js';
import { CompensatedSum } from '../numbers/compensated_sum.js';
import { doubleText } from '../numbers/number_text.js';
import { joinedText } from '../text/joined_text.js';
import { boxAs, boxDouble, rawNumber } from '../values/convert.js';
import { illegalArgument, Throwable } from '../values/throwable.js';
import { mapKey, textOf, type Value } from '../values/value.js';
import { groupsOf } from './groups.js';

/** `limit` and `skip`: a negative count is refused at the call, not when the stream is consumed. */
function counted(
  self: JStream,
  count: bigint,
  walk: (items: Iterable<Value>, count: number) => Iterable<Value>,
): JStream {
  if (count < 0n) throw illegalArgument(String(count));
  return self.over((items) => walk(items, Number(count)));
}

const S = 'java.util.stream.';
const BASE = `${S}BaseStream`;

const STREAM: StreamKind = `${S}Stream`;
const PRIMITIVE = {
  Int: { kind: `${S}IntStream`, type: 'int' },
  Long: { kind: `${S}LongStream`, type: 'long' },
  Double: { kind: `${S}DoubleStream`, type: 'double' },
} as const;

const keep = (fn: JFunction) => (items: Iterable<Value>) =>
  filtered(items, (one) => fn.fn(one) === true);
const firstOf = (items: Iterable<Value>): Value[] => [...limited(items, 1)];

/** The type `Spliterator.OfInt` of an `IntStream`, `Spliterator` of a `Stream`. */
function spliterator(kind: string): string {
  const prefix = kind.slice(S.length, -'Stream'.length);
  return prefix === '' ? 'Spliterator' : `Spliterator.Of${prefix}`;
}

function streamSpliterator(self: JStream): JSpliterator {
  const prefix = self.className.slice(S.length, -'Stream'.length);
  const className = `java.util.Spliterator${prefix === '' ? '' : `$Of${prefix}`}`;
  const { ORDERED, SIZED, SUBSIZED } = CHARACTERISTICS;
  const items = self.take();
  return new JSpliterator(items, { className, characteristics: ORDERED | SIZED | SUBSIZED });
}

/**
 * The methods of all kinds of stream; `T` is the prefix of the kind's functions: `Int`, or empty.
 */
function shared(kind: string, T: string, optional: string): Record<string, Implementation> {
  const stream = kind.slice(S.length);
  const option = (items: Value[]): JOptional =>
    new JOptional(
      items,
      optional,
      optional === 'java.util.OptionalDouble' ? (x) => doubleText(Number(x)) : undefined,
    );
  const short = optional.slice('java.util.'.length);
  const predicate = `${T}Predicate`;
  return {
    [`boolean allMatch(${predicate})`]: (self: JStream, fn: JFunction) =>
      firstOf(filtered(self.take(), (one) => fn.fn(one) !== true)).length === 0,
    [`boolean anyMatch(${predicate})`]: (self: JStream, fn: JFunction) =>
      firstOf(filtered(self.take(), (one) => fn.fn(one) === true)).length > 0,
    [`boolean noneMatch(${predicate})`]: (self: JStream, fn: JFunction) =>
      firstOf(filtered(self.take(), (one) => fn.fn(one) === true)).length === 0,
    'long count()': (self: JStream) => BigInt(self.list().length),
    [`${stream} distinct()`]: (self: JStream) => self.over((items) => distinct(items)),
    [`${stream} filter(${predicate})`]: (self: JStream, fn: JFunction) => self.over(keep(fn)),
    [`${short} findAny()`]: (self: JStream) => option(firstOf(self.take())),
    [`${short} findFirst()`]: (self: JStream) => option(firstOf(self.take())),
    [`void forEach(${T}Consumer)`]: (self: JStream, fn: JFunction) => {
      for (const one of self.take()) fn.fn(one);
    },
    [`void forEachOrdered(${T}Consumer)`]: (self: JStream, fn: JFunction) => {
      for (const one of self.take()) fn.fn(one);
    },
    [`${stream} limit(long)`]: (self: JStream, count: bigint) => counted(self, count, limited),
    [`${stream} skip(long)`]: (self: JStream, count: bigint) => counted(self, count, skipped),
    [`${stream} peek(${T}Consumer)`]: (self: JStream, fn: JFunction) =>
      self.over((items) => peeked(items, (one) => fn.fn(one))),
    [`${kind === STREAM ? 'BaseStream' : stream} sequential()`]: (self: JStream) => self,
    [`${spliterator(kind)} spliterator()`]: streamSpliterator,
  };
}

function* distinct(items: Iterable<Value>): Generator<Value> {
  const seen = new Set<unknown>();
  for (const one of items) {
    const key = mapKey(one);
    if (seen.has(key)) continue;
    seen.add(key);
    yield one;
  }
}

const mapTo =
  (T: keyof typeof PRIMITIVE): Implementation =>
  (self: JStream, fn: JFunction) =>
    self.map(fn.fn, PRIMITIVE[T].kind);

function reduced(items: readonly Value[], fn: JFunction): Value[] {
  return items.length === 0 ? [] : [items.reduce((a, b) => fn.fn(a, b))];
}

const extreme = (items: readonly Value[], order: Comparison, side: number): Value[] =>
  items.length === 0 ? [] : [items.reduce((a, b) => (order(b, a) * side > 0 ? b : a))];

const flatTo =
  (T: keyof typeof PRIMITIVE): Implementation =>
  (self: JStream, fn: JFunction) =>
    self.over((items) => flattened(items, fn.fn), PRIMITIVE[T].kind);

const streamMethods: Readonly<Record<string, Implementation>> = {
  ...shared(STREAM, '', 'java.util.Optional'),
  'def collect(Collector)': (self: JStream, collector: JCollector) =>
    collector.collect(self.take()),
  'def collect(Supplier,BiConsumer,BiConsumer)': collectInto,
  'Stream flatMap(Function)': (self: JStream, fn: JFunction) =>
    self.over((items) => flattened(items, fn.fn)),
  'DoubleStream flatMapToDouble(Function)': flatTo('Double'),
  'IntStream flatMapToInt(Function)': flatTo('Int'),
  'LongStream flatMapToLong(Function)': flatTo('Long'),
  'Stream map(Function)': (self: JStream, fn: JFunction) => self.map(fn.fn),
  'IntStream mapToInt(ToIntFunction)': mapTo('Int'),
  'LongStream mapToLong(ToLongFunction)': mapTo('Long'),
  'DoubleStream mapToDouble(ToDoubleFunction)': mapTo('Double'),
  'Optional max(Comparator)': (self: JStream, order: JFunction) =>
    new JOptional(extreme(self.list(), call<number>(order), 1)),
  'Optional min(Comparator)': (self: JStream, order: JFunction) =>
    new JOptional(extreme(self.list(), call<number>(order), -1)),
  'Optional reduce(BinaryOperator)': (self: JStream, fn: JFunction) =>
    new JOptional(reduced(self.list(), fn)),
  'def reduce(def,BinaryOperator)': (self: JStream, seed: Value, fn: JFunction) =>
    self.list().reduce((a, b) => fn.fn(a, b), seed),
  'def reduce(def,BiFunction,BinaryOperator)': (self: JStream, seed: Value, fn: JFunction) =>
    self.list().reduce((a, b) => fn.fn(a, b), seed),
  'Stream sorted()': (self: JStream) => self.over((items) => [...items].sort(naturalOrder)),
  'Stream sorted(Comparator)': (self: JStream, order: JFunction) =>
    self.over((items) => [...items].sort(call<number>(order))),
  'def[] toArray()': (self: JStream) => new JArray('java.lang.Object', self.list()),
  'def[] toArray(IntFunction)': (self: JStream) => new JArray('java.lang.Object', self.list()),
  'Iterator iterator()': (self: JStream) => new JIterator(self.take()[Symbol.iterator]()),
};

function total(T: keyof typeof PRIMITIVE, items: readonly Value[]): number | bigint {
  if (T === 'Long')
    return BigInt.asIntN(
      64,
      items.reduce<bigint>((a, b) => a + BigInt(rawNumber(b)), 0n),
    );
  if (T === 'Double') {
    const sum = new CompensatedSum();
    for (const item of items) sum.add(Number(item));
    return sum.total();
  }
  const sum = items.reduce<number>((a, b) => a + Number(b), 0);
  return Number(BigInt.asIntN(32, BigInt(sum)));
}

/** The average, if there is one. The sum of whole numbers is a long. */
const mean = (T: keyof typeof PRIMITIVE, items: readonly Value[]): number[] =>
  items.length === 0 ? [] : [Number(total(T === 'Int' ? 'Long' : T, items)) / items.length];

function* longRange(from: bigint, to: bigint): Generator<bigint> {
  for (let i = from; i < to; i++) yield i;
}

function boxedItems(self: JStream, box: ((value: Value) => Value) | undefined): Iterator<Value> {
  const boxed = box === undefined ? self : self.map(box);
  return boxed.take()[Symbol.iterator]();
}

function statisticsOf(T: keyof typeof PRIMITIVE, items: Iterable<Value>): Statistics {
  const made = new Statistics(T);
  for (const item of items) made.accept(rawNumber(item));
  return made;
}

const summarizing =
  (T: keyof typeof PRIMITIVE) =>
  (fn: JFunction): JCollector =>
    collector((items) => statisticsOf(T, numbersOf(fn, items)));

function ranges(T: keyof typeof PRIMITIVE): Record<string, Implementation> {
  const { kind } = PRIMITIVE[T];
  if (T === 'Long')
    return {
      'LongStream range(long,long)': (a: bigint, b: bigint) => new JStream(longRange(a, b), kind),
      'LongStream rangeClosed(long,long)': (a: bigint, b: bigint) =>
        new JStream(longRange(a, b + 1n), kind),
    };
  if (T === 'Double') return {};
  return {
    'IntStream range(int,int)': (a: number, b: number) => new JStream(range(a, b), kind),
    'IntStream rangeClosed(int,int)': (a: number, b: number) => new JStream(range(a, b + 1), kind),
  };
}

/**
 * `collect(Supplier, ObjIntConsumer, BiConsumer)`: the last would merge states of several threads,
 * but there is only one.
 */
function collectInto(self: JStream, make: JFunction, add: JFunction): Value {
  const state = make.fn();
  for (const one of self.take()) add.fn(state, one);
  return state;
}

/** The tables of IntStream, LongStream, DoubleStream. */
function primitiveTable(T: keyof typeof PRIMITIVE): ClassTable {
  const { kind, type } = PRIMITIVE[T];
  const stream = `${T}Stream`;
  const optional = `java.util.Optional${T}`;
  const shown = T === 'Double' ? (x: Value) => doubleText(Number(x)) : String;
  const option = (items: Value[]): JOptional => new JOptional(items, optional, shown);
  const box = boxAs(type);
  const other = (to: keyof typeof PRIMITIVE): [string, Implementation][] =>
    to === T ? [] : [[`${to}Stream mapTo${to}(${T}To${to}Function)`, mapTo(to)]];
  return {
    name: kind,
    supers: [BASE],
    methods: {
      ...shared(kind, T, optional),
      ...Object.fromEntries([...other('Int'), ...other('Long'), ...other('Double')]),
      'OptionalDouble average()': (self: JStream) =>
        new JOptional(mean(T, self.list()), 'java.util.OptionalDouble', (x) =>
          doubleText(Number(x)),
        ),
      'Stream boxed()': (self: JStream) => self.map((one) => box?.(one) ?? one, STREAM),
      [`${stream} map(${T}UnaryOperator)`]: (self: JStream, fn: JFunction) => self.map(fn.fn),
      [`Stream mapToObj(${T}Function)`]: (self: JStream, fn: JFunction) => self.map(fn.fn, STREAM),
      [`Optional${T} max()`]: (self: JStream) => option(extreme(self.list(), numericOrder, 1)),
      [`Optional${T} min()`]: (self: JStream) => option(extreme(self.list(), numericOrder, -1)),
      [`Optional${T} reduce(${T}BinaryOperator)`]: (self: JStream, fn: JFunction) =>
        option(reduced(self.list(), fn)),
      [`${type} reduce(${type},${T}BinaryOperator)`]: (self: JStream, seed: Value, fn: JFunction) =>
        self.list().reduce((a, b) => fn.fn(a, b), seed),
      [`${stream} flatMap(${T}Function)`]: (self: JStream, fn: JFunction) =>
        self.over((items) => flattened(items, fn.fn)),
      [`def collect(Supplier,Obj${T}Consumer,BiConsumer)`]: collectInto,
      [`PrimitiveIterator.Of${T} iterator()`]: (self: JStream) =>
        new PrimitiveIterator(T, boxedItems(self, box)),
      [`${T}SummaryStatistics summaryStatistics()`]: (self: JStream) =>
        statisticsOf(T, self.take()),
      [`${stream} sorted()`]: (self: JStream) =>
        self.over((items) => [...items].sort(numericOrder)),
      [`${type} sum()`]: (self: JStream) => total(T, self.list()),
      [`${type}[] toArray()`]: (self: JStream) => new JArray(type, self.list()),
      ...(T === 'Int'
        ? {
            'DoubleStream asDoubleStream()': (self: JStream) =>
              self.map((one) => one, PRIMITIVE.Double.kind),
            'LongStream asLongStream()': (self: JStream) =>
              self.map((one) => BigInt(rawNumber(one)), PRIMITIVE.Long.kind),
          }
        : {}),
      ...(T === 'Long'
        ? {
            'DoubleStream asDoubleStream()': (self: JStream) =>
              self.map(Number, PRIMITIVE.Double.kind),
          }
        : {}),
    },
    statics: {
      [`${stream}.Builder builder()`]: () => new StreamBuilder(kind),
      [`${stream} concat(${stream},${stream})`]: (a: JStream, b: JStream) =>
        new JStream([...a.take(), ...b.take()], kind),
      [`${stream} empty()`]: () => new JStream([], kind),
      [`${stream} of(${type}[])`]: (items: JArray) => new JStream(items.items, kind),
      ...ranges(T),
    },
  };
}

const collector = (collect: (items: Iterable<Value>) => Value): JCollector =>
  new JCollector(collect);
const asMap = (make: JFunction | undefined): JMap =>
  make === undefined ? new JMap() : call<JMap>(make)();

function grouping(key: JFunction, make: JFunction | undefined, down: JCollector): JCollector {
  return collector((items) => {
    const groups = groupsOf(items, key);
    const result = asMap(make);
    for (const name of groups.keys()) {
      const group = groups.get(name);
      if (group instanceof JList) result.put(name, down.collect(group.items));
    }
    return result;
  });
}

const toList = collector((items) => new JList([...items]));
const toSet = collector((items) => {
  const set = new JSet();
  for (const one of items) set.add(one);
  return set;
});

function toMap(
  key: JFunction,
  value: JFunction,
  { merge, make }: { merge?: JFunction; make?: JFunction },
): JCollector {
  return collector((items) => {
    const map = asMap(make);
    for (const one of items) {
      const k = key.fn(one);
      const v = value.fn(one);
      if (!map.has(k)) map.put(k, v);
      else if (merge !== undefined) map.put(k, merge.fn(map.get(k), v));
      else
        throw new Throwable(
          'java.lang.IllegalStateException',
          `Duplicate key ${textOf(k)} (attempted merging values ${textOf(map.get(k))} and ${textOf(v)})`,
        );
    }
    return map;
  });
}

const numbersOf = (fn: JFunction, items: Iterable<Value>): Value[] =>
  Array.from(items, (one) => fn.fn(one));

function partition(fn: JFunction, down: JCollector): JCollector {
  return collector((items) => {
    const all = [...items];
    const map = new JMap('java.util.LinkedHashMap');
    for (const side of [false, true])
      map.put(side, down.collect(all.filter((one) => (fn.fn(one) === true) === side)));
    return map;
  });
}

const joining = (mark: Value, first: Value = '', last: Value = ''): JCollector =>
  collector(
    (items) => textOf(first) + joinedText(Array.from(items, textOf), textOf(mark)) + textOf(last),
  );

const COLLECTORS: Readonly<Record<string, Implementation>> = {
  'Collector averagingDouble(ToDoubleFunction)': (fn: JFunction) =>
    collector((items) => boxDouble(mean('Double', numbersOf(fn, items))[0] ?? 0)),
  'Collector averagingInt(ToIntFunction)': (fn: JFunction) =>
    collector((items) => boxDouble(mean('Int', numbersOf(fn, items))[0] ?? 0)),
  'Collector averagingLong(ToLongFunction)': (fn: JFunction) =>
    collector((items) => boxDouble(mean('Long', numbersOf(fn, items))[0] ?? 0)),
  'Collector collectingAndThen(Collector,Function)': (down: JCollector, fn: JFunction) =>
    collector((items) => fn.fn(down.collect(items))),
  'Collector counting()': () => collector((items) => BigInt([...items].length)),
  'Collector groupingBy(Function)': (key: JFunction) => grouping(key, undefined, toList),
  'Collector groupingBy(Function,Collector)': (key: JFunction, down: JCollector) =>
    grouping(key, undefined, down),
  'Collector groupingBy(Function,Supplier,Collector)': grouping,
  'Collector joining()': () => joining(''),
  'Collector joining(CharSequence)': (mark: Value) => joining(mark),
  'Collector joining(CharSequence,CharSequence,CharSequence)': joining,
  'Collector mapping(Function,Collector)': (fn: JFunction, down: JCollector) =>
    collector((items) => down.collect(Array.from(items, (one) => fn.fn(one)))),
  'Collector maxBy(Comparator)': (order: JFunction) =>
    collector((items) => new JOptional(extreme([...items], call<number>(order), 1))),
  'Collector minBy(Comparator)': (order: JFunction) =>
    collector((items) => new JOptional(extreme([...items], call<number>(order), -1))),
  'Collector partitioningBy(Predicate)': (fn: JFunction) => partition(fn, toList),
  'Collector partitioningBy(Predicate,Collector)': partition,
  'Collector reducing(def,BinaryOperator)': (seed: Value, fn: JFunction) =>
    collector((items) => [...items].reduce((a, b) => fn.fn(a, b), seed)),
  'Collector summarizingDouble(ToDoubleFunction)': summarizing('Double'),
  'Collector summarizingInt(ToIntFunction)': summarizing('Int'),
  'Collector summarizingLong(ToLongFunction)': summarizing('Long'),
  'Collector reducing(BinaryOperator)': (fn: JFunction) =>
    collector((items) => new JOptional(reduced([...items], fn))),
  'Collector reducing(def,Function,BinaryOperator)': (seed: Value, map: JFunction, fn: JFunction) =>
    collector((items) => [...items].reduce<Value>((a, b) => fn.fn(a, map.fn(b)), seed)),
  'Collector summingDouble(ToDoubleFunction)': (fn: JFunction) =>
    collector((items) => boxDouble(Number(total('Double', numbersOf(fn, items))))),
  'Collector summingInt(ToIntFunction)': (fn: JFunction) =>
    collector((items) => total('Int', numbersOf(fn, items))),
  'Collector summingLong(ToLongFunction)': (fn: JFunction) =>
    collector((items) => total('Long', numbersOf(fn, items))),
  'Collector toCollection(Supplier)': (make: JFunction) =>
    collector((items) => {
      const into = call<JList>(make)();
      for (const one of items) into.add(one);
      return into;
    }),
  'Collector toList()': () => toList,
  'Collector toMap(Function,Function)': (key: JFunction, value: JFunction) => toMap(key, value, {}),
  'Collector toMap(Function,Function,BinaryOperator)': (
    key: JFunction,
    value: JFunction,
    merge: JFunction,
  ) => toMap(key, value, { merge }),
  'Collector toMap(Function,Function,BinaryOperator,Supplier)': (
    key: JFunction,
    value: JFunction,
    merge: JFunction,
    make: JFunction,
  ) => toMap(key, value, { merge, make }),
  'Collector toSet()': () => toSet,
};

export const streams: readonly ClassTable[] = [
  {
    name: BASE,
    methods: {
      'void close()': (self: JStream) => self.close(),
      'boolean isParallel()': () => false,
      'Iterator iterator()': (self: JStream) => new JIterator(self.take()[Symbol.iterator]()),
      'BaseStream sequential()': (self: JStream) => self,
      'Spliterator spliterator()': streamSpliterator,
      'BaseStream unordered()': (self: JStream) => self,
    },
  },
  {
    name: STREAM,
    supers: [BASE],
    methods: streamMethods,
    statics: {
      'Stream concat(Stream,Stream)': (a: JStream, b: JStream) =>
        new JStream([...a.take(), ...b.take()]),
      'Stream.Builder builder()': () => new StreamBuilder(STREAM),
      'Stream empty()': () => new JStream([]),
      'Stream of(def[])': (items: JArray) => new JStream(items.items),
    },
  },
  primitiveTable('Int'),
  primitiveTable('Long'),
  primitiveTable('Double'),
  { name: `${S}Collectors`, statics: COLLECTORS },
];
