/** The boosts of fields, as OpenSearch 2.19 reads them. */
import type { JsonObject } from '@skein/content';
import { refusal } from '../testing/refusals.js';
import { TestIndex } from '../testing/test_index.js';
import { boostedName } from './field_list.js';

const index = new TestIndex({
  mapping: { properties: { t: { type: 'text' } } },
  documents: [{ t: 'quick brown' }],
});

test.each([
  ['t', 1],
  ['t^2f', 2],
  ['t^2d', 2],
  ['t^ .5', 0.5],
  ['t^0x1p3', 8],
])('the boost of %j', (text, boost) => {
  expect(boostedName(text)).toEqual({ name: 't', boost });
});

test.each([
  ['t^', 'empty String'],
  ['t^0x10', 'For input string: "0x10"'],
  ['t^0b1', 'For input string: "0b1"'],
  ['t^2^3', 'For input string: "2^3"'],
])('%j is refused: %s', (text, reason) => {
  expect(refusal(() => boostedName(text))).toBe(reason);
});

const OF_FIELDS: readonly ((fields: readonly string[]) => JsonObject)[] = [
  (fields) => ({ multi_match: { query: 'quick', fields } }),
  (fields) => ({ query_string: { query: 'quick', fields } }),
  (fields) => ({ simple_query_string: { query: 'quick', fields } }),
  ([field]) => ({ query_string: { query: 'quick', default_field: field } }),
];

test.each(OF_FIELDS)('a boost that is no factor of a score is refused: %s', (queryOf) => {
  const refusalOf = (boost: string) =>
    refusal(() => index.search({ query: queryOf([`t^${boost}`]) }));
  expect(refusalOf('-1')).toContain('negative [boost] are not allowed in [-1]');
  for (const boost of ['1e400', 'Infinity']) {
    expect(refusalOf(boost)).toContain('boost must be a positive float, got Infinity');
  }
  expect(refusalOf('NaN')).toContain('boost must be a positive float, got NaN');
  expect(refusalOf('0')).toBe('taken');
});
