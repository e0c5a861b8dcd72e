/** java.util's collections, with Painless's additions: each, collect, find, groupBy, join, sum, split … */
import type { ClassTable, Implementation } from '../class_table.js';
import { JCollection, JEntry, JList, JMap, JSet, MapView } from '../runtime/collections.js';
import { JArray, JFunction } from '../runtime/container_types.js';
import { convertNumber, kindOf, rawNumber } from '../runtime/convert.js';
import { iterate } from '../runtime/iterate.js';
import { allocate } from '../runtime/meter.js';
import { type Comparison, naturalOrder } from '../runtime/order.js';
import { type JIterator, JStream } from '../runtime/streams.js';
import {
  classCast,
  illegalArgument,
  indexOutOfBounds,
  noSuchElement,
  unsupported,
} from '../runtime/throwable.js';
import { classNameOf, equalValues, textOf, type Value } from '../runtime/value.js';

const itemsOf = (value: Value): Value[] => [...iterate(value, true)] as Value[];
const truth = (fn: JFunction, ...args: Value[]): boolean => fn.fn(...args) === true;

/** `sort(null)` means the natural order. */
function orderOf(order: JFunction | null): Comparison {
  return order === null ? naturalOrder : (order.fn as Comparison);
}

/** A merge sort would ask in another order; only a comparison with effects could tell. */
function sorted(items: readonly Value[], order: Comparison): Value[] {
  allocate(items.length);
  return items.slice().sort(order);
}

function sumOf(items: readonly unknown[]): number {
  return (items as Value[]).reduce<number>((sum, one) => {
    if (kindOf(one) === undefined)
      throw classCast(
        `class ${one === null ? 'null' : classNameOf(one)} cannot be cast to class java.lang.Number`,
      );
    return sum + Number(convertNumber(rawNumber(one), 'double'));
  }, 0);
}

function groupBy(items: readonly Value[], fn: JFunction): JMap {
  const groups = new JMap('java.util.LinkedHashMap');
  for (const item of items) {
    const key = fn.fn(item) as Value;
    const group = groups.get(key);
    if (group instanceof JList) group.add(item);
    else groups.put(key, new JList([item]));
  }
  return groups;
}

function split(items: readonly Value[], fn: JFunction): JList {
  const halves = [new JList(), new JList()];
  for (const item of items) halves[truth(fn, item) ? 0 : 1]?.add(item);
  return new JList(halves);
}

function addAllTo(into: JCollection, items: readonly Value[]): boolean {
  let changed = false;
  for (const item of items) changed = into.add(item) || changed;
  return changed;
}

/** The additions on Iterable. */
const ITERABLE: Readonly<Record<string, Implementation>> = {
  'boolean any(Predicate)': (self: Value, fn: JFunction) =>
    itemsOf(self).some((one) => truth(fn, one)),
  'Collection asCollection()': (self: Value) =>
    self instanceof JCollection ? self : new JList(itemsOf(self)),
  'List asList()': (self: Value) => (self instanceof JList ? self : new JList(itemsOf(self))),
  'def each(Consumer)': (self: Value, fn: JFunction) => {
    for (const item of itemsOf(self)) fn.fn(item);
    return self;
  },
  'def eachWithIndex(ObjIntConsumer)': (self: Value, fn: JFunction) => {
    itemsOf(self).forEach((item, i) => {
      fn.fn(item, i);
    });
    return self;
  },
  'boolean every(Predicate)': (self: Value, fn: JFunction) =>
    itemsOf(self).every((one) => truth(fn, one)),
  'List findResults(Function)': (self: Value, fn: JFunction) =>
    new JList(
      itemsOf(self)
        .map((one) => fn.fn(one) as Value)
        .filter((one) => one !== null),
    ),
  'Map groupBy(Function)': (self: Value, fn: JFunction) => groupBy(itemsOf(self), fn),
  'String join(String)': (self: Value, mark: string) => {
    const text = itemsOf(self).map(textOf).join(mark);
    allocate(text.length);
    return text;
  },
  'double sum()': (self: Value) => sumOf(itemsOf(self)),
  'double sum(ToDoubleFunction)': (self: Value, fn: JFunction) =>
    itemsOf(self).reduce<number>((sum, one) => sum + (fn.fn(one) as number), 0),
};

