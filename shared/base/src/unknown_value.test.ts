import { isObject, memberOf, textIn } from './unknown_value.js';

test('an object has members, a list and null are none', () => {
  expect([{}, { a: 1 }, Object.create(null), new Error('e')].map(isObject)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([null, undefined, [], 'a', 1, () => 1].filter(isObject)).toEqual([]);
});

test('a member is read of anything', () => {
  expect(memberOf({ a: { b: 1 } }, 'a')).toEqual({ b: 1 });
  expect(memberOf([1, 2], 'length')).toBe(2);
  expect(memberOf(new TypeError('wrong'), 'name')).toBe('TypeError');
  expect([null, undefined, 'text', 1, {}].map((value) => memberOf(value, 'a'))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('only text is a text', () => {
  expect(textIn({ code: 'ENOENT' }, 'code')).toBe('ENOENT');
  expect(textIn({ code: 2 }, 'code')).toBeUndefined();
  expect(textIn(undefined, 'code')).toBeUndefined();
});
