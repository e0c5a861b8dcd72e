/** Tests which word of `match_bool_prefix` is taken for a prefix. */
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: { properties: { t: { type: 'text' } } },
  documents: [{ t: 'corp' }, { t: 'c' }],
});

test.each([
  ['c', ['1', '2']],
  ['c.', ['2']],
  ['c ', ['2']],
  ['x c', ['1', '2']],
  ['x c!', ['2']],
])('%j', (text, ids) => {
  const { ids: found } = index.search({ query: { match_bool_prefix: { t: text } } as never });
  expect([...found].sort()).toEqual(ids);
});