const COLLECTION: Readonly<Record<string, Implementation>> = {
  'boolean add(def)': (self: JCollection, value: Value) => self.add(value),
  'boolean addAll(Collection)': (self: JCollection, other: JCollection) =>
    addAllTo(self, other.toArray()),
  'void clear()': (self: JCollection) => self.clear(),
  'boolean contains(def)': (self: JCollection, value: Value) => self.contains(value),
  'boolean containsAll(Collection)': (self: JCollection, other: JCollection) =>
    other.toArray().every((one) => self.contains(one)),
  'boolean isEmpty()': (self: JCollection) => self.size() === 0,
  'boolean remove(def)': (self: JCollection, value: Value) => self.remove(value),
  'boolean removeAll(Collection)': (self: JCollection, other: JCollection) =>
    self.filterInPlace((one) => !other.contains(one)),
  'boolean removeIf(Predicate)': (self: JCollection, fn: JFunction) =>
    self.filterInPlace((one) => !truth(fn, one)),
  'boolean retainAll(Collection)': (self: JCollection, other: JCollection) =>
    self.filterInPlace((one) => other.contains(one)),
  'int size()': (self: JCollection) => self.size(),
  'Stream stream()': (self: JCollection) => new JStream(self.toArray()),
  'def[] toArray()': (self: JCollection) => new JArray('java.lang.Object', self.toArray()),
  'def[] toArray(def[])': (self: JCollection) => new JArray('java.lang.Object', self.toArray()),
  'List collect(Function)': (self: JCollection, fn: JFunction) =>
    new JList(self.toArray().map((one) => fn.fn(one) as Value)),
  'def collect(Collection,Function)': (self: JCollection, into: JCollection, fn: JFunction) => {
    addAllTo(
      into,
      self.toArray().map((one) => fn.fn(one) as Value),
    );
    return into;
  },
  'def find(Predicate)': (self: JCollection, fn: JFunction) =>
    self.toArray().find((one) => truth(fn, one)) ?? null,
  'List findAll(Predicate)': (self: JCollection, fn: JFunction) =>
    new JList(self.toArray().filter((one) => truth(fn, one))),
  'def findResult(Function)': (self: JCollection, fn: JFunction) =>
    firstResult(self.toArray(), fn, null),
  'def findResult(def,Function)': (self: JCollection, otherwise: Value, fn: JFunction) =>
    firstResult(self.toArray(), fn, otherwise),
  'List split(Predicate)': (self: JCollection, fn: JFunction) => split(self.toArray(), fn),
};

function firstResult(items: readonly Value[], fn: JFunction, otherwise: Value): Value {
  for (const item of items) {
    const result = fn.fn(item) as Value;
    if (result !== null) return result;
  }
  return otherwise;
}

function subList(self: JList, from: number, to: number): JList {
  if (from < 0) throw indexOutOfBounds(`fromIndex = ${from}`);
  if (to > self.size()) throw indexOutOfBounds(`toIndex = ${to}`);
  if (from > to) throw illegalArgument(`fromIndex(${from}) > toIndex(${to})`);
  return new JList(self.items.slice(from, to));
}

