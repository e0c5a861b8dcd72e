/** Keys of `multi_terms` that are hard to tell apart, in the order of OpenSearch 2.19. */
import type { JsonObject } from '@skein/content';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const mapping = mappingOf({ a: 'keyword', b: 'keyword', n: 'long', u: 'unsigned_long' });

function names(documents: readonly JsonObject[], fields: readonly string[]): readonly string[] {
  const index = new TestIndex({ mapping, documents, segmentDocs: 2 });
  const terms = fields.map((field) => ({ field }));
  const answer = index.answer({ size: 0, aggs: { m: { multi_terms: { terms } } } });
  if (typeof answer === 'string') throw new Error(answer);
  const { m } = answer.aggregations as unknown as {
    m: { buckets: readonly { key_as_string: string }[] };
  };
  return m.buckets.map(({ key_as_string: text }) => text);
}

test('a zero inside a term does not join it to the next one', () => {
  const documents = [
    { a: 'a\0', b: 'b' },
    { a: 'a', b: '\0b' },
    { a: 'a', b: 'z' },
  ];
  expect(names(documents, ['a', 'b'])).toEqual(['a|\0b', 'a|z', 'a\0|b']);
});

test('longs that are the same double are in the order of their digits', () => {
  const wide = [
    10_000_000_000_000_000n,
    9_999_999_999_999_999n,
    -9_007_199_254_740_992n,
    -9_007_199_254_740_993n,
  ];
  const documents = wide.map((n) => ({ n, a: 'x' }));
  expect(names(documents, ['n', 'a'])).toEqual([
    '-9007199254740993|x',
    '-9007199254740992|x',
    '9999999999999999|x',
    '10000000000000000|x',
  ]);
});

test('unsigned longs are in their order', () => {
  const documents = [2n ** 64n - 1n, 2n ** 63n, 2n ** 63n - 1n, 5n].map((u) => ({ u, a: 'x' }));
  expect(names(documents, ['u', 'a'])).toEqual([
    '5|x',
    '9223372036854775807|x',
    '9223372036854775808|x',
    '18446744073709551615|x',
  ]);
});
