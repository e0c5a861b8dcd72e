/** Tests filters of responses, element by element, and the layouts of texts at their limits. */
import { atOnce } from '@skein/base';
import fc from 'fast-check';
import { encodeJson } from './encode_json.js';
import { filterPath } from './filter_path.js';
import { JsonReader } from './json_reader.js';
import { JSON_TOKEN } from './json_token.js';
import { fromSmile, joinBytes, parseJson, parseJsonInPieces, toSmile, toYaml } from './mod.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './value.js';

function filtered(value: JsonValue, ...patterns: string[]): JsonValue {
  return parseJson(atOnce(filterPath(encodeJson(value), patterns)));
}

/** The part that an inclusion of paths of plain names keeps: `undefined` is nothing. */
function kept(value: JsonValue, paths: readonly (readonly string[])[]): JsonValue | undefined {
  if (paths.some((path) => path.length === 0)) return value;
  if (paths.length === 0) return undefined;
  if (isJsonArray(value)) {
    const items = value.flatMap((item) => {
      const left = isJsonArray(item) || isJsonObject(item) ? kept(item, paths) : undefined;
      return left === undefined ? [] : [left];
    });
    return items.length === 0 ? undefined : items;
  }
  if (!isJsonObject(value)) return undefined;
  const members = Object.entries(value).flatMap(([name, member = null]) => {
    const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
    const left = kept(member, below);
    return left === undefined ? [] : [[name, left] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

test('of a list each element is filtered by itself', () => {
  const value = { a: [{ b: 1, c: 2 }, 5, { c: 3 }, [{ b: 4 }, 6, [{ b: 7 }]], { b: { x: 8 } }] };
  expect(filtered(value, 'a.b')).toEqual({
    a: [{ b: 1 }, [{ b: 4 }, [{ b: 7 }]], { b: { x: 8 } }],
  });
  expect(filtered(value, '-a.b')).toEqual({ a: [{ c: 2 }, 5, { c: 3 }, [6]] });
  expect(filtered(value, 'a.b.x')).toEqual({ a: [{ b: { x: 8 } }] });
});

test('an inclusion keeps what its paths lead to, and nothing else', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<JsonValue>(1, 'x', null, true),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 3 }),
    ),
  }));
  const path = fc.array(name, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(value, fc.array(path, { minLength: 1, maxLength: 3 }), (inner, paths) => {
      const document: JsonObject = { a: inner, b: [inner, { a: inner }] };
      const patterns = paths.map((names) => names.join('.'));
      expect(filtered(document, ...patterns)).toEqual(kept(document, paths) ?? {});
    }),
    { numRuns: 500 },
  );
});

test('a reader that begins again has nothing of what it read before', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const reader = new JsonReader(bytes('{"a":[1,{"b":"\\u00e4"'));
  for (let at = 0; at < 7; at++) reader.next();
  expect(reader.depth).toBe(3);
  reader.restart(bytes(' {"c": 5} '));
  expect([reader.depth, reader.openContainer]).toEqual([0, undefined]);
  const tokens = Array.from({ length: 5 }, () => reader.next());
  expect(tokens).toEqual([
    JSON_TOKEN.START_OBJECT,
    JSON_TOKEN.FIELD_NAME,
    JSON_TOKEN.NUMBER,
    JSON_TOKEN.END_OBJECT,
    JSON_TOKEN.END,
  ]);
  expect(reader.depth).toBe(0);
  reader.restart(bytes('7'));
  expect([reader.next(), reader.number(), reader.next()]).toEqual([
    JSON_TOKEN.NUMBER,
    7,
    JSON_TOKEN.END,
  ]);
  reader.restart(bytes('7 8'));
  reader.next();
  expect(() => reader.next()).toThrow();
});

