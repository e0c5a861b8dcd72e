/**
 * Shards that are excluded before the search, as shown by OpenSearch's responses to `_field_caps`.
 */

import type { JsonObject } from '@skein/content';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: mappingOf({
    at: 'date',
    tag: 'keyword',
    count: 'long',
    kind: { type: 'constant_keyword', value: 'log' },
  }),
  documents: ['2018-03-01', '2019-01-01', '2019-05-01', '2020-07-01'].map((at, count) => ({
    at,
    count,
    tag: 'x',
  })),
});

const range = (bounds: JsonObject): JsonObject => ({ range: { at: bounds } });
const before = range({ lt: '2018-03-01' });
const within = range({ gte: '2020-07-01' });

test.each<[JsonObject, boolean]>([
  [before, false],
  [within, true],
  [range({ lte: '2018-03-01' }), true],
  [range({ gt: '2020-07-01' }), false],
  // The range lies between the first and the last date, though no date is in it.
  [range({ gte: '2019-02-01', lt: '2019-03-01' }), true],
  [range({ gte: '2021-01-01', lte: '2017-01-01' }), false],
  [{ range: { count: { gte: 99 } } }, true],
  [{ range: { absent: { gte: 99 } } }, false],
  [{ term: { tag: 'y' } }, true],
  [{ term: { count: 'not a number' } }, true],
  [{ term: { absent: 1 } }, false],
  [{ term: { kind: 'log' } }, true],
  [{ term: { kind: 'metric' } }, false],
  [{ terms: { _index: ['other'] } }, false],
  [{ terms: { tag: [] } }, false],
  [{ prefix: { absent: 'x' } }, false],
  [{ wildcard: { tag: 'y*' } }, true],
  [{ fuzzy: { absent: 'x' } }, false],
  [{ match: { absent: 'x' } }, true],
  [{ exists: { field: 'at' } }, true],
  [{ exists: { field: 'absent' } }, false],
  [{ ids: { values: [] } }, false],
  [{ ids: { values: ['none'] } }, true],
  [{ match_all: {} }, true],
  [{ match_none: {} }, false],
  [{ bool: {} }, true],
  [{ bool: { filter: [before, within] } }, false],
  [{ bool: { should: [before, within] } }, true],
  [{ bool: { should: [before, before] } }, false],
  [{ bool: { must: [within], should: [before] } }, true],
  [{ bool: { must_not: [within] } }, true],
  [{ constant_score: { filter: before } }, false],
  [{ boosting: { positive: before, negative: within, negative_boost: 0.5 } }, false],
  [{ function_score: { query: before } }, false],
  [{ wrapper: { query: Buffer.from('{"match_none":{}}').toString('base64') } }, false],
])('%j: %s', (query, expected) => {
  expect(index.canMatch(query)).toBe(expected);
});
