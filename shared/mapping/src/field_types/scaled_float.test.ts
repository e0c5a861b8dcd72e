/** Tests the numbers that fields keep by their width, and the queries and sorts that read them. */
import { type JsonValue, stringifyJson } from '@skein/content';
import { CONTEXT, fieldSearch } from '../../testdata/field_search.js';
import { document, failureOf, mappingOf, shown } from '../../testdata/mapping_fixture.js';

const MAPPING = mappingOf({
  s: { type: 'scaled_float', scaling_factor: 10 },
  strict: { type: 'scaled_float', scaling_factor: 10, coerce: false },
  filled: { type: 'scaled_float', scaling_factor: 100, null_value: 1.234 },
  b: { type: 'boolean' },
  column: { type: 'boolean', index: false },
  c: { type: 'constant_keyword', value: 'Blue' },
});

const index = (value: object) => shown(document(MAPPING, value));

describe('a scaled_float', () => {
  test('is the rounded product, within 64 bits', () => {
    expect(index({ s: [1.24, 1.25, -1.25, -1.26, '7'] })).toEqual([
      's=12',
      's=13',
      's=-12',
      's=-13',
      's=70',
    ]);
    expect(index({ s: [1e300, -1e300] })).toEqual([
      's=9223372036854775807',
      's=-9223372036854775808',
    ]);
    expect(index({ filled: null })).toEqual(['filled=123']);
  });

  test.each([
    [{ strict: '1' }, 'Double value passed as String'],
    [{ s: 'NaN' }, '[scaled_float] only supports finite values, but got [NaN]'],
    [{ s: 'x' }, 'For input string: "x"'],
  ])('%j is refused', (value, reason) => {
    expect(failureOf(() => index(value)).join()).toContain(reason);
  });

  const { field, found } = fieldSearch(MAPPING, [{ s: 1.2 }, { s: 1.3 }, { s: -1.3 }]);
  const range = (gt?: JsonValue, lt?: JsonValue, isIncluded = false) =>
    found(
      field('s').rangeQuery(
        { lower: gt, upper: lt, includeLower: isIncluded, includeUpper: isIncluded },
        CONTEXT,
      ),
    ).documents;

  test('is found by the scaled number', () => {
    const term = (value: JsonValue) => found(field('s').termQuery(value, CONTEXT)).documents;
    expect([term(1.2), term('1.24'), term(1.25), term(-1.3)]).toEqual(['1', '1', '2', '3']);
    expect(found(field('s').termsQuery([1.2, -1.3, 5], CONTEXT)).documents).toBe('1,3');
  });

  test('lies within bounds that are compared before they are rounded', () => {
    expect([range(1.2, 1.3), range(1.2, 1.3, true)]).toEqual(['', '1,2']);
    expect([range(1.19, 1.21), range(1.21, 1.29, true)]).toEqual(['1', '']);
    expect([range(undefined, 1.2), range(undefined, 1.2, true)]).toEqual(['3', '1,3']);
    expect([range(1.2), range(1.2, undefined, true)]).toEqual(['2', '1,2']);
    expect(range(-1.3)).toBe('1,2');
    expect(range(null, null)).toBe('1,2,3');
  });

  test('is found by the decimal that was given, which a product of doubles may miss', () => {
    const prices = mappingOf({ s: { type: 'scaled_float', scaling_factor: 100 } });
    const { field: priceField, found: priced } = fieldSearch(prices, [{ s: 79.99 }, { s: 80.01 }]);
    const of = (bounds: { lower?: JsonValue; upper?: JsonValue }, isIncluded: boolean) => {
      const included = { includeLower: isIncluded, includeUpper: isIncluded };
      const range = { lower: bounds.lower, upper: bounds.upper, ...included };
      return priced(priceField('s').rangeQuery(range, CONTEXT)).documents;
    };
    expect([of({ upper: 79.99 }, true), of({ upper: '79.99' }, false)]).toEqual(['1', '']);
    expect([of({ lower: 79.99 }, true), of({ lower: 79.99 }, false)]).toEqual(['1,2', '2']);
    expect([of({ lower: 7.999e1, upper: 8001e-2 }, true), of({ lower: 80.01 }, false)]).toEqual([
      '1,2',
      '',
    ]);
    expect(priced(priceField('s').termQuery(79.99, CONTEXT)).documents).toBe('1');
  });

  test('beyond 64 bits is found there, and no query is for what is not finite', () => {
    const { field: wide, found: widely } = fieldSearch(MAPPING, [{ s: 1e300 }, { s: -1e300 }]);
    const included = { includeLower: true, includeUpper: true };
    const range = (lower?: JsonValue, upper?: JsonValue) =>
      widely(wide('s').rangeQuery({ lower, upper, ...included }, CONTEXT)).documents;
    expect(widely(wide('s').termQuery(1e200, CONTEXT)).documents).toBe('1');
    expect(widely(wide('s').termsQuery([-1e200, 5], CONTEXT)).documents).toBe('2');
    expect([range(1e200), range(undefined, -1e200), range(-1e200, 1e200)]).toEqual([
      '1',
      '2',
      '1,2',
    ]);
    for (const [value, letter] of [
      ['NaN', 'N'],
      ['-Infinity', 'I'],
    ] as const) {
      expect(failureOf(() => wide('s').termQuery(value, CONTEXT))).toEqual([
        `number_format_exception: Character ${letter} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`,
      ]);
    }
  });

  test('is shown as the number it stands for', () => {
    const { docValueFormat, formatSortValue, parseSortValue, shownValues } = field('s');
    expect(stringifyJson(docValueFormat(13, undefined))).toBe('1.3');
    expect(docValueFormat(13, '0.00')).toBe('1.30');
    expect(formatSortValue(null, undefined)).toBeNull();
    expect(parseSortValue(1.3, CONTEXT)).toBeCloseTo(13, 12);
    expect(parseSortValue(null, CONTEXT)).toBeNull();
    expect(shownValues?.(1.26, { format: undefined, context: CONTEXT }).map(stringifyJson)).toEqual(
      ['1.3'],
    );
  });
});

