/**
 * `fields` shows values as they are indexed; results of OpenSearch 2.19.1 for the same document.
 */

import { type JsonValue, stringifyJson } from '@skein/content';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    properties: {
      kind: { type: 'keyword' },
      same: { type: 'alias', path: 'kind' },
      klow: { type: 'keyword', normalizer: 'lowercase' },
      knull: { type: 'keyword', null_value: 'NONE' },
      short: { type: 'keyword', ignore_above: 3 },
      scaled: { type: 'scaled_float', scaling_factor: 10 },
      title: { type: 'text' },
      words: { type: 'integer' },
    },
  },
  settings: { 'index.analysis.normalizer.lowercase.type': 'lowercase' },
  documents: [
    { kind: 'A', klow: 'Alvand', knull: [null, 'x'], short: ['four', 'abc'], scaled: 1 / 3 },
  ],
});

const shown = (...fields: string[]) => index.search({ fields, _source: false }).hits[0]?.fields;

test.each([
  ['klow', { klow: ['alvand'] }],
  ['kl*', { klow: ['alvand'] }],
  ['knull', { knull: ['NONE', 'x'] }],
  ['kn*', { knull: ['NONE', 'x'] }],
  ['short', { short: ['abc'] }],
  ['same', { same: ['A'] }],
])('%s', (field, expected) => {
  expect(shown(field)).toEqual(expected);
});

test('scaled numbers in steps of their factor', () => {
  expect(String((shown('scaled') as { scaled: unknown[] }).scaled[0])).toBe('0.3');
});

test.each([
  ['title', "Field [title] doesn't support formats."],
  ['words', "Field [words] of type [integer] doesn't support formats."],
  ['short', "Field [short] of type [keyword] doesn't support formats."],
])('a format of %s is refused, whatever it holds', (field, reason) => {
  expect(() => index.search({ fields: [{ field, format: 'x' }] })).toThrow(reason);
});

describe('points', () => {
  const points = new TestIndex({
    mapping: {
      properties: {
        loc: { type: 'geo_point', ignore_malformed: true },
        a: { properties: { loc: { type: 'geo_point' } } },
        text: { type: 'text', fields: { loc: { type: 'geo_point' } } },
      },
    },
    documents: [
      { loc: 'drm3btev3e86' },
      { loc: [{ geohash: 'drm3btev3e86' }, 'POINT (1 2 3)', [3, 4], '6,5'] },
      { loc: [380, 95] },
      { loc: { lat: 1 } },
      { 'a.loc': { lat: 1, lon: 2 }, text: ['5,6', '7,8'] },
      { a: [{ loc: [1, 2] }, { loc: [[3, 4], '6,5'] }] },
    ],
  });
  const found = points.search({
    fields: [{ field: '*loc', format: 'wkt' }],
    _source: false,
    sort: '_doc',
  });

  test.each([
    [0, { loc: ['POINT (-71.34000029414892 41.119999922811985)'] }],
    [
      1,
      {
        loc: [
          'POINT (-71.34000029414892 41.119999922811985)',
          'POINT (1.0 2.0)',
          'POINT (3.0 4.0)',
          'POINT (5.0 6.0)',
        ],
      },
    ],
    [2, { loc: ['POINT (-160.0 85.0)'] }],
    [3, undefined],
    [4, { 'a.loc': ['POINT (2.0 1.0)'], 'text.loc': ['POINT (6.0 5.0)', 'POINT (8.0 7.0)'] }],
    [5, { 'a.loc': ['POINT (1.0 2.0)', 'POINT (3.0 4.0)', 'POINT (5.0 6.0)'] }],
  ])('of document %i', (i, expected) => {
    expect(found.hits[i]?.fields).toEqual(expected);
  });
});

describe('ranges', () => {
  const ranges = new TestIndex({
    mapping: mappingOf({
      whole: 'integer_range',
      part: 'float_range',
      day: { type: 'date_range', format: 'yyyy-MM-dd||epoch_millis' },
      time: 'date_range',
      address: 'ip_range',
      none: 'date_range',
    }),
    documents: [
      {
        whole: { gte: '1', lt: 5.7 },
        part: { gt: 1.25, lt: '2.1' },
        day: { gte: '2015-01-02', lt: 1500000000000 },
        time: { gte: '2015-01-02T03:04:05Z' },
        address: [{ gte: '10.0.0.1' }, '10.0.0.0/24'],
      },
    ],
  });
  const shownRange = (field: string, format?: string) =>
    ranges.search({ fields: [{ field, ...(format ? { format } : {}) }], _source: false }).hits[0]
      ?.fields;

  test.each([
    ['whole', undefined, { whole: [{ gte: 1, lt: 5 }] }],
    ['day', undefined, { day: [{ gte: '2015-01-02', lt: '2017-07-14' }] }],
    ['day', 'yyyy', { day: [{ gte: '2015', lt: '2017' }] }],
    ['time', undefined, { time: [{ gte: '2015-01-02T03:04:05.000Z' }] }],
    ['time', 'epoch_millis', { time: [{ gte: '1420167845000' }] }],
    ['address', undefined, { address: [{ gte: '10.0.0.1' }, '10.0.0.0/24'] }],
    ['none', 'yyyy', undefined],
  ])('bounds of %s in the format %s', (field, format, expected) => {
    expect(shownRange(field, format)).toEqual(expected);
  });

  test('fractions as they are written', () => {
    expect(stringifyJson(shownRange('part') as JsonValue)).toBe('{"part":[{"gt":1.25,"lt":2.1}]}');
  });

  test.each([
    ['none', '#', "Invalid format: [#]: Pattern includes reserved character: '#'"],
    ['whole', '#', "Invalid format: [#]: Pattern includes reserved character: '#'"],
    ['whole', 'yyyy', "Field [whole] of type [integer_range] doesn't support formats."],
  ])('of %s the format %s is refused', (field, format, reason) => {
    expect(() => shownRange(field, format)).toThrow(reason);
  });
});
