/** java.util's lists, sets and maps, with Painless's additions on them. */
import type { ClassTable, Implementation } from '../class_table.js';
import { type JCollection, JEntry, JList, JMap, JSet, MapView } from '../containers/collections.js';
import { JArray, JFunction } from '../containers/container_types.js';
import { JListIterator } from '../containers/list_iterator.js';
import { naturalOrder } from '../containers/order.js';
import { type JIterator, JStream } from '../containers/streams.js';
import { SubList } from '../containers/sub_list.js';
import { HashTable } from '../containers/tables.js';
import { byPath } from '../text/path.js';
import { illegalArgument, indexOutOfBounds, unsupported } from '../values/throwable.js';
import { equalValues, type Value } from '../values/value.js';
import { orderOf, sortedItems } from './sorting.js';

const truth = (fn: JFunction, ...args: Value[]): boolean => fn.fn(...args) === true;

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

const COLLECTION: Readonly<Record<string, Implementation>> = {
  'boolean add(def)': (self: JCollection, value: Value) => self.add(value),
  'boolean addAll(Collection)': (self: JCollection, other: JCollection) =>
    addAllTo(self, other.toArray()),
  'void clear()': (self: JCollection) => self.clear(),
  'boolean contains(def)': (self: JCollection, value: Value) => self.contains(value),
  'boolean containsAll(Collection)': (self: JCollection, other: JCollection) =>
    other.toArray().every((one) => self.contains(one)),
  'boolean isEmpty()': (self: JCollection) => self.size() === 0,
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
    new JList(self.toArray().map((one) => fn.fn(one))),
  'def collect(Collection,Function)': (self: JCollection, into: JCollection, fn: JFunction) => {
    addAllTo(
      into,
      self.toArray().map((one) => fn.fn(one)),
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
    const result = fn.fn(item);
    if (result !== null) return result;
  }
  return otherwise;
}

function subList(self: JList, from: number, to: number): JList {
  if (from < 0) throw indexOutOfBounds(`fromIndex = ${from}`);
  if (to > self.size()) throw indexOutOfBounds(`toIndex = ${to}`);
  if (from > to) throw illegalArgument(`fromIndex(${from}) > toIndex(${to})`);
  return new SubList(self, from, to);
}

const LIST: Readonly<Record<string, Implementation>> = {
  'void add(int,def)': (self: JList, at: number, value: Value) => self.insert(at, value),
  'boolean addAll(int,Collection)': (self: JList, at: number, other: JCollection) => {
    if (at < 0 || at > self.size()) throw indexOutOfBounds(`Index: ${at}, Size: ${self.size()}`);
    const items = other.toArray();
    if (items.length > 0) self.insertAll(at, items);
    return items.length > 0;
  },
  'def get(int)': (self: JList, at: number) => self.get(at),
  'Object getByPath(String)': byPath,
  'Object getByPath(String,Object)': (self: JList, path: string, otherwise: Value) =>
    byPath(self, path, { value: otherwise }),
  'ListIterator listIterator()': (self: JList) => new JListIterator(self, 0),
  'ListIterator listIterator(int)': (self: JList, at: number) => new JListIterator(self, at),
  'int getLength()': (self: JList) => self.size(),
  'int indexOf(def)': (self: JList, value: Value) => self.indexOf(value),
  'int lastIndexOf(def)': (self: JList, value: Value) =>
    self.items.findLastIndex((one) => equalValues(one, value)),
  'def remove(int)': (self: JList, at: number) => self.removeAt(at),
  'void replaceAll(UnaryOperator)': (self: JList, fn: JFunction) => {
    self.rewrite(self.items.map((one) => fn.fn(one)));
  },
  'def set(int,def)': (self: JList, at: number, value: Value) => self.set(at, value),
  'void sort(Comparator)': (self: JList, order: JFunction | null) => {
    if (self.fixed) throw unsupported(null);
    self.rewrite(sortedItems(self.items, orderOf(order)));
  },
  'List subList(int,int)': subList,
};

function merge(self: JMap, key: Value, { value, fn }: { value: Value; fn: JFunction }): Value {
  const old = self.get(key);
  const result = old === null ? value : fn.fn(old, value);
  if (result === null) self.remove(key);
  else self.put(key, result);
  return result;
}

function compute(self: JMap, key: Value, fn: JFunction): Value {
  const result = fn.fn(key, self.get(key));
  if (result === null) self.remove(key);
  else self.put(key, result);
  return result;
}

function copyInto(map: JMap, from: JMap): JMap {
  for (const key of from.keys()) map.put(key, from.get(key));
  return map;
}

/** An empty map that, as far as Painless takes care of it, has the order of the other one. */
const likeMap = ({ className }: JMap): JMap =>
  new JMap(className === 'java.util.TreeMap' ? className : 'java.util.LinkedHashMap');

const filterMap = (self: JMap, fn: JFunction, keep: boolean): JMap => {
  const found = likeMap(self);
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
    const made = fn.fn(key);
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
  'Object getByPath(String)': byPath,
  'Object getByPath(String,Object)': (self: JMap, path: string, otherwise: Value) =>
    byPath(self, path, { value: otherwise }),
  'def getOrDefault(def,def)': (self: JMap, key: Value, otherwise: Value) =>
    self.has(key) ? self.get(key) : otherwise,
  'boolean isEmpty()': (self: JMap) => self.size() === 0,
  'Set keySet()': (self: JMap) => new MapView(self, 'keys'),
  'def merge(def,def,BiFunction)': (self: JMap, key: Value, value: Value, fn: JFunction) =>
    merge(self, key, { value, fn }),
  'def put(def,def)': (self: JMap, key: Value, value: Value) => self.put(key, value),
  'void putAll(Map)': (self: JMap, other: JMap) => {
    if (self.table instanceof HashTable) self.table.expect(other.size());
    copyInto(self, other);
  },
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
    for (const key of self.keys()) self.put(key, fn.fn(key, self.get(key)));
  },
  'int size()': (self: JMap) => self.size(),
  'Collection values()': (self: JMap) => new MapView(self, 'values'),
  'List collect(BiFunction)': (self: JMap, fn: JFunction) =>
    new JList(self.keys().map((key) => fn.fn(key, self.get(key)))),
  'def collect(Collection,BiFunction)': (self: JMap, into: JCollection, fn: JFunction) => {
    addAllTo(
      into,
      self.keys().map((key) => fn.fn(key, self.get(key))),
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
        .map((key) => fn.fn(key, self.get(key)))
        .filter((one) => one !== null),
    ),
  'Map groupBy(BiFunction)': (self: JMap, fn: JFunction) => {
    const groups = new JMap('java.util.LinkedHashMap');
    for (const key of self.keys()) {
      const name = fn.fn(key, self.get(key));
      const known = groups.get(name);
      const group = known instanceof JMap ? known : likeMap(self);
      group.put(key, self.get(key));
      groups.put(name, group);
    }
    return groups;
  },
};

function firstEntryResult(self: JMap, fn: JFunction, otherwise: Value): Value {
  for (const key of self.keys()) {
    const result = fn.fn(key, self.get(key));
    if (result !== null) return result;
  }
  return otherwise;
}

const mapClass = (name: string, above: string): ClassTable => ({
  name,
  supers: [above],
  methods: {
    'def clone()': (self: JMap) =>
      copyInto(new JMap(self.className, { expected: self.size() }), self),
  },
  constructors: {
    '()': () => new JMap(name),
    '(Map)': (other: JMap) => copyInto(new JMap(name, { expected: other.size() }), other),
  },
});

type HashSetClass = 'java.util.HashSet' | 'java.util.LinkedHashSet';

function copyOfSet(name: HashSetClass, other: JCollection): JSet {
  const expected = Math.max(other.size() / 0.75 + 1, 16) * 0.75 - 1;
  const made = new JSet(name, new JMap(name.replace('Set', 'Map'), { expected }));
  addAllTo(made, other.toArray());
  return made;
}

const setClass = (name: HashSetClass, above: string): ClassTable => ({
  name,
  supers: [above],
  methods: { 'def clone()': (self: JSet) => copyOfSet(name, self) },
  constructors: {
    '()': () => new JSet(name),
    '(Collection)': (other: JCollection) => copyOfSet(name, other),
  },
});

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
    methods: COLLECTION,
  },
  { name: 'java.util.List', supers: ['java.util.Collection'], methods: LIST },
  {
    name: 'java.util.ArrayList',
    supers: ['java.util.AbstractList', 'java.util.RandomAccess'],
    methods: {
      'void trimToSize()': () => undefined,
      'def clone()': (self: JList) => new JList(self.items.slice()),
    },
    constructors: {
      '()': () => new JList(),
      '(Collection)': (other: JCollection) => new JList(other.toArray()),
    },
  },
  {
    name: 'java.util.Collections$UnmodifiableRandomAccessList',
    hidden: true,
    supers: ['java.util.List'],
    methods: {},
  },
  {
    name: 'java.util.Set',
    supers: ['java.util.Collection'],
    methods: {
      'boolean remove(def)': (self: JCollection, value: Value) => self.remove(value),
    },
  },
  setClass('java.util.HashSet', 'java.util.AbstractSet'),
  setClass('java.util.LinkedHashSet', 'java.util.HashSet'),
  { name: 'java.util.Map', methods: MAP },
  mapClass('java.util.HashMap', 'java.util.AbstractMap'),
  mapClass('java.util.LinkedHashMap', 'java.util.HashMap'),
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
      'Comparator comparingByKey(Comparator)': (order: JFunction) =>
        new JFunction('java.util.Comparator', (a: JEntry, b: JEntry) =>
          orderOf(order)(a.entryKey, b.entryKey),
        ),
      'Comparator comparingByValue(Comparator)': (order: JFunction) =>
        new JFunction('java.util.Comparator', (a: JEntry, b: JEntry) =>
          orderOf(order)(a.value, b.value),
        ),
    },
  },
  {
    name: 'java.util.AbstractMap$SimpleEntry',
    supers: ['java.util.Map$Entry'],
    constructors: {
      '(def,def)': (key: Value, value: Value) => new JEntry(key, value),
      '(Map.Entry)': (from: JEntry) => new JEntry(from.entryKey, from.value),
    },
  },
];
