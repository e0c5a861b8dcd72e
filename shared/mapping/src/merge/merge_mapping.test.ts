import { atOnce } from '@skein/base';
import type { JsonObject } from '@skein/content';
import fc from 'fast-check';
import { failureOf, mappingContext } from '../../testdata/mapping_fixture.js';
import { mergingMapping } from './merge_mapping.js';

const merge = (current: JsonObject, update: JsonObject): JsonObject =>
  atOnce(mergingMapping(current, update, mappingContext()));
const mergeFields = (a: JsonObject, b: JsonObject): JsonObject =>
  merge({ properties: a }, { properties: b });

describe('what may change', () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    [
      'new fields',
      { a: { type: 'keyword' } },
      { b: { type: 'text', fields: { k: { type: 'keyword' } } } },
      { a: { type: 'keyword' }, b: { type: 'text', fields: { k: { type: 'keyword' } } } },
    ],
    [
      'updatable parameters',
      { a: { type: 'keyword' } },
      { a: { type: 'keyword', ignore_above: 10 } },
      { a: { type: 'keyword', ignore_above: 10 } },
    ],
    [
      'left-out parameters fall back',
      { a: { type: 'keyword', ignore_above: 10 } },
      { a: { type: 'keyword' } },
      { a: { type: 'keyword' } },
    ],
    [
      'meta is replaced',
      { a: { type: 'keyword', meta: { bar: 'baz' } } },
      { a: { type: 'keyword', meta: { baz: 'quux' } } },
      { a: { type: 'keyword', meta: { baz: 'quux' } } },
    ],
    [
      'multi-fields add up',
      { a: { type: 'text', fields: { x: { type: 'keyword' } } } },
      { a: { type: 'text', fields: { y: { type: 'keyword' } } } },
      { a: { type: 'text', fields: { x: { type: 'keyword' }, y: { type: 'keyword' } } } },
    ],
    [
      'norms go off',
      { a: { type: 'text' } },
      { a: { type: 'text', norms: false } },
      { a: { type: 'text', norms: false } },
    ],
    [
      'objects grow',
      { o: { properties: { a: { type: 'long' } } } },
      { 'o.b': { type: 'long' }, o: { type: 'object', dynamic: 'strict' } },
      { o: { dynamic: 'strict', properties: { a: { type: 'long' }, b: { type: 'long' } } } },
    ],
  ])('%s', (_what, before, after, expected) => {
    expect(mergeFields(before, after)).toEqual({ properties: expected });
  });

  it('replaces root options that are given and keeps the others', () => {
    expect(
      merge(
        { dynamic: 'strict', _meta: { a: 1 }, date_detection: false },
        { dynamic: true, _meta: { b: 1 } },
      ),
    ).toEqual({
      dynamic: 'true',
      _meta: { b: 1 },
      date_detection: false,
    });
  });

  it('is idempotent', () => {
    const field = fc.constantFrom<JsonObject>(
      { type: 'keyword', ignore_above: 3 },
      { type: 'long', index: false },
      { properties: { z: { type: 'ip' } } },
      { type: 'text', analyzer: 'english' },
    );
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-d]{1,2}$/), field), (properties) => {
        const once = merge({}, { properties });
        expect(merge(once, { properties })).toEqual(once);
      }),
    );
  });
});

