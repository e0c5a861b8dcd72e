import { filterPath } from './filter_path.js';
import type { JsonValue } from './value.js';

test('patterns that overlap are followed once each', () => {
  let deep: JsonValue = 1;
  for (let i = 0; i < 40; i++) deep = { a: deep, b: { a: 1 } };
  for (const pattern of ['**.'.repeat(1_000), '**.*.'.repeat(500), '**.a.'.repeat(500)]) {
    expect(filterPath(deep, [`${pattern}x`])).toEqual({});
    expect(filterPath(deep, [`-${pattern}x`])).toEqual(deep);
  }
  expect(filterPath({ a: { b: { c: 1 } }, d: 2 }, ['**.**.c'])).toEqual({ a: { b: { c: 1 } } });
});
