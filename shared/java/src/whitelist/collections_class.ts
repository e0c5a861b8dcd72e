/** `java.util.Collections`. */
import type { ClassTable, Implementation } from '../class_table.js';
import { type JCollection, JList, JMap, JSet } from '../containers/collections.js';
import { type JArray, JFunction } from '../containers/container_types.js';
import { JEnumeration, JListIterator } from '../containers/list_iterator.js';
import { type Comparison, naturalOrder } from '../containers/order.js';
import { JIterator } from '../containers/streams.js';
import { UnmodifiableView } from '../containers/unmodifiable_view.js';
import { randomFraction } from '../host/world.js';
import { allocate } from '../values/meter.js';
import type { JRandom } from '../values/random.js';
import { illegalArgument, indexOutOfBounds, noSuchElement } from '../values/throwable.js';
import { equalValues, type Value } from '../values/value.js';
import { emptySortedMap } from './sorted.js';
import { orderOf, sortedItems } from './sorting.js';

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

function search(list: JList, key: Value, order: Comparison): number {
  let low = 0;
  let high = list.size() - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const side = order(list.get(middle), key);
    if (side === 0) return middle;
    if (side < 0) low = middle + 1;
    else high = middle - 1;
  }
  return ~low;
}

/** The possible start positions of a sublist. */
function places(list: JList, part: JList): number[] {
  const count = list.size() - part.size() + 1;
  allocate(Math.max(count, 0) * (part.size() + 1));
  return Array.from({ length: Math.max(count, 0) }, (_, i) => i);
}

const startsAt = (list: JList, part: JList, at: number): boolean =>
  part.items.every((one, i) => equalValues(one, list.items[at + i] ?? null));

const fixedMap = (map: JMap): JMap =>
  new JMap(map.className, { fixed: true, table: map.table, comparison: map.comparison });

const fixedSortedSet = (set: JSet): JSet => new JSet('java.util.TreeSet', fixedMap(set.map));

/** Swaps each position, from the last one down, with one at or before it. */
function shuffle(list: JList, below: (bound: number) => number): void {
  for (let i = list.size(); i > 1; i--) {
    const other = below(i);
    list.set(i - 1, list.set(other, list.get(i - 1)));
  }
}

/** A deque used as a stack: elements are added at its front. */
class LifoQueue extends JList {
  readonly #deque: JList;

  constructor(deque: JList) {
    super(deque.items, { className: 'java.util.Queue' });
    this.#deque = deque;
  }

  override add(value: Value): boolean {
    this.#deque.insert(0, value);
    return true;
  }
}