const LIST: Readonly<Record<string, Implementation>> = {
  'void add(int,def)': (self: JList, at: number, value: Value) => self.insert(at, value),
  'boolean addAll(int,Collection)': (self: JList, at: number, other: JCollection) => {
    if (at < 0 || at > self.size()) throw indexOutOfBounds(`Index: ${at}, Size: ${self.size()}`);
    other.toArray().forEach((one, i) => {
      self.insert(at + i, one);
    });
    return other.size() > 0;
  },
  'def get(int)': (self: JList, at: number) => self.get(at),
  'int getLength()': (self: JList) => self.size(),
  'int indexOf(def)': (self: JList, value: Value) => self.indexOf(value),
  'int lastIndexOf(def)': (self: JList, value: Value) =>
    self.items.findLastIndex((one) => equalValues(one, value)),
  'def remove(int)': (self: JList, at: number) => self.removeAt(at),
  'void replaceAll(UnaryOperator)': (self: JList, fn: JFunction) => {
    self.changing();
    self.items = self.items.map((one) => fn.fn(one) as Value);
  },
  'def set(int,def)': (self: JList, at: number, value: Value) => self.set(at, value),
  'void sort(Comparator)': (self: JList, order: JFunction | null) => {
    if (self.fixed) throw unsupported(null);
    self.items = sorted(self.items, orderOf(order));
  },
  'List subList(int,int)': subList,
};

const firstOf = (self: JList): Value => {
  if (self.size() === 0) throw noSuchElement(null);
  return self.get(0);
};
const lastOf = (self: JList): Value => {
  if (self.size() === 0) throw noSuchElement(null);
  return self.get(self.size() - 1);
};

const LINKED: Readonly<Record<string, Implementation>> = {
  'void addFirst(def)': (self: JList, value: Value) => self.insert(0, value),
  'void addLast(def)': (self: JList, value: Value) => self.add(value),
  'def getFirst()': firstOf,
  'def getLast()': lastOf,
  'def peek()': (self: JList) => (self.size() === 0 ? null : self.get(0)),
  'def peekFirst()': (self: JList) => (self.size() === 0 ? null : self.get(0)),
  'def peekLast()': (self: JList) => (self.size() === 0 ? null : lastOf(self)),
  'def poll()': (self: JList) => (self.size() === 0 ? null : self.removeAt(0)),
  'def pollFirst()': (self: JList) => (self.size() === 0 ? null : self.removeAt(0)),
  'def pollLast()': (self: JList) => (self.size() === 0 ? null : self.removeAt(self.size() - 1)),
  'def pop()': (self: JList) => {
    firstOf(self);
    return self.removeAt(0);
  },
  'void push(def)': (self: JList, value: Value) => self.insert(0, value),
  'boolean offer(def)': (self: JList, value: Value) => self.add(value),
  'def removeFirst()': (self: JList) => {
    firstOf(self);
    return self.removeAt(0);
  },
  'def removeLast()': (self: JList) => {
    lastOf(self);
    return self.removeAt(self.size() - 1);
  },
};

function merge(self: JMap, key: Value, { value, fn }: { value: Value; fn: JFunction }): Value {
  const old = self.get(key);
  const result = old === null ? value : (fn.fn(old, value) as Value);
  if (result === null) self.remove(key);
  else self.put(key, result);
  return result;
}

function compute(self: JMap, key: Value, fn: JFunction): Value {
  const result = fn.fn(key, self.get(key)) as Value;
  if (result === null) self.remove(key);
  else self.put(key, result);
  return result;
}

function copyInto(map: JMap, from: JMap): JMap {
  for (const key of from.keys()) map.put(key, from.get(key));
  return map;
}

const filterMap = (self: JMap, fn: JFunction, keep: boolean): JMap => {
  const found = new JMap(
    self.className === 'java.util.TreeMap'
      ? 'java.util.TreeMap'
      : self.className === 'java.util.LinkedHashMap'
        ? 'java.util.LinkedHashMap'
        : 'java.util.HashMap',
  );
  for (const key of self.keys())
    if (truth(fn, key, self.get(key)) === keep) found.put(key, self.get(key));
  return found;
};