describe('what conflicts', () => {
  const conflict = (name: string, lines: string[]): string =>
    `illegal_argument_exception: Mapper for [${name}] conflicts with existing mapper:\n\t${lines.join('\n\t')}`;

  it.each<[JsonObject, JsonObject, string]>([
    [
      { a: { type: 'keyword' } },
      { a: { type: 'long' } },
      'illegal_argument_exception: mapper [a] cannot be changed from type [keyword] to [long]',
    ],
    [
      { a: { type: 'keyword' } },
      { 'a.b': { type: 'long' } },
      "illegal_argument_exception: can't merge a non object mapping [a] with an object mapping",
    ],
    [
      { 'a.b': { type: 'long' } },
      { a: { type: 'keyword' } },
      "illegal_argument_exception: can't merge a non object mapping [a] with an object mapping",
    ],
    [
      { a: { type: 'text', analyzer: 'english' } },
      { a: { type: 'text' } },
      conflict('a', ['Cannot update parameter [analyzer] from [english] to [default]']),
    ],
    [
      { o: { properties: { a: { type: 'long' } } } },
      { o: { properties: { a: { type: 'long', index: false, store: true } } } },
      conflict('o.a', [
        'Cannot update parameter [index] from [true] to [false]',
        'Cannot update parameter [store] from [false] to [true]',
      ]),
    ],
    [
      { a: { type: 'text', norms: false } },
      { a: { type: 'text', norms: true } },
      conflict('a', ['Cannot update parameter [norms] from [false] to [true]']),
    ],
    [
      { o: { type: 'object' } },
      { o: { type: 'nested' } },
      'illegal_argument_exception: cannot change object mapping from non-nested to nested',
    ],
    [
      { o: { type: 'object' } },
      { o: { type: 'object', enabled: false } },
      "mapper_exception: the [enabled] parameter can't be updated for the object mapping [o]",
    ],
  ])('%j and %j', (before, after, reason) => {
    expect(failureOf(() => mergeFields(before, after))[0]).toBe(reason);
  });

  it('looks inside one mapping too', () => {
    const properties = { a: { type: 'nested' }, 'a.b': { type: 'long' } };
    expect(failureOf(() => merge({}, { properties }))[0]).toBe(
      'illegal_argument_exception: cannot change object mapping from nested to non-nested',
    );
  });

  it('covers metadata fields and limits', () => {
    expect(failureOf(() => merge({}, { _source: { enabled: false } }))[0]).toBe(
      conflict('_source', ['Cannot update parameter [enabled] from [true] to [false]']),
    );
    const context = mappingContext({ 'index.mapping.total_fields.limit': '2' });
    const grow = (): JsonObject =>
      atOnce(
        mergingMapping(
          { properties: { a: { type: 'long' }, b: { type: 'long' } } },
          { properties: { c: { type: 'long' } } },
          context,
        ),
      );
    expect(failureOf(grow)[0]).toBe(
      'illegal_argument_exception: Limit of total fields [2] has been exceeded',
    );
  });

  it('counts fields before it builds them', () => {
    const context = mappingContext({ 'index.mapping.total_fields.limit': '3' });
    const refused = (properties: JsonObject) =>
      failureOf(() => atOnce(mergingMapping({}, { properties }, context)))[0];
    const unknown = { type: 'no such type' };
    const tooMany = 'illegal_argument_exception: Limit of total fields [3] has been exceeded';
    expect(refused({ a: unknown, b: unknown, c: unknown, d: unknown })).toBe(tooMany);
    expect(refused({ a: { properties: { b: { type: 'x', fields: { c: {}, d: {} } } } } })).toBe(
      tooMany,
    );
    expect(refused({ a: unknown, b: unknown, c: unknown })).toContain('no such type');
    const objects = {
      'a.b': { properties: { c: { type: 'long' } } },
      a: { properties: { b: { properties: { d: { type: 'long' } } } } },
    };
    expect(failureOf(() => atOnce(mergingMapping({}, { properties: objects }, context)))[0]).toBe(
      tooMany,
    );
    const wider = mappingContext({ 'index.mapping.total_fields.limit': '4' });
    expect(() => atOnce(mergingMapping({}, { properties: objects }, wider))).not.toThrow();
  });
});

describe('runtime fields', () => {
  const twice = { type: 'long', script: { source: 'emit(2)', lang: 'painless' } };

  it('are added, replaced and taken out', () => {
    const before = merge(
      {},
      { runtime: { a: { type: 'long', script: 'emit(2)' }, b: { type: 'ip' } } },
    );
    expect(before).toEqual({ runtime: { a: twice, b: { type: 'ip' } } });
    expect(merge(before, { runtime: { b: { type: 'date', format: 'yyyy' }, a: null } })).toEqual({
      runtime: { b: { type: 'date', format: 'yyyy' } },
    });
    expect(merge(before, { runtime: { a: null, b: null, never: null } })).toEqual({});
  });

  it('count as fields', () => {
    const runtime = Object.fromEntries(
      Array.from({ length: 1001 }, (_, i) => [`f${i}`, { type: 'long' }]),
    );
    expect(() => merge({}, { runtime })).toThrow('Limit of total fields [1000] has been exceeded');
  });

  it.each([
    [{ x: { type: 'nope' } }, 'The mapper type [nope] declared on runtime field [x]'],
    [{ x: { type: 'ip', format: 'yyyy' } }, 'unknown parameter [format] on runtime field [x]'],
    [{ 'x*': { type: 'ip' } }, 'runtime field name [x*] must not contain [*]'],
    [
      { x: { type: 'ip', on_script_error: 'stop' } },
      'Unknown value [stop] for field [on_script_error]',
    ],
    [[], '[runtime] must be an object of runtime fields by name'],
  ])('refuse %j', (runtime, reason) => {
    expect(() => merge({}, { runtime } as JsonObject)).toThrow(reason);
  });
});
