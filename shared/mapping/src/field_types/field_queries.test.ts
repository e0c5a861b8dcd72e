import { expectDefined } from '@skein/base';
import type { JsonObject, JsonValue } from '@skein/content';
import type { Query } from '@skein/search_library';
import { searcherOf } from '../../testdata/field_search.js';
import { failureOf, mappingOf } from '../../testdata/mapping_fixture.js';
import type { MappedField, QueryContext } from './field_type.js';

const MAPPING = mappingOf({
  t: { type: 'text' },
  k: { type: 'keyword', normalizer: 'low' },
  l: { type: 'long' },
  plain: { type: 'long', index: false },
  none: { type: 'long', index: false, doc_values: false },
  ul: { type: 'unsigned_long' },
  d: { type: 'double' },
  f: { type: 'float' },
  h: { type: 'half_float' },
  sf: { type: 'scaled_float', scaling_factor: 10 },
  date: { type: 'date' },
  nanos: { type: 'date_nanos' },
  b: { type: 'boolean' },
  ip: { type: 'ip' },
  g: { type: 'geo_point' },
  flat: { type: 'flat_object' },
  c: { type: 'constant_keyword', value: 'x' },
  w: { type: 'wildcard' },
  m: { type: 'match_only_text' },
  bare: { type: 'text', norms: false },
  shut: { type: 'text', index: false },
  kept: { type: 'keyword', index: false, doc_values: false, store: true },
});

const DOCUMENTS = [
  '{"t":"quick fox","k":"Alpha","l":9007199254740993,"plain":5,"ul":18446744073709551615,"d":1.5,"f":1.1,"h":2,"sf":1.5,"date":"2024-01-15","nanos":"2024-01-15T00:00:00.000000001Z","b":true,"ip":"10.1.2.3","g":"1,2","flat":{"a":{"b":"x"}},"w":"one two","m":"quick","kept":"y","bare":"a"}',
  '{"t":"lazy dog","k":"beta","l":[-3,7],"plain":9,"ul":3,"d":-0.5,"f":2,"h":4,"sf":2.5,"date":"2024-02-01T12:00:00Z","nanos":"2024-01-15T00:00:00.000000002Z","b":false,"ip":"2001:db8::1","flat":{"c":5},"w":"three","bare":"!!","m":""}',
  '{"l":0}',
];

const SEARCHER = searcherOf(MAPPING, DOCUMENTS);
const CONTEXT: QueryContext = { nowMs: Date.parse('2024-02-01T18:00:00Z'), indexName: 'things' };

const ALIASED: QueryContext = { ...CONTEXT, aliases: ['other-name'] };

function found(query: Query): string {
  const { hits } = SEARCHER.topDocs(query, { size: 10, totalHitsThreshold: 10 });
  return hits
    .map(({ doc }) => doc + 1)
    .sort()
    .join();
}

function field(name: string): MappedField {
  const mapped = MAPPING.field(name);
  if (!mapped) throw new TypeError(name);
  return mapped;
}

const range = (name: string, bounds: Record<string, JsonValue>): Query =>
  field(name).rangeQuery(
    {
      lower: bounds.gte ?? bounds.gt,
      upper: bounds.lte ?? bounds.lt,
      includeLower: bounds.gt === undefined,
      includeUpper: bounds.lt === undefined,
      timeZone: bounds.time_zone as string | undefined,
    },
    CONTEXT,
  );

