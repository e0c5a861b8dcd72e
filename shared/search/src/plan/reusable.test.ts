import { parseQuery } from '../queries/parse_query.js';
import { parseSearchRequest } from '../request/parse_search_request.js';
import { isKept, isReusableFilter, mayBeKept } from './reusable.js';
import { planOf } from './search_plan.js';

const reusable = (body: object) => planOf(parseSearchRequest(body as never, {})).needs.reusable;

const now = { range: { at: { gte: 'now/d' } } };
const script = { source: 'doc.n.value' };

test.each([
  {},
  { query: { match: { text: 'known' } } },
  { aggs: { unknown: { terms: { field: 'unknown', order: { _key: 'asc' } } } } },
  { aggs: { t: { top_hits: { size: 1 } } } },
  { query: { function_score: { random_score: { seed: 1, field: 'n' } } } },
  { sort: ['n'], size: 0, post_filter: { term: { a: 1 } } },
])('it depends on the documents alone: %j', (body) => {
  expect(reusable(body)).toBe(true);
});

test.each([
  { query: now },
  { query: { bool: { filter: [{ nested: { path: 'a', query: now } }] } } },
  { query: { query_string: { query: 'at:[now-1d TO *]' } } },
  { post_filter: now },
  { aggs: { f: { filter: now } } },
  { aggs: { t: { terms: { field: 'a' }, aggs: { f: { filters: { filters: { x: now } } } } } } },
  { aggs: { r: { date_range: { field: 'at', ranges: [{ to: 'now' }] } } } },
  { aggs: { m: { max: { field: 'at', missing: 'now-1d' } } } },
  { aggs: { s: { sum: { script } } } },
  { aggs: { t: { top_hits: { script_fields: { x: { script } } } } } },
  { query: { script: { script } } },
  { query: { function_score: { random_score: {} } } },
  { script_fields: { x: { script } } },
  { sort: [{ _script: { type: 'number', script } }] },
  { sort: [{ at: { order: 'asc', missing: 'now-1d' } }] },
  { derived: { d: { type: 'long', script } } },
  { profile: true },
  { query: { percolate: { field: 'q', document: {} } } },
])('it depends on more: %j', (body) => {
  expect(reusable(body)).toBe(false);
});

test('so does the filter of an alias, or not', () => {
  const isReusable = (filter: object) => isReusableFilter(parseQuery(filter as never));
  expect(isReusableFilter(undefined)).toBe(true);
  expect(isReusable({ term: { a: 9007199254740993n } })).toBe(true);
  expect(isReusable({ bool: { filter: [now] } })).toBe(false);
  expect(isReusable({ script: { script } })).toBe(false);
  expect(isReusable({ terms: { a: { index: 'i', id: '1', path: 'a' } } })).toBe(false);
});

test('answers without hits are kept where nothing else is said', () => {
  const kept = (requestCache: boolean | undefined, size: number, byDefault: boolean) =>
    isKept({ ...parseSearchRequest({}, {}), requestCache, size }, () => byDefault);
  expect([kept(undefined, 0, true), kept(undefined, 1, true), kept(undefined, 0, false)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([kept(true, 5, false), kept(false, 0, true)]).toEqual([true, false]);
});

test('what is surely not kept is known before it is read', () => {
  const may = (body: string, url = {}, byDefault = true) =>
    mayBeKept(
      { body: Buffer.from(body), isYaml: false, url, totalHitsAsInt: false },
      () => byDefault,
    );
  expect([may('{"size": 0}'), may('{"size":"0"}'), may('{"size":0}', {}, false)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([may('{"size":10}'), may(''), may('{"size":10}', { size: 0 })]).toEqual([
    false,
    false,
    true,
  ]);
  expect([
    may('', { requestCache: true }, false),
    may('{"size":0}', { requestCache: false }),
  ]).toEqual([true, false]);
});