const MAP: Readonly<Record<string, Implementation>> = {
  'void clear()': (self: JMap) => self.clear(),
  'def compute(def,BiFunction)': compute,
  'def computeIfAbsent(def,Function)': (self: JMap, key: Value, fn: JFunction) => {
    const old = self.get(key);
    if (old !== null) return old;
    const made = fn.fn(key) as Value;
    if (made !== null) self.put(key, made);
    return made;
  },
  'def computeIfPresent(def,BiFunction)': (self: JMap, key: Value, fn: JFunction) =>
    self.get(key) === null ? null : compute(self, key, fn),
  'boolean containsKey(def)': (self: JMap, key: Value) => self.has(key),
  'boolean containsValue(def)': (self: JMap, value: Value) =>
    self.values().some((one) => equalValues(one, value)),
  'Set entrySet()': (self: JMap) => new MapView(self, 'entries'),
  'void forEach(BiConsumer)': (self: JMap, fn: JFunction) => {
    for (const key of self.keys()) fn.fn(key, self.get(key));
  },
  'def get(def)': (self: JMap, key: Value) => self.get(key),
  'def getOrDefault(def,def)': (self: JMap, key: Value, otherwise: Value) =>
    self.has(key) ? self.get(key) : otherwise,
  'boolean isEmpty()': (self: JMap) => self.size() === 0,
  'Set keySet()': (self: JMap) => new MapView(self, 'keys'),
  'def merge(def,def,BiFunction)': (self: JMap, key: Value, value: Value, fn: JFunction) =>
    merge(self, key, { value, fn }),
  'def put(def,def)': (self: JMap, key: Value, value: Value) => self.put(key, value),
  'void putAll(Map)': (self: JMap, other: JMap) => copyInto(self, other),
  'def putIfAbsent(def,def)': (self: JMap, key: Value, value: Value) =>
    self.get(key) ?? self.put(key, value),
  'def remove(def)': (self: JMap, key: Value) => self.remove(key),
  'boolean remove(def,def)': (self: JMap, key: Value, value: Value) => {
    if (!self.has(key) || !equalValues(self.get(key), value)) return false;
    self.remove(key);
    return true;
  },
  'def replace(def,def)': (self: JMap, key: Value, value: Value) =>
    self.has(key) ? self.put(key, value) : null,
  'boolean replace(def,def,def)': (self: JMap, key: Value, old: Value, value: Value) => {
    if (!self.has(key) || !equalValues(self.get(key), old)) return false;
    self.put(key, value);
    return true;
  },
  'void replaceAll(BiFunction)': (self: JMap, fn: JFunction) => {
    for (const key of self.keys()) self.put(key, fn.fn(key, self.get(key)) as Value);
  },
  'int size()': (self: JMap) => self.size(),
  'Collection values()': (self: JMap) => new MapView(self, 'values'),
  'List collect(BiFunction)': (self: JMap, fn: JFunction) =>
    new JList(self.keys().map((key) => fn.fn(key, self.get(key)) as Value)),
  'def collect(Collection,BiFunction)': (self: JMap, into: JCollection, fn: JFunction) => {
    addAllTo(
      into,
      self.keys().map((key) => fn.fn(key, self.get(key)) as Value),
    );
    return into;
  },
  'int count(BiPredicate)': (self: JMap, fn: JFunction) =>
    self.keys().filter((key) => truth(fn, key, self.get(key))).length,
  'def each(BiConsumer)': (self: JMap, fn: JFunction) => {
    for (const key of self.keys()) fn.fn(key, self.get(key));
    return self;
  },
  'boolean every(BiPredicate)': (self: JMap, fn: JFunction) =>
    self.keys().every((key) => truth(fn, key, self.get(key))),
  'Map.Entry find(BiPredicate)': (self: JMap, fn: JFunction) =>
    self.entries().find((one) => truth(fn, one.entryKey, one.value)) ?? null,
  'Map findAll(BiPredicate)': (self: JMap, fn: JFunction) => filterMap(self, fn, true),
  'def findResult(BiFunction)': (self: JMap, fn: JFunction) => firstEntryResult(self, fn, null),
  'def findResult(def,BiFunction)': (self: JMap, otherwise: Value, fn: JFunction) =>
    firstEntryResult(self, fn, otherwise),
  'List findResults(BiFunction)': (self: JMap, fn: JFunction) =>
    new JList(
      self
        .keys()
        .map((key) => fn.fn(key, self.get(key)) as Value)
        .filter((one) => one !== null),
    ),
  'Map groupBy(BiFunction)': (self: JMap, fn: JFunction) => {
    const groups = new JMap('java.util.LinkedHashMap');
    for (const key of self.keys()) {
      const name = fn.fn(key, self.get(key)) as Value;
      const known = groups.get(name);
      const group = known instanceof JMap ? known : new JMap('java.util.LinkedHashMap');
      group.put(key, self.get(key));
      groups.put(name, group);
    }
    return groups;
  },
};

