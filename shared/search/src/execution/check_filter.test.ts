import type { JsonValue } from '@skein/content';
import { IndexMapping } from '@skein/mapping';
import { ScriptService } from '@skein/script';
import { TEST_ANALYSIS } from '../testing/test_analysis.js';
import { checkFilter } from './check_filter.js';

const settings = new Map<string, string>();
const analysis = TEST_ANALYSIS;
const properties = { n: { type: 'integer' }, tag: { type: 'keyword' } };
const mapping = IndexMapping.parse({ properties }, { settings, analysis });
const index = { index: 'test', mapping, analysis, settings };
const scripts = new ScriptService({ nowMs: () => 0, monotonicMs: () => 0 });

const check = (filter: JsonValue) => () => checkFilter(filter, { index, scripts, nowMs: 0 });

test('a filter that the index can bind is taken', () => {
  expect(check({ term: { n: 1 } })).not.toThrow();
  expect(check({ term: { unmapped: 1 } })).not.toThrow();
});

test('what cannot be parsed or bound is refused', () => {
  expect(check({ nope: {} })).toThrow('unknown query [nope]');
  expect(check({ term: { n: 'x' } })).toThrow('For input string: "x"');
});

test('a filter with a lookup is only parsed', () => {
  const lookup = { terms: { tag: { index: 'other', id: '1', path: 'tags' } } };
  expect(check({ bool: { filter: [lookup, { term: { n: 'x' } }] } })).not.toThrow();
  expect(check({ bool: { filter: [lookup, { nope: {} }] } })).toThrow('[bool] failed to parse');
});
