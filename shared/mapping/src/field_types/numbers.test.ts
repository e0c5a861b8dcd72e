/** Tests numeric fields of every width: values of documents, of null, in sorts and as shown. */
import { type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { document, failureOf, mappingOf, shown } from '../../testdata/mapping_fixture.js';

const of = (type: string, more: JsonObject = {}) => {
  const mapping = mappingOf({ f: { type, ...more } });
  const index = (value: JsonValue) => document(mapping, `{"f":${stringifyJson(value)}}`);
  const field = mapping.field('f');
  if (field === undefined) throw new Error('no field');
  return {
    field,
    values: (value: JsonValue) => shown(index(value)),
    refused: (value: JsonValue) => failureOf(() => index(value)).at(-1) ?? '',
  };
};

const OPTIONS = { reverse: false, mode: undefined, missing: undefined, numericType: undefined };

test.each<[string, JsonValue, JsonValue]>([
  ['byte', -128, 127],
  ['short', -32_768, 32_767],
  ['integer', -(2 ** 31), 2 ** 31 - 1],
  ['long', -(2n ** 63n), 2n ** 63n - 1n],
  ['unsigned_long', 0, 2n ** 64n - 1n],
  ['half_float', -65_504, 65_504],
])('a %s is from %p to %p', (type, least, most) => {
  const { values, refused } = of(type);
  const step = (value: JsonValue, by: bigint) => BigInt(value as number | bigint) + by;
  for (const value of [least, most, String(least), String(most)]) {
    expect(values(value)).toEqual([`f=${BigInt(value as string | number | bigint)}`]);
  }
  const far = type === 'half_float' ? 16n : 1n;
  for (const value of [step(least, -far), step(most, far)]) {
    expect(refused(value)).not.toBe('');
    expect(refused(String(value))).not.toBe('');
  }
});

test.each<[string, JsonValue, string]>([
  ['byte', 128, 'illegal_argument_exception: Value [128] is out of range for a byte'],
  ['byte', 2 ** 31, 'input_coercion_exception: Numeric value (2147483648) out of range of int'],
  ['short', 32_768, 'Numeric value (32768) out of range of Java short'],
  ['integer', 2 ** 31, 'Numeric value (2147483648) out of range of int (-2147483648 - 2147483647)'],
  ['long', 2n ** 63n, 'Numeric value (9223372036854775808) out of range of long'],
  ['integer', 'x', 'number_format_exception: For input string: "x"'],
  ['integer', '3e9', 'Value [3e9] is out of range for an integer'],
  ['integer', true, 'Current token (VALUE_TRUE) not numeric'],
  ['integer', { a: 1 }, 'Current token (START_OBJECT) not numeric'],
  ['float', 1e39, '[float] supports only finite values, but got [Infinity]'],
  ['half_float', 65_520, '[half_float] supports only finite values, but got [65520.0]'],
  ['double', 'NaN', '[double] supports only finite values, but got [NaN]'],
])('a %s is not %p: %s', (type, value, reason) => {
  expect(of(type).refused(value)).toContain(reason);
});

test('a fraction is cut, and text is read, unless the mapping says not to', () => {
  const strict = { coerce: false };
  for (const type of ['byte', 'integer', 'long', 'unsigned_long']) {
    expect(of(type).values(1.9)).toEqual(['f=1']);
    expect(of(type).values('1.9')).toEqual(['f=1']);
    expect(of(type, strict).values(1)).toEqual(['f=1']);
    expect(of(type, strict).refused('1')).toContain('value passed as String');
    expect(of(type, strict).refused(1.9)).not.toBe('');
    expect(of(type).values('')).toEqual([]);
    expect(of(type, strict).refused('')).not.toBe('');
  }
  expect(of('float', strict).refused('1')).toContain('Float value passed as String');
  expect(of('double', strict).refused('1')).toContain('Double value passed as String');
  expect(of('double').values('1.5')).toEqual(['f=1.5']);
  expect(of('integer', strict).refused(1.5)).toContain(
    '1.5 cannot be converted to Integer without data loss',
  );
});

test.each<[string, JsonValue, string[]]>([
  ['long', 7, ['f=7']],
  ['long', '7', ['f=7']],
  ['long', '9007199254740993', ['f=9007199254740993']],
  ['unsigned_long', '18446744073709551615', ['f=18446744073709551615']],
  ['double', '1.5', ['f=1.5']],
  ['double', 2, ['f=2']],
  ['float', '1.1', [`f=${Math.fround(1.1)}`]],
  ['half_float', 1.0001, ['f=1']],
])('null of a %s with the value %p is %p', (type, null_value, expected) => {
  expect(of(type, { null_value }).values(null)).toEqual(expected);
  expect(of(type).values(null)).toEqual([]);
  expect(of(type, { null_value: null }).values(null)).toEqual([]);
});

test.each<[string, JsonValue, string]>([
  ['long', 'x', 'For input string: "x"'],
  ['byte', 128, 'Value [128] is out of range for a byte'],
  ['double', true, 'For input string: "true"'],
  ['float', 1e39, '[float] supports only finite values'],
])('null of a %s is not %p', (type, null_value, reason) => {
  expect(failureOf(() => of(type, { null_value })).join()).toContain(reason);
});

test('a malformed value is left out if the mapping says so, a structure is not', () => {
  const lenient = of('integer', { ignore_malformed: true });
  expect(lenient.values('x')).toEqual(['_ignored=f']);
  expect(lenient.values(2 ** 40)).toEqual(['_ignored=f']);
  expect(lenient.refused({ a: 1 })).not.toBe('');
});

test.each<[string, number | bigint, string | undefined, string, string]>([
  ['double', 0.1, undefined, '0.1', '0.1'],
  ['double', 2, undefined, '2.0', '2.0'],
  ['float', Math.fround(0.1), undefined, '0.1', '0.10000000149011612'],
  ['half_float', Math.fround(0.0999755859375), undefined, '0.099975586', '0.0999755859375'],
  ['double', 1234.5, '#,##0.00', '"1,234.50"', '"1,234.50"'],
  ['long', 1234, '#,##0.0', '"1,234.0"', '"1,234.0"'],
  ['long', 2n ** 60n, undefined, '1152921504606846976', '1152921504606846976'],
  ['unsigned_long', 2n ** 63n, '#,##0', '9223372036854775808', '9223372036854775808'],
])(
  '%s %p with format %p is %s in a sort, and %s as a doc value',
  (type, value, format, ...shownAs) => {
    const { field } = of(type);
    const json = (found: JsonValue) => stringifyJson(found);
    expect([
      json(field.formatSortValue(value, format) as JsonValue),
      json(field.docValueFormat(value, format) as JsonValue),
    ]).toEqual(shownAs);
    expect(field.formatSortValue(null, format)).toBeNull();
  },
);

test.each<[string, JsonValue, JsonValue]>([
  ['long', '9007199254740993', 9007199254740993n],
  ['long', 1.9, 1],
  ['integer', '5', 5],
  ['double', '1.5', 1.5],
  ['float', 0.1, Math.fround(0.1)],
  ['half_float', 1.0001, 1],
  ['unsigned_long', '18446744073709551615', 18446744073709551615n],
  ['long', null, null],
  ['double', null, null],
])('the cursor of a %s reads %p as %p', (type, value, expected) => {
  expect(of(type).field.parseSortValue(value, { nowMs: 0, indexName: 'i' })).toEqual(expected);
});

test('the cursor of an unsigned long has no fraction', () => {
  const { field } = of('unsigned_long');
  for (const value of [1.5, '1.5']) {
    expect(failureOf(() => field.parseSortValue(value, { nowMs: 0, indexName: 'i' }))).toEqual([
      'illegal_argument_exception: Value [1.5] has a decimal part',
    ]);
  }
});

describe('a sort', () => {
  const sort = (type: string, more: object = {}, mapping: JsonObject = {}) =>
    of(type, mapping).field.sortField({ ...OPTIONS, ...more });

  test.each<[string, JsonValue, JsonValue]>([
    ['long', '_first', 'first'],
    ['long', '_last', 'last'],
    ['long', null, 'last'],
    ['long', '9007199254740993', 9007199254740993n],
    ['long', 1.9, 1],
    ['integer', 2 ** 31, -(2 ** 31)],
    ['integer', 3e9 + 0.5, 2 ** 31 - 1],
    ['integer', -3e9 - 0.5, -(2 ** 31)],
    ['long', 1e30, 2n ** 63n - 1n],
    ['long', -1e30, -(2n ** 63n)],
    ['float', 0.1, Math.fround(0.1)],
    ['double', '0.1', 0.1],
  ])('of a %s takes %p for what is missing as %p', (type, missing, expected) => {
    expect(sort(type, { missing })).toMatchObject({ missing: expected });
  });

  test.each([
    ['long', 'x'],
    ['integer', '2147483648'],
    ['long', 2n ** 63n],
  ])('of a %s does not take %p', (type, missing) => {
    expect(failureOf(() => sort(type, { missing })).join()).toContain(
      `number_format_exception: For input string: "${missing}"`,
    );
  });

  test('takes the least or the greatest of several values by its order, or as asked', () => {
    expect([sort('long'), sort('long', { reverse: true })]).toMatchObject([
      { mode: 'min', reverse: false },
      { mode: 'max', reverse: true },
    ]);
    expect(sort('long', { mode: 'AVG' })).toMatchObject({ mode: 'avg' });
    expect(failureOf(() => sort('long', { mode: 'mean' }))).toEqual([
      'illegal_argument_exception: Unknown SortMode [mean]',
    ]);
  });

  test('is by integers or not, and by unsigned ones', () => {
    expect(sort('long')).toMatchObject({ integral: true, unsigned: false });
    expect(sort('unsigned_long')).toMatchObject({ integral: true, unsigned: true });
    for (const type of ['double', 'float', 'half_float']) {
      expect(sort(type)).toMatchObject({ integral: false, unsigned: false });
    }
    expect(sort('long', { numericType: 'double' })).toMatchObject({ integral: false });
    expect(sort('double', { numericType: 'long' })).toMatchObject({ integral: true });
    expect(sort('unsigned_long', { numericType: 'long' })).toMatchObject({ unsigned: true });
    expect(failureOf(() => sort('long', { numericType: 'int' })).join()).toContain(
      'invalid value for [numeric_type], must be [long, double, date, date_nanos], got int',
    );
  });

  test.each<[string, string, number | bigint, number | bigint]>([
    ['double', 'long', 1.9, 1],
    ['double', 'long', -1.9, -1],
    ['double', 'long', Number.NaN, 0],
    ['double', 'long', Infinity, 2n ** 63n - 1n],
    ['double', 'long', -Infinity, -(2n ** 63n)],
    ['double', 'long', 2 ** 60, 2n ** 60n],
    ['date', 'date_nanos', 5, 5_000_000n],
    ['date_nanos', 'date', 5_999_999n, 5],
    ['date_nanos', 'date', -1n, -1],
    ['date_nanos', 'date', -1_000_000n, -1],
    ['date_nanos', 'date', -1_000_001n, -2],
    ['date_nanos', 'double', 1_500_000n, 1],
  ])('of a %s as %s takes %p for %p', (type, numericType, value, expected) => {
    const field = sort(type, { numericType });
    if (field.kind !== 'number') throw new Error(field.kind);
    expect(field.cast?.(value)).toBe(expected);
  });

  test('of times as nanoseconds is from 1970 to 2262', () => {
    const field = sort('date', { numericType: 'date_nanos' });
    if (field.kind !== 'number') throw new Error(field.kind);
    const last = 9_223_372_036_854;
    expect([0, last].map((value) => field.cast?.(value))).toEqual([0n, 9_223_372_036_854_000_000n]);
    expect(failureOf(() => field.cast?.(-1)).join()).toContain(
      'milliseconds [-1] are before the epoch in 1970 and cannot be converted to nanoseconds',
    );
    expect(failureOf(() => field.cast?.(last + 1)).join()).toContain(
      `milliseconds [${last + 1}] are after 2262-04-11T23:47:16.854775807 and cannot`,
    );
    expect(failureOf(() => sort('long', { numericType: 'date_nanos' })).join()).toContain(
      'trying to convert a known date time formatter to a nanosecond one, wrong field used?',
    );
  });

  test('needs the column', () => {
    expect(failureOf(() => sort('long', {}, { doc_values: false }))).toEqual([
      "illegal_argument_exception: Can't load fielddata on [f] because fielddata is unsupported on fields of type [long]. Use doc values instead.",
    ]);
  });
});