test('names whose reference would have a reserved byte are written again', () => {
  const names = Array.from({ length: 800 }, (_, at) => `name${at}`);
  const object = Object.fromEntries(names.map((name) => [name, 0]));
  const smile = Buffer.from(joinBytes(atOnce(toSmile(encodeJson([object, object])))));
  const times = (name: string) =>
    smile.toString('latin1').split(new RegExp(`${name}(?![0-9])`)).length - 1;
  const twice = names.filter((name) => times(name) === 2);
  expect(twice).toEqual(['name254', 'name255', 'name510', 'name511', 'name766', 'name767']);
  expect(names.filter((name) => times(name) !== 1 && times(name) !== 2)).toEqual([]);
});

describe('YAML', () => {
  const yaml = (value: JsonValue) =>
    Buffer.from(joinBytes(atOnce(toYaml(encodeJson(value))))).toString();

  test.each([
    ['a\x1fb', true],
    ['a b', false],
    ['a!b', false],
    ['a~b', false],
    ['a\x7fb', true],
    ['a\x9fb', true],
    ['a\u00a0b', false],
    ['a\u2027b', false],
    ['a\u2028b', true],
    ['a\u2029b', true],
    ['a\u202ab', false],
    ['a\ud800b', true],
  ])('the name %j is between quotes: %s', (name, isQuoted) => {
    expect(yaml({ [name]: 1 }).startsWith('---\n"')).toBe(isQuoted);
  });

  test('a text is broken neither beside its first nor beside its last character', () => {
    const lines = (text: string) => yaml([text]).split('\n').length - 2;
    const word = 'x'.repeat(100);
    expect([lines(word), lines(`${word} `), lines(`${word} y`)]).toEqual([1, 1, 2]);
    expect(lines(`${word} y z`)).toBe(2);
    expect([lines(` ${word}`), lines(`y ${word}`)]).toEqual([1, 1]);
    expect(lines(`${word}${'\t'}`)).toBe(1);
  });

  test('a text is broken behind an escape, as soon as the line is full', () => {
    const isBroken = (before: number) =>
      yaml([`${'x'.repeat(before)}${'\x01'.repeat(19)}${'y'.repeat(50)}`]).includes('\\\n  yyy');
    expect([0, 1, 2, 3, 4].map(isBroken)).toEqual([false, false, true, true, true]);
  });
});

test('of texts that come again the later ones are references of two bytes', () => {
  const texts = Array.from({ length: 300 }, (_, at) => `t${1000 + at}`);
  const written = texts.flatMap((text) => [0x40 + text.length - 1, ...Buffer.from(text)]);
  const references = [0xec, 64, 0xed, 0, 0xed, 43];
  const smile = Uint8Array.of(0x3a, 0x29, 0x0a, 0x03, 0xf8, ...written, ...references, 0xf9);
  const read = parseJson(atOnce(fromSmile(smile))) as readonly string[];
  expect(read.slice(0, 300)).toEqual(texts);
  expect(read.slice(300)).toEqual(['t1064', 't1256', 't1299']);
});

test.each([
  ['["abc"]', ''],
  ['["abcd"]', 'String length (4) exceeds the maximum allowed (3)'],
  ['["äb"]', ''],
  ['["äbc"]', 'String length (4) exceeds the maximum allowed (3)'],
  ['{"abc":"abc"}', ''],
  ['{"abcd":1}', 'String length (4) exceeds the maximum allowed (3)'],
  ['[1,2]', ''],
  ['[1,2,3]', 'Array element count (3) exceeds the maximum allowed (2)'],
  ['{"a":1,"b":[]}', ''],
  ['{"a":1,"b":2,"c":3}', 'Object member count (3) exceeds the maximum allowed (2)'],
])('%s is read within the limits of a body: %s', (json, reason) => {
  const read = () =>
    atOnce(
      parseJsonInPieces(new TextEncoder().encode(json), { members: 2, elements: 2, bytes: 3 }),
    );
  if (reason === '') expect(read()).toEqual(JSON.parse(json));
  else expect(read).toThrow(reason);
});
