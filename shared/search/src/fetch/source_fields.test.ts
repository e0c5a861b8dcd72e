/** `fields` show values as they are indexed; what OpenSearch 2.19.1 answered for the same document. */
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
