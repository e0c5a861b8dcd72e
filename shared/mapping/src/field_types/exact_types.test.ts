/** Tests what fields of objects, truths, vectors and unfinished words answer and show. */
import type { JsonObject, JsonValue } from '@skein/content';
import { CONTEXT, fieldSearch } from '../../testdata/field_search.js';
import { document, failureOf, mappingOf, shown } from '../../testdata/mapping_fixture.js';

const fieldOf = (type: string, more: JsonObject = {}, name = 'f') => {
  const mapping = mappingOf({ f: { type, ...more } });
  const field = mapping.field(name);
  if (field === undefined) throw new Error(`no field ${name}`);
  return { mapping, field };
};
const bounds = (
  lower?: JsonValue,
  upper?: JsonValue,
  includeLower = true,
  includeUpper = true,
) => ({
  ...{ lower, upper, includeLower, includeUpper },
});

describe('a key of a flattened field', () => {
  const mapping = mappingOf({ f: { type: 'flattened' } });
  const sources = [
    { f: { a: 'b' } },
    { f: { a: 'c', b: 'x' } },
    { f: { a: 'd' } },
    { f: { ab: 'c' } },
  ];
  const { field, found } = fieldSearch(mapping, sources);
  const a = field('f.a');
  const range = (...args: Parameters<typeof bounds>) =>
    found(a.rangeQuery(bounds(...args), CONTEXT)).documents;

  test('is searched by ranges on both sides, bounds included or not', () => {
    expect([range('b', 'd'), range('b', 'd', false), range('b', 'd', true, false)]).toEqual([
      '1,2,3',
      '2,3',
      '1,2',
    ]);
    expect([range('c'), range('c', undefined, false, false)]).toEqual(['2,3', '3']);
    expect([range(undefined, 'c'), range(null, 'c', false, false)]).toEqual(['1,2', '1']);
    expect(range()).toBe('1,2,3');
    expect(range(undefined, undefined, false, false)).toBe('1,2,3');
  });

  test('is searched by terms and patterns, within the key alone', () => {
    expect(found(a.termQuery('c', CONTEXT)).documents).toBe('2');
    expect(found(a.termQuery('C', CONTEXT)).documents).toBe('');
    expect(found(a.termQuery('C', CONTEXT, true)).documents).toBe('2');
    expect(found(a.termsQuery(['b', 'd'], CONTEXT)).documents).toBe('1,3');
    expect(found(a.prefixQuery('', false, CONTEXT)).documents).toBe('1,2,3');
    expect(found(a.wildcardQuery('?', false, CONTEXT)).documents).toBe('1,2,3');
    expect(found(a.existsQuery(CONTEXT)).documents).toBe('1,2,3');
    expect(found(field('f.b').existsQuery(CONTEXT)).documents).toBe('2');
    expect(found(field('f.none').existsQuery(CONTEXT)).documents).toBe('');
  });

  test('is not searched without an index', () => {
    const { field: plain } = fieldOf('flattened', { index: false }, 'f.a');
    expect(failureOf(() => plain.termQuery('b', CONTEXT)).join()).not.toBe('');
  });

  test.each<[JsonValue, string]>([
    [5, 'expecting token of type [START_OBJECT] but found [VALUE_NUMBER]'],
    ['x', 'but found [VALUE_STRING]'],
    [true, 'but found [VALUE_BOOLEAN]'],
    [{ 'a\0b': 1 }, 'Keys in [flattened] fields cannot contain the reserved character \\0.'],
    [{ a: 'x'.repeat(32_765) }, 'contains one immense field whose keyed encoding is longer'],
  ])('has no value %#', (value, reason) => {
    expect(failureOf(() => document(mapping, { f: value })).join()).toContain(reason);
  });

  test('has values up to their limits', () => {
    expect(() => document(mapping, { f: { a: 'x'.repeat(32_764) } })).not.toThrow();
    const short = mappingOf({ f: { type: 'flattened', ignore_above: 3, depth_limit: 2 } });
    expect(shown(document(short, { f: { a: 'abc' } }))).toHaveLength(2);
    expect(shown(document(short, { f: { a: 'abcd' } }))).toEqual([]);
    expect(() => document(short, { f: { a: { b: 1 } } })).not.toThrow();
    expect(failureOf(() => document(short, { f: { a: { b: { c: 1 } } } })).join()).toContain(
      'The provided [flattened] field [f] exceeds the maximum depth limit of [2].',
    );
    const filled = mappingOf({ f: { type: 'flattened', null_value: 'none' } });
    expect(shown(document(filled, { f: { a: null } }))).toEqual(['f=none', 'f._keyed=a\0none']);
    expect(shown(document(mapping, { f: [null, { a: null }, [{ b: 1 }]] }))).toEqual([
      'f=1',
      'f._keyed=b\x001',
    ]);
  });
});

