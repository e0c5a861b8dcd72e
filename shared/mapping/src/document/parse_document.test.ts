import { atOnce } from '@skein/base';
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import fc from 'fast-check';
import {
  document,
  failureOf,
  mappingContext,
  mappingOf,
  shown,
} from '../../testdata/mapping_fixture.js';
import { IndexMapping } from '../index_mapping.js';
import { mergingMapping } from '../merge/merge_mapping.js';

const TYPES = mappingOf({
  t: { type: 'text' },
  k: { type: 'keyword', ignore_above: 5 },
  low: { type: 'keyword', normalizer: 'low' },
  l: { type: 'long' },
  n: { type: 'integer' },
  s: { type: 'short' },
  by: { type: 'byte' },
  d: { type: 'double' },
  f: { type: 'float' },
  h: { type: 'half_float' },
  sf: { type: 'scaled_float', scaling_factor: 100 },
  ul: { type: 'unsigned_long' },
  date: { type: 'date' },
  day: { type: 'date', format: 'yyyy-MM-dd' },
  nanos: { type: 'date_nanos' },
  b: { type: 'boolean' },
  ip: { type: 'ip' },
  g: { type: 'geo_point' },
  o: { properties: { x: { type: 'long' }, deep: { properties: { y: { type: 'keyword' } } } } },
  off: { type: 'object', enabled: false },
  flat: { type: 'flat_object' },
  c: { type: 'constant_keyword', value: 'k' },
  count: { type: 'token_count', analyzer: 'standard' },
  comp: { type: 'completion' },
});

describe('what values become', () => {
  it.each<[string, string[]]>([
    ['{"t":"Fox"}', ['t=Fox']],
    ['{"t":1.0}', ['t=1.0']],
    ['{"t":[1,"two",true,null]}', ['t=1', 't=two', 't=true']],
    ['{"_doc_count":5}', ['_doc_count=5']],
    ['{"k":"short"}', ['k=short']],
    ['{"k":"longer"}', []],
    ['{"low":"ABC"}', ['low=abc']],
    ['{"l":9223372036854775807}', ['l=9223372036854775807']],
    ['{"l":"-9223372036854775808"}', ['l=-9223372036854775808']],
    ['{"l":5.7}', ['l=5']],
    ['{"l":"5.7"}', ['l=5']],
    ['{"l":"٣"}', ['l=3']],
    ['{"l":""}', []],
    ['{"n":"5"}', ['n=5']],
    ['{"n":-1.9}', ['n=-1']],
    ['{"d":"1e3"}', ['d=1000']],
    ['{"f":1.1}', ['f=1.100000023841858']],
    ['{"h":39.9}', ['h=39.90625']],
    ['{"sf":1.239}', ['sf=124']],
    ['{"ul":18446744073709551615}', ['ul=18446744073709551615']],
    ['{"ul":0}', ['ul=0']],
    ['{"date":"2020-01-01"}', ['date=1577836800000']],
    ['{"date":1577836800000}', ['date=1577836800000']],
    ['{"day":"2013-01-01"}', ['day=1356998400000']],
    ['{"nanos":"2020-01-01T00:00:00.123456789Z"}', ['nanos=1577836800123456789']],
    ['{"b":true}', ['b=T', 'b=1']],
    ['{"b":"false"}', ['b=F', 'b=0']],
    ['{"g":{"lat":1,"lon":2}}', ['g=1.0000,2.0000']],
    ['{"g":"1,2"}', ['g=1.0000,2.0000']],
    ['{"g":[2,1]}', ['g=1.0000,2.0000']],
    ['{"g":[[2,1],[4,3]]}', ['g=1.0000,2.0000', 'g=3.0000,4.0000']],
    ['{"g":"POINT (2 1)"}', ['g=1.0000,2.0000']],
    ['{"g":{"type":"Point","coordinates":[2,1]}}', ['g=1.0000,2.0000']],
    ['{"g":"u0"}', ['g=45.0000,0.0000']],
    ['{"o":{"x":1,"deep":{"y":"a"}}}', ['o.x=1', 'o.deep.y=a']],
    ['{"o.x":1,"o.deep.y":["a","b"]}', ['o.x=1', 'o.deep.y=a', 'o.deep.y=b']],
    ['{"o":[{"x":1},null,{"x":[2,[3]]}]}', ['o.x=1', 'o.x=2', 'o.x=3']],
    ['{"o":null,"t":null,"g":null}', []],
    ['{"off":{"x":[1,{"y":2}]}}', []],
    ['{"off":"anything"}', []],
    [
      '{"flat":{"a":{"b":"x"},"c":5}}',
      [
        'flat=flat.a',
        'flat=flat.a.b',
        'flat=flat.b',
        'flat._value=x',
        'flat._valueAndPath=flat.a.b=x',
        'flat=flat.c',
        'flat._value=5',
        'flat._valueAndPath=flat.c=5',
      ],
    ],
    ['{"c":"k"}', []],
    ['{"count":"a b c"}', ['count=3']],
    ['{"comp":{"input":["Big Apple"],"weight":3}}', ['comp=big\x1fapple:3', 'comp=big\x1fapple']],
  ])('%s', (source, expected) => {
    expect(shown(document(TYPES, source))).toEqual(expected);
  });

  it('keeps addresses as sixteen bytes', () => {
    const [field] = document(TYPES, { ip: '10.0.0.1' }).fields;
    expect(field?.kind === 'term' && [...field.value]).toEqual([
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, 0, 0, 1,
    ]);
  });

  it('keeps every 64-bit integer exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(shown(document(TYPES, `{"l":${value}}`))).toEqual([`l=${value}`]);
        expect(shown(document(TYPES, `{"l":"${value}"}`))).toEqual([`l=${value}`]);
      }),
    );
  });
});

