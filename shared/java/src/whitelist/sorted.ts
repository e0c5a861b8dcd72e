/** TreeMap, TreeSet and their interfaces. */
import type { ClassTable, Implementation } from '../class_table.js';
import { type JCollection, JEntry, JMap, JSet } from '../containers/collections.js';
import { JFunction } from '../containers/container_types.js';
import { type Comparison, naturalOrder } from '../containers/order.js';
import {
  descendingOf,
  firstKey,
  keyAfter,
  keyBefore,
  lastKey,
  rangeOf,
} from '../containers/sorted_range.js';
import { call, JIterator } from '../containers/streams.js';
import { noSuchElement } from '../values/throwable.js';
import type { Value } from '../values/value.js';

type Methods = Readonly<Record<string, Implementation>>;

const asOrder = (order: JFunction | null): Comparison | undefined =>
  order === null ? undefined : call<number>(order);

function someKey(key: Value | undefined): Value {
  if (key === undefined) throw noSuchElement(null);
  return key;
}

const comparatorOf = (map: JMap): JFunction | null =>
  map.comparison === undefined ? null : new JFunction('java.util.Comparator', map.comparison);

const atLeast = (map: JMap, key: Value): Value | undefined => keyAfter(map, key, true);
const atMost = (map: JMap, key: Value): Value | undefined => keyBefore(map, key, true);
const above = (map: JMap, key: Value): Value | undefined => keyAfter(map, key, false);
const below = (map: JMap, key: Value): Value | undefined => keyBefore(map, key, false);

/** A snapshot of an entry: later changes of the map do not affect it. */
const entryOf = (map: JMap, key: Value | undefined): JEntry | null =>
  key === undefined ? null : new JEntry(key, map.get(key));

function poll(map: JMap, key: Value | undefined): JEntry | null {
  const entry = entryOf(map, key);
  if (entry !== null) map.remove(entry.entryKey);
  return entry;
}

const setOver = (map: JMap): JSet => new JSet('java.util.TreeSet', map);

const SORTED_MAP: Methods = {
  'Comparator comparator()': comparatorOf,
  'def firstKey()': (self: JMap) => someKey(firstKey(self)),
  'def lastKey()': (self: JMap) => someKey(lastKey(self)),
  'SortedMap headMap(def)': (self: JMap, to: Value) =>
    rangeOf(self, undefined, { key: to, inclusive: false }),
  'SortedMap tailMap(def)': (self: JMap, from: Value) =>
    rangeOf(self, { key: from, inclusive: true }, undefined),
  'SortedMap subMap(def,def)': (self: JMap, from: Value, to: Value) =>
    rangeOf(self, { key: from, inclusive: true }, { key: to, inclusive: false }),
};

const NAVIGABLE_MAP: Methods = {
  'Map.Entry ceilingEntry(def)': (self: JMap, key: Value) => entryOf(self, atLeast(self, key)),
  'def ceilingKey(def)': (self: JMap, key: Value) => atLeast(self, key) ?? null,
  'NavigableSet descendingKeySet()': (self: JMap) => setOver(descendingOf(self)),
  'NavigableMap descendingMap()': descendingOf,
  'Map.Entry firstEntry()': (self: JMap) => entryOf(self, firstKey(self)),
  'Map.Entry floorEntry(def)': (self: JMap, key: Value) => entryOf(self, atMost(self, key)),
  'def floorKey(def)': (self: JMap, key: Value) => atMost(self, key) ?? null,
  'NavigableMap headMap(def,boolean)': (self: JMap, to: Value, inclusive: boolean) =>
    rangeOf(self, undefined, { key: to, inclusive }),
  'Map.Entry higherEntry(def)': (self: JMap, key: Value) => entryOf(self, above(self, key)),
  'def higherKey(def)': (self: JMap, key: Value) => above(self, key) ?? null,
  'Map.Entry lastEntry()': (self: JMap) => entryOf(self, lastKey(self)),
  'Map.Entry lowerEntry(def)': (self: JMap, key: Value) => entryOf(self, below(self, key)),
  'NavigableSet navigableKeySet()': setOver,
  'Map.Entry pollFirstEntry()': (self: JMap) => poll(self, firstKey(self)),
  'Map.Entry pollLastEntry()': (self: JMap) => poll(self, lastKey(self)),
  'NavigableMap subMap(def,boolean,def,boolean)': (
    self: JMap,
    from: Value,
    fromInclusive: boolean,
    to: Value,
    toInclusive: boolean,
  ) => rangeOf(self, { key: from, inclusive: fromInclusive }, { key: to, inclusive: toInclusive }),
  'NavigableMap tailMap(def,boolean)': (self: JMap, from: Value, inclusive: boolean) =>
    rangeOf(self, { key: from, inclusive }, undefined),
};

