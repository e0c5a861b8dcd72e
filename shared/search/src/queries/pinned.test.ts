import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: { properties: { t: { type: 'text' } } },
  documents: [{ t: 'fox' }, { t: 'fox fox' }, { t: 'dog' }, { t: 'ant' }],
});
const organic = { match: { t: 'fox' } };
const hits = (options: JsonObject, more: JsonObject = {}) =>
  index
    .search({ query: { pinned: { organic, ...options } }, ...more })
    .hits.map(({ _id, _score }) => [_id, _score]);

test('documents come in front in the order given, whether or not the query finds them', () => {
  const [first, second, third, ...others] = hits({ ids: ['4', '1', '9', '3'] });
  expect([first, second, third].map((hit) => hit?.[0])).toEqual(['4', '1', '3']);
  expect(others.map(([id]) => id)).toEqual(['2']);
  // 2^127 and the next float32 numbers, as in Elasticsearch.
  expect(first?.[1]).toBe(1.7014128e38);
  expect(Number(third?.[1])).toBeGreaterThan(2 ** 127);
});

test('documents of an index', () => {
  const named = (_index: string) => hits({ docs: [{ _index, _id: '3' }] }).map(([id]) => id);
  const [{ _index = '' } = {}] = index.search({}).hits as readonly { _index?: string }[];
  expect(named(_index)).toContain('3');
  expect(named('another')).not.toContain('3');
  expect(hits({ docs: [{ _id: '4' }] })[0]?.[0]).toBe('4');
});

test('what is found else does not score more', () => {
  const huge = { function_score: { query: organic, boost: 3e38, boost_mode: 'multiply' } };
  const found = hits({ ids: ['3'], organic: huge });
  expect(found[0]?.[0]).toBe('3');
  expect(found.slice(1).every(([, score]) => Number(score) <= 2 ** 127)).toBe(true);
});

test.each<[JsonObject, string]>([
  [{}, '[pinned] query requires either [ids] or [docs]'],
  [{ ids: ['1'], docs: [{ _id: '1' }] }, '[pinned] query requires either [ids] or [docs]'],
  [{ ids: ['1', '1'] }, 'duplicate id found in list: [1]'],
  [{ ids: Array.from({ length: 101 }, (_, i) => `${i}`) }, 'Max of 100 ids exceeded: 101 provided'],
  [{ docs: [{ id: '1' }] }, 'unknown field [id]'],
  [{ docs: [{ _index: 'x' }] }, 'require an [_id]'],
  [{ ids: ['1'], foo: 1 }, 'query does not support [foo]'],
])('%j is refused', (options, reason) => {
  expect(() => hits(options)).toThrow(reason);
});

test('it needs another query', () => {
  expect(() => index.search({ query: { pinned: { ids: ['1'] } } })).toThrow(
    '[pinned] query requires an [organic] query',
  );
});
