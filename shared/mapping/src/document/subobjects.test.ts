import { atOnce } from '@skein/base';
import type { JsonObject } from '@skein/content';
import fc from 'fast-check';
import { document, failureOf, mappingContext, shown } from '../../testdata/mapping_fixture.js';
import { IndexMapping } from '../index_mapping.js';
import { mergingMapping } from '../merge/merge_mapping.js';

const parse = (mapping: JsonObject) => IndexMapping.parse(mapping, mappingContext());
const merge = (current: JsonObject, update: JsonObject): JsonObject =>
  atOnce(mergingMapping(current, update, mappingContext()));
const long = { type: 'long' };

const METRICS: JsonObject = {
  dynamic: 'false',
  properties: {
    metrics: {
      type: 'object',
      subobjects: false,
      properties: { time: long, 'time.min': long, 'time.max': long },
    },
  },
};

describe('an object without subobjects', () => {
  it('is shown as it was given, and has fields with dots', () => {
    const mapping = parse(METRICS);
    expect(mapping.toJson()).toEqual({
      dynamic: 'false',
      properties: {
        metrics: {
          subobjects: false,
          properties: { time: long, 'time.max': long, 'time.min': long },
        },
      },
    });
    expect(mapping.fieldNames()).toEqual(['metrics.time', 'metrics.time.max', 'metrics.time.min']);
    expect(mapping.hasObject('metrics.time')).toBe(false);
  });

  it.each<JsonObject>([
    { metrics: { time: 5, 'time.min': 1, 'time.max': 9 } },
    { 'metrics.time': 5, 'metrics.time.min': 1, 'metrics.time.max': 9 },
  ])('reads %j', (source) => {
    expect(shown(document(parse(METRICS), source)).sort()).toEqual([
      'metrics.time.max=9',
      'metrics.time.min=1',
      'metrics.time=5',
    ]);
  });

  it('takes objects apart', () => {
    const mapping = parse({
      subobjects: false,
      dynamic: 'false',
      properties: { 'a.b': long, 'a.b.c.d': long },
    });
    const source = { a: [{ b: [1, 2] }, { other: 3 }], 'a.b.c': { d: 4, e: { f: 5 } } };
    expect(shown(document(mapping, source))).toEqual(['a.b=1', 'a.b=2', 'a.b.c.d=4']);
    expect(mapping.toJson().subobjects).toBe(false);
  });

  it('has new fields by their names', () => {
    const current: JsonObject = {
      properties: { metrics: { type: 'object', subobjects: false, properties: { time: long } } },
    };
    const source = { metrics: { 'time.min': 1, gc: { count: 2 } }, plain: { x: 1 } };
    const { dynamicUpdate } = document(parse(current), source);
    expect(dynamicUpdate).toEqual({
      properties: {
        metrics: {
          type: 'object',
          subobjects: false,
          properties: { 'time.min': long, 'gc.count': long },
        },
        plain: { type: 'object', properties: { x: long } },
      },
    });
    const merged = merge(current, dynamicUpdate ?? {});
    expect(document(parse(merged), source).dynamicUpdate).toBeUndefined();
    expect(shown(document(parse(merged), source))).toEqual([
      'metrics.time.min=1',
      'metrics.gc.count=2',
      'plain.x=1',
    ]);
  });

  it('takes what is copied to it', () => {
    const mapping = parse({
      properties: {
        from: { type: 'long', copy_to: 'm.a.b' },
        m: { type: 'object', subobjects: false, properties: { 'a.b': long } },
      },
    });
    expect(shown(document(mapping, { from: 1 }))).toContain('m.a.b=1');
  });

  it('is merged without being told again, and stays so', () => {
    const update: JsonObject = {
      properties: { metrics: { properties: { gc: { properties: { count: long } } } } },
    };
    expect(merge(METRICS, update)).toMatchObject({
      properties: { metrics: { properties: { 'gc.count': long, 'time.min': long } } },
    });
    const other = { properties: { metrics: { type: 'object', subobjects: true } } };
    expect(() => merge(METRICS, other)).toThrow(
      "the [subobjects] parameter can't be updated for the object mapping [metrics]",
    );
    expect(() => merge({}, { subobjects: false })).toThrow(
      "the [subobjects] parameter can't be updated for the object mapping [_doc]",
    );
  });

  it.each<[JsonObject, string]>([
    [{ o: { properties: { x: long } } }, 'Tried to add subobject [o] to object [_doc]'],
    [{ n: { type: 'nested' } }, 'Tried to add nested object [n] to object [_doc]'],
    [{ 'a..b': long }, 'name cannot be empty string'],
  ])('refuses %j', (properties, reason) => {
    expect(failureOf(() => parse({ subobjects: false, properties }))[0]).toContain(reason);
  });
});

test('however a document is written, its fields are the same', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const value = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      fc.nat(9),
      fc.dictionary(name, tie('node'), { maxKeys: 2, noNullPrototype: true }),
    ),
  })).node;
  const mapping = parse({
    subobjects: false,
    dynamic_templates: [{ all: { match: '*', mapping: long } }],
  });
  fc.assert(
    fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (source) => {
      const flat = Object.fromEntries(leaves(source, ''));
      const of = (json: object) => document(mapping, json).dynamicUpdate;
      expect(of(source)).toEqual(of(flat));
    }),
  );
});

function leaves(object: object, prefix: string): [string, unknown][] {
  return Object.entries(object).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null
      ? leaves(value, `${prefix}${name}.`)
      : [[prefix + name, value]],
  );
}