describe('term', () => {
  it.each<[string, JsonValue, string]>([
    ['t', 'fox', '1'],
    ['k', 'ALPHA', '1'],
    ['l', 9007199254740993n, '1'],
    ['l', '7', '2'],
    ['l', 7.5, ''],
    ['plain', 9, '2'],
    ['ul', 18446744073709551615n, '1'],
    ['d', 1.5, '1'],
    ['f', 1.1, '1'],
    ['h', 4, '2'],
    ['sf', 2.5, '2'],
    ['date', '2024-02-01', '2'],
    ['date', 'now/d', '2'],
    ['nanos', '2024-01-15T00:00:00.000000002Z', '2'],
    ['b', true, '1'],
    ['b', 'false', '2'],
    ['ip', '10.1.2.3', '1'],
    ['ip', '10.0.0.0/8', '1'],
    ['ip', '2001:db8::/32', '2'],
    ['flat', 'x', '1'],
    ['flat.a.b', 'x', '1'],
    ['flat.c', 5, '2'],
    ['c', 'x', '1,2,3'],
    ['c', 'y', ''],
    ['w', 'three', '2'],
    ['m', 'quick', '1'],
    ['_id', '2', '2'],
    ['_index', 'things', '1,2,3'],
    ['_index', 'other', ''],
  ])('%s: %p', (name, value, expected) => {
    expect(found(field(name).termQuery(value, CONTEXT))).toBe(expected);
  });

  it.each<[string, JsonValue[], string]>([
    ['k', ['alpha', 'Beta'], '1,2'],
    ['l', [0, '7', 1.5], '2,3'],
    ['ip', ['10.1.2.3', '2001:db8::/32'], '1,2'],
    ['date', ['2024-01-15', '2024-02-01'], '1,2'],
    ['_id', ['1', '3', 'x'], '1,3'],
  ])('terms %s: %p', (name, values, expected) => {
    expect(found(field(name).termsQuery(values, CONTEXT))).toBe(expected);
  });

  it('takes no more dates than a boolean query has clauses', () => {
    const values = ['2024-01-14', '2024-01-15', '2024-01-16'];
    const limited = { ...CONTEXT, maxClauseCount: 3 };
    expect(found(field('date').termsQuery(values, limited))).toBe('1');
    expect(() => field('date').termsQuery([...values, '2024-01-17'], limited)).toThrow(
      'maxClauseCount is set to 3',
    );
  });

  it('ignores case where asked', () => {
    expect(found(field('t').termQuery('FOX', CONTEXT, true))).toBe('1');
    expect(found(field('c').termQuery('X', CONTEXT, true))).toBe('1,2,3');
  });
});

describe('range', () => {
  it.each<[string, Record<string, JsonValue>, string]>([
    ['l', { gte: -3, lt: 0 }, '2'],
    ['l', { gt: -3.5, lte: -2.5 }, '2'],
    ['l', { gt: 9007199254740992n }, '1'],
    ['l', { gt: 7, lt: 8 }, ''],
    ['ul', { gte: '3', lte: 4 }, '2'],
    ['d', { gt: -0.5 }, '1'],
    ['f', { gte: 1.1, lt: 2 }, '1'],
    ['h', { gt: 2 }, '2'],
    ['sf', { gt: 1.5 }, '2'],
    ['sf', { gte: 1.45, lte: 1.55 }, '1'],
    ['date', { gte: '2024-01-01||/M', lte: '2024-01-01||/M' }, '1'],
    ['date', { gte: '2024-01-15', lte: '2024-01-15' }, '1'],
    ['date', { lt: '2024-01-15', time_zone: '-05:00' }, '1'],
    ['date', { gte: 'now-1d/d' }, '2'],
    ['nanos', { gt: '2024-01-15T00:00:00.000000001Z' }, '2'],
    ['k', { gte: 'alpha', lt: 'b' }, '1'],
    ['ip', { gte: '10.0.0.0', lt: '11.0.0.0' }, '1'],
    ['b', { gte: true }, '1'],
    ['flat.a.b', { gte: 'w' }, '1'],
    ['_seq_no', { gte: 1 }, '2,3'],
  ])('%s: %j', (name, bounds, expected) => {
    expect(found(range(name, bounds))).toBe(expected);
  });
});

describe('patterns and existence', () => {
  it('finds prefixes and wildcards', () => {
    expect(found(field('k').prefixQuery('ALP', false, CONTEXT))).toBe('1');
    expect(found(field('k').wildcardQuery('*ET?', false, CONTEXT))).toBe('2');
    expect(found(field('w').wildcardQuery('*e t*', false, CONTEXT))).toBe('1');
    expect(found(field('t').prefixQuery('QU', true, CONTEXT))).toBe('1');
  });

  it.each(['_id', '_field_names'])('finds none in %s', (name) => {
    const reason = `Can only use wildcard queries on keyword and text fields - not on [${name}]`;
    expect(() => field(name).wildcardQuery('*', false, CONTEXT)).toThrow(reason);
  });

  it('sorts documents without an unsigned long by a text that is a whole number', () => {
    const missing = (text: string) => ({
      reverse: false,
      mode: undefined,
      missing: text,
      numericType: undefined,
    });
    expect(field('ul').sortField(missing('18446744073709551615'))).toMatchObject({
      missing: 18446744073709551615n,
    });
    expect(() => field('ul').sortField(missing('1.5'))).toThrow('For input string: "1.5"');
  });

  it.each([
    ['t', '1,2'],
    ['l', '1,2,3'],
    ['g', '1'],
    ['flat', '1,2'],
    ['flat.a', '1'],
    ['kept', '1'],
    ['none', ''],
    ['c', '1,2,3'],
    ['m', '1,2'],
    ['bare', '1,2'],
  ])('exists %s', (name, expected) => {
    expect(found(field(name).existsQuery(CONTEXT))).toBe(expected);
  });
});