describe('a boolean', () => {
  const { field, found } = fieldSearch(MAPPING, [
    { b: true, column: true },
    { b: false, column: 'false' },
    { b: '', column: '' },
    {},
  ]);
  const range = (name: string, bounds: Record<string, JsonValue>) =>
    found(
      field(name).rangeQuery(
        {
          lower: bounds.gte ?? bounds.gt,
          upper: bounds.lte ?? bounds.lt,
          includeLower: bounds.gt === undefined,
          includeUpper: bounds.lt === undefined,
        },
        CONTEXT,
      ),
    ).documents;

  test.each(['b', 'column'])('is found by its value, in postings or in its column: %s', (name) => {
    const term = (value: JsonValue) => found(field(name).termQuery(value, CONTEXT)).documents;
    expect([term(true), term('false'), term(null)]).toEqual(['1', '2,3', '2,3']);
    const terms = (...values: JsonValue[]) =>
      found(field(name).termsQuery(values, CONTEXT)).documents;
    expect([terms(true), terms('false'), terms(true, false), terms()]).toEqual([
      '1',
      '2,3',
      '1,2,3',
      '',
    ]);
  });

  test.each(['b', 'column'])('lies within a range of the two values: %s', (name) => {
    const of = (bounds: Record<string, JsonValue>) => range(name, bounds);
    expect([of({}), of({ gte: false }), of({ gt: false }), of({ gte: true })]).toEqual([
      '1,2,3',
      '1,2,3',
      '1',
      '1',
    ]);
    expect([of({ gt: true }), of({ lt: true }), of({ lte: false }), of({ lt: false })]).toEqual([
      '',
      '2,3',
      '2,3',
      '',
    ]);
    expect([of({ gt: false, lt: true }), of({ gte: true, lte: false })]).toEqual(['', '']);
    expect([of({ gte: true, lte: true }), of({ gt: true, lte: true })]).toEqual(['1', '']);
  });

  test('of another word is refused', () => {
    expect(failureOf(() => field('b').termQuery('yes', CONTEXT))).toEqual([
      "illegal_argument_exception: Can't parse boolean value [yes], expected [true] or [false]",
    ]);
    expect(failureOf(() => field('column').termQuery('true', CONTEXT, true)).join()).toContain(
      'not indexed',
    );
    expect(found(field('b').termQuery('true', CONTEXT, true)).documents).toBe('1');
  });

  test('is a number in a sort', () => {
    const { parseSortValue, formatSortValue, docValueFormat } = field('b');
    expect(
      [true, 'true', false, 'false', 1, null].map((value) => parseSortValue(value, CONTEXT)),
    ).toEqual([1, 1, 0, 0, 1, null]);
    expect([formatSortValue(1, undefined), formatSortValue(null, undefined)]).toEqual([1, null]);
    expect([docValueFormat(1, undefined), docValueFormat(0, undefined)]).toEqual([true, false]);
  });
});

describe('a constant_keyword', () => {
  const { field, found } = fieldSearch(MAPPING, [{}, { c: 'Blue' }]);
  const constant = field('c');
  const ALL = '1,2';
  const is = (query: Parameters<typeof found>[0]) => found(query).documents === ALL;

  test('matches all documents or none', () => {
    const term = (value: JsonValue, insensitive = false) =>
      is(constant.termQuery(value, CONTEXT, insensitive));
    expect([term('Blue'), term('blue'), term('blue', true), term('Bl*'), term('*x')]).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
    expect([
      is(constant.termsQuery(['x', 'Blue'], CONTEXT)),
      is(constant.termsQuery([], CONTEXT)),
    ]).toEqual([true, false]);
    expect([
      is(constant.prefixQuery('Bl', false, CONTEXT)),
      is(constant.prefixQuery('bl', false, CONTEXT)),
      is(constant.prefixQuery('bl', true, CONTEXT)),
      is(constant.wildcardQuery('*lue', false, CONTEXT)),
      is(constant.wildcardQuery('?lue', false, CONTEXT)),
      is(constant.wildcardQuery('b*', false, CONTEXT)),
      is(constant.wildcardQuery('b*', true, CONTEXT)),
    ]).toEqual([true, false, true, true, false, false, true]);
  });

  test('lies in a range by its bounds', () => {
    const range = (lower: JsonValue, upper: JsonValue, isIncluded: boolean) =>
      is(
        constant.rangeQuery(
          { lower, upper, includeLower: isIncluded, includeUpper: isIncluded },
          CONTEXT,
        ),
      );
    expect([range('Blue', null, true), range('Blue', null, false)]).toEqual([true, false]);
    expect([range(null, 'Blue', true), range(null, 'Blue', false)]).toEqual([true, false]);
    expect([range('A', 'C', false), range('C', null, true), range(null, 'A', true)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(range(null, null, false)).toBe(true);
  });
});
