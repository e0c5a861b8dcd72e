/** Queues, stacks and list iterators. */
import type { ClassTable, Implementation } from '../class_table.js';
import { type JCollection, JList } from '../containers/collections.js';
import type { JArray, JFunction } from '../containers/container_types.js';
import { JEnumeration, type JListIterator } from '../containers/list_iterator.js';
import { PriorityQueue } from '../containers/priority_queue.js';
import { call, JIterator } from '../containers/streams.js';
import { arrayIndex, noSuchElement, notNull, Throwable } from '../values/throwable.js';
import { equalValues, type Value } from '../values/value.js';

type Methods = Readonly<Record<string, Implementation>>;
type AnyQueue = JList | PriorityQueue;

const head = (self: AnyQueue): Value =>
  self instanceof PriorityQueue ? self.peek() : (self.items[0] ?? null);
const tail = (self: JList): Value => self.items.at(-1) ?? null;

function someHead(self: AnyQueue): Value {
  if (self.size() === 0) throw noSuchElement(null);
  return head(self);
}

function someTail(self: JList): Value {
  if (self.size() === 0) throw noSuchElement(null);
  return tail(self);
}

function takeHead(self: AnyQueue): Value {
  if (self.size() === 0) return null;
  return self instanceof PriorityQueue ? self.poll() : self.removeAt(0);
}

const takeTail = (self: JList): Value =>
  self.size() === 0 ? null : self.removeAt(self.size() - 1);

function takeSomeHead(self: AnyQueue): Value {
  someHead(self);
  return takeHead(self);
}

function takeSomeTail(self: JList): Value {
  someTail(self);
  return takeTail(self);
}

function removeAt(self: JList, at: number): boolean {
  if (at >= 0) self.removeAt(at);
  return at >= 0;
}

const QUEUE: Methods = {
  'def element()': someHead,
  'boolean offer(def)': (self: AnyQueue, value: Value) => self.add(held(self, value)),
  'def peek()': head,
  'def poll()': takeHead,
  'def remove()': takeSomeHead,
};

const DEQUE_CLASS = 'java.util.ArrayDeque';

/** An ArrayDeque cannot contain null. */
function held(self: AnyQueue, value: Value): Value {
  return self.className === DEQUE_CLASS ? notNull(value) : value;
}

const pushFirst = (self: JList, value: Value): void => self.insert(0, held(self, value));
const pushLast = (self: JList, value: Value): boolean => self.add(held(self, value));

const DEQUE: Methods = {
  'void addFirst(def)': pushFirst,
  'void addLast(def)': pushLast,
  'Iterator descendingIterator()': (self: JList) =>
    new JIterator(self.toArray().reverse()[Symbol.iterator]()),
  'def getFirst()': someHead,
  'def getLast()': someTail,
  'boolean offerFirst(def)': (self: JList, value: Value) => {
    pushFirst(self, value);
    return true;
  },
  'boolean offerLast(def)': pushLast,
  'def peekFirst()': head,
  'def peekLast()': tail,
  'def pollFirst()': takeHead,
  'def pollLast()': takeTail,
  'def pop()': takeSomeHead,
  'void push(def)': pushFirst,
  'boolean remove(def)': (self: JList, value: Value) => self.remove(value),
  'def removeFirst()': takeSomeHead,
  'boolean removeFirstOccurrence(def)': (self: JList, value: Value) => self.remove(value),
  'def removeLast()': takeSomeTail,
  'boolean removeLastOccurrence(def)': (self: JList, value: Value) =>
    removeAt(
      self,
      self.items.findLastIndex((one) => equalValues(one, value)),
    ),
};

const copyAs = (className: string) => (self: JList) => new JList(self.toArray(), { className });

const VECTOR = 'java.util.Vector';
const STACK = 'java.util.Stack';

function checked(self: JList, at: number): number {
  if (at >= self.size()) throw arrayIndex(`${at} >= ${self.size()}`);
  if (at < 0) throw arrayIndex(`Index ${at} out of bounds for length ${self.size()}`);
  return at;
}

/** The methods of `List` in a Vector have words of their own for an index that is too high. */
function inVector(self: JList, at: number): number {
  if (at >= self.size()) throw arrayIndex(`Array index out of range: ${at}`);
  return checked(self, at);
}

function insertInVector(self: JList, at: number, value: Value): void {
  if (at > self.size()) throw arrayIndex(`${at} > ${self.size()}`);
  if (at < 0) throw arrayIndex(`arraycopy: source index ${at} out of bounds`);
  self.insert(at, value);
}