function firstEntryResult(self: JMap, fn: JFunction, otherwise: Value): Value {
  for (const key of self.keys()) {
    const result = fn.fn(key, self.get(key)) as Value;
    if (result !== null) return result;
  }
  return otherwise;
}

const mapClass = (name: string, above: string): ClassTable => ({
  name,
  supers: [above],
  constructors: {
    '()': () => new JMap(name),
    '(Map)': (other: JMap) => copyInto(new JMap(name, { expected: other.size() }), other),
  },
});

const setClass = (
  name: 'java.util.HashSet' | 'java.util.LinkedHashSet',
  above: string,
): ClassTable => ({
  name,
  supers: [above],
  constructors: {
    '()': () => new JSet(name),
    '(Collection)': (other: JCollection) => {
      const expected = Math.max(other.size() / 0.75 + 1, 16) * 0.75 - 1;
      const made = new JSet(name, new JMap(name.replace('Set', 'Map'), { expected }));
      addAllTo(made, other.toArray());
      return made;
    },
  },
});

const listClass = (name: string, methods: ClassTable['methods'] = {}): ClassTable => ({
  name,
  supers:
    name === 'java.util.LinkedList' ? ['java.util.List', 'java.util.Deque'] : ['java.util.List'],
  methods,
  constructors: {
    '()': () => new JList([], { className: name }),
    '(Collection)': (other: JCollection) => new JList(other.toArray(), { className: name }),
  },
});

const sortedKeys = (self: JMap): Value[] => {
  const keys = self.keys();
  if (keys.length === 0) throw noSuchElement(null);
  return keys;
};
const entryAt = (self: JMap, key: Value | undefined): JEntry | null =>
  key === undefined ? null : new JEntry(key, self.get(key));
const orderIn = (self: JMap): Comparison => self.comparison ?? naturalOrder;
const subMap = (self: JMap, keep: (key: Value) => boolean): JMap => {
  const made = new JMap('java.util.TreeMap', { comparison: self.comparison });
  for (const key of self.keys()) if (keep(key)) made.put(key, self.get(key));
  return made;
};

const TREE_MAP: Readonly<Record<string, Implementation>> = {
  'def firstKey()': (self: JMap) => sortedKeys(self)[0] ?? null,
  'def lastKey()': (self: JMap) => sortedKeys(self).at(-1) ?? null,
  'Map.Entry firstEntry()': (self: JMap) => entryAt(self, self.keys()[0]),
  'Map.Entry lastEntry()': (self: JMap) => entryAt(self, self.keys().at(-1)),
  'def ceilingKey(def)': (self: JMap, key: Value) =>
    self.keys().find((one) => orderIn(self)(one, key) >= 0) ?? null,
  'def floorKey(def)': (self: JMap, key: Value) =>
    self.keys().findLast((one) => orderIn(self)(one, key) <= 0) ?? null,
  'def higherKey(def)': (self: JMap, key: Value) =>
    self.keys().find((one) => orderIn(self)(one, key) > 0) ?? null,
  'def lowerKey(def)': (self: JMap, key: Value) =>
    self.keys().findLast((one) => orderIn(self)(one, key) < 0) ?? null,
  'SortedMap headMap(def)': (self: JMap, key: Value) =>
    subMap(self, (one) => orderIn(self)(one, key) < 0),
  'SortedMap tailMap(def)': (self: JMap, key: Value) =>
    subMap(self, (one) => orderIn(self)(one, key) >= 0),
  'SortedMap subMap(def,def)': (self: JMap, from: Value, to: Value) =>
    subMap(self, (one) => orderIn(self)(one, from) >= 0 && orderIn(self)(one, to) < 0),
};

