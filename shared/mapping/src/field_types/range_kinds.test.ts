/** Tests ranges of every kind: their bounds in documents and queries, and their bytes. */
import { type JsonValue, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { CONTEXT, fieldSearch } from '../../testdata/field_search.js';
import { document, failureOf, mappingOf, typedField } from '../../testdata/mapping_fixture.js';

const DAY = 86_400_000;
const TYPES = [
  'integer_range',
  'long_range',
  'float_range',
  'double_range',
  'date_range',
  'ip_range',
];
const MAPPING = mappingOf(Object.fromEntries(TYPES.map((type) => [type, { type }])));

function boundsOf(type: string, value: JsonValue): Uint8Array {
  const [field] = document(MAPPING, { [type]: value }).fields;
  if (field?.kind !== 'term') throw new Error('no term');
  return field.value as Uint8Array;
}

function numbers(type: string, value: JsonValue): readonly number[] {
  const values = MAPPING.field(type)?.values;
  if (values?.kind !== 'range' || values.boundsOf === undefined) throw new Error('no numbers');
  const { lower, upper } = values.boundsOf(boundsOf(type, value));
  return [lower, upper];
}

test.each<[string, JsonValue, readonly number[]]>([
  ['integer_range', { gt: 1, lt: 5 }, [2, 4]],
  ['integer_range', {}, [-(2 ** 31), 2 ** 31 - 1]],
  ['integer_range', { gt: 2 ** 31 - 1, lte: null }, [2 ** 31 - 1, 2 ** 31 - 1]],
  ['integer_range', { lt: -(2 ** 31) }, [-(2 ** 31), -(2 ** 31)]],
  ['integer_range', { gte: '1.9', lte: 2.9 }, [1, 2]],
  ['long_range', { gte: -5, lte: '7' }, [-5, 7]],
  ['long_range', {}, [-(2 ** 63), 2 ** 63]],
  ['double_range', { gte: -1.5, lte: 2.5 }, [-1.5, 2.5]],
  ['double_range', { gt: 0, lt: 1 }, [Number.MIN_VALUE, 1 - 2 ** -53]],
  ['double_range', { gte: -0, lte: '-0.0' }, [0, 0]],
  ['double_range', {}, [-Infinity, Infinity]],
  ['float_range', { gte: 0.1, lt: 1 }, [Math.fround(0.1), 1 - 2 ** -24]],
  ['float_range', { gt: -1, lte: 0 }, [-1 + 2 ** -24, 0]],
  ['date_range', { gte: '1970-01-01', lt: '1970-01-02' }, [0, 86_399_999]],
  ['date_range', { gte: '1970-01-31||+1M/d', lt: '1970-03-05||/M' }, [58 * DAY, 59 * DAY - 1]],
  ['date_range', { gt: '1969-12-31T23:59:59.999Z', lte: 5 }, [0, 5]],
])('a %s of %j is from and to %j', (type, value, expected) => {
  expect(numbers(type, value)).toEqual(expected);
});

test.each<[string, JsonValue, string]>([
  ['float_range', { gte: 1e39 }, '[float] supports only finite values, but got [Infinity]'],
  ['double_range', { lte: 'NaN' }, '[double] supports only finite values, but got [NaN]'],
  ['float_range', { gte: 0.2, lte: 0.1 }, 'min value (0.2) is greater than max value (0.1)'],
  ['double_range', { gte: 1e8, lt: 2 }, 'min value (1.0E8) is greater than max value (1.99'],
  ['integer_range', { gte: 3, lte: 2 }, 'min value (3) is greater than max value (2)'],
  [
    'double_range',
    5,
    'error parsing field [double_range], expected an object but got double_range',
  ],
  [
    'double_range',
    { from: 5 },
    'error parsing field [double_range], with unknown parameter [from]',
  ],
  ['date_range', { gte: 'now-1d' }, 'now is not used at indexing time'],
  ['date_range', { lte: '2024-01-01||+300000000y' }, 'long overflow'],
])('a %s of %j is refused: %s', (type, value, reason) => {
  expect(failureOf(() => boundsOf(type, value)).join()).toContain(reason);
});

test('text is no bound if the mapping says so', () => {
  const { index, refused } = typedField('double_range', { coerce: false });
  expect(index({ gte: 1.5 }).fields).toHaveLength(1);
  expect(refused({ gte: '1.5' })).toContain('Double value passed as String');
  expect(typedField('float_range', { coerce: false }).refused({ lt: '1' })).toContain(
    'Float value passed as String',
  );
});

test('bounds sort as their bytes do, on both sides of zero', () => {
  const compare = (a: Uint8Array, b: Uint8Array) => Math.sign(Buffer.compare(a, b));
  const order = (type: string, a: number, b: number) =>
    compare(boundsOf(type, { gte: a }), boundsOf(type, { gte: b }));
  const double = fc.double({ noNaN: true, min: -1e300, max: 1e300 });
  fc.assert(
    fc.property(double, double, (a, b) => {
      expect(order('double_range', a, b)).toBe(Math.sign(a - b) + 0);
      expect(numbers('double_range', { gte: a })[0]).toBe(a + 0);
    }),
  );
  const whole = fc.integer();
  fc.assert(
    fc.property(whole, whole, (a, b) => {
      expect(order('long_range', a, b)).toBe(Math.sign(a - b) + 0);
      expect(numbers('integer_range', { gte: a })[0]).toBe(a);
    }),
  );
});

test.each<[string, JsonValue, string]>([
  ['10.0.0.0/8', '', '0a000000 0affffff'],
  ['2001:db8::/127', '', '20010db8000000000000000000000000 20010db8000000000000000000000001'],
])('the network %s', (network, _none, expected) => {
  const hex = Buffer.from(boundsOf('ip_range', network)).toString('hex');
  const [from = '', to = ''] = [hex.slice(0, 32), hex.slice(32)];
  expect(`${from} ${to}`).toMatch(new RegExp(`^\\w*${expected.replace(' ', ' \\w*')}$`));
});

test('addresses step over the ends of their bytes, and stay at the last', () => {
  const hex = (value: JsonValue) => Buffer.from(boundsOf('ip_range', value)).toString('hex');
  expect(hex({ gt: '10.0.0.255', lt: '10.0.2.0' }).replaceAll('ffff', '')).toContain('0a000100');
  expect(hex({ gt: '10.0.0.255', lt: '10.0.2.0' }).endsWith('0a0001ff')).toBe(true);
  expect(hex({ lt: '::' })).toBe('0'.repeat(64));
  expect(hex({ gt: 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' })).toBe('f'.repeat(64));
  const refused = (value: JsonValue) => failureOf(() => boundsOf('ip_range', value)).join();
  expect(refused('10.0.0.1')).toContain('Expected [ip/prefix] but was [10.0.0.1]');
  expect(refused({ gte: '10.0.0.2', lte: '10.0.0.1' })).toContain(
    'min value cannot be greater than max value for InetAddressRange field',
  );
});

describe('a search', () => {
  const { field, found } = fieldSearch(MAPPING, [
    {
      integer_range: { gte: 1, lte: 5 },
      double_range: { gte: -1.5, lt: 2 },
      float_range: { gte: 0.1, lte: 0.2 },
      date_range: { gte: '2024-01-10', lte: '2024-01-12' },
      ip_range: '10.0.0.0/24',
    },
  ]);
  const finds = (type: string, lower: JsonValue, upper = lower, isIncluded = true) =>
    found(
      field(type).rangeQuery(
        { lower, upper, includeLower: isIncluded, includeUpper: isIncluded },
        CONTEXT,
      ),
    ).documents === '1';

  test.each(['+', '-'])('refuses dates beyond the longs: %s500000000y', (sign) => {
    expect(() => finds('date_range', `2024-01-01||${sign}500000000y`)).toThrow('long overflow');
  });

  test.each<[string, JsonValue, JsonValue, boolean, boolean]>([
    ['double_range', 2, 3, true, false],
    ['double_range', 1.999, 3, true, true],
    ['double_range', -2, -1.5, true, true],
    ['double_range', -2, -1.5, false, false],
    ['float_range', 0.2, 1, true, true],
    ['float_range', 0.2, 1, false, false],
    ['date_range', '2024-01-12', '2024-02-01', true, true],
    ['date_range', '2024-01-12', '2024-02-01', false, false],
    ['date_range', '2023-01-01', '2024-01-10', true, true],
    ['ip_range', '10.0.0.255', '10.0.0.255', true, true],
    ['ip_range', '10.0.0.255', '10.0.1.5', false, false],
    ['ip_range', '10.0.1.0', '10.0.1.0', true, false],
  ])(
    'of a %s from %s to %s, bounds included: %s, finds it: %s',
    (type, from, to, isIncluded, expected) => {
      expect(finds(type, from, to, isIncluded)).toBe(expected);
    },
  );

  test.each<[string, JsonValue, string]>([
    ['integer_range', 1.5, 'Value [1.5] has a decimal part'],
    ['integer_range', '1.5', 'Value [[31 2e 35]] has a decimal part'],
    ['integer_range', 'x', 'For input string: "x"'],
    ['double_range', 'x', 'For input string: "x"'],
    ['double_range', Infinity, '[double] supports only finite values, but got [Infinity]'],
    ['ip_range', 'x', "'x' is not an IP string literal."],
  ])('of a %s for %p is refused: %s', (type, value, reason) => {
    expect(failureOf(() => field(type).termQuery(value, CONTEXT)).join()).toContain(reason);
  });

  test.each<[string, JsonValue, JsonValue, string]>([
    ['double_range', 2, 1e8, '[2.0 : 1.0E8]'],
    ['float_range', 0.1, 0.5, '[0.1 : 0.5]'],
    ['double_range', null, 0, '[-Infinity : 0.0]'],
    ['integer_range', 2, 5, '[2 : 5]'],
  ])('of a %s from %p to %p is shown as Lucene shows it: %s', (type, lower, upper, text) => {
    const bounds = { lower, upper, includeLower: true, includeUpper: true };
    expect(String(field(type).rangeQuery(bounds, CONTEXT))).toContain(text);
    if (lower === null) return;
    const reversed = { ...bounds, lower: upper, upper: lower };
    const [to, from] = text.slice(1, -1).split(' : ');
    expect(failureOf(() => field(type).rangeQuery(reversed, CONTEXT)).join()).toContain(
      `Range query \`from\` value (${from}) is greater than \`to\` value (${to})`,
    );
  });
});

test.each<[string, JsonValue, string]>([
  ['integer_range', { gte: '1', lte: 2 }, '{"gte":1,"lte":2}'],
  ['double_range', { gte: 1, lt: null }, '{"gte":1.0,"lt":null}'],
  ['float_range', { gte: 0.1 }, '{"gte":0.1}'],
  [
    'date_range',
    { gte: '2024-01-10', lte: 0 },
    '{"gte":"2024-01-10T00:00:00.000Z","lte":"1970-01-01T00:00:00.000Z"}',
  ],
  ['ip_range', { gte: '2001:DB8:0::1' }, '{"gte":"2001:db8::1"}'],
  ['ip_range', '10.0.0.0/8', '"10.0.0.0/8"'],
])('a %s of %j is shown as %s', (type, value, expected) => {
  const shownAs = MAPPING.field(type)?.shownValues(value, { format: undefined } as never);
  expect(JSON.stringify(shownAs?.map((one) => JSON.parse(stringify(one))))).toBe(
    JSON.stringify([JSON.parse(expected)]),
  );
});

function stringify(value: JsonValue): string {
  return stringifyJson(value);
}