const VECTOR_METHODS: Methods = {
  'void addElement(def)': pushLast,
  'def clone()': (self: JList) => new JList(self.toArray(), { className: self.className }),
  'void copyInto(Object[])': (self: JList, into: JArray) => {
    if (into.items.length < self.size())
      throw arrayIndex(
        `arraycopy: last destination index ${self.size()} out of bounds for object array[${into.items.length}]`,
      );
    for (const [i, item] of self.items.entries()) into.items[i] = item;
  },
  'def get(int)': (self: JList, at: number) => self.get(inVector(self, at)),
  'def elementAt(int)': (self: JList, at: number) => self.get(checked(self, at)),
  'Enumeration elements()': (self: JList) => new JEnumeration(self.iterate()),
  'def firstElement()': someHead,
  'void insertElementAt(def,int)': (self: JList, value: Value, at: number) =>
    insertInVector(self, at, value),
  'void add(int,def)': insertInVector,
  'def remove(int)': (self: JList, at: number) => self.removeAt(inVector(self, at)),
  'def set(int,def)': (self: JList, at: number, value: Value) =>
    self.set(inVector(self, at), value),
  'def lastElement()': someTail,
  'int lastIndexOf(def,int)': (self: JList, value: Value, from: number) => {
    if (from >= self.size())
      throw new Throwable('java.lang.IndexOutOfBoundsException', `${from} >= ${self.size()}`);
    return self.items.findLastIndex((one, i) => i <= from && equalValues(one, value));
  },
  'void removeAllElements()': (self: JList) => self.clear(),
  'boolean removeElement(def)': (self: JList, value: Value) => self.remove(value),
  'void removeElementAt(int)': (self: JList, at: number) => self.removeAt(checked(self, at)),
  'void setElementAt(def,int)': (self: JList, value: Value, at: number) =>
    self.set(checked(self, at), value),
};

function someTop(self: JList): Value {
  if (self.size() === 0) throw new Throwable('java.util.EmptyStackException', null);
  return tail(self);
}

const STACK_METHODS: Methods = {
  'boolean empty()': (self: JList) => self.size() === 0,
  'def peek()': someTop,
  'def pop()': (self: JList) => {
    const top = someTop(self);
    takeTail(self);
    return top;
  },
  'def push(def)': (self: JList, value: Value) => {
    self.add(value);
    return value;
  },
  'int search(def)': (self: JList, value: Value) => {
    const at = self.items.findLastIndex((one) => equalValues(one, value));
    return at < 0 ? -1 : self.size() - at;
  },
};

const constructors = (className: string): Methods => ({
  '()': () => new JList([], { className }),
  '(Collection)': (from: JCollection) => {
    const items = from.toArray();
    return new JList(className === DEQUE_CLASS ? items.map((item) => notNull(item)) : items, {
      className,
    });
  },
});

export const queues: readonly ClassTable[] = [
  { name: 'java.util.AbstractCollection', supers: ['java.util.Collection'], methods: {} },
  {
    name: 'java.util.AbstractList',
    supers: ['java.util.List', 'java.util.AbstractCollection'],
    methods: {},
  },
  { name: 'java.util.AbstractSequentialList', supers: ['java.util.AbstractList'], methods: {} },
  {
    name: 'java.util.AbstractQueue',
    supers: ['java.util.Queue', 'java.util.AbstractCollection'],
    methods: {},
  },
  {
    name: 'java.util.AbstractSet',
    supers: ['java.util.Set', 'java.util.AbstractCollection'],
    methods: {},
  },
  { name: 'java.util.AbstractMap', supers: ['java.util.Map'], methods: {} },
  { name: 'java.util.Queue', supers: ['java.util.Collection'], methods: QUEUE },
  { name: 'java.util.Deque', supers: ['java.util.Queue'], methods: DEQUE },
  {
    name: 'java.util.LinkedList',
    supers: ['java.util.AbstractSequentialList', 'java.util.Deque'],
    methods: { 'def clone()': copyAs('java.util.LinkedList') },
    constructors: constructors('java.util.LinkedList'),
  },
  {
    name: 'java.util.ArrayDeque',
    supers: ['java.util.Deque', 'java.util.AbstractCollection'],
    methods: { 'boolean add(def)': pushLast, 'ArrayDeque clone()': copyAs(DEQUE_CLASS) },
    constructors: constructors('java.util.ArrayDeque'),
  },
  {
    name: 'java.util.PriorityQueue',
    supers: ['java.util.AbstractQueue'],
    constructors: {
      '()': () => new PriorityQueue(),
      '(Comparator)': (order: JFunction | null) =>
        new PriorityQueue(order === null ? undefined : call<number>(order)),
    },
  },
  {
    name: VECTOR,
    supers: ['java.util.AbstractList', 'java.util.RandomAccess'],
    methods: VECTOR_METHODS,
    constructors: constructors(VECTOR),
  },
  {
    name: STACK,
    supers: [VECTOR],
    methods: STACK_METHODS,
    constructors: { '()': () => new JList([], { className: STACK }) },
  },
  { name: 'java.util.RandomAccess', methods: {} },
  {
    name: 'java.util.ListIterator',
    supers: ['java.util.Iterator'],
    methods: {
      'void add(def)': (self: JListIterator, value: Value) => self.add(value),
      'boolean hasPrevious()': (self: JListIterator) => self.hasPrevious(),
      'int nextIndex()': (self: JListIterator) => self.nextIndex(),
      'int previousIndex()': (self: JListIterator) => self.nextIndex() - 1,
      'void set(def)': (self: JListIterator, value: Value) => self.set(value),
    },
  },
  {
    name: 'java.util.Enumeration',
    methods: {
      'boolean hasMoreElements()': (self: JIterator) => self.hasNext(),
      'def nextElement()': (self: JIterator) => self.next(),
    },
  },
];
