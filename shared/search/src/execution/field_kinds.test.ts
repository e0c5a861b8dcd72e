/** Sorts and groups by the value type of a field; results of OpenSearch 2.19 for each type. */

import type { JsonObject, JsonValue } from '@skein/content';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: mappingOf({
    words: { type: 'token_count', analyzer: 'standard' },
    scaled: { type: 'scaled_float', scaling_factor: 10 },
    unsigned: 'unsigned_long',
    half: 'half_float',
    at: 'date',
    is: 'boolean',
  }),
  documents: [{ words: 'a b', scaled: 1.5, unsigned: 4, half: 1.5, at: 5, is: true }, {}],
});

function failureOf(body: JsonObject): string | undefined {
  try {
    index.search(body);
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

test.each([
  ['words', [2, 2_147_483_647]],
  ['scaled', [1.5, 'Infinity']],
  ['unsigned', [4, 18_446_744_073_709_551_615n]],
  ['half', [1.5, 'Infinity']],
  ['at', [5, 9_223_372_036_854_775_807n]],
  ['is', [1, 2_147_483_647]],
])('what is missing of %s sorts as the extreme of its width', (field, expected) => {
  const shown = index.search({ sort: [field] }).hits.map(({ sort }) => (sort as JsonValue[])[0]);
  expect(shown).toEqual(expected);
});

test.each([
  ['words', undefined],
  ['unsigned', undefined],
  ['half', undefined],
  ['scaled', 'unknown type for collapse field `scaled`, only keywords and numbers are accepted'],
  ['at', 'unknown type for collapse field `at`, only keywords and numbers are accepted'],
  ['_seq_no', 'unknown type for collapse field `_seq_no`, only keywords and numbers are accepted'],
])('collapse by %s', (field, reason) => {
  expect(failureOf({ collapse: { field } })).toBe(reason);
});

test.each([
  ['keyword', undefined],
  ['ip', undefined],
  ['unsigned_long', undefined],
  ['token_count', "Analyzer must be set for field [__anonymous_token_count] but wasn't."],
  ['scaled_float', 'Field [scaling_factor] is required'],
  [
    'geo_point',
    "can't sort on geo_point field without using specific sorting feature, like geo_distance",
  ],
  [
    'wildcard',
    "Can't load fielddata on [__anonymous_wildcard] because fielddata is unsupported on fields of type [wildcard]. Use doc values instead.",
  ],
  ['nope', 'No mapper found for type [nope]'],
])('an unmapped field sorts as one of type %s would', (type, reason) => {
  expect(failureOf({ sort: [{ zz: { unmapped_type: type } }] })).toBe(reason);
});