const TREE_SET: Readonly<Record<string, Implementation>> = {
  'def first()': (self: JSet) => sortedKeys(self.map)[0] ?? null,
  'def last()': (self: JSet) => sortedKeys(self.map).at(-1) ?? null,
  'def ceiling(def)': (self: JSet, key: Value) =>
    self.toArray().find((one) => orderIn(self.map)(one, key) >= 0) ?? null,
  'def floor(def)': (self: JSet, key: Value) =>
    self.toArray().findLast((one) => orderIn(self.map)(one, key) <= 0) ?? null,
  'def higher(def)': (self: JSet, key: Value) =>
    self.toArray().find((one) => orderIn(self.map)(one, key) > 0) ?? null,
  'def lower(def)': (self: JSet, key: Value) =>
    self.toArray().findLast((one) => orderIn(self.map)(one, key) < 0) ?? null,
};

const fixedList = (items: Value[]): JList =>
  new JList(items, {
    className: 'java.util.Collections$UnmodifiableRandomAccessList',
    fixed: true,
  });

function best(self: JCollection, order: Comparison, side: number): Value {
  const items = self.toArray();
  if (items.length === 0) throw noSuchElement(null);
  return items.reduce((a, b) => (order(b, a) * side > 0 ? b : a));
}

const COLLECTIONS: Readonly<Record<string, Implementation>> = {
  'List emptyList()': () => fixedList([]),
  'Map emptyMap()': () => new JMap('java.util.Map', { fixed: true }),
  'Set emptySet()': () => new JSet('java.util.Set', new JMap('java.util.Map', { fixed: true })),
  'int frequency(Collection,def)': (items: JCollection, value: Value) =>
    items.toArray().filter((one) => equalValues(one, value)).length,
  'def max(Collection)': (items: JCollection) => best(items, naturalOrder, 1),
  'def max(Collection,Comparator)': (items: JCollection, order: JFunction) =>
    best(items, orderOf(order), 1),
  'def min(Collection)': (items: JCollection) => best(items, naturalOrder, -1),
  'def min(Collection,Comparator)': (items: JCollection, order: JFunction) =>
    best(items, orderOf(order), -1),
  'List nCopies(int,def)': (count: number, value: Value) => {
    if (count < 0) throw illegalArgument(`List length = ${count}`);
    allocate(count);
    return fixedList(Array.from({ length: count }, () => value));
  },
  'void reverse(List)': (list: JList) => {
    list.items.reverse();
  },
  'void sort(List)': (list: JList) => {
    list.items = sorted(list.items, naturalOrder);
  },
  'void sort(List,Comparator)': (list: JList, order: JFunction | null) => {
    list.items = sorted(list.items, orderOf(order));
  },
  'void swap(List,int,int)': (list: JList, a: number, b: number) => {
    list.set(a, list.set(b, list.get(a)));
  },
  'Set singleton(def)': (value: Value) => {
    const map = new JMap('java.util.LinkedHashMap');
    map.put(value, true);
    return new JSet('java.util.Set', new JMap('java.util.Map', { fixed: true, table: map.table }));
  },
  'List singletonList(def)': (value: Value) => fixedList([value]),
  'Map singletonMap(def,def)': (key: Value, value: Value) => {
    const map = new JMap('java.util.LinkedHashMap');
    map.put(key, value);
    return new JMap('java.util.Map', { fixed: true, table: map.table });
  },
  'Collection unmodifiableCollection(Collection)': (items: JCollection) =>
    fixedList(items.toArray()),
  'List unmodifiableList(List)': (list: JList) =>
    new JList(list.items, {
      className: 'java.util.Collections$UnmodifiableRandomAccessList',
      fixed: true,
    }),
  'Map unmodifiableMap(Map)': (map: JMap) =>
    new JMap('java.util.Map', { fixed: true, table: map.table }),
  'Set unmodifiableSet(Set)': (set: JSet) =>
    new JSet('java.util.Set', new JMap('java.util.Map', { fixed: true, table: set.map.table })),
};

