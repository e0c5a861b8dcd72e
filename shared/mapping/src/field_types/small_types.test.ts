/** Tests types of one value with a form of its own: features, hashes, versions, bytes. */
import type { JsonValue } from '@skein/content';
import { CONTEXT, fieldSearch } from '../../testdata/field_search.js';
import {
  document,
  failureOf,
  mappingOf,
  PLAIN_SORT,
  shown,
  typedField,
} from '../../testdata/mapping_fixture.js';
import { base64Decode, base64Encode } from './base64.js';

describe('a feature', () => {
  const MIN_NORMAL = 2 ** -126;
  const positive = typedField('rank_feature');
  const negative = typedField('rank_feature', { positive_score_impact: false });

  test.each<[JsonValue]>([[MIN_NORMAL], [1], ['2.5'], [3.4e38]])('may be %p', (value) => {
    expect(positive.index(value).fields).toHaveLength(1);
  });

  const normal = 'which is less than the minimum positive normal float: 1.17549435E-38';

  test.each<[JsonValue, string]>([
    [
      0,
      `featureValue must be a positive normal float, got: 0.0 for feature f on field _feature ${normal}`,
    ],
    [-1, 'featureValue must be a positive normal float, got: -1.0 for feature f'],
    [
      MIN_NORMAL / 2,
      'featureValue must be a positive normal float, got: 5.877472E-39 for feature f',
    ],
    [1e39, 'featureValue must be finite, got: Infinity for feature f on field _feature'],
    ['NaN', 'featureValue must be finite, got: NaN for feature f on field _feature'],
    ['x', 'For input string: "x"'],
    [{ a: 1 }, 'Current token (START_OBJECT) not numeric'],
    [true, 'Current token (VALUE_TRUE) not numeric'],
    [[1, 2], 'do not support indexing multiple values for the same field [f] in the same document'],
  ])('is not %j: %s', (value, reason) => {
    expect(positive.refused(value)).toContain(reason);
  });

  test('of negative impact is written as its reciprocal, which has the same limits', () => {
    const term = (field: typeof positive, value: number) => shown(field.index(value));
    expect(term(negative, 0.25)).toEqual(term(positive, 4));
    expect(negative.refused(8e37)).toBe('');
    expect(negative.refused(2e38)).toContain('must be a positive normal float, got: 5.0E-39');
    expect(negative.refused(0)).toContain('must be finite, got: Infinity for feature f');
    expect(negative.refused(-2)).toContain('must be a positive normal float, got: -0.5');
  });

  test('is asked for by functions alone', () => {
    const { field } = positive;
    const logarithm = { kind: 'log', scalingFactor: 1 } as const;
    expect(() => field.featureQuery?.('', logarithm)).not.toThrow();
    expect(failureOf(() => negative.field.featureQuery?.('', logarithm)).join()).toContain(
      'Cannot use the [log] function with a field that has a negative score impact',
    );
    expect(failureOf(() => field.termQuery(1, CONTEXT)).join()).toContain(
      'Queries on [rank_feature] fields are not supported',
    );
    for (const call of [
      () => field.sortField(PLAIN_SORT),
      () => field.docValueFormat(1, undefined),
    ]) {
      expect(failureOf(call).join()).toContain(
        '[rank_feature] fields do not support sorting, scripting or aggregating',
      );
    }
  });
});

describe('features by name', () => {
  const { field, index, refused } = typedField('rank_features');

  test('are each a term', () => {
    expect(index({ a: 1, b: '2', none: null }).fields).toHaveLength(2);
    expect(index([{ a: 1 }, { b: 2 }]).fields).toHaveLength(2);
    expect(index({}).fields).toEqual([]);
  });

  test.each<[JsonValue, string]>([
    [5, 'fields must be json objects, expected a START_OBJECT but got: VALUE_NUMBER'],
    ['x', 'expected a START_OBJECT but got: VALUE_STRING'],
    [true, 'expected a START_OBJECT but got: VALUE_BOOLEAN'],
    [{ a: true }, 'but got unexpected token VALUE_BOOLEAN'],
    [[{ a: 1 }, { a: 2 }], 'multiple values for the same rank feature [f.a] in the same document'],
    [
      { a: [1] },
      'map a feature to a strictly positive float, but got unexpected token START_ARRAY',
    ],
    [{ a: { b: 1 } }, 'but got unexpected token START_OBJECT'],
    [{ a: 0 }, 'got: 0.0 for feature a on field f which is less than'],
  ])('are not %j: %s', (value, reason) => {
    expect(refused(value)).toContain(reason);
  });

  test('are not known to exist', () => {
    expect(failureOf(() => field.existsQuery(CONTEXT)).join()).toContain(
      '[rank_features] fields do not support [exists] queries',
    );
    expect(field.namesFeatures).toBe(true);
  });
});