test.each(['flattened', 'flat_object'])(
  'a fuzzy word of a %s differs in any of its characters, whatever its key',
  (type) => {
    const { mapping } = fieldOf(type);
    const { field, found } = fieldSearch(mapping, [{ f: { '\u{1f600}': 'abcd' } }]);
    const options = { maxEdits: 1, maxExpansions: 50, transpositions: true } as const;
    const finds = (word: string, prefixLength: number) =>
      found(field('f.\u{1f600}').fuzzyQuery(word, { ...options, prefixLength }, CONTEXT))
        .documents === '1';
    expect(['xbcd', 'abcx', 'xbcx'].map((word) => finds(word, 0))).toEqual([true, true, false]);
    expect(['xbcd', 'axcd'].map((word) => finds(word, 1))).toEqual([false, true]);
  },
);

test('the terms of a flat object have no norms', () => {
  const { mapping } = fieldOf('flat_object');
  const { fields } = document(mapping, { f: { a: { b: 1 } } });
  expect(fields.length).toBeGreaterThan(3);
  expect(fields.map(({ spec }) => spec.norms)).not.toContain(true);
});

describe('a truth', () => {
  test.each<[JsonValue, string[]]>([
    [true, ['f=T', 'f=1']],
    ['true', ['f=T', 'f=1']],
    [false, ['f=F', 'f=0']],
    [null, []],
  ])('in place of null is %p', (null_value, expected) => {
    const { mapping } = fieldOf('boolean', { null_value });
    expect(shown(document(mapping, { f: null }))).toEqual(expected);
  });

  test.each<[JsonValue, string]>([
    ['', 'f=F'],
    ['false', 'f=F'],
    ['true', 'f=T'],
  ])('is read from %p', (value, expected) => {
    expect(shown(document(fieldOf('boolean').mapping, { f: value }))).toContain(expected);
  });

  test.each([5, 'yes', 'TRUE'])('is not %p', (value) => {
    expect(failureOf(() => document(fieldOf('boolean').mapping, { f: value }))).not.toEqual([]);
  });

  const sources = [{ f: true }, { f: false }, { f: [true, false] }, {}];
  test.each([{}, { index: false }])('is searched with %j by terms and ranges', (more) => {
    const { field, found } = fieldSearch(fieldOf('boolean', more).mapping, sources);
    const f = field('f');
    const range = (...args: Parameters<typeof bounds>) =>
      found(f.rangeQuery(bounds(...args), CONTEXT)).documents;
    expect(found(f.termQuery('true', CONTEXT)).documents).toBe('1,3');
    expect(found(f.termsQuery([true], CONTEXT)).documents).toBe('1,3');
    expect(found(f.termsQuery([true, 'false'], CONTEXT)).documents).toBe('1,2,3');
    expect(found(f.termsQuery([], CONTEXT)).documents).toBe('');
    expect([range(true, true), range(false, false)]).toEqual(['1,3', '2,3']);
    expect([range(true, true, false), range(true, true, true, false)]).toEqual(['', '']);
    expect([
      range(false, true),
      range(false, true, false),
      range(false, true, true, false),
    ]).toEqual(['1,2,3', '1,3', '2,3']);
    expect([range(), range(true, false), range(undefined, false)]).toEqual(['1,2,3', '', '2,3']);
    expect(range(false, true, false, false)).toBe('');
    expect(failureOf(() => f.termQuery('yes', CONTEXT)).join()).toContain(
      "Can't parse boolean value [yes], expected [true] or [false]",
    );
  });

  test('ignores case by its postings alone', () => {
    expect(() => fieldOf('boolean').field.termQuery('true', CONTEXT, true)).not.toThrow();
    const { field } = fieldOf('boolean', { index: false });
    expect(failureOf(() => field.termQuery('true', CONTEXT, true))).not.toEqual([]);
  });
});

