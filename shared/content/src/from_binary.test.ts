/**
 * Tests of reading CBOR and Smile: written data is read back, the examples of the specifications
 * are read, and damaged data is refused.
 */
import { seededRandom } from '@skein/base';
import { ApiError } from '@skein/errors';
import fc from 'fast-check';
import { toCbor } from './cbor.js';
import { fromCbor } from './from_cbor.js';
import { fromSmile, linesFromSmile } from './from_smile.js';
import { toSmile } from './smile.js';

type Form = (bytes: Uint8Array) => Generator<void, Uint8Array>;

function done<T>(work: Generator<void, T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

const jsonOf = (form: Form, hex: string) =>
  new TextDecoder().decode(done(form(Buffer.from(hex, 'hex'))));
const written = (form: (json: Uint8Array) => Generator<void, Uint8Array[]>, json: string) =>
  Buffer.concat(done(form(new TextEncoder().encode(json))));

const SMILE = '3a290a05';

/** Examples of RFC 8949, appendix A, and OpenSearch 2.19's results for documents in CBOR. */
test.each([
  ['1bffffffffffffffff', '18446744073709551615'],
  ['c249010000000000000000', '18446744073709551616'],
  ['3bffffffffffffffff', '-18446744073709551616'],
  ['c349010000000000000000', '-18446744073709551617'],
  ['f90000', '0.0'],
  ['f98000', '-0.0'],
  ['f93e00', '1.5'],
  ['f90001', '5.9604645E-8'],
  ['f97bff', '65504.0'],
  ['fa47c35000', '100000.0'],
  ['fb3ff199999999999a', '1.1'],
  ['f7', 'null'],
  ['f8ff', '255'],
  ['c11a514b67b0', '1363896240'],
  ['d9d9f7a10102', '{"1":2}'],
  ['a16161436162ff', '{"a":"YWL/"}'],
  ['826161a161626163', '["a",{"b":"c"}]'],
  ['5f42010243030405ff', '"AQIDBAU="'],
  ['7f657374726561646d696e67ff', '"streaming"'],
  ['bf61610161629f0203ffff', '{"a":1,"b":[2,3]}'],
  ['80', '[]'],
  ['a0', '{}'],
  ['8180', '[[]]'],
  // The second value is written too, so that the JSON parser refuses it.
  ['a161780101', '{"x":1} 1'],
  ['', ''],
])('CBOR %s', (hex, json) => {
  expect(jsonOf(fromCbor, hex)).toBe(json);
});

/** Texts and names from the specification's tables; numbers as Jackson writes them. */
test.each([
  ['4061', '"a"'],
  ['20', '""'],
  ['de', '15'],
  ['df', '-16'],
  ['24a0', '16'],
  ['241f90', '1000'],
  ['252000000080', '2147483648'],
  ['26890040000000000000000000', '18446744073709551616'],
  // -1 in one byte of two's complement: seven bits, and one left over.
  ['26817f01', '-1'],
  // A scale of one, and 125 in one byte.
  ['2a82813e01', '125E-1'],
  ['e88330584c03', '"YWJj"'],
  ['fd83616263', '"YWJj"'],
  ['f84061c0f9', '["a",0]'],
  ['fa8061c08161 62c2fb'.replace(' ', ''), '{"a":0,"ab":1}'],
  ['f8fa8061c0fbfa40c2fbf9', '[{"a":0},{"a":1}]'],
  ['c2ff', '1'],
])('Smile %s', (hex, json) => {
  expect(jsonOf(fromSmile, SMILE + hex)).toBe(json);
});

test('Smile with shared texts, which Jackson writes where it is told to', () => {
  expect(jsonOf(fromSmile, '3a290a03f841616201ec00f9')).toBe('["ab","ab","ab"]');
});

test.each([
  ['CBOR', fromCbor, '', '61', 'json_e_o_f_exception'],
  ['CBOR', fromCbor, '', '9f01', 'json_e_o_f_exception'],
  ['CBOR', fromCbor, '', '5bffffffffffffffff', 'json_e_o_f_exception'],
  ['CBOR', fromCbor, '', 'c1', 'json_e_o_f_exception'],
  ['CBOR', fromCbor, '', 'ff', 'json_parse_exception'],
  ['CBOR', fromCbor, '', '81ff', 'json_parse_exception'],
  ['CBOR', fromCbor, '', 'bf6161ff', 'json_parse_exception'],
  ['CBOR', fromCbor, '', '1c', 'json_parse_exception'],
  ['CBOR', fromCbor, '', 'a1f501', 'json_parse_exception'],
  ['CBOR', fromCbor, '', '7f4161ff', 'json_parse_exception'],
  ['CBOR', fromCbor, '', '61ff', 'json_parse_exception'],
  ['CBOR', fromCbor, '', 'f97e00', 'json_parse_exception'],
  ['CBOR', fromCbor, '', `c25901a1${'01'.repeat(417)}`, 'stream_constraints_exception'],
  ['Smile', fromSmile, '', '7b7d', 'json_parse_exception'],
  ['Smile', fromSmile, '', '3a290a15c0', 'json_parse_exception'],
  ['Smile', fromSmile, SMILE, 'f8', 'json_e_o_f_exception'],
  ['Smile', fromSmile, SMILE, 'f8ff', 'json_parse_exception'],
  ['Smile', fromSmile, SMILE, 'f9', 'json_parse_exception'],
  ['Smile', fromSmile, SMILE, 'fa8061f9', 'json_parse_exception'],
  ['Smile', fromSmile, SMILE, 'fa40c0fb', 'json_parse_exception'],
  ['Smile', fromSmile, SMILE, '01', 'json_parse_exception'],
  ['Smile', fromSmile, SMILE, 'e06162', 'json_e_o_f_exception'],
  ['Smile', fromSmile, SMILE, `24${'00'.repeat(10)}80`, 'json_parse_exception'],
])('%s that is broken (%#): %s', (_form, form, head, hex, type) => {
  expect(() => jsonOf(form, head + hex)).toThrow(expect.objectContaining({ type }));
});

test('a body that would become much more JSON than it is long is refused', () => {
  const name = `bf${'61'.repeat(64)}`;
  const many = `fa${name}c0fb${'fa40c0fb'.repeat(100_000)}`;
  expect(() => jsonOf(fromSmile, `${SMILE}f8${many}f9`)).toThrow(
    expect.objectContaining({ type: 'content_too_long_exception' }),
  );
});

test('names of any length have a number in Smile, as Jackson counts them', () => {
  const [long, short] = ['n'.repeat(65), 'a'];
  const [longUtf8, longHex] = ['é'.repeat(29), 'c3a9'.repeat(29)];
  const json = `{"${long}":1,"a":2,"${longUtf8}":3,"b":{"${long}":4,"${short}":5,"${longUtf8}":6}}`;
  const bytes = [
    `3a290a05fa34${'6e'.repeat(65)}fcc28061c434${longHex}fcc68062`,
    'fa40c841ca42ccfbfb',
  ].join('');
  expect(jsonOf(fromSmile, bytes)).toBe(json);
  expect(written(toSmile, json).toString('hex')).toBe(bytes);
});

test('a stream of Smile becomes lines', () => {
  const part = (json: string) => written(toSmile, json).toString('hex');
  const lines = `${part('{"index":{}}')}ff${part('{"a":"x\\ny"}')}ff`;
  expect(jsonOf(linesFromSmile, lines)).toBe('{"index":{}}\n{"a":"x\\ny"}\n');
  expect(jsonOf(linesFromSmile, lines.slice(0, -2))).toBe('{"index":{}}\n{"a":"x\\ny"}');
});

test('names of every length, and references to each of a whole table', () => {
  const members = (names: readonly string[]) => names.map((name, i) => `"${name}":${i}`).join(',');
  const twice = (names: readonly string[]) => `[{${members(names)}},{${members(names)}}]`;
  for (const letter of ['a', 'é', '€', '😀']) {
    const lengths = twice(Array.from({ length: 70 }, (_, i) => letter.repeat(i)));
    expect(jsonOf(fromSmile, written(toSmile, lengths).toString('hex'))).toBe(lengths);
  }
  const table = twice(Array.from({ length: 1024 }, (_, i) => `n${i}`));
  expect(jsonOf(fromSmile, written(toSmile, table).toString('hex'))).toBe(table);
});

test('whole numbers of every length', () => {
  const numbers: bigint[] = [];
  for (let bits = 0n; bits < 200n; bits++) {
    const power = 1n << bits;
    for (const value of [power - 1n, power, power + 1n]) numbers.push(value, -value);
  }
  const json = `[${numbers.join(',')}]`;
  for (const [to, from] of [[toCbor, fromCbor] as const, [toSmile, fromSmile] as const]) {
    expect(jsonOf(from, written(to, json).toString('hex'))).toBe(json);
  }
});

const { seed: SEED = 0 } = fc.readConfigureGlobal() ?? {};

test(`whatever is written is read again; bytes that are turned are refused or read (SEED=${SEED})`, () => {
  const random = picker(SEED);
  for (let round = 0; round < 300; round++) {
    const json = randomJson(random, 0);
    for (const [to, from] of [[toCbor, fromCbor] as const, [toSmile, fromSmile] as const]) {
      const bytes = written(to, json);
      expect(JSON.parse(new TextDecoder().decode(done(from(bytes))))).toEqual(JSON.parse(json));
      bytes[random.int(bytes.length)] = random.int(256);
      expectNoFault(() => done(from(bytes)));
    }
  }
});

function expectNoFault(work: () => void): void {
  try {
    work();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(ApiError);
  }
}

const SCALARS = [
  'null',
  'true',
  'false',
  '0',
  '-17',
  '1.1',
  '0.1',
  '1e300',
  '12345678901234',
  '""',
];
const TEXTS = ['a', 'ü', '\u0000"\\', 'x'.repeat(33), 'é'.repeat(33), 'long '.repeat(40), '😀'];

function randomJson(random: Picker, depth: number): string {
  const kind = random.int(depth > 4 ? 2 : 4);
  if (kind === 0) return SCALARS[random.int(SCALARS.length)] ?? 'null';
  if (kind === 1) return JSON.stringify(TEXTS[random.int(TEXTS.length)]);
  const members = Array.from({ length: random.int(6) }, () => randomJson(random, depth + 1));
  if (kind === 2) return `[${members.join(',')}]`;
  const named = members.map((member, at) => `${JSON.stringify(`${TEXTS[at]}${at}`)}:${member}`);
  return `{${named.join(',')}}`;
}

interface Picker {
  int(bound: number): number;
}

function picker(seed: number): Picker {
  const next = seededRandom(seed);
  return { int: (bound) => Math.floor(next() * bound) };
}
