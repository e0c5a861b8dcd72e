import { javaDouble, javaDoubleFault, javaInteger } from './java_double.js';

test.each<[string, number]>([
  ['1', 1],
  [' -.5\t', -0.5],
  ['1.', 1],
  ['1e3', 1000],
  ['2.5f', 2.5],
  ['1D', 1],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['+NaN', Number.NaN],
  ['0x1p1', 2],
  ['-0X.8P2', -2],
  ['0x1.8p0', 1.5],
  ['0x10.04p-2', 4.00390625],
])('%s is a number', (text, number) => {
  expect(javaDouble(text)).toBe(number);
});

test.each([
  ['', 'empty String'],
  [' ', 'empty String'],
  ['1.2.3', 'multiple points'],
  ['..', 'multiple points'],
  ['1.x.3', 'For input string: "1.x.3"'],
  ['1.2e1.3', 'For input string: "1.2e1.3"'],
  [' 1_0 ', 'For input string: "1_0"'],
  ['0x', 'For input string: "0x"'],
  ['0xp1', 'For input string: "0xp1"'],
  ['0x.p1', 'For input string: "0x.p1"'],
  ['٣', 'For input string: "٣"'],
  ['1\ufeff', 'For input string: "1\ufeff"'],
])('%s is none', (text, fault) => {
  expect(javaDouble(text)).toBeUndefined();
  expect(javaDoubleFault(text)).toBe(fault);
});

test.each([
  [1.9, 1],
  [-1.9, -1],
  [-0.5, 0],
  [1e99, 2_147_483_647],
  [Number.NEGATIVE_INFINITY, -2_147_483_648],
  [Number.NaN, 0],
])('%d as an int', (number, integer) => {
  expect(javaInteger(number)).toBe(integer);
});
