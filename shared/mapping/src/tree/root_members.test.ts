/** Tests the members of a mapping beside its fields: derived and runtime fields, formats, flags. */
import { atOnce } from '@skein/base';
import type { JsonObject, JsonValue } from '@skein/content';
import { document, failureOf, mappingContext, shown } from '../../testdata/mapping_fixture.js';
import { fieldCapabilities } from '../capabilities/field_capabilities.js';
import { IndexMapping } from '../index_mapping.js';
import { composingMappings } from '../merge/compose_mappings.js';
import { checkDerivedType, parseDerived } from './derived_definitions.js';
import { isRuntimeField, parseRuntimeMappings, runtimeFields } from './runtime_definitions.js';

const parse = (root: JsonObject) => IndexMapping.parse(root, mappingContext());
const refused = (root: JsonObject) => failureOf(() => parse(root)).join();
const compose = (...mappings: JsonObject[]) =>
  atOnce(composingMappings(mappings, mappingContext()));

const SCRIPT = { source: 'emit(1)' };

describe('derived fields', () => {
  test.each([
    'boolean',
    'date',
    'double',
    'float',
    'geo_point',
    'ip',
    'keyword',
    'long',
    'object',
    'text',
  ])('may be of type [%s]', (type) => {
    expect(() => checkDerivedType(type)).not.toThrow();
    expect(() => parse({ derived: { d: { type, script: SCRIPT } } })).not.toThrow();
  });

  test.each(['integer', 'byte', 'half_float', 'nested', 'unsigned_long', 'date_nanos', 'none', ''])(
    'may not be of type [%s]',
    (type) => {
      expect(refused({ derived: { d: { type, script: SCRIPT } } })).toContain(
        `Type [${type}] isn't supported in Derived field context.`,
      );
    },
  );

  const field = (more: JsonObject) => ({ type: 'object', script: SCRIPT, ...more });

  test.each<[JsonValue, string]>([
    [5, 'derived must be a map type'],
    [{ d: 'x' }, 'Expected map for property [derived_fields] on field [d]'],
    [{ d: { type: 'long' } }, 'derived field [d] has no script'],
    [{ d: { type: 'long', script: null } }, 'derived field [d] has no script'],
    [{ d: field({ x: 1 }) }, 'unknown parameter [x] on mapper [d] of type [object]'],
    [
      { d: field({ properties: 'x' }) },
      '[properties] must be an object, got String[x] for field [d]',
    ],
    [{ d: field({ properties: true }) }, 'got Boolean[true] for field [d]'],
    [{ d: field({ properties: 1 }) }, 'got Integer[1] for field [d]'],
    [{ d: field({ properties: 1.5 }) }, 'got Double[1.5] for field [d]'],
    [{ d: field({ properties: 2 ** 31 - 1 }) }, 'got Integer[2147483647] for field [d]'],
    [{ d: field({ properties: 2 ** 31 }) }, 'got Long[2147483648] for field [d]'],
    [{ d: field({ properties: -(2n ** 63n) }) }, 'got Long[-9223372036854775808] for field [d]'],
    [{ d: field({ properties: 2n ** 63n }) }, 'got BigInteger[9223372036854775808] for'],
    [{ d: field({ properties: [] }) }, 'got ArrayList[[]] for field [d]'],
    [
      { d: field({ properties: { a: {} } }) },
      '[properties] values can only be strings, but got HashMap[{}] for field [d]',
    ],
    [{ d: field({ ignore_malformed: 'maybe' }) }, 'maybe'],
  ])('are not %j: %s', (derived, reason) => {
    expect(refused({ derived })).toContain(reason);
  });

  test('are shown with their whole scripts', () => {
    const given = { type: 'long', script: 'emit(1)' };
    expect(parseDerived({ d: given, s: { type: 'long', script: { id: 'x' } } })).toEqual({
      d: { type: 'long', script: { source: 'emit(1)', lang: 'painless' } },
      s: { type: 'long', script: { id: 'x' } },
    });
    const withParams = { source: 'emit(params.a)', params: { a: 1 } };
    expect(parseDerived({ d: { type: 'long', script: withParams } })?.d).toMatchObject({
      script: { params: { a: 1 } },
    });
    expect([parseDerived({}), parseDerived(null), parseDerived(undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('of templates are composed, the later ones win', () => {
    const derived = (name: string, type: string) => ({
      derived: { [name]: { type, script: { source: 'emit(1)', lang: 'painless' } } },
    });
    expect(compose(derived('a', 'long'), {})).toEqual(derived('a', 'long'));
    expect(compose({}, derived('a', 'long'))).toEqual(derived('a', 'long'));
    expect(compose(derived('a', 'long'), derived('a', 'ip'))).toEqual(derived('a', 'ip'));
    expect(compose(derived('a', 'long'), derived('b', 'ip'))).toEqual({
      derived: { ...derived('a', 'long').derived, ...derived('b', 'ip').derived },
    });
    expect(compose({}, {})).toEqual({});
  });

  test('have capabilities under the names that are asked for', () => {
    const mapping = parse({ derived: { one: { type: 'long', script: SCRIPT } } });
    const names = (...patterns: string[]) => [...fieldCapabilities(mapping, patterns).keys()];
    expect([names('one'), names('o*'), names('t*'), names('two')]).toEqual([
      ['one'],
      ['one'],
      [],
      [],
    ]);
    expect(fieldCapabilities(mapping, ['one']).get('one')).toMatchObject({
      type: 'derived',
      searchable: false,
      aggregatable: true,
    });
  });
});

describe('runtime fields', () => {
  const composite = (fields: JsonValue, more: JsonObject = {}) => ({
    c: { type: 'composite', script: SCRIPT, fields, ...more },
  });

  test.each<[JsonValue, string]>([
    [5, '[runtime] must be an object of runtime fields by name'],
    [{ 'a*': { type: 'long' } }, 'runtime field name [a*] must not contain [*]'],
    [{ r: 'x' }, 'Expected map for runtime field [r] definition but got a String'],
    [{ r: [] }, 'Expected map for runtime field [r] definition but got a ArrayList'],
    [{ r: {} }, 'No type specified for runtime field [r]'],
    [{ r: { type: null } }, 'No type specified for runtime field [r]'],
    [
      { r: { type: 'text' } },
      'The mapper type [text] declared on runtime field [r] does not exist.',
    ],
    [{ r: { type: 'long', x: 1 } }, 'unknown parameter [x] on runtime field [r] of type [long]'],
    [{ r: { type: 'long', format: 'yyyy' } }, 'unknown parameter [format] on runtime field [r]'],
    [{ r: { type: 'date', format: 'jjjj' } }, 'jjjj'],
    [{ r: { type: 'long', meta: 'x' } }, '[meta] must be an object, got String[x] for field [r]'],
    [{ r: { type: 'long', meta: { a: 5 } } }, 'values can only be strings, but got Integer[5] for'],
    [
      { r: { type: 'long', on_script_error: 'stop' } },
      'Unknown value [stop] for field [on_script_error] of runtime field [r] - accepted values are [fail, continue]',
    ],
    [
      { r: { type: 'long', script: { id: 'x' } } },
      'stored scripts are not supported for runtime field [r]',
    ],
    [
      { c: { type: 'composite', fields: {} } },
      'composite runtime field [c] must declare a [script]',
    ],
    [composite(5), 'composite runtime field [c] must declare its [fields]'],
    [composite({ a: 5 }), 'Expected map for runtime field [c.a] definition but got a Integer'],
    [composite({ a: {} }), 'No type specified for runtime field [c.a]'],
    [
      composite({ a: { type: 'composite' } }),
      'Composite field [c] cannot contain another composite field [c.a]',
    ],
    [composite({ a: { type: 'long', x: 1 } }), 'unknown parameter [x] on runtime field [c.a]'],
    [
      composite({ a: { type: 'long', script: SCRIPT } }),
      'Cannot use [script] parameter on sub-field [a] of composite field [c]',
    ],
    [composite({}, { format: 'yyyy' }), 'unknown parameter [format] on runtime field [c]'],
  ])('are not %j: %s', (runtime, reason) => {
    expect(refused({ runtime })).toContain(reason);
  });

  test('of a composite field are its parts', () => {
    const { runtime } = parse({
      runtime: {
        plain: { type: 'long', on_script_error: 'continue' },
        ...composite({ a: { type: 'ip' }, d: { type: 'date', format: 'yyyy' } }),
        gone: null,
      },
    });
    expect(runtimeFields(runtime).map(({ name, type, part }) => [name, type, part?.of])).toEqual([
      ['plain', 'long', undefined],
      ['c.a', 'ip', 'c'],
      ['c.d', 'date', 'c'],
    ]);
    const known = ['plain', 'c', 'c.a', 'c.b', 'gone', 'toString'].map((name) =>
      isRuntimeField(runtime, name),
    );
    expect(known).toEqual([true, true, true, false, false, false]);
    expect(isRuntimeField(undefined, 'plain')).toBe(false);
  });

  test('of a search cannot remove one', () => {
    expect(failureOf(() => parseRuntimeMappings({ r: null })).join()).toContain(
      'Runtime field [r] was set to null but its removal is not supported in this context',
    );
    expect(parseRuntimeMappings({ r: { type: 'long' } })).toEqual({ r: { type: 'long' } });
    expect(parseRuntimeMappings(undefined)).toBeUndefined();
  });

  test('of templates are composed, and a later one removes one by null', () => {
    const runtime = (fields: JsonObject) => ({ runtime: fields });
    const long = { type: 'long' };
    expect(compose(runtime({ a: long }), runtime({ b: long }))).toEqual(
      runtime({ a: long, b: long }),
    );
    expect(compose(runtime({ a: long, b: long }), runtime({ a: null }))).toEqual(
      runtime({ b: long }),
    );
    expect(compose(runtime({ a: long }), runtime({ a: null }))).toEqual({});
  });
});

describe('dynamic date formats', () => {
  const made = (dynamic_date_formats: JsonValue, text: string) => {
    const update = document(parse({ dynamic_date_formats }), { d: text }).dynamicUpdate;
    return JSON.stringify(update?.properties);
  };

  test('are one or several, or none', () => {
    expect(made('yyyy-MM', '2024-05')).toBe('{"d":{"type":"date","format":"yyyy-MM"}}');
    expect(made(['yyyy-MM', 'HH:mm'], '10:30')).toBe('{"d":{"type":"date","format":"HH:mm"}}');
    expect(made(['yyyy-MM'], '10:30')).toContain('"text"');
    expect(made('none', '2024-01-01')).toContain('"text"');
    expect(made([], '2024-01-01')).toContain('"text"');
  });

  test('are no time since the epoch, and patterns', () => {
    expect(refused({ dynamic_date_formats: ['epoch_millis'] })).toContain(
      'Epoch [epoch_millis] is not supported as dynamic date format',
    );
    expect(refused({ dynamic_date_formats: 'epoch_millis' })).toBe('');
    for (const wrong of ['jjjj', ['jjjj'], ['none']]) {
      expect(refused({ dynamic_date_formats: wrong })).not.toBe('');
    }
  });
});

test.each<[JsonObject, string]>([
  [{ _meta: 'x' }, '[_meta] config must be an object'],
  [{ _field_names: { enabled: false } }, 'Disabling _field_names is not supported'],
  [
    { _source: { recovery_source_enabled: false } },
    '[_source] parameter [recovery_source_enabled] can only be [true]',
  ],
  [{ _routing: { x: 1 } }, 'unknown parameter [x] on mapper [_routing]'],
  [{ nothing: 1 }, 'Root mapping definition has unsupported parameters:'],
])('%j is refused: %s', (root, reason) => {
  expect(refused(root)).toContain(reason);
});

test.each<[JsonObject, JsonObject]>([
  [{ _size: { enabled: true } }, { _size: { enabled: true } }],
  [{ _routing: { required: true } }, { _routing: { required: true } }],
  [{ _source: { enabled: false } }, { _source: { enabled: false } }],
  [{ _source: { includes: 'a,b' } }, { _source: { includes: ['a', 'b'] } }],
  [{ _source: { excludes: ['a'] } }, { _source: { excludes: ['a'] } }],
  [{ date_detection: false }, { date_detection: false }],
  [{ numeric_detection: 'true' }, { numeric_detection: true }],
  [{ dynamic: 'strict' }, { dynamic: 'strict' }],
])('%j of a template is shown as %j', (given, expected) => {
  expect(compose(given)).toEqual(expected);
  expect(compose(given, {})).toEqual(expected);
  expect(compose({}, given)).toEqual(expected);
});

test('an object below one without subobjects counts in the depth', () => {
  const mapping = (depth: string) =>
    IndexMapping.parse(
      { properties: { o: { type: 'object', subobjects: false } } },
      mappingContext({ 'index.mapping.depth.limit': depth }),
    );
  const source = { o: { a: { b: { c: 1 } }, d: { e: 2 } } };
  const text = JSON.stringify(document(mapping('4'), source).dynamicUpdate);
  expect(text).toContain('"a.b.c"');
  expect(text).toContain('"d.e"');
  expect(failureOf(() => document(mapping('3'), source)).join()).toContain(
    'The depth of the field has exceeded the allowed limit of [3].',
  );
  const wide = { o: { a: { b: 1 }, c: { b: 1 }, d: { b: 1 }, e: { b: 1 } } };
  expect(() => document(mapping('3'), wide)).not.toThrow();
  expect(shown(document(mapping('3'), { o: { a: null } }))).toEqual([]);
});
