import { stringifyJson } from './encode_json.js';
import { double, doubleText, float32, float32Text } from './java_number.js';
import { objectOf, parseObject } from './parse_object.js';
import { isJsonArray, isJsonObject, RawJson } from './value.js';

const bytes = (text: string) => new TextEncoder().encode(text);

test('an object is parsed from either form', () => {
  expect(parseObject(bytes('{"a": 1}'), false)).toEqual({ a: 1 });
  expect(parseObject(bytes('a: 1'), true)).toEqual({ a: 1 });
});

test.each([
  [[], 'START_ARRAY'],
  [null, 'VALUE_NULL'],
  [true, 'VALUE_BOOLEAN'],
  ['a', 'VALUE_STRING'],
  [1, 'VALUE_NUMBER'],
  [1n, 'VALUE_NUMBER'],
])('%p is no object', (value, token) => {
  expect(() => objectOf(value)).toThrow(`Expected [START_OBJECT] but found [${token}]`);
});

test('encoded JSON is neither an object nor a list', () => {
  const raw = new RawJson('{}');
  expect([{}, [], null, 'a', undefined, raw].map(isJsonObject)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect([[], {}, raw].map(isJsonArray)).toEqual([true, false, false]);
  expect(raw.bytes).toEqual(bytes('{}'));
  const encoded = bytes('1');
  expect(new RawJson(encoded).bytes).toBe(encoded);
});

// The texts of Java's Float.toString.
test.each([
  [0, '0.0'],
  [-0, '-0.0'],
  [1, '1.0'],
  [0.1, '0.1'],
  [1e-3, '0.001'],
  [9.99e-4, '9.99E-4'],
  [9_999_999, '9999999.0'],
  [1e7, '1.0E7'],
  [16_777_216, '1.6777216E7'],
  [123.456, '123.456'],
  [-2.5e-10, '-2.5E-10'],
  [3.4028234663852886e38, '3.4028235E38'],

  [0.2876821, '0.2876821'],
  [Number.NaN, 'NaN'],
  [Number.POSITIVE_INFINITY, 'Infinity'],
  [-1e39, '-Infinity'],
])('the float %p is %s', (value, text) => {
  expect(float32Text(value)).toBe(text);
});

test.each([
  [0.001, '0.001'],
  [0.000_999, '9.99E-4'],
  [10_000_000, '1.0E7'],
  [9_999_999.5, '9999999.5'],
  [1.2e10, '1.2E10'],
  [123_456_789_012, '1.23456789012E11'],
  [-1.5e-300, '-1.5E-300'],
  [100, '100.0'],
])('the double %p is %s', (value, text) => {
  expect(doubleText(value)).toBe(text);
});

test.each([
  [2, '2.0', '2.0'],
  [0.1, '0.1', '0.1'],
  [1e39, '"Infinity"', '1.0E39'],
  [Number.NEGATIVE_INFINITY, '"-Infinity"', '"-Infinity"'],
  [Number.NaN, '"NaN"', '"NaN"'],
])('in JSON, %p is %s as a float and %s as a double', (value, asFloat, asDouble) => {
  expect(stringifyJson(float32(value))).toBe(asFloat);
  expect(stringifyJson(double(value))).toBe(asDouble);
});

test('every float keeps its value, in the fewest digits that do', () => {
  const words = new Uint32Array(1);
  const floats = new Float32Array(words.buffer);
  for (let i = 0; i < 20_000; i++) {
    words[0] = Math.imul(i, 0x9e3779b1);
    const value = floats[0] ?? 0;
    if (!Number.isFinite(value)) continue;
    const text = float32Text(value);
    if (Math.fround(Number(text)) !== value) throw new Error(`${text} is not ${value}`);
    const digits = text
      .replace(/E.*/, '')
      .replace(/[-.]/g, '')
      .replace(/^0+|0+$/g, '').length;
    const shorter = Number(value.toPrecision(Math.max(1, digits - 1)));
    if (digits > 1 && Math.fround(shorter) === value) throw new Error(`${text} is too long`);
  }
});
