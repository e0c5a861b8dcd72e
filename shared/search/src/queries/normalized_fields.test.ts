/** Keywords with a normalizer beside others, in queries of several fields. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  settings: {
    'index.analysis.normalizer.low.type': 'custom',
    'index.analysis.normalizer.low.filter.0': 'lowercase',
  },
  mapping: {
    properties: {
      low: { type: 'keyword', normalizer: 'low' },
      exact: { type: 'keyword' },
      column: { type: 'keyword', index: false },
    },
  },
  documents: ['red', 'Red', 'blue'].map((color) => ({ low: color, exact: color, column: color })),
});
const scores = (query: JsonObject) =>
  new Map(index.search({ query }).hits.map(({ _id, _score }) => [_id, _score]));
const cross = (fields: string[], rest = {}): JsonObject => ({
  multi_match: { query: 'red', fields, type: 'cross_fields', ...rest },
});

test('fields of another normalizer are a group of their own in cross_fields', () => {
  const alone = scores({ term: { exact: 'red' } }).get('1');
  const normalized = scores({ term: { low: 'red' } });
  const both = scores(cross(['low', 'exact']));
  expect(both.get('1')).toBe(alone);
  expect(both.get('2')).toBe(normalized.get('2'));
});

test('a field without postings counts in cross_fields by the tie breaker', () => {
  const alone = Number(scores({ term: { exact: 'red' } }).get('1'));
  expect(scores(cross(['column', 'exact'])).get('1')).toBe(Math.max(alone, 1));
  const tied = scores(cross(['column', 'exact'], { tie_breaker: 0.5 })).get('1');
  expect(tied).toBeCloseTo(Math.max(alone, 1) + 0.5 * Math.min(alone, 1), 5);
});

test('texts of more_like_this are normalized, and its names are no patterns', () => {
  const like = (field: string): JsonObject => ({
    more_like_this: { fields: [field], like: 'RED', min_term_freq: 1, min_doc_freq: 1 },
  });
  expect([...scores(like('low')).keys()].sort()).toEqual(['1', '2']);
  expect([...scores(like('l*')).keys()]).toEqual([]);
});

test('only a name asks for a field by `_exists_`', () => {
  const count = (text: string) => scores({ query_string: { query: text } }).size;
  expect(count('_exists_:low')).toBe(3);
  expect(count('_exists_:"low"')).toBe(3);
  expect(count('_exists_:lo*')).toBe(0);
  expect(count('_exists_:/low/')).toBe(0);
});

test('a conjunction binds the last words that the analyzer left', () => {
  const stopped = new TestIndex({
    settings: {
      'index.analysis.analyzer.stopped.tokenizer': 'standard',
      'index.analysis.analyzer.stopped.filter.0': 'stop',
    },
    mapping: { properties: { text: { type: 'text', analyzer: 'stopped' } } },
    documents: [{ text: 'red fox' }, { text: 'red' }, { text: 'fox' }],
  });
  const found = (text: string) =>
    [...stopped.search({ query: { query_string: { query: text } } }).ids].sort();
  expect(found('red the AND fox')).toEqual(['1']);
  expect(found('red the fox')).toEqual(['1', '2', '3']);
  expect(found('NOT red the AND fox')).toEqual(['3']);
});
