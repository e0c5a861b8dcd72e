/**
 * A search from its bytes to the bytes of its response. `TestIndex` checks for every search of
 * every test that the hits are those of the separate phases.
 */
import { float32 } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: { properties: { text: { type: 'text' }, n: { type: 'long' } } },
  documents: [
    { text: 'red fox', n: 1 },
    { text: 'red', n: 2 },
    { text: 'blue', n: 3 },
  ],
});

test('an answer has the form of one of a single shard', () => {
  expect(index.answer({ query: { term: { n: 2 } }, _source: ['n'] })).toEqual({
    took: 0,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      total: { value: 1, relation: 'eq' },
      max_score: 1,
      hits: [{ _index: 'test', _id: '2', _score: 1, _source: { n: 2 } }],
    },
  });
  expect(index.answer({ query: { match_none: {} } })).toMatchObject({
    hits: { total: { value: 0 }, max_score: null, hits: [] },
  });
});

test('pages, and totals that are not counted', () => {
  expect(index.answer({ sort: ['n'], from: 1, size: 1, track_total_hits: false })).toMatchObject({
    hits: { hits: [{ _id: '2', sort: [2] }] },
  });
  expect(index.answer({ size: 0, terminate_after: 1 })).toMatchObject({ terminated_early: true });
});

test('an answer without hits may be kept, unless it depends on more than the documents', () => {
  const counted = { size: 0, query: { match: { text: 'red' } } };
  expect(index.keeps(counted)).toBe(true);
  expect(index.keeps({ ...counted, size: 1 })).toBe(false);
  expect(index.keeps({ ...counted, profile: true })).toBe(false);
  const properties = { text: { type: 'text' } };
  const script = 'emit(1)';
  const documents = [{ text: 'red' }];
  for (const kind of ['derived', 'runtime']) {
    const mapping = { properties, [kind]: { one: { type: 'long', script } } };
    expect(new TestIndex({ mapping, documents }).keeps(counted)).toBe(false);
  }
  const settings = { 'index.requests.cache.enable': 'false' };
  expect(new TestIndex({ mapping: { properties }, settings, documents }).keeps(counted)).toBe(
    false,
  );
});

test('what is at fault with the request is told apart from what goes wrong in the search', () => {
  expect(index.answer({ sizes: 1 })).toBe(
    'parsing_exception: Unknown key for a VALUE_NUMBER in [sizes].',
  );
  expect(() => index.answer({ from: 20_000 })).toThrow('Result window is too large');
});

test('a request that speaks of other documents or of indices is left to the coordinating node', () => {
  const elsewhere = { index: 'other', id: '1', path: 'n' };
  expect(index.answer({ query: { terms: { n: elsewhere } } })).toBe('planned');
  const like = { fields: ['text'], like: [{ _id: '1' }] };
  expect(index.answer({ query: { more_like_this: like } })).toBe('planned');
  expect(index.answer({ indices_boost: [{ test: float32(2) }] })).toBe('planned');
});