const COLLECTIONS: Readonly<Record<string, Implementation>> = {
  'Queue asLifoQueue(Deque)': (deque: JList) => new LifoQueue(deque),
  'Set newSetFromMap(Map)': (map: JMap) => {
    if (map.size() > 0) throw illegalArgument('Map is non-empty');
    return new JSet('java.util.Set', map);
  },
  'void shuffle(List)': (list: JList) =>
    shuffle(list, (bound) => Math.floor(randomFraction() * bound)),
  'void shuffle(List,Random)': (list: JList, from: JRandom) =>
    shuffle(list, (bound) => from.nextInt(bound)),
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
    for (let i = 0, j = list.size() - 1; i < j; i++, j--) {
      list.set(i, list.set(j, list.get(i)));
    }
  },
  'void sort(List)': (list: JList) => {
    list.rewrite(sortedItems(list.items, naturalOrder));
  },
  'void sort(List,Comparator)': (list: JList, order: JFunction | null) => {
    list.rewrite(sortedItems(list.items, orderOf(order)));
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
    new UnmodifiableView(items),
  'List unmodifiableList(List)': (list: JList) =>
    new JList(list.items, {
      className: 'java.util.Collections$UnmodifiableRandomAccessList',
      fixed: true,
    }),
  'Map unmodifiableMap(Map)': (map: JMap) =>
    new JMap('java.util.Map', { fixed: true, table: map.table }),
  'Set unmodifiableSet(Set)': (set: JSet) =>
    new JSet('java.util.Set', new JMap('java.util.Map', { fixed: true, table: set.map.table })),
  'boolean addAll(Collection,def[])': (into: JCollection, items: JArray) => {
    let changed = false;
    for (const item of items.items) changed = into.add(item) || changed;
    return changed;
  },
  'int binarySearch(List,def)': (list: JList, key: Value) => search(list, key, naturalOrder),
  'int binarySearch(List,def,Comparator)': (list: JList, key: Value, order: JFunction | null) =>
    search(list, key, orderOf(order)),
  'void copy(List,List)': (to: JList, from: JList) => {
    if (from.size() > to.size()) throw indexOutOfBounds('Source does not fit in dest');
    for (const [i, item] of from.items.entries()) to.set(i, item);
  },
  'boolean disjoint(Collection,Collection)': (a: JCollection, b: JCollection) =>
    !a.toArray().some((one) => b.contains(one)),
  'Enumeration emptyEnumeration()': () => new JEnumeration([][Symbol.iterator]()),
  'Iterator emptyIterator()': () => new JIterator([][Symbol.iterator]()),
  'ListIterator emptyListIterator()': () => new JListIterator(fixedList([]), 0),
  'NavigableMap emptyNavigableMap()': emptySortedMap,
  'SortedMap emptySortedMap()': emptySortedMap,
  'NavigableSet emptyNavigableSet()': () => new JSet('java.util.TreeSet', emptySortedMap()),
  'SortedSet emptySortedSet()': () => new JSet('java.util.TreeSet', emptySortedMap()),
  'Enumeration enumeration(Collection)': (items: JCollection) => new JEnumeration(items.iterate()),
  'void fill(List,def)': (list: JList, value: Value) => {
    for (let i = 0; i < list.size(); i++) list.set(i, value);
  },
  'int indexOfSubList(List,List)': (list: JList, part: JList) =>
    places(list, part).find((at) => startsAt(list, part, at)) ?? -1,
  'int lastIndexOfSubList(List,List)': (list: JList, part: JList) =>
    places(list, part).findLast((at) => startsAt(list, part, at)) ?? -1,
  'ArrayList list(Enumeration)': (walk: JIterator) => {
    const list = new JList();
    while (walk.hasNext()) list.add(walk.next());
    return list;
  },
  'boolean replaceAll(List,def,def)': (list: JList, old: Value, by: Value) => {
    const found = [...list.items.keys()].filter((i) => equalValues(list.get(i), old));
    for (const i of found) list.set(i, by);
    return found.length > 0;
  },
  'Comparator reverseOrder()': () =>
    new JFunction('java.util.Comparator', (a: Value, b: Value) => naturalOrder(b, a)),
  'Comparator reverseOrder(Comparator)': (order: JFunction | null) =>
    new JFunction('java.util.Comparator', (a: Value, b: Value) => orderOf(order)(b, a)),
  'void rotate(List,int)': (list: JList, by: number) => {
    const size = list.size();
    const old = list.toArray();
    for (const [i, item] of old.entries()) list.set((((i + by) % size) + size) % size, item);
  },
  'SortedMap unmodifiableSortedMap(SortedMap)': fixedMap,
  'NavigableMap unmodifiableNavigableMap(NavigableMap)': fixedMap,
  'SortedSet unmodifiableSortedSet(SortedSet)': fixedSortedSet,
  'NavigableSet unmodifiableNavigableSet(NavigableSet)': fixedSortedSet,
};

const fixedEmpty = (): JMap => new JMap('java.util.Map', { fixed: true });

export const collectionsClass: readonly ClassTable[] = [
  {
    name: 'java.util.Collections',
    constants: {
      'List EMPTY_LIST': fixedList([]),
      'Map EMPTY_MAP': fixedEmpty(),
      'Set EMPTY_SET': new JSet('java.util.Set', fixedEmpty()),
    },
    statics: COLLECTIONS,
  },
];