it.each<[string, Query]>([
  ['term', field('_index').termQuery('other-name', ALIASED)],
  ['pattern', field('_index').termQuery('other*', ALIASED)],
  ['terms', field('_index').termsQuery(['nothing', 'other-name'], ALIASED)],
  ['prefix', field('_index').prefixQuery('oth', false, ALIASED)],
  ['wildcard', field('_index').wildcardQuery('*NAME', true, ALIASED)],
])('an alias stands for the index: %s', (_kind, query) => {
  expect(found(query)).toBe('1,2,3');
});

it.each<[Record<string, number>, string]>([
  [{ gt: 1.9999 }, '1,2'],
  [{ lt: 4.0001, gt: 2 }, '2'],
  [{ gte: 2.0001 }, '2'],
  [{ lte: 3.9999 }, '1'],
  [{ gte: 2, lte: 4 }, '1,2'],
  [{ gt: 2, lt: 4 }, ''],
])('a bound between two half floats is no half float: %j', (bounds, expected) => {
  expect(found(range('h', bounds))).toBe(expected);
});

describe('queries as Lucene prints them', () => {
  const either = (points: string, column: string) =>
    `IndexOrDocValuesQuery(indexQuery=${points}, dvQuery=${column})`;
  const [last, none] = ['[20 1 d b8 0 0 0 0 0 0 0 0 0 0 0 1]', '0 0 0 0 0 0 0 0 0 0'];

  it.each<[Query, string]>([
    [
      field('ip').termQuery('2001:db8::1', CONTEXT),
      either('ip:[2001:db8:0:0:0:0:0:1 TO 2001:db8:0:0:0:0:0:1]', `ip:[${last} TO ${last}]`),
    ],
    [
      field('ip').termsQuery(['10.0.0.2', '10.0.0.1'], CONTEXT),
      either('ip:{10.0.0.1 10.0.0.2}', `ip:([${none} ff ff a 0 0 1] [${none} ff ff a 0 0 2])`),
    ],
    [
      field('ip').termsQuery(['10.0.0.0/24', '11.0.0.0/8'], CONTEXT),
      'ip:{[10.0.0.0 TO 10.0.0.255]},{[11.0.0.0 TO 11.255.255.255]}',
    ],
    [
      field('h').rangeQuery(
        { lower: 5, upper: 3, includeLower: true, includeUpper: false },
        CONTEXT,
      ),
      either('h:[5.0 TO 2.9980469]', 'h:[17664 TO 16895]'),
    ],
    [
      field('l').rangeQuery(
        { lower: 5, upper: 3, includeLower: true, includeUpper: false },
        CONTEXT,
      ),
      either('l:[5 TO 2]', 'l:[5 TO 2]'),
    ],
    [
      field('k').rangeQuery(
        { lower: 'b', upper: 'c', includeLower: true, includeUpper: false },
        CONTEXT,
      ),
      either('k:[b TO c}', 'k:[b TO c}'),
    ],
  ])('%s', (query, text) => {
    expect(String(query)).toBe(text);
  });
});

describe('what a field cannot answer', () => {
  it.each<[string, () => unknown, string]>([
    [
      'prefix on numbers',
      () => field('l').prefixQuery('1', false, CONTEXT),
      'query_shard_exception: Can only use prefix queries on keyword and text fields - not on [l] which is of type [long]',
    ],
    [
      'unindexed',
      () => field('none').termQuery(1, CONTEXT),
      'illegal_argument_exception: Cannot search on field [none] since it is both not indexed, and does not have doc_values enabled.',
    ],
    [
      'unreadable number',
      () => field('l').termQuery('abc', CONTEXT),
      'number_format_exception: For input string: "abc"',
    ],
    [
      'number out of range',
      () => field('l').termQuery('9223372036854775808', CONTEXT),
      'illegal_argument_exception: Value [9223372036854775808] is out of range for a long',
    ],
    [
      'bound that is no unsigned long',
      () =>
        field('ul').rangeQuery(
          { lower: 'abc', upper: undefined, includeLower: true, includeUpper: true },
          CONTEXT,
        ),
      'number_format_exception: For input string: "abc"',
    ],
    [
      'text sort',
      () =>
        field('t').sortField({
          reverse: false,
          mode: undefined,
          missing: undefined,
          numericType: undefined,
        }),
      'illegal_argument_exception: Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [t] in order to load field data by uninverting the inverted index. Note that this can use significant memory.',
    ],
    [
      'geo term',
      () => field('g').termQuery('1,2', CONTEXT),
      'query_shard_exception: Geometry fields do not support exact searching, use dedicated geometry queries instead: [g]',
    ],
  ])('%s', (_what, call, reason) => {
    expect(failureOf(call)).toEqual([reason]);
  });
});

