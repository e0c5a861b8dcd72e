/** `include` and `exclude`, with the results of OpenSearch 2.19. */
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const GREATEST = 2n ** 63n - 1n;

const index = new TestIndex({
  mapping: mappingOf({ l: 'long', d: 'double', k: 'keyword' }),
  documents: [
    { l: -1, d: 1.5, k: 'a' },
    { l: 1, d: 2 ** 53, k: 'b' },
    { l: GREATEST, d: 3, k: 'c' },
  ],
});

/** The keys of the buckets, as JSON. */
function keys(options: JsonObject): readonly string[] {
  const answer = index.answer({ size: 0, aggs: { x: { terms: options } } });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  const { x } = answer.aggregations as { x: { buckets: { key: JsonValue }[] } };
  return x.buckets.map(({ key }) => stringifyJson(key));
}

function reasonsOf(options: JsonObject): string {
  try {
    index.search({ size: 0, aggs: { x: { terms: options } } });
  } catch (thrown) {
    const reasons: string[] = [];
    for (let cause = thrown; cause instanceof ApiError; cause = cause.cause) {
      reasons.push(cause.reason);
    }
    return reasons.join('; ');
  }
  return '';
}

it.each<[JsonValue, readonly string[]]>([
  ['1.5', ['1']],
  [1.9, ['1']],
  ['-0.5', ['-1']],
  ['9223372036854775808', [String(GREATEST)]],
  ['Infinity', [String(GREATEST)]],
])('a long is the greatest one up to the number: %j', (value, expected) => {
  expect(keys({ field: 'l', include: [value] })).toEqual(expected);
});

it('a whole number beyond the safe ones is a double among doubles', () => {
  expect(keys({ field: 'd', include: ['9007199254740993'] })).toEqual(['9007199254740992']);
  expect(keys({ field: 'd', exclude: [2n ** 53n + 1n] })).toEqual(['1.5', '3']);
});

it('an empty list includes all numbers and no text', () => {
  expect(keys({ field: 'l', include: [] })).toHaveLength(3);
  expect(keys({ field: 'd', include: [] })).toHaveLength(3);
  expect(keys({ field: 'k', include: [] })).toEqual([]);
  expect(keys({ field: 'k', exclude: [] })).toEqual(['"a"', '"b"', '"c"']);
});

it.each(['include', 'exclude'])('%s is limited by index.max_regex_length', (option) => {
  expect(reasonsOf({ field: 'k', [option]: 'a'.repeat(1001) })).toContain(
    'The length of regex [1001] used in the request has exceeded the allowed maximum of [1000]. This maximum can be set by changing the [index.max_regex_length] index level setting.',
  );
  expect(reasonsOf({ field: 'k', [option]: 'a'.repeat(1000) })).toBe('');
});

it('a partition is one of their number', () => {
  const include = { partition: 2, num_partitions: 2 };
  expect(reasonsOf({ field: 'k', include })).toContain(
    'Partition must be >=0 and < numPartition which is 2',
  );
});

test.each([
  ['terms', 500],
  ['rare_terms', 400],
  ['significant_terms', 400],
])('a regular expression over numbers is refused by %s with the status %i', (type, status) => {
  const aggs = { x: { [type]: { field: 'l', include: '1.*' } } };
  const refused = expect.objectContaining({
    reason: expect.stringContaining('cannot support regular expression style include/exclude'),
    status,
  });
  expect(() => index.search({ size: 0, aggs })).toThrow(refused);
});
