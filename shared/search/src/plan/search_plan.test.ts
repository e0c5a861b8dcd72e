/** The searches that are light by their contents, and the refusal of other releases' plans. */
import { readSearch } from '../request/unread_search.js';
import type { SearchUrlParams } from '../request/url_params.js';
import { checkPlan, planOf } from './search_plan.js';

const costOf = (body: unknown, url: SearchUrlParams = {}) => {
  const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
  const request = readSearch({ body: bytes, isYaml: false, url, totalHitsAsInt: false });
  return planOf(request).needs.cost;
};
const isLight = (body: unknown, url: SearchUrlParams = {}) => costOf(body, url) === 'light';
const query = (json: unknown) => isLight({ query: json });

test('words, and pages of their documents', () => {
  expect(isLight('')).toBe(true);
  expect(isLight({ size: 20, from: 30, _source: ['a'], track_total_hits: true })).toBe(true);
  expect(query({ match_all: {} })).toBe(true);
  expect(query({ term: { a: 'b' } })).toBe(true);
  expect(query({ terms: { a: ['b', 'c'], boost: 2 } })).toBe(true);
  expect(query({ match: { a: { query: 'b c', operator: 'and' } } })).toBe(true);
  expect(query({ multi_match: { query: 'a', fields: ['b^2', 'c'] } })).toBe(true);
  const words = { match: { a: 'b' } };
  expect(query({ bool: { must: words, filter: [{ term: { c: 1 } }], boost: 2 } })).toBe(true);
  expect(query({ dis_max: { queries: [words], tie_breaker: 0.1 } })).toBe(true);
});

test.each<[string, unknown]>([
  ['a sort by fields', { sort: ['a', { b: { order: 'desc', missing: '_first' } }, '_score'] }],
  ['a sort by distance', { sort: [{ _geo_distance: { a: [1, 2] } }] }],
  ['a distance', { query: { geo_distance: { a: [1, 2], distance: '1km' } } }],
  ['a range', { query: { range: { a: { gte: 1 } } } }],
  ['a range as a filter', { query: { bool: { filter: { range: { a: { lt: 'now' } } } } } }],
  ['a prefix', { query: { prefix: { a: 'b' } } }],
  ['a phrase', { query: { match_phrase: { a: 'b c' } } }],
  ['an aggregation', { aggs: { a: { terms: { field: 'b' } } } }],
  ['a sort of aggregated hits', { sort: ['a'], aggs: { a: { avg: { field: 'b' } } } }],
  [
    'an aggregation of three levels',
    {
      aggs: {
        a: {
          terms: { field: 'b' },
          aggs: { c: { filter: { term: { d: 1 } }, aggs: { e: { stats: { field: 'f' } } } } },
        },
      },
    },
  ],
])('%s is moderate', (_, body) => {
  expect(costOf(body)).toBe('moderate');
});

test.each<[string, unknown]>([
  ['a page of highlighted words', { highlight: { fields: { a: {} } } }],
  ['a sort by a script', { sort: [{ _script: { script: '1', type: 'number' } }] }],
  ['a nested distance', { sort: [{ _geo_distance: { 'a.b': [1, 2], nested: { path: 'a' } } }] }],
  ['a sort by nested values', { sort: [{ 'a.b': { nested: { path: 'a' } } }] }],
  ['a sort with a cursor', { sort: ['a'], search_after: [1] }],
  ['a long sorted page', { sort: ['a'], size: 51 }],
  ['an aggregation of many buckets', { aggs: { a: { terms: { field: 'b', size: 1000 } } } }],
  ['an aggregation of every term', { aggs: { a: { terms: { field: 'b', min_doc_count: 0 } } } }],
  ['an aggregation of chosen terms', { aggs: { a: { terms: { field: 'b', include: 'c.*' } } } }],
  ['an aggregation of a script', { aggs: { a: { sum: { script: '1' } } } }],
  ['an aggregation of another type', { aggs: { a: { percentiles: { field: 'b' } } } }],
  [
    'an aggregation with another inside',
    { aggs: { a: { terms: { field: 'b' }, aggs: { c: { top_hits: {} } } } } },
  ],
  [
    'an aggregation with a pipeline',
    {
      aggs: {
        a: { terms: { field: 'b' }, aggs: { c: { sum: { field: 'd' } } } },
        e: { max_bucket: { buckets_path: 'a>c' } },
      },
    },
  ],
  [
    'an aggregation of a pattern',
    { aggs: { a: { filter: { wildcard: { b: 'c*' } }, aggs: { d: { sum: { field: 'e' } } } } } },
  ],
  ['an aggregation of a long page', { size: 51, aggs: { a: { sum: { field: 'b' } } } }],
  [
    'an aggregation of four levels',
    {
      aggs: {
        a: {
          terms: { field: 'b' },
          aggs: {
            c: {
              terms: { field: 'd' },
              aggs: { e: { terms: { field: 'f' }, aggs: { g: { sum: { field: 'h' } } } } },
            },
          },
        },
      },
    },
  ],
  ['a prefix in any case', { query: { prefix: { a: { value: 'b', case_insensitive: true } } } }],
  [
    'a prefix whose terms score',
    { query: { prefix: { a: { value: 'b', rewrite: 'scoring_boolean' } } } },
  ],
  ['a phrase with moves', { query: { match_phrase: { a: { query: 'b c', slop: 1 } } } }],
  ['a pattern', { query: { wildcard: { a: 'b*' } }, sort: ['a'] }],
])('%s is heavy', (_, body) => {
  expect(costOf(body)).toBe('heavy');
});

test.each<[string, unknown]>([
  ['an aggregation', { aggs: { a: { terms: { field: 'b' } } } }],
  ['a long page', { from: 41 }],
  ['a larger one', { size: 51 }],
])('not %s', (_, body) => {
  expect(isLight(body)).toBe(false);
});

test.each<[string, unknown]>([
  ['an automaton', { wildcard: { a: 'b*' } }],
  ['misspelled words', { match: { a: { query: 'b', fuzziness: 1 } } }],
  [
    'misspelled words of several fields',
    { multi_match: { query: 'a', fields: ['b'], fuzziness: 1 } },
  ],
  ['other types of them', { multi_match: { query: 'a', fields: ['b'], type: 'bool_prefix' } }],
  ['all fields', { multi_match: { query: 'a' } }],
  ['some fields', { multi_match: { query: 'a', fields: ['b*'] } }],
  ['any case', { term: { a: { value: 'b', case_insensitive: true } } }],
  ['words of another document', { terms: { a: { index: 'i', id: '1', path: 'p' } } }],
  ['a heavy clause', { bool: { must: [{ term: { a: 1 } }, { regexp: { a: 'b.*' } }] } }],
  [
    'a heavy clause deep inside',
    { constant_score: { filter: { bool: { should: { fuzzy: { a: 'b' } } } } } },
  ],
])('not %s', (_, json) => {
  expect(query(json)).toBe(false);
});

test('parameters of the URL count too', () => {
  expect(isLight({}, { size: 3, q: undefined })).toBe(true);
  expect(isLight({}, { q: 'a' })).toBe(false);
  expect(isLight({}, { size: 51 })).toBe(false);
  expect(isLight({ size: 51 }, { size: 3 })).toBe(true);
});

test('what another release has made is refused by its version', () => {
  const plan = planOf(
    readSearch({ body: new Uint8Array(0), isYaml: false, url: {}, totalHitsAsInt: false }),
  );
  checkPlan(plan);
  expect(() => checkPlan({ ...plan, version: 99 })).toThrow(
    'a search of version [99] is not understood by this node',
  );
});