describe('a hash', () => {
  const { field, index, refused } = typedField('murmur3', { store: true });

  test('is the same for equal values, of whatever type', () => {
    const hash = (value: JsonValue) => shown(index(value))[0];
    expect(hash('5')).toBe(hash(5));
    expect(hash('a')).not.toBe(hash('b'));
    // The first half of MurmurHash3_x64_128 of no bytes is zero.
    expect(hash('')).toBe('f=0');
    expect(index('a').stored.fields?.f).toHaveLength(1);
    expect(typedField('murmur3').index('a').stored.fields).toBeUndefined();
  });

  test('is not searched, and no structure has one', () => {
    expect(failureOf(() => field.termQuery('a', CONTEXT)).join()).toContain(
      'Murmur3 fields are not searchable: [f]',
    );
    expect(refused({ a: 1 })).not.toBe('');
    expect([field.searchable, field.aggregatable, field.takesWords]).toEqual([false, true, false]);
  });
});

describe('bytes', () => {
  test.each([
    ['', []],
    ['AA==', [0]],
    ['AAE=', [0, 1]],
    ['AAEC', [0, 1, 2]],
    ['/+7d', [255, 238, 221]],
    ['AAECAw==', [0, 1, 2, 3]],
  ])('as text are %s', (text, bytes) => {
    expect(base64Decode(text)).toEqual(Uint8Array.from(bytes));
    expect(base64Encode(Uint8Array.from(bytes))).toBe(text);
  });

  test.each(['A', 'AA', 'AA=', 'A===', '=AAA', 'A=A=', 'AA-_', 'AA==AAAA'])(
    'are not %s',
    (text) => {
      expect(base64Decode(text)).toBeUndefined();
    },
  );

  test('are kept as the mapping says, and read only then', () => {
    expect(shown(typedField('binary').index('%%'))).toEqual([]);
    const column = typedField('binary', { doc_values: true });
    expect(column.index('AAE=').fields).toMatchObject([{ value: Uint8Array.of(0, 1) }]);
    expect(column.index('AAE=').stored.fields).toBeUndefined();
    const stored = typedField('binary', { store: true });
    expect(shown(stored.index('AAE='))).toEqual(['_field_names=f']);
    expect(stored.index('AAE=').stored.fields).toEqual({ f: ['AAE='] });
    for (const { refused } of [column, stored]) {
      expect(refused('%%')).toContain(
        'Failed to decode VALUE_STRING as base64 (MIME-NO-LINEFEEDS): %%',
      );
    }
    expect(column.field.docValueFormat(Uint8Array.of(0), undefined)).toBe('AA==');
    expect(column.field.docValueFormat(1, undefined)).toBeNull();
    expect(failureOf(() => column.field.termQuery('AA==', CONTEXT)).join()).toContain(
      'Binary fields do not support searching',
    );
  });
});

describe('versions', () => {
  const mapping = mappingOf({ f: { type: 'version' } });
  const sources = ['1.2.0', '1.10.0-beta', '1.10.0', 'latest', '2.0.0+a*b'].map((f) => ({ f }));
  const { field, found } = fieldSearch(mapping, sources);
  const f = field('f');
  const range = (bounds: { lower?: string; upper?: string }, isIncluded = true) =>
    found(
      f.rangeQuery(
        {
          lower: bounds.lower,
          upper: bounds.upper,
          includeLower: isIncluded,
          includeUpper: isIncluded,
        },
        CONTEXT,
      ),
    ).documents;

  test('are compared by precedence, what is none comes last', () => {
    expect(range({ lower: '1.2.0', upper: '1.10.0' })).toBe('1,2,3');
    expect(range({ lower: '1.2.0', upper: '1.10.0' }, false)).toBe('2');
    expect(range({ lower: '2.0.0' })).toBe('4,5');
  });

  test('are found by term, prefix and pattern', () => {
    expect(found(f.termQuery('1.10.0', CONTEXT)).documents).toBe('3');
    expect(found(f.termQuery('LATEST', CONTEXT)).documents).toBe('');
    expect(found(f.termQuery('LATEST', CONTEXT, true)).documents).toBe('4');
    expect(found(f.termQuery('2.0.0+A*B', CONTEXT, true)).documents).toBe('5');
    expect(found(f.termQuery('2.0.0*', CONTEXT, true)).documents).toBe('');
    expect(found(f.termsQuery(['1.2.0', 'latest'], CONTEXT)).documents).toBe('1,4');
    expect(found(f.prefixQuery('1.1', false, CONTEXT)).documents).toBe('2,3');
    expect(found(f.prefixQuery('LAT', true, CONTEXT)).documents).toBe('4');
    expect(found(f.wildcardQuery('1.*-b*', false, CONTEXT)).documents).toBe('2');
  });

  test('have at most the length of a term', () => {
    expect(failureOf(() => document(mapping, { f: 'x'.repeat(40_000) })).join()).toContain(
      'immense term',
    );
  });
});
