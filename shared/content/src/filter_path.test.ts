import { atOnce } from '@skein/base';
import { encodeJson } from './encode_json.js';
import { filterPath } from './filter_path.js';
import { parseJson } from './parse_json.js';
import type { JsonValue } from './value.js';

function filtered(value: JsonValue, pattern: string): JsonValue {
  return parseJson(atOnce(filterPath(encodeJson(value), [pattern])));
}

test('patterns that overlap are followed once each', () => {
  let deep: JsonValue = 1;
  for (let i = 0; i < 40; i++) deep = { a: deep, b: { a: 1 } };
  for (const pattern of ['**.'.repeat(1_000), '**.*.'.repeat(500), '**.a.'.repeat(500)]) {
    expect(filtered(deep, `${pattern}x`)).toEqual({});
    expect(filtered(deep, `-${pattern}x`)).toEqual(deep);
  }
  expect(filtered({ a: { b: { c: 1 } }, d: 2 }, '**.**.c')).toEqual({ a: { b: { c: 1 } } });
});

test('empty values on the way to an exclusion are left out, as in OpenSearch', () => {
  const value = { a: {}, b: [], c: { name: 1 }, d: { x: {} } };
  expect(filtered(value, '-**.name')).toEqual({});
  expect(filtered(value, '-a.b')).toEqual({ b: [], c: { name: 1 }, d: { x: {} } });
  expect(filtered(value, '-c')).toEqual({ a: {}, b: [], d: { x: {} } });
});
