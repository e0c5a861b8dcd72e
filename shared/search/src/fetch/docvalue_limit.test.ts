import type { JsonObject } from '@skein/content';
import { mappingOf } from '../testing/mapping_of.js';
import { refusal } from '../testing/refusals.js';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: mappingOf({
    f1: 'long',
    f2: 'long',
    f3: 'long',
    o: { type: 'nested', properties: { n: { type: 'long' } } },
  }),
  settings: { 'index.max_docvalue_fields_search': '2' },
  documents: [{ f1: 1, f2: 2, f3: 3, o: { n: 4 } }],
});
const tooMany = (count: number) =>
  `Trying to retrieve too many docvalue_fields. Must be less than or equal to: [2] but was [${count}].`;
const refused = (body: JsonObject) => refusal(() => index.search(body));

test('a pattern counts as the fields that it selects', () => {
  expect(refused({ docvalue_fields: ['f*'] })).toContain(tooMany(3));
  expect(refused({ docvalue_fields: ['f1', 'f1', 'f1'] })).toContain(tooMany(3));
  expect(refused({ docvalue_fields: ['f1', 'x*', 'f2*'] })).toBe('taken');
});

test('the limit holds for inner hits and for top_hits', () => {
  const innerHits = (docvalue_fields: readonly string[]) =>
    refused({
      query: { nested: { path: 'o', query: { match_all: {} }, inner_hits: { docvalue_fields } } },
    });
  expect(innerHits(['o.n', 'o.n', 'o.n'])).toContain(tooMany(3));
  expect(innerHits(['o.n', 'o.n'])).toBe('taken');
  const topHits = (docvalue_fields: readonly string[]) =>
    refused({ aggs: { t: { top_hits: { docvalue_fields } } } });
  expect(topHits(['f*'])).toContain(tooMany(3));
  expect(topHits(['f1', 'f2'])).toBe('taken');
});
