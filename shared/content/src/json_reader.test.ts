import { atOnce } from '@skein/base';
import { ApiError } from '@skein/errors';
import { refusalOf } from '@skein/errors/testing';
import fc from 'fast-check';
import {
  BODY_LIMITS,
  JSON_TOKEN,
  JsonReader,
  parseJson,
  parseJsonInPieces,
  stringifyJson,
  unescapeAscii,
} from './mod.js';

const encoder = new TextEncoder();

const failureOf = (text: string | Uint8Array) => refusalOf(() => parseJson(text));

describe('parseJson', () => {
  it('agrees with JSON.parse on every value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.boolean(), (value, pretty) => {
        const text = JSON.stringify(value, undefined, pretty ? 2 : undefined);
        expect(stringifyJson(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('keeps 64-bit integers exact', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }), (value) => {
        expect(BigInt(parseJson(String(value)) as number | bigint)).toBe(value);
        expect(stringifyJson(parseJson(`[${value}]`))).toBe(`[${value}]`);
      }),
    );
  });

  it('takes __proto__ as an ordinary name', () => {
    const value = parseJson('{"__proto__":{"polluted":1},"constructor":2}') as Record<
      string,
      unknown
    >;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(stringifyJson(value as never)).toBe('{"__proto__":{"polluted":1},"constructor":2}');
  });

  it.each([
    ['{"query": {', 'json_e_o_f_exception', 12],
    ['{"a":1} }', 'json_parse_exception', 9],
    ['{"a":1,"a":2}', 'json_parse_exception', 8],
    ['{a:1}', 'json_parse_exception', 2],
    ['{"a" 1}', 'json_parse_exception', 6],
    ['[1,]', 'json_parse_exception', 4],
    ['[01]', 'json_parse_exception', 2],
    ['[1.]', 'json_parse_exception', 4],
    ['[1e]', 'json_parse_exception', 4],
    ['[nul]', 'json_parse_exception', 2],
    ['[truex]', 'json_parse_exception', 2],
    ['["\\x"]', 'json_parse_exception', 4],
    ['["\\u12g4"]', 'json_parse_exception', 7],
    ['["a', 'json_e_o_f_exception', 4],
    ['[1}', 'json_parse_exception', 3],
    ['{"a":1]', 'json_parse_exception', 7],
    ['', 'json_e_o_f_exception', 1],
    ['"a\nb"', 'json_parse_exception', 3],
    ['1 2', 'json_parse_exception', 3],
    ['-', 'json_e_o_f_exception', 2],
  ])('refuses %j and says where', (text, type, column) => {
    const failure = failureOf(text);
    expect(failure.type).toBe(type);
    expect(failure.reason).toContain(`column: ${column}]`);
  });

  it('counts lines, and columns by bytes', () => {
    expect(failureOf('{\n "a": 1,\n "é": x}').reason).toContain('line: 3, column: 8]');
  });

  it('bounds depth, number length and refuses bad UTF-8', () => {
    expect(failureOf('['.repeat(1001)).type).toBe('stream_constraints_exception');
    expect(failureOf('{"a":'.repeat(100_000)).type).toBe('stream_constraints_exception');
    expect(failureOf('1'.repeat(1001)).type).toBe('stream_constraints_exception');
    expect(failureOf(new Uint8Array([0x22, 0xff, 0xfe, 0x22])).reason).toContain('Invalid UTF-8');
  });

  it('reads simple escapes among any characters, in short texts and long ones', () => {
    for (const length of [1, 100, 10_000]) {
      const text = 'a\n"ü\\中\t😀/'.repeat(length);
      expect(parseJson(encoder.encode(JSON.stringify(text)))).toBe(text);
    }
    const bad = new Uint8Array([0x22, 0x5c, 0x6e, 0xff, 0x22]);
    expect(failureOf(bad).reason).toContain('Invalid UTF-8');
  });

  it('throws nothing but ApiError on any bytes', () => {
    const soup = fc.array(fc.constantFrom(...'{}[]",:\\u0019.eE+-tfn \n\u00e9'), { maxLength: 30 });
    fc.assert(
      fc.property(soup, (parts) => {
        try {
          parseJson(parts.join(''));
          expect(() => JSON.parse(parts.join(''))).not.toThrow();
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('JsonReader', () => {
  it('knows the bytes of every token', () => {
    const text = '{"a" : [1, {"b":"x\\n"}], "c":null}';
    const reader = new JsonReader(encoder.encode(text));
    const seen: string[] = [];
    while (reader.next() !== JSON_TOKEN.END)
      seen.push(text.slice(reader.tokenStart, reader.tokenEnd));
    expect(seen.join('|')).toBe('{|"a"|[|1|{|"b"|"x\\n"|}|]|"c"|null|}');
  });

  it('skips whole values', () => {
    const reader = new JsonReader(encoder.encode('{"a":{"b":[1,{"c":2}]},"d":3}'));
    reader.next();
    reader.next();
    reader.next();
    reader.skipChildren();
    expect(reader.next()).toBe(JSON_TOKEN.FIELD_NAME);
    expect(reader.name).toBe('d');
  });

  it('reads a part of a larger buffer', () => {
    const bytes = encoder.encode('{"x":1}\n{"y":2}\n');
    const reader = new JsonReader(bytes, { start: 8, end: 15 });
    reader.next();
    expect(reader.value()).toEqual({ y: 2 });
    expect(reader.next()).toBe(JSON_TOKEN.END);
  });
});

describe('strings as they stand', () => {
  it('an ASCII string gives its bytes without being decoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const bytes = encoder.encode(JSON.stringify([value]));
        const reader = new JsonReader(bytes);
        reader.next();
        reader.next();
        const plain = /^[\x20-\x7f\b\f\n\r\t]*$/.test(value);
        expect(reader.isAscii).toBe(plain);
        if (!plain) return;
        const target = new Uint8Array(bytes.length);
        const length = unescapeAscii(bytes, reader.tokenStart + 1, reader.tokenEnd - 1, target);
        expect(new TextDecoder().decode(target.subarray(0, length))).toBe(value);
        expect(reader.hasEscapes).toBe(length !== reader.tokenEnd - reader.tokenStart - 2);
      }),
    );
  });
});

test('a value is the same in pieces', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      const bytes = new TextEncoder().encode(text);
      expect(atOnce(parseJsonInPieces(bytes))).toEqual(parseJson(bytes));
    }),
  );
});

test('a long value is read in many pieces', () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => ({ n: i }));
  const bytes = new TextEncoder().encode(`{"rows":${JSON.stringify(rows)},"__proto__":[1]}`);
  const work = parseJsonInPieces(bytes);
  let pieces = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) pieces++;
  expect(pieces).toBeGreaterThan(150);
  expect(JSON.stringify(step.value)).toBe(JSON.stringify(parseJson(bytes)));
});

test.each([
  [
    `{${Array.from({ length: 100_001 }, (_, i) => `"a${i}":1`)}}`,
    'Object member count (100001) exceeds the maximum allowed (100000)',
  ],
  [
    `{"a":[${Array.from({ length: 250_001 }, () => 1)}]}`,
    'Array element count (250001) exceeds the maximum allowed (250000)',
  ],
  [
    `{"a":"${'x'.repeat(8_000_001)}"}`,
    'String length (8000001) exceeds the maximum allowed (8000000)',
  ],
])('what is asked is bounded: %#', (text, reason) => {
  const bytes = new TextEncoder().encode(text);
  expect(() => atOnce(parseJsonInPieces(bytes, BODY_LIMITS))).toThrow(reason);
  expect(atOnce(parseJsonInPieces(bytes))).toBeDefined();
});
