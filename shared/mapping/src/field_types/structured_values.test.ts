/** Tests the types whose values are more than one text or number, and what they refuse. */
import { type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { CONTEXT, fieldSearch } from '../../testdata/field_search.js';
import {
  document,
  failureOf,
  mappingContext,
  mappingOf,
  shown,
} from '../../testdata/mapping_fixture.js';
import { IndexMapping } from '../index_mapping.js';
import { shownStored } from './mapped_field.js';
import { readTermCounts } from './term_counts.js';

const of = (type: JsonObject) => {
  const mapping = mappingOf({ f: type });
  return {
    index: (value: JsonValue) => document(mapping, { f: value }),
    refused: (value: JsonValue) => failureOf(() => document(mapping, { f: value })).join(),
  };
};

describe('a point in a plane', () => {
  const { index, refused } = of({ type: 'xy_point', store: true });
  const strict = of({ type: 'xy_point', ignore_z_value: false });

  test.each<[JsonValue, string]>([
    [{ x: 1, y: 2 }, '1 triangles'],
    [{ x: '1', y: '2.5' }, '1 triangles'],
    [[1, 2], '1 triangles'],
    [[1, 2, 3], '1 triangles'],
    ['1, 2', '1 triangles'],
    ['1,2,3', '1 triangles'],
    ['POINT (1 2)', '1 triangles'],
    [{ type: 'Point', coordinates: [1, 2] }, '1 triangles'],
    [{ coordinates: [1, 2], type: 'point' }, '1 triangles'],
  ])('is written %j', (value, expected) => {
    expect(shown(index(value))).toEqual([`f=${expected}`]);
    expect(refused(value)).toBe('');
  });

  test('may come several times, and is stored as x and y', () => {
    const several = index([{ x: 1, y: 2 }, null, '3,4', [5, 6]]);
    expect(shown(several)).toHaveLength(3);
    expect(JSON.stringify(several.stored.fields)).toContain('"f"');
    expect(index([[1, 2]]).stored.fields?.f).toEqual(index([1, 2]).stored.fields?.f);
    const stored = (index([1.5, 2]).stored.fields?.f ?? []) as readonly JsonValue[];
    expect(stored).toEqual([{ x: 1.5, y: 2 }]);
    expect(
      stringifyJson(
        shownStored(stored, mappingOf({ f: { type: 'xy_point', store: true } }).field('f')),
      ),
    ).toBe('[{"x":1.5,"y":2.0}]');
    expect(shown(index([]))).toEqual([]);
  });

  test.each(['[9007199254740993, 2]', '[9007199254740993, 9007199254740993]'])(
    'has integers beyond those a double has exactly: %s',
    (point) => {
      const mapping = mappingOf({ f: { type: 'xy_point' } });
      expect(shown(document(mapping, `{"f":${point}}`))).toEqual(['f=1 triangles']);
    },
  );

  test.each<[JsonValue, string]>([
    [5, 'numeric value expected'],
    [true, 'xy_point expected'],
    [[1], '[xy_point] field type should have at least two dimensions'],
    [[1, 2, 3, 4], '[xy_point] field type does not accept more than 3 values'],
    [[1, 'a'], 'numeric value expected'],
    [{ x: 1 }, 'field [y] missing'],
    [{ y: 1 }, 'field [x] missing'],
    [{ x: 1, y: true }, 'y must be a number'],
    [{ x: 'a', y: 1 }, '[x] and [y] must be valid double values'],
    [{ x: 1, y: 2, z: 3 }, 'field must be either [x|y], or [type|coordinates]'],
    ['1', 'failed to parse [1], expected two or three coordinates but found: [1]'],
    ['1,2,3,4', 'failed to parse [1,2,3,4], expected two or three coordinates but found: [4]'],
    ['a,2', 'x must be a number'],
    ['1,b', 'y must be a number'],
    ['1,2,c', 'z must be a number'],
    ['MULTIPOINT (1 2)', '[point] supports only POINT among WKT primitives, but found MULTIPOINT'],
    [{ type: 'Point' }, 'field [coordinates] missing'],
    [{ coordinates: [1, 2] }, 'field [type] missing'],
    [{ type: 1, coordinates: [1, 2] }, 'type must be a string'],
    [{ type: 'Line', coordinates: [1, 2] }, 'type must be Point'],
    [{ type: 'Point', coordinates: 1 }, 'coordinates must be an array'],
    [{ type: 'Point', coordinates: [1, 2], x: 1 }, 'field must be either [x|y], or'],
  ])('is not %j', (value, reason) => {
    const given = value === 5 ? [[5, 'x']] : value;
    expect(refused(given)).toContain(reason);
  });

  test('has no third coordinate if the mapping ignores none', () => {
    for (const value of [[1, 2, 3], '1,2,3']) {
      expect(strict.refused(value)).toContain('found Z value [3.0]');
    }
    expect(strict.refused([1, 2])).toBe('');
  });

  test('takes the place of null if the mapping has one', () => {
    const filled = of({ type: 'xy_point', null_value: '1,2', store: true });
    expect(shown(filled.index(null))).toHaveLength(1);
    expect(shown(index(null))).toEqual([]);
  });
});

describe('a counted keyword', () => {
  const { index, refused } = of({ type: 'counted_keyword' });

  function counted(value: JsonValue) {
    const terms: string[] = [];
    const counts = new Uint32Array(10);
    for (const field of index(value).fields) {
      if (field.kind !== 'term') throw new Error(field.kind);
      if (field.spec.name !== 'f') readTermCounts(field.value as Uint8Array, counts);
      else terms.push(String(field.value));
    }
    return terms.map((term, at) => [term, counts[at]]);
  }

  test('has each term once, in order, with its count', () => {
    expect(counted(['b', 'a', null, 'b'])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect(counted('x')).toEqual([['x', 1]]);
    expect(counted(['\u{1f600}', '\uffff'])).toEqual([
      ['\uffff', 1],
      ['\u{1f600}', 1],
    ]);
    expect(counted([null])).toEqual([]);
  });

  test('is a text of at most the length of a term, in one place', () => {
    expect(refused(5)).not.toBe('');
    expect(refused('x'.repeat(32_766))).toBe('');
    expect(refused('x'.repeat(32_767))).toContain('immense term');
    const nested = mappingOf({ o: { properties: { f: { type: 'counted_keyword' } } } });
    expect(failureOf(() => document(nested, { o: [{ f: 'a' }, { f: 'b' }] })).join()).toContain(
      'Field [o.f] of type [counted_keyword] takes the values of a document in one place',
    );
  });
});

describe('a range', () => {
  const mapping = mappingOf({
    r: { type: 'integer_range' },
    column: { type: 'integer_range', index: false },
    neither: { type: 'integer_range', index: false, doc_values: false },
  });
  const each = (value: JsonValue) => ({ r: value, column: value, neither: value });
  const { field, found } = fieldSearch(mapping, [
    each({ gte: 1, lte: 5 }),
    each({ gt: 5, lt: 10 }),
    each({ gte: 20 }),
  ]);
  const search = (
    bounds: { lower?: JsonValue; upper?: JsonValue },
    isIncluded: boolean,
    relation?: 'intersects' | 'within' | 'contains',
  ) =>
    found(
      field('r').rangeQuery(
        {
          lower: bounds.lower,
          upper: bounds.upper,
          includeLower: isIncluded,
          includeUpper: isIncluded,
          ...(relation === undefined ? {} : { relation }),
        },
        CONTEXT,
      ),
    ).documents;

  test('is found by the bounds of both, on both sides', () => {
    expect([search({ lower: 5, upper: 5 }, true), search({ lower: 5 }, false)]).toEqual([
      '1',
      '2,3',
    ]);
    expect([search({ lower: 5 }, true), search({ upper: 6 }, false)]).toEqual(['1,2,3', '1']);
    expect([search({ upper: 6 }, true), search({ lower: 9, upper: 20 }, false)]).toEqual([
      '1,2',
      '',
    ]);
    expect([search({}, true), search({ lower: null, upper: null }, false)]).toEqual([
      '1,2,3',
      '1,2,3',
    ]);
  });

  test('is within another, or contains it', () => {
    expect(search({ lower: 1, upper: 9 }, true, 'within')).toBe('1,2');
    expect(search({ lower: 1, upper: 9 }, false, 'within')).toBe('');
    expect(search({ lower: 2, upper: 4 }, true, 'contains')).toBe('1');
    expect(search({ lower: 1, upper: 6 }, false, 'contains')).toBe('1');
  });

  test('of bounds the wrong way round is refused', () => {
    expect(failureOf(() => search({ lower: 6, upper: 5 }, true))).toEqual([
      'illegal_argument_exception: Range query `from` value (6) is greater than `to` value (5)',
    ]);
    expect(failureOf(() => document(mapping, { r: { gte: 5, lte: 4 } })).join()).toContain(
      'min value (5) is greater than max value (4)',
    );
    expect(() => document(mapping, { r: { gte: 5, lte: 5 } })).not.toThrow();
    expect(failureOf(() => document(mapping, { r: { from: 5 } })).join()).toContain(
      'error parsing field [r], with unknown parameter [from]',
    );
    expect(failureOf(() => document(mapping, { r: 5 })).join()).toContain(
      'error parsing field [r], expected an object but got r',
    );
  });

  test('that is not indexed has no postings, and without a column nothing', () => {
    const [r, column, neither] = ['r', 'column', 'neither'].map((name) => field(name));
    expect([r?.spec.postings, column?.spec.postings, neither?.spec.postings]).toEqual([
      'docs',
      'none',
      'none',
    ]);
    expect([r?.searchable, column?.searchable, neither?.searchable]).toEqual([true, true, false]);
    expect(shown(document(mapping, { neither: { gte: 1 } }))).toEqual([]);
  });
});

test('a date is searched in its points and its column if it is indexed', () => {
  const mapping = mappingOf({
    both: { type: 'date' },
    points: { type: 'date', doc_values: false },
    column: { type: 'date', index: false },
  });
  const text = (name: string) =>
    String(
      mapping
        .field(name)
        ?.rangeQuery(
          { lower: '2020', upper: undefined, includeLower: true, includeUpper: true },
          CONTEXT,
        ),
    );
  const isEither = ['both', 'points', 'column'].map((name) =>
    text(name).startsWith('IndexOrDocValuesQuery('),
  );
  // An indexed field has the column too, whatever its doc values.
  expect(isEither).toEqual([true, true, false]);
});

test('numbers without points and column are not searched', () => {
  const plain = { index: false, doc_values: false };
  const mapping = mappingOf({ s: { type: 'scaled_float', scaling_factor: 10, ...plain } });
  const bounds = { lower: 1, upper: 2, includeLower: true, includeUpper: true };
  const field = mapping.field('s');
  const reason = 'Cannot search on field [s] since it is both not indexed';
  for (const query of [
    () => field?.termQuery(1, CONTEXT),
    () => field?.termsQuery([1], CONTEXT),
    () => field?.rangeQuery(bounds, CONTEXT),
  ]) {
    expect(failureOf(query).join()).toContain(reason);
  }
});

describe('a count of tokens', () => {
  const count = (more: JsonObject) => of({ type: 'token_count', analyzer: 'standard', ...more });

  test('is the number of words, or that of null', () => {
    expect(shown(count({}).index(['a b c', 'd', '']))).toEqual(['f=3', 'f=1', 'f=0']);
    expect(shown(count({}).index(null))).toEqual([]);
    const filled = count({ null_value: 7 });
    expect(shown(filled.index([null, 'a b']))).toEqual(['f=7', 'f=2']);
  });

  test('needs an analyzer', () => {
    expect(failureOf(() => of({ type: 'token_count' })).join()).toContain(
      "Analyzer must be set for field [f] but wasn't.",
    );
  });
});

test.each([
  ['x', 'VALUE_STRING'],
  [5, 'VALUE_NUMBER'],
])('a flat object is no %j', (value, token) => {
  const { refused, index } = of({ type: 'flat_object' });
  expect(refused(value)).toContain(`[f] unexpected token [${token}] in flat_object field value`);
  expect(shown(index([null]))).toEqual([]);
});

test.each([
  [0, ''],
  [-1, '[depth_limit] must be positive, got [-1] for field [f]'],
])('a flattened field of depth %d', (depth_limit, reason) => {
  const made = failureOf(() => of({ type: 'flattened', depth_limit })).join();
  if (reason === '') expect(made).toBe('');
  else expect(made).toContain(reason);
});

test.each(['boolean', 'date', 'double', 'geo_point', 'ip', 'keyword', 'long'])(
  'a runtime field may be of type [%s]',
  (type) => {
    const runtime = { r: { type, script: 'emit(1)' } };
    const make = () => IndexMapping.parse({ runtime }, mappingContext());
    expect(make).not.toThrow();
    expect(make().toJson()).toMatchObject({ runtime: { r: { type } } });
  },
);

test('fields beside the first have the value too, whether they read bytes or texts', () => {
  const mapping = mappingOf({
    k: {
      type: 'keyword',
      fields: {
        low: { type: 'keyword', normalizer: 'low' },
        same: { type: 'keyword' },
        number: { type: 'long', ignore_malformed: true },
      },
    },
    plain: { type: 'keyword', fields: { same: { type: 'keyword' } } },
    low: { type: 'keyword', normalizer: 'low', fields: { same: { type: 'keyword' } } },
  });
  for (const value of ['Ab', 'Äb']) {
    const fold = value.toLowerCase();
    expect(shown(document(mapping, { k: value }))).toEqual([
      `k=${value}`,
      `k.low=${fold}`,
      `k.same=${value}`,
      '_ignored=k.number',
    ]);
    expect(shown(document(mapping, { plain: value }))).toEqual([
      `plain=${value}`,
      `plain.same=${value}`,
    ]);
    expect(shown(document(mapping, { low: value }))).toEqual([`low=${fold}`, `low.same=${value}`]);
  }
});
