import { JList, type Value } from '@skein/java';
import { checkNoSelfReference, copyMap, deepCopy, newList, newMap } from './values.js';

test('a list that holds itself is found, wherever', () => {
  const list = new JList([]);
  list.items.push(newMap([['a', newList([list])]]));
  expect(() => checkNoSelfReference(newMap([['l', list]]), 'test')).toThrow(
    'Iterable object is self-referencing itself (test)',
  );
});

test('a list that is there several times is looked at once', () => {
  let value: Value = newList([]);
  for (let i = 0; i < 60; i++) value = newList([value, value]);
  expect(() => checkNoSelfReference(value, 'test')).not.toThrow();
});

test('a thousand levels are copied, and no more', () => {
  const nested = (levels: number) => {
    let map = newMap();
    for (let i = 1; i < levels; i++) map = newMap([['a', map]]);
    return map;
  };
  expect(copyMap(nested(1001)).keys()).toEqual(['a']);
  expect(() => copyMap(nested(1002))).toThrow('Iterable object is self-referencing itself');
  const list = newList([newList([1])]);
  const copy = deepCopy(list) as JList;
  expect(copy).toEqual(list);
  expect(copy.items[0]).not.toBe(list.items[0]);
});