describe('a vector', () => {
  const vector = (more: JsonObject = {}) =>
    fieldOf('knn_vector', { dimension: 2, ...more }).mapping;

  test('is stored only if the mapping says so', () => {
    const fieldsOf = (more: JsonObject) => document(vector(more), { f: [1, 2] }).stored.fields;
    expect([fieldsOf({}), fieldsOf({ store: true })]).toEqual([undefined, { f: [[1, 2]] }]);
  });

  test.each<[JsonValue, string]>([
    [[1], 'dimension'],
    [[1, 2, 3], 'dimension'],
    [5, 'a vector must be an array of numbers, but was [5]'],
    [{}, 'a vector must be an array of numbers, but was [an object]'],
    [[1, 'x'], 'a vector must consist of numbers, but its value [1] is [x]'],
    [[1, ' '], 'its value [1] is [ ]'],
    [[1, true], 'its value [1] is [true]'],
    [[1, null], 'its value [1] is [null]'],
    [[1, 1e39], 'KNN vector values cannot be infinity'],
  ])('is not %j: %s', (value, reason) => {
    expect(failureOf(() => document(vector(), { f: value })).join()).toContain(reason);
  });
});

describe('an unfinished word', () => {
  const { mapping } = fieldOf('search_as_you_type');
  const prefix = (name: string, length: number) =>
    String(mapping.field(name)?.prefixQuery('x'.repeat(length), false, CONTEXT));

  test.each(['f', 'f._2gram', 'f._3gram'])(
    'of %s is a term if it has 1 to 20 characters',
    (name) => {
      const isTerm = (length: number) => prefix(name, length).includes('f._index_prefix:');
      expect([0, 1, 20, 21].map(isTerm)).toEqual([false, true, true, false]);
    },
  );

  test('is searched in the prefixes themselves by the same rule', () => {
    const isPattern = (length: number) => prefix('f._index_prefix', length).includes('*');
    expect([0, 1, 20, 21].map(isPattern)).toEqual([true, false, false, true]);
    expect(
      [0, 1, 20, 21].map((length) => mapping.field('f')?.beginnings?.holds('x'.repeat(length))),
    ).toEqual([false, true, true, false]);
  });

  test.each([2, 3, 4])('has companions for up to %d words', (max_shingle_size) => {
    const { mapping: sized } = fieldOf('search_as_you_type', { max_shingle_size });
    const has = [2, 3, 4, 5].map((n) => sized.field(`f._${n}gram`) !== undefined);
    expect(has).toEqual([2, 3, 4, 5].map((n) => n <= max_shingle_size));
  });

  test.each([1, 5])('has none for %d words', (max_shingle_size) => {
    expect(failureOf(() => fieldOf('search_as_you_type', { max_shingle_size })).join()).toContain(
      `[max_shingle_size] must be at least [2] and at most [4], got [${max_shingle_size}]`,
    );
  });

  test('has no column', () => {
    expect(() => fieldOf('search_as_you_type', { doc_values: false })).not.toThrow();
    expect(failureOf(() => fieldOf('search_as_you_type', { doc_values: true })).join()).toContain(
      'Cannot set [doc_values] on field of type [search_as_you_type]',
    );
  });

  test('has norms only with an index', () => {
    const norms = (more: JsonObject) => fieldOf('search_as_you_type', more).field.spec.norms;
    expect([norms({}), norms({ norms: false }), norms({ index: false })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