const SORTED_SET: Methods = {
  'Comparator comparator()': (self: JSet) => comparatorOf(self.map),
  'def first()': (self: JSet) => someKey(firstKey(self.map)),
  'def last()': (self: JSet) => someKey(lastKey(self.map)),
  'SortedSet headSet(def)': (self: JSet, to: Value) =>
    setOver(rangeOf(self.map, undefined, { key: to, inclusive: false })),
  'SortedSet tailSet(def)': (self: JSet, from: Value) =>
    setOver(rangeOf(self.map, { key: from, inclusive: true }, undefined)),
  'SortedSet subSet(def,def)': (self: JSet, from: Value, to: Value) =>
    setOver(rangeOf(self.map, { key: from, inclusive: true }, { key: to, inclusive: false })),
};

const NAVIGABLE_SET: Methods = {
  'def ceiling(def)': (self: JSet, key: Value) => atLeast(self.map, key) ?? null,
  'Iterator descendingIterator()': (self: JSet) =>
    new JIterator(setOver(descendingOf(self.map)).iterate()),
  'NavigableSet descendingSet()': (self: JSet) => setOver(descendingOf(self.map)),
  'def floor(def)': (self: JSet, key: Value) => atMost(self.map, key) ?? null,
  'NavigableSet headSet(def,boolean)': (self: JSet, to: Value, inclusive: boolean) =>
    setOver(rangeOf(self.map, undefined, { key: to, inclusive })),
  'def higher(def)': (self: JSet, key: Value) => above(self.map, key) ?? null,
  'def lower(def)': (self: JSet, key: Value) => below(self.map, key) ?? null,
  'def pollFirst()': (self: JSet) => poll(self.map, firstKey(self.map))?.entryKey ?? null,
  'def pollLast()': (self: JSet) => poll(self.map, lastKey(self.map))?.entryKey ?? null,
  'NavigableSet subSet(def,boolean,def,boolean)': (
    self: JSet,
    from: Value,
    fromInclusive: boolean,
    to: Value,
    toInclusive: boolean,
  ) =>
    setOver(
      rangeOf(
        self.map,
        { key: from, inclusive: fromInclusive },
        { key: to, inclusive: toInclusive },
      ),
    ),
  'NavigableSet tailSet(def,boolean)': (self: JSet, from: Value, inclusive: boolean) =>
    setOver(rangeOf(self.map, { key: from, inclusive }, undefined)),
};

const treeMap = (comparison: Comparison | undefined): JMap =>
  new JMap('java.util.TreeMap', { comparison });

function copyMap(self: JMap): JMap {
  const copy = treeMap(self.comparison);
  for (const key of self.keys()) copy.put(key, self.get(key));
  return copy;
}

function treeSetOf(items: JCollection): JSet {
  const map = treeMap(items instanceof JSet ? items.map.comparison : undefined);
  for (const item of items.toArray()) map.put(item, true);
  return setOver(map);
}

export const emptySortedMap = (): JMap =>
  new JMap('java.util.TreeMap', { fixed: true, table: treeMap(naturalOrder).table });

export const sorted: readonly ClassTable[] = [
  { name: 'java.util.SortedSet', supers: ['java.util.Set'], methods: SORTED_SET },
  { name: 'java.util.NavigableSet', supers: ['java.util.SortedSet'], methods: NAVIGABLE_SET },
  {
    name: 'java.util.TreeSet',
    supers: ['java.util.NavigableSet', 'java.util.AbstractSet'],
    methods: { 'def clone()': treeSetOf },
    constructors: {
      '()': () => setOver(treeMap(undefined)),
      '(Comparator)': (order: JFunction | null) => setOver(treeMap(asOrder(order))),
    },
  },
  { name: 'java.util.SortedMap', supers: ['java.util.Map'], methods: SORTED_MAP },
  { name: 'java.util.NavigableMap', supers: ['java.util.SortedMap'], methods: NAVIGABLE_MAP },
  {
    name: 'java.util.TreeMap',
    supers: ['java.util.NavigableMap', 'java.util.AbstractMap'],
    methods: { 'def clone()': copyMap },
    constructors: {
      '()': () => treeMap(undefined),
      '(Comparator)': (order: JFunction | null) => treeMap(asOrder(order)),
    },
  },
];
