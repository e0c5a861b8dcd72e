import type { JsonObject } from '@skein/content';
import { mappingOf } from '../testing/mapping_of.js';
import { refusal } from '../testing/refusals.js';
import { TestIndex } from '../testing/test_index.js';

const ALL = { match_all: {} };
const refusedBy = (settings: Readonly<Record<string, string>>, body: JsonObject) => {
  const index = new TestIndex({
    mapping: mappingOf({ n: 'long' }),
    documents: [{ n: 1 }],
    settings,
  });
  return refusal(() => index.search(body));
};

test('the window of rescorers is that of results, unless it has a setting of its own', () => {
  const body = { rescore: { window_size: 30, query: { rescore_query: ALL } } };
  const window = { 'index.max_result_window': '20' };
  expect(refusedBy(window, body)).toContain('It must be less than [20]');
  expect(refusedBy({ ...window, 'index.max_rescore_window': '30' }, body)).toBe('taken');
  expect(refusedBy({}, body)).toBe('taken');
});

test('boosts that multiply to more than a float are refused', () => {
  const term = { term: { n: { value: 1, boost: 3e38 } } };
  expect(refusedBy({}, { query: { bool: { must: term, boost: 3e38 } } })).toContain(
    'boost must be a positive float, got Infinity',
  );
  expect(refusedBy({}, { query: { bool: { must: term, boost: 1 } } })).toBe('taken');
});