it.each<[JsonObject, JsonObject]>([
  [{}, { min: 0, max: 2 ** 31 - 1, minSegmentSize: 0 }],
  [{ fielddata_frequency_filter: {} }, { min: 0, max: 2 ** 31 - 1, minSegmentSize: 0 }],
  [
    { fielddata_frequency_filter: { max: '0.5', min: null } },
    { min: 0, max: 0.5, minSegmentSize: 0 },
  ],
  [
    { fielddata_frequency_filter: { min: 2, min_segment_size: 4 } },
    { min: 2, max: 2 ** 31 - 1, minSegmentSize: 4 },
  ],
])('fielddata with %j is of %j', (more, uninverting) => {
  const mapping = mappingOf({ f: { type: 'text', fielddata: true, ...more } });
  expect(mapping.field('f')?.values).toEqual({ kind: 'term', uninverting });
});

describe('text that is not indexed', () => {
  const shut = field('shut');
  const flags = {
    intersection: false,
    complement: false,
    empty: false,
    anyString: false,
    interval: false,
  };
  const pattern = { flags, caseInsensitive: false, maxDeterminizedStates: 100 };
  const edits = { maxEdits: 1, prefixLength: 0, transpositions: true };
  it.each<[string, () => unknown]>([
    ['term', () => shut.termQuery('a', CONTEXT)],
    ['terms', () => shut.termsQuery(['a'], CONTEXT)],
    ['range', () => range('shut', { gte: 'a' })],
    ['prefix', () => shut.prefixQuery('a', false, CONTEXT)],
    ['wildcard', () => shut.wildcardQuery('a*', false, CONTEXT)],
    ['regexp', () => shut.regexpQuery('a.', pattern, CONTEXT)],
    ['fuzzy', () => shut.fuzzyQuery('a', edits, CONTEXT)],
  ])('cannot be searched by %s', (_what, call) => {
    expect(failureOf(call)).toEqual([
      'illegal_argument_exception: Cannot search on field [shut] since it is not indexed.',
    ]);
  });
});

describe('display', () => {
  it.each<[string, number | bigint, string | undefined, JsonValue]>([
    ['l', 1069, '#,##0.00', '1,069.00'],
    ['date', 1431857147000, undefined, '2015-05-17T10:05:47.000Z'],
    ['date', 1431857147000, 'epoch_millis', '1431857147000'],
    ['b', 1, undefined, true],
    ['ul', 18446744073709551615n, undefined, 18446744073709551615n],
  ])('docvalue %s', (name, value, format, expected) => {
    expect(field(name).docValueFormat(value, format)).toEqual(expected);
  });

  it('reads times as the column has them', () => {
    expect(field('date').parseSortValue('2015-05-17||+1d', CONTEXT)).toBe(Date.UTC(2015, 4, 18));
    const { nowMs } = CONTEXT;
    expect(field('date').parseSortValue('now-1d', CONTEXT)).toBe(nowMs - 24 * 3600 * 1000);
  });

  it('shows addresses as text', () => {
    const ip = field('ip');
    for (const address of ['83.149.9.216', '2001:db8::1']) {
      const bytes = ip.parseSortValue(address, CONTEXT);
      expect(ip.formatSortValue(bytes)).toBe(address);
    }
  });
});

it.each([
  ['l', 1, 10],
  ['d', 0, 2],
  ['date', '2024-01-01', '2024-01-31'],
  ['nanos', '2024-01-01', '2024-01-15'],
  ['ip', '10.0.0.0', '10.9.9.9'],
  ['k', 'a', 'b'],
  ['b', true, true],
])('%s: one value lies in a range by every relation', (name, lower, upper) => {
  const bounds = { lower, upper, includeLower: true, includeUpper: true };
  const field = MAPPING.field(name);
  const plain = found(expectDefined(field, name).rangeQuery(bounds, CONTEXT));
  expect(plain).not.toBe('');
  for (const relation of ['intersects', 'within', 'contains'] as const) {
    const related = expectDefined(field, name).rangeQuery({ ...bounds, relation }, CONTEXT);
    expect([relation, found(related)]).toEqual([relation, plain]);
  }
});