export const collections: readonly ClassTable[] = [
  {
    name: 'java.util.Iterator',
    methods: {
      'boolean hasNext()': (self: JIterator) => self.hasNext(),
      'def next()': (self: JIterator) => self.next(),
      'void remove()': (self: JIterator) => self.remove(),
      'void forEachRemaining(Consumer)': (self: JIterator, fn: JFunction) => {
        while (self.hasNext()) fn.fn(self.next());
      },
    },
  },
  {
    name: 'java.util.Collection',
    supers: ['java.lang.Iterable'],
    methods: { ...COLLECTION, ...ITERABLE },
  },
  { name: 'java.util.List', supers: ['java.util.Collection'], methods: LIST },
  { name: 'java.util.Queue', supers: ['java.util.Collection'], methods: {} },
  { name: 'java.util.Deque', supers: ['java.util.Queue'], methods: LINKED },
  listClass('java.util.ArrayList', {
    'void trimToSize()': () => undefined,
    'def clone()': (self: JList) => new JList(self.items.slice()),
  }),
  {
    name: 'java.util.Collections$UnmodifiableRandomAccessList',
    imported: false,
    supers: ['java.util.List'],
    methods: {},
  },
  listClass('java.util.LinkedList'),
  { ...listClass('java.util.ArrayDeque'), supers: ['java.util.Deque'] },
  { name: 'java.util.Set', supers: ['java.util.Collection'], methods: {} },
  setClass('java.util.HashSet', 'java.util.Set'),
  setClass('java.util.LinkedHashSet', 'java.util.HashSet'),
  { name: 'java.util.SortedSet', supers: ['java.util.Set'], methods: TREE_SET },
  {
    name: 'java.util.TreeSet',
    supers: ['java.util.SortedSet'],
    constructors: {
      '()': () => new JSet('java.util.TreeSet'),
      '(Comparator)': (order: JFunction) =>
        new JSet(
          'java.util.TreeSet',
          new JMap('java.util.TreeMap', { comparison: orderOf(order) }),
        ),
    },
  },
  { name: 'java.util.Map', methods: MAP },
  { name: 'java.util.SortedMap', supers: ['java.util.Map'], methods: TREE_MAP },
  mapClass('java.util.HashMap', 'java.util.Map'),
  mapClass('java.util.LinkedHashMap', 'java.util.HashMap'),
  {
    name: 'java.util.TreeMap',
    supers: ['java.util.SortedMap'],
    constructors: {
      '()': () => new JMap('java.util.TreeMap'),
      '(Comparator)': (order: JFunction) =>
        new JMap('java.util.TreeMap', { comparison: orderOf(order) }),
    },
  },
  {
    name: 'java.util.Map$Entry',
    methods: {
      'def getKey()': (self: JEntry) => self.entryKey,
      'def getValue()': (self: JEntry) => self.value,
      'def setValue(def)': (self: JEntry, value: Value) => self.setValue(value),
    },
    statics: {
      'Comparator comparingByKey()': () =>
        new JFunction('java.util.Comparator', (a: JEntry, b: JEntry) =>
          naturalOrder(a.entryKey, b.entryKey),
        ),
      'Comparator comparingByValue()': () =>
        new JFunction('java.util.Comparator', (a: JEntry, b: JEntry) =>
          naturalOrder(a.value, b.value),
        ),
    },
  },
  {
    name: 'java.util.AbstractMap$SimpleEntry',
    supers: ['java.util.Map$Entry'],
    constructors: { '(def,def)': (key: Value, value: Value) => new JEntry(key, value) },
  },
  {
    name: 'java.util.Collections',
    constants: { 'List EMPTY_LIST': fixedList([]) },
    statics: COLLECTIONS,
  },
];
