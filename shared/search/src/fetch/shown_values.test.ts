/**
 * The forms in which `fields` and `stored_fields` show values, as recorded from OpenSearch 2.19 for
 * the same documents.
 */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

/** The members of the first hit's `fields` as text, sorted by name. */
function fieldsOf(index: TestIndex, body: JsonObject): string[] {
  const text = index.answerText({ ...body, _source: false });
  const [, members = ''] = /"fields":\{(.*?\])\}/.exec(text) ?? [];
  return [...members.matchAll(/"(\w+)":(\[.*?\])(?=,"|$)/g)].map(([, a, b]) => `${a} ${b}`).sort();
}

const lenient = { ignore_malformed: true };
const NUMBERS: JsonObject = {
  d: { type: 'double', ...lenient },
  f: { type: 'float', ...lenient },
  h: { type: 'half_float', ...lenient },
  s: { type: 'scaled_float', scaling_factor: 10, ...lenient },
  l: { type: 'long', ...lenient },
  i: { type: 'integer', ...lenient },
  b: { type: 'byte', ...lenient },
  u: { type: 'unsigned_long', ...lenient },
};

function numbers(document: JsonObject): string[] {
  const index = new TestIndex({ mapping: { properties: NUMBERS }, documents: [document] });
  return fieldsOf(index, { fields: Object.keys(NUMBERS) });
}

test.each<[JsonObject, readonly string[]]>([
  [
    { d: 0.1, f: 0.1, h: 0.1, s: 0.11, l: 5.7, i: -5.7, b: 3, u: 7.5 },
    ['b [3]', 'd [0.1]', 'f [0.1]', 'h [0.1]', 'i [-5]', 'l [5]', 's [0.1]', 'u [7]'],
  ],
  [
    { d: '1e3', f: '1e3', h: 1000, s: '1e1', l: '5', i: '6.5', b: '7', u: '8' },
    ['b [7]', 'd [1000.0]', 'f [1000.0]', 'h [1000.0]', 'i [6]', 'l [5]', 's [10.0]', 'u [8]'],
  ],
  [
    {
      d: 12345678901234567890n,
      f: 16777217,
      h: 12345,
      s: 1e15,
      l: 9007199254740993n,
      u: 18446744073709551615n,
    },
    [
      'd [1.2345678901234567E19]',
      'f [1.6777216E7]',
      'h [12345.0]',
      'l [9007199254740993]',
      's [1.0E15]',
      'u [18446744073709551615]',
    ],
  ],
  [
    { d: '0x1p3', f: ' 1 ', h: '1d', s: ' 2 ', l: ' 3 ', i: '', b: 300, u: ' 4 ' },
    ['d [8.0]', 'f [1.0]', 'h [1.0]', 's [2.0]'],
  ],
  // The whole field is left out if one of its values was ignored.
  [{ d: [1, 'x', 2], f: [16777217, 1e39], l: [1, 2], i: [1, true] }, ['l [1,2]']],
])('%j', (document, shown) => {
  expect(numbers(document)).toEqual(shown);
});

test('a null is shown as the null_value, as is an empty string', () => {
  const properties = {
    d: { type: 'double', null_value: 1 },
    f: { type: 'float', null_value: '0.1' },
    h: { type: 'half_float', null_value: 0.1 },
    i: { type: 'integer', null_value: 7 },
  };
  const index = new TestIndex({
    mapping: { properties },
    documents: [{ d: null, f: null, h: null, i: '' }],
  });
  const fields = Object.keys(properties);
  expect(fieldsOf(index, { fields })).toEqual(['d [1.0]', 'f [0.1]', 'h [0.1]', 'i [7]']);
  expect(fieldsOf(index, { fields, query: { term: { i: 7 } } })).toHaveLength(4);
});

test('addresses are shown in their canonical form', () => {
  const index = new TestIndex({
    mapping: { properties: { ip: { type: 'ip' } } },
    documents: [{ ip: ['2001:DB8:0:0:0:0:0:1', '::1', '1.2.3.4', '::ffff:1.2.3.4'] }],
  });
  expect(fieldsOf(index, { fields: ['ip'] })).toEqual([
    'ip ["2001:db8::1","::1","1.2.3.4","1.2.3.4"]',
  ]);
});

describe('stored values', () => {
  const store = true;
  const properties = {
    d: { type: 'double', store },
    f: { type: 'float', store },
    h: { type: 'half_float', store },
    s: { type: 'scaled_float', scaling_factor: 10, store },
    l: { type: 'long', store },
    g: { type: 'geo_point', store },
    lr: { type: 'long_range', store },
    dr: { type: 'double_range', store },
    tr: { type: 'date_range', store },
    pr: { type: 'ip_range', store },
  };

  test.each<[JsonObject, readonly string[]]>([
    [
      { d: 2, f: 0.1, h: 0.1, s: 1.25, l: 5.7, g: [1, 2] },
      ['d [2.0]', 'f [0.1]', 'g ["2.0, 1.0"]', 'h [0.1]', 'l [5]', 's [1.3]'],
    ],
    [
      { lr: { gt: 1, lt: 5 }, dr: { gt: 0.1, lte: 1e10 }, pr: '10.0.0.0/8' },
      ['dr ["(0.1 : 1.0E10]"]', 'lr ["(1 : 5)"]', 'pr ["[10.0.0.0 : 10.255.255.255]"]'],
    ],
    [
      { lr: {}, dr: { lt: 1 }, tr: { gte: '2020-01-01', lt: '2021-01-01' }, pr: { gt: '::1' } },
      [
        'dr ["[-Infinity : 1.0)"]',
        'lr ["[-9223372036854775808 : 9223372036854775807]"]',
        'pr ["(::1 : ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]"]',
        'tr ["[1577836800000 : 1609459200000)"]',
      ],
    ],
  ])('%j', (document, shown) => {
    const index = new TestIndex({ mapping: { properties }, documents: [document] });
    expect(fieldsOf(index, { stored_fields: ['*'] })).toEqual(shown);
  });
});

test('a distance of zero is a double', () => {
  const index = new TestIndex({
    mapping: { properties: { g: { type: 'geo_point' } } },
    documents: [{ g: '0,0' }, {}],
  });
  const text = index.answerText({ sort: [{ _geo_distance: { g: '0,0' } }], _source: false });
  expect([...text.matchAll(/"sort":(\[.*?\])/g)].map(([, sort]) => sort)).toEqual([
    '[0.0]',
    '["Infinity"]',
  ]);
});

test('a count of tokens is shown from its doc values', () => {
  const count = { type: 'token_count', analyzer: 'standard' };
  const index = new TestIndex({
    mapping: { properties: { c: count, off: { ...count, doc_values: false } } },
    documents: [{ c: 'a b', off: 'a b' }],
  });
  expect(fieldsOf(index, { fields: ['c', 'off'] })).toEqual(['c [2]']);
});
