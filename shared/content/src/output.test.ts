import { atOnce } from '@skein/base';
import fc from 'fast-check';
import {
  doubleText,
  encodeJson,
  encodingJson,
  filterPath,
  filterSource,
  float32Text,
  type JsonValue,
  joinBytes,
  lineRanges,
  parseJson,
  parseYaml,
  prettyJson,
  RawJson,
  stringifyJson,
  toYaml,
} from './mod.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const yaml = (value: JsonValue) => decoder.decode(joinBytes(atOnce(toYaml(encodeJson(value)))));
const raw = (text: string) => new RawJson(encoder.encode(text));

describe('encodeJson', () => {
  it('splices raw JSON untouched', () => {
    expect(stringifyJson({ a: raw('{"x":1.0,"y":9007199254740993}'), b: [1n, null] })).toBe(
      '{"a":{"x":1.0,"y":9007199254740993},"b":[1,null]}',
    );
  });

  it('has OpenSearch’s layout, in raw parts too', () => {
    const json = encodeJson({ a: 1, b: [1, {}], c: [], d: raw('{"e":[1.0]}') });
    expect(decoder.decode(joinBytes(atOnce(prettyJson(json))))).toBe(
      '{\n  "a" : 1,\n  "b" : [\n    1,\n    { }\n  ],\n  "c" : [ ],\n  "d" : {\n    "e" : [\n      1.0\n    ]\n  }\n}\n',
    );
  });

  it('leaves a turn to others between long texts', () => {
    const long = 'x'.repeat(100_000);
    expect([...encodingJson([long, long, long])]).toHaveLength(2);
    expect([...encodingJson(['x', 'x', 'x'])]).toHaveLength(0);
    expect([...encodingJson(Array.from({ length: 98 }, () => 1))]).toHaveLength(0);
    expect([...encodingJson(Array.from({ length: 99 }, () => 1))]).toHaveLength(1);
    expect([...encodingJson(Array.from({ length: 1000 }, () => 1))]).toHaveLength(10);
  });

  it('round-trips', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        const json = encodeJson(plain);
        expect(stringifyJson(parseJson(json))).toBe(JSON.stringify(plain));
        expect(joinBytes(atOnce(encodingJson(plain)))).toEqual(json);
        const pretty = joinBytes(atOnce(prettyJson(json)));
        expect(stringifyJson(parseJson(pretty))).toBe(JSON.stringify(plain));
      }),
    );
  });
});

describe('Java numbers', () => {
  it.each([
    [1, '1.0'],
    [0.28768208622932434, '0.2876821'],
    [1e7, '1.0E7'],
    [1234567.9, '1234567.9'],
    [1e-4, '1.0E-4'],
    [0, '0.0'],
  ])('float %p', (value, text) => expect(float32Text(value)).toBe(text));
  it.each([
    [1, '1.0'],
    [12345678.5, '1.23456785E7'],
    [1e300, '1.0E300'],
    [0.00012, '1.2E-4'],
    [Number.NaN, 'NaN'],
  ])('double %p', (value, text) => expect(doubleText(value)).toBe(text));
});

describe('filterPath', () => {
  const value = parseJson(
    '{"took":1,"hits":{"total":2,"hits":[{"_id":"a","_source":{"p":{"m":1,"n":2}}},{"_id":"b"}]}}',
  );
  it.each([
    ['took', '{"took":1}'],
    ['hits.hits._id', '{"hits":{"hits":[{"_id":"a"},{"_id":"b"}]}}'],
    ['**._i*', '{"hits":{"hits":[{"_id":"a"},{"_id":"b"}]}}'],
    [
      'hits.*',
      '{"hits":{"total":2,"hits":[{"_id":"a","_source":{"p":{"m":1,"n":2}}},{"_id":"b"}]}}',
    ],
    ['**.p,-**.m', '{"hits":{"hits":[{"_source":{"p":{"n":2}}}]}}'],
    ['-hits', '{"took":1}'],
    ['-*', '{}'],
    ['nothing', '{}'],
    ['-**.m,-**.n', '{"took":1,"hits":{"total":2,"hits":[{"_id":"a"},{"_id":"b"}]}}'],
    ['-hits.hits._id', '{"took":1,"hits":{"total":2,"hits":[{"_source":{"p":{"m":1,"n":2}}}]}}'],
    ['hits.hits', '{"hits":{"hits":[{"_id":"a","_source":{"p":{"m":1,"n":2}}},{"_id":"b"}]}}'],
  ])('%s', (patterns, expected) => {
    const filtered = atOnce(filterPath(encodeJson(value), patterns.split(',')));
    expect(decoder.decode(filtered)).toBe(expected);
  });
});

describe('filterSource', () => {
  const source = '{"a":1.0,"b":{"c":[{"d":1,"e":2},3],"f":{}},"g.h":5}';
  it.each([
    [[], [], source],
    [['a'], [], '{"a":1.0}'],
    [['b', 'a', 'a'], [], '{"a":1.0,"b":{"c":[{"d":1,"e":2},3],"f":{}}}'],
    [['b.c.d'], [], '{"b":{"c":[{"d":1}]}}'],
    [['b'], ['b.c.e'], '{"b":{"c":[{"d":1},3],"f":{}}}'],
    [['b.*'], [], '{"b":{"c":[{"d":1,"e":2},3],"f":{}}}'],
    [[], ['b*'], '{"a":1.0,"g.h":5}'],
    [[], ['*.d', 'a'], '{"b":{"c":[{"e":2},3],"f":{}},"g.h":5}'],
    [['g.h'], [], '{"g.h":5}'],
    [['*.d'], [], '{"b":{"c":[{"d":1}]}}'],
    [['nope'], [], '{}'],
    [['g'], [], '{"g.h":5}'],
    [['g', 'b.f'], [], '{"b":{"f":{}},"g.h":5}'],
    [[], ['g', 'b'], '{"a":1.0}'],
    [['*'], ['g'], '{"a":1.0,"b":{"c":[{"d":1,"e":2},3],"f":{}}}'],
    [['h'], [], '{}'],
  ])('includes %j excludes %j', (includes, excludes, expected) => {
    expect(decoder.decode(filterSource(encoder.encode(source), includes, excludes))).toBe(expected);
  });
});

describe('lines and YAML', () => {
  it('splits lines with either line end', () => {
    const bytes = encoder.encode('{}\r\n\n{"a":1}');
    expect(
      [...lineRanges(bytes)].map(({ start, end }) => decoder.decode(bytes.subarray(start, end))),
    ).toEqual(['{}', '', '{"a":1}']);
  });
  it('writes and reads YAML with exact longs', () => {
    const text = yaml({ a: 9007199254740993n, b: [raw('{"c":1}')] });
    expect(text).toBe('---\na: 9007199254740993\nb:\n- c: 1\n');
    expect(parseYaml(text)).toEqual({ a: 9007199254740993n, b: [{ c: 1 }] });
  });
});