const failed = (field: string, type: string, value: string): string =>
  `mapper_parsing_exception: failed to parse field [${field}] of type [${type}] in document with id '1'. Preview of field's value: '${value}'`;
const SOURCE =
  '\n at [Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); line: 1, column: ';

test('the place of a fault is its line, and its column there', () => {
  const at = (source: string) =>
    /line: \d+, column: \d+/.exec(failureOf(() => document(TYPES, source)).join())?.[0];
  expect(at('{"n":3000000000}')).toBe('line: 1, column: 16');
  expect(at('\n{"n":3000000000}')).toBe('line: 2, column: 16');
  expect(at('{\n"l":1,\n\n"n":3000000000}')).toBe('line: 4, column: 15');
});

describe('what is refused', () => {
  it.each<[string, string[]]>([
    [
      '{"n":"abc"}',
      [failed('n', 'integer', 'abc'), 'number_format_exception: For input string: "abc"'],
    ],
    [
      '{"l":"abc"}',
      [failed('l', 'long', 'abc'), 'illegal_argument_exception: For input string: "abc"'],
    ],
    [
      '{"n":3000000000}',
      [
        failed('n', 'integer', '3000000000'),
        `input_coercion_exception: Numeric value (3000000000) out of range of int (-2147483648 - 2147483647)${SOURCE}16]`,
      ],
    ],
    [
      '{"n":{"x":1}}',
      [
        failed('n', 'integer', '{x=1}'),
        `json_parse_exception: Current token (START_OBJECT) not numeric, can not use numeric value accessors${SOURCE}7]`,
      ],
    ],
    [
      '{"n":"3000000000"}',
      [
        failed('n', 'integer', '3000000000'),
        'illegal_argument_exception: Value [3000000000] is out of range for an integer',
      ],
    ],
    [
      '{"by":128}',
      [
        failed('by', 'byte', '128'),
        'illegal_argument_exception: Value [128] is out of range for a byte',
      ],
    ],
    [
      '{"l":"9223372036854775808"}',
      [
        failed('l', 'long', '9223372036854775808'),
        'illegal_argument_exception: Value [9223372036854775808] is out of range for a long',
      ],
    ],
    [
      '{"ul":-1}',
      [
        failed('ul', 'unsigned_long', '-1'),
        'illegal_argument_exception: Value [-1] is out of range for an unsigned long',
      ],
    ],
    [
      '{"h":65520}',
      [
        failed('h', 'half_float', '65520'),
        'illegal_argument_exception: [half_float] supports only finite values, but got [65520.0]',
      ],
    ],
    [
      '{"b":"maybe"}',
      [
        failed('b', 'boolean', 'maybe'),
        'illegal_argument_exception: Failed to parse value [maybe] as only [true] or [false] are allowed.',
      ],
    ],
    [
      '{"ip":"999.1.1.1"}',
      [
        failed('ip', 'ip', '999.1.1.1'),
        "illegal_argument_exception: '999.1.1.1' is not an IP string literal.",
      ],
    ],
    [
      '{"g":{"lat":100,"lon":0}}',
      [
        'mapper_parsing_exception: failed to parse field [g] of type [geo_point]',
        'illegal_argument_exception: illegal latitude value [100.0] for g',
      ],
    ],
    [
      '{"t":{"x":1}}',
      [
        failed('t', 'text', '{x=1}'),
        "illegal_state_exception: Can't get text on a START_OBJECT at 1:6",
      ],
    ],
    [
      '{"c":"other"}',
      [
        failed('c', 'constant_keyword', 'other'),
        'illegal_argument_exception: constant keyword field [c] must have a value of [k]',
      ],
    ],
    [
      '{"o":5}',
      [
        'mapper_parsing_exception: object mapping for [o] tried to parse field [o] as object, but found a concrete value',
      ],
    ],
    [
      '{"_id":"x"}',
      [
        failed('_id', '_id', 'x'),
        'mapper_parsing_exception: Field [_id] is a metadata field and cannot be added inside a document. Use the index API request parameters.',
      ],
    ],
    [
      '{".":1}',
      [
        'mapper_parsing_exception: failed to parse',
        'illegal_argument_exception: field name cannot contain only the character [.]',
      ],
    ],
    [
      '{"":1}',
      [
        'mapper_parsing_exception: failed to parse',
        'illegal_argument_exception: field name cannot be an empty string',
      ],
    ],
    [
      '{"a..b":1}',
      [
        'mapper_parsing_exception: failed to parse',
        'illegal_argument_exception: object field starting or ending with a [.] makes object resolution ambiguous: [a..b]',
      ],
    ],
    [
      '[1]',
      [
        'mapper_parsing_exception: failed to parse',
        'not_x_content_exception: Compressor detection can only be called on some xcontent bytes or compressed xcontent bytes',
      ],
    ],
    ['', ['mapper_parsing_exception: failed to parse, document is empty']],
    [
      '{"l.x":1}',
      [
        'mapper_parsing_exception: Could not dynamically add mapping for field [l.x]. Existing mapping for [l] must be of type object but found [long].',
      ],
    ],
  ])('%s', (source, expected) => {
    expect(failureOf(() => document(TYPES, source))).toEqual(expected);
  });

  it('wraps a bad date with its cause', () => {
    const [outer, inner] = failureOf(() => document(TYPES, { date: 'not a date' }));
    expect(outer).toBe(failed('date', 'date', 'not a date'));
    expect(inner).toBe(
      'illegal_argument_exception: failed to parse date field [not a date] with format [strict_date_optional_time||epoch_millis]',
    );
  });

  it('refuses depth beyond the limit', () => {
    const nest = (levels: number): string =>
      `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
    expect(failureOf(() => document(mappingOf({}), nest(20)))).toEqual([]);
    expect(failureOf(() => document(mappingOf({}), nest(21)))[1]).toContain(
      'The depth of the field has exceeded the allowed limit of [20]',
    );
  });

  it('refuses a term longer than the index can hold, as its own error', () => {
    const [reason] = failureOf(() =>
      document(mappingOf({ k: { type: 'keyword' } }), { k: 'x'.repeat(40_000) }),
    );
    expect(reason).toContain(
      'illegal_argument_exception: Document contains at least one immense term in field="k"',
    );
  });

  it('throws nothing but ApiError, whatever the document', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(
            't',
            'k',
            'l',
            'n',
            'd',
            'sf',
            'ul',
            'date',
            'nanos',
            'b',
            'ip',
            'g',
            'o',
            'off',
            'flat',
            'count',
            'comp',
            'new',
            'a.b',
            '__proto__',
            '',
          ),
          fc.jsonValue({ maxDepth: 4 }),
        ),
        (value) => {
          try {
            document(TYPES, value);
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('around a value', () => {
  it('serves multi-fields, copy_to and null_value', () => {
    const mapping = mappingOf({
      k: { type: 'keyword', null_value: 'NULL', copy_to: 'all' },
      n: {
        type: 'integer',
        ignore_malformed: true,
        copy_to: ['all'],
        fields: { raw: { type: 'keyword' } },
      },
      all: { type: 'text', store: true },
    });
    expect(shown(document(mapping, { k: null, n: 5 }))).toEqual([
      'k=NULL',
      'n=5',
      'n.raw=5',
      'all=5',
    ]);
    const ignored = document(mapping, { n: 'bad' });
    expect(shown(ignored)).toEqual(['n.raw=bad', 'all=bad', '_ignored=n']);
    expect(ignored.stored.fields).toEqual({ all: ['bad'], _ignored: ['n'] });
  });

  it.each(['keyword', 'text', 'long'])('gives plain text to a multi-field of type %s', (type) => {
    const mapping = mappingOf({ k: { type: 'keyword', fields: { sub: { type } } } });
    expect(shown(document(mapping, '{"k":"5"}'))).toEqual(['k=5', 'k.sub=5']);
  });

  it('keeps nested fields out of the document unless included', () => {
    const nested = (options: object) =>
      mappingOf({ n: { type: 'nested', ...options, properties: { a: { type: 'long' } } } });
    expect(shown(document(nested({}), { n: [{ a: 1 }] }))).toEqual([]);
    expect(
      shown(document(nested({ include_in_parent: true }), { n: [{ a: 1 }, { a: 2 }] })),
    ).toEqual(['n.a=1', 'n.a=2']);
    expect(failureOf(() => document(nested({}), { n: { a: 'x' } }))).toHaveLength(2);
  });

  it('filters the source it keeps', () => {
    const mapping = IndexMapping.parse({ _source: { excludes: ['s*'] } }, mappingContext());
    const { source } = document(mapping, { a: 1, s: 'x' }).stored;
    expect(new TextDecoder().decode(source)).toBe('{"a":1}');
    const off = IndexMapping.parse({ _source: { enabled: false } }, mappingContext());
    expect(document(off, { a: 1 }).stored.source).toBeUndefined();
  });
});

describe('dynamic fields', () => {
  const parse = (mapping: object) => IndexMapping.parse(mapping as never, mappingContext());

  it('gives a constant keyword the value of the first document that has one', () => {
    const mapping = { properties: { o: { properties: { c: { type: 'constant_keyword' } } } } };
    const learnt = {
      properties: { o: { properties: { c: { type: 'constant_keyword', value: 'v' } } } },
    };
    expect(document(parse(mapping), { o: { c: null } }).dynamicUpdate).toBeUndefined();
    const update = document(parse(mapping), { o: { c: 'v' } }).dynamicUpdate;
    const merged = atOnce(mergingMapping(mapping, update ?? {}, mappingContext()));
    expect(merged).toEqual(learnt);
    expect(failureOf(() => document(parse(merged), { o: { c: 'w' } }))[1]).toContain(
      'must have a value of [v]',
    );
    expect(failureOf(() => document(parse(merged), { o: { c: null } }))[1]).toBe(
      'illegal_argument_exception: constant keyword field [o.c] must have a value',
    );
    const other = {
      properties: { o: { properties: { c: { type: 'constant_keyword', value: 'w' } } } },
    };
    expect(failureOf(() => atOnce(mergingMapping(learnt, other, mappingContext())))[0]).toContain(
      'Cannot update parameter [value]',
    );
  });

  it('suggests a mapping for each JSON type', () => {
    const { dynamicUpdate, fields } = document(parse({}), {
      s: 'x',
      l: 1,
      d: 1.5,
      b: true,
      when: '2020-01-01',
      slash: '2020/01/01',
      o: { p: [null, 'x'] },
      'q.r': 1,
      none: null,
      empty: [],
    });
    const text = { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } };
    expect(fields).toEqual([]);
    expect(dynamicUpdate).toEqual({
      properties: {
        s: text,
        l: { type: 'long' },
        d: { type: 'float' },
        b: { type: 'boolean' },
        when: { type: 'date' },
        slash: { type: 'date', format: 'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis' },
        o: { type: 'object', properties: { p: text } },
        q: { type: 'object', properties: { r: { type: 'long' } } },
      },
    });
  });

  it('needs one update only', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.stringMatching(/^[a-c]{1,2}$/),
          fc.oneof(
            fc.integer(),
            fc.string(),
            fc.boolean(),
            fc.dictionary(fc.stringMatching(/^[a-c]$/), fc.integer()),
          ),
        ),
        (value) => {
          const first = parse({});
          const { dynamicUpdate } = document(first, value);
          const merged = dynamicUpdate
            ? atOnce(mergingMapping({}, dynamicUpdate, mappingContext()))
            : {};
          expect(document(parse(merged), value).dynamicUpdate).toBeUndefined();
        },
      ),
    );
  });

  it('makes runtime fields where it is told to', () => {
    const given = {
      s: 'x',
      o: { d: 1.5 },
      l: [1, 2],
      slash: '2020/01/01',
      known: 1,
      part: { a: 1 },
    };
    const runtime = {
      known: { type: 'long' },
      part: { type: 'composite', script: "emit('a', 1)", fields: { a: { type: 'long' } } },
    };
    const { dynamicUpdate } = document(parse({ dynamic: 'runtime', runtime }), given);
    const update = {
      runtime: {
        s: { type: 'keyword' },
        'o.d': { type: 'double' },
        l: { type: 'long' },
        slash: { type: 'date', format: 'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis' },
      },
    };
    expect(dynamicUpdate).toEqual(update);
    const merged = atOnce(
      mergingMapping({ dynamic: 'runtime', runtime }, update, mappingContext()),
    );
    expect(document(parse(merged), given)).toMatchObject({ fields: [], dynamicUpdate: undefined });
  });

  it.each<[JsonValue, string]>([
    [[1, '2'], 'mapper [mix] cannot be changed from type [long] to [text]'],
    [['2', [1]], 'mapper [mix] cannot be changed from type [text] to [long]'],
    [[true, 1.5], 'mapper [mix] cannot be changed from type [boolean] to [float]'],
    [[1, { x: 1 }], "can't merge a non object mapping [mix] with an object mapping"],
    [[{ x: 1 }, 1], "can't merge a non object mapping [mix] with an object mapping"],
  ])('refuses values of different types for one new field: %j', (mix, reason) => {
    expect(failureOf(() => document(parse({}), { mix }))).toEqual([
      `illegal_argument_exception: ${reason}`,
    ]);
  });

  it('obeys false, strict and their inheritance', () => {
    const mapping = parse({
      dynamic: false,
      properties: {
        o: { type: 'object', dynamic: true },
        s: { type: 'object', dynamic: 'strict' },
      },
    });
    expect(document(mapping, { zz: { y: 1 }, o: { new: 3 } }).dynamicUpdate).toEqual({
      properties: { o: { type: 'object', properties: { new: { type: 'long' } } } },
    });
    expect(failureOf(() => document(mapping, { s: { x: 1 } }))).toEqual([
      'strict_dynamic_mapping_exception: mapping set to strict, dynamic introduction of [x] within [s] is not allowed',
    ]);
    expect(failureOf(() => document(parse({ dynamic: 'strict' }), { b: 1 }))).toEqual([
      'strict_dynamic_mapping_exception: mapping set to strict, dynamic introduction of [b] within [_doc] is not allowed',
    ]);
  });

  it('fills in names of any letters', () => {
    const mapping = parse({
      dynamic_templates: [
        { all: { match: '*', mapping: { type: 'keyword', meta: { from: '{name}' } } } },
      ],
    });
    expect(document(mapping, { 'a$&b$$': 'x' }).dynamicUpdate).toEqual({
      properties: { 'a$&b$$': { type: 'keyword', meta: { from: 'a$&b$$' } } },
    });
  });

  it('asks the templates first', () => {
    const mapping = parse({
      dynamic: 'strict_allow_templates',
      dynamic_templates: [
        {
          strings: {
            match: 's_*',
            match_mapping_type: 'string',
            mapping: { type: 'keyword', meta: { from: '{name}' } },
          },
        },
        {
          objects: {
            match: 'o*',
            match_mapping_type: 'object',
            mapping: { type: 'object', properties: { bar: { type: 'keyword' } } },
          },
        },
        { any: { path_match: 'free.*', mapping: { type: '{dynamic_type}' } } },
      ],
      properties: { free: { type: 'object' } },
    });
    expect(
      document(mapping, { s_a: 'x', obj: { bar: 'y' }, free: { n: 1 } }).dynamicUpdate,
    ).toEqual({
      properties: {
        s_a: { type: 'keyword', meta: { from: 's_a' } },
        obj: { type: 'object', properties: { bar: { type: 'keyword' } } },
        free: { type: 'object', properties: { n: { type: 'long' } } },
      },
    });
    expect(failureOf(() => document(mapping, { s_b: 1 }))).toEqual([
      'strict_dynamic_mapping_exception: mapping set to strict_allow_templates, dynamic introduction of [s_b] within [_doc] is not allowed',
    ]);
  });

  it('creates the targets of copy_to', () => {
    const mapping = parse({ properties: { a: { type: 'keyword', copy_to: 'x.y' } } });
    expect(document(mapping, { a: '1' }).dynamicUpdate).toMatchObject({
      properties: { x: { properties: { y: { type: 'text' } } } },
    });
  });
});

describe('_doc_count', () => {
  it.each([
    ['0', 'illegal_argument_exception: Field [_doc_count] must be a positive integer.'],
    ['1.5', 'illegal_argument_exception: Field [_doc_count] must be a positive integer.'],
    [
      '"x"',
      'parsing_exception: Failed to parse object: expecting token of type [VALUE_NUMBER] but found [VALUE_STRING]',
    ],
    [
      'null',
      'parsing_exception: Failed to parse object: expecting token of type [VALUE_NUMBER] but found [VALUE_NULL]',
    ],
  ])('%s is refused', (value, reason) => {
    expect(failureOf(() => document(TYPES, `{"_doc_count":${value}}`))).toContain(reason);
  });

  it('below another object it is a field as any other', () => {
    const { dynamicUpdate } = document(TYPES, '{"a":{"_doc_count":3}}');
    expect(dynamicUpdate).toMatchObject({
      properties: { a: { properties: { _doc_count: { type: 'long' } } } },
    });
  });
});

test.each<[string, JsonObject, JsonObject, Record<string, string[]>]>([
  ['of neither', {}, {}, { a: ['a.x=1'], 'a.b': ['a.b.y=2'] }],
  [
    'of the parent',
    { include_in_parent: true },
    { include_in_parent: true },
    { '': ['a.x=1', 'a.b.y=2'], a: ['a.x=1', 'a.b.y=2'], 'a.b': ['a.b.y=2'] },
  ],
  [
    'of the root',
    { include_in_root: true },
    { include_in_root: true },
    { '': ['a.b.y=2', 'a.x=1'], a: ['a.x=1'], 'a.b': ['a.b.y=2'] },
  ],
  [
    'of both, once where the parent is the root',
    { include_in_root: true, include_in_parent: true },
    { include_in_parent: true },
    { '': ['a.x=1', 'a.b.y=2'], a: ['a.x=1', 'a.b.y=2'], 'a.b': ['a.b.y=2'] },
  ],
])('fields of a nested document are fields %s', (_where, outer, inner, expected) => {
  const mapping = mappingOf({
    a: {
      type: 'nested',
      ...outer,
      properties: {
        x: { type: 'long' },
        b: { type: 'nested', ...inner, properties: { y: { type: 'long' } } },
      },
    },
  });
  const parsed = document(mapping, '{"a":{"x":1,"b":{"y":2}}}');
  const found: Record<string, string[]> = {};
  const root = shown(parsed);
  if (root.length > 0) found[''] = root;
  for (const { path, fields } of parsed.nested ?? []) found[path] = shown({ ...parsed, fields });
  expect(found).toEqual(expected);
});
