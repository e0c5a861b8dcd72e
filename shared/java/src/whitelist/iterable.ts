/** Painless's methods on everything iterable: each, collect, find, groupBy, join, sum, split … */
import type { Implementation } from '../class_table.js';
import { JCollection, JList } from '../containers/collections.js';
import type { JFunction } from '../containers/container_types.js';
import { iterate } from '../containers/iterate.js';
import { joinedText } from '../text/joined_text.js';
import { convertNumber, kindOf, rawNumber } from '../values/convert.js';
import { classCast } from '../values/throwable.js';
import { classNameOf, textOf, type Value } from '../values/value.js';
import { groupsOf } from './groups.js';

const itemsOf = (value: Value): Value[] => [...iterate(value, true)];
const truth = (fn: JFunction, ...args: Value[]): boolean => fn.fn(...args) === true;

function sumOf(items: readonly Value[]): number {
  return items.reduce<number>((sum, one) => {
    if (kindOf(one) === undefined)
      throw classCast(
        `class ${one === null ? 'null' : classNameOf(one)} cannot be cast to class java.lang.Number`,
      );
    return sum + Number(convertNumber(rawNumber(one), 'double'));
  }, 0);
}

/** The additions on Iterable. */
export const ITERABLE: Readonly<Record<string, Implementation>> = {
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
        .map((one) => fn.fn(one))
        .filter((one) => one !== null),
    ),
  'Map groupBy(Function)': (self: Value, fn: JFunction) => groupsOf(itemsOf(self), fn),
  'String join(String)': (self: Value, mark: string) => joinedText(itemsOf(self).map(textOf), mark),
  'double sum()': (self: Value) => sumOf(itemsOf(self)),
  'double sum(ToDoubleFunction)': (self: Value, fn: JFunction) =>
    itemsOf(self).reduce<number>((sum, one) => sum + Number(fn.fn(one)), 0),
};
