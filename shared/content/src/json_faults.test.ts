/** Tests the faults that the reader finds, in OpenSearch’s words, and the white space it skips. */
import { parseJson } from './parse_json.js';

const parse = (text: string) => parseJson(new TextEncoder().encode(text));
const TOKENS = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')";

test.each(['\t', '\n', '\r', ' ', '\r\n\t '])('%j is white space between any tokens', (space) => {
  const tokens = ['', '{', '"a"', ':', '[', '1', ',', 'true', ']', '}', ''];
  expect(parse(tokens.join(space))).toEqual({ a: [1, true] });
});

test.each(['\u0000', '\u000b', '\u000c', '\u001f'])('%j is not', (character) => {
  expect(() => parse(`[1,${character}2]`)).toThrow(
    'only regular white space (\\r, \\n, \\t) is allowed between tokens',
  );
});

test.each([
  ['[1', 'Unexpected end-of-input: expected close marker for Array'],
  ['{"a":[]', 'Unexpected end-of-input: expected close marker for Object'],
  ['[{', 'Unexpected end-of-input: expected close marker for Object'],
  ['{"a":[', 'Unexpected end-of-input: expected close marker for Array'],
  ['[1}', "Unexpected close marker '}': expected ']'"],
  ['{"a":1]', "Unexpected close marker ']': expected '}'"],
  ['[1 2]', 'was expecting comma to separate Array entries'],
  ['{"a":1 "b":2}', 'was expecting comma to separate Object entries'],
  ['[01]', 'Invalid numeric value: Leading zeroes not allowed'],
  ['[1a]', 'expected space separating root-level values or the end of the number'],
  ['[1_]', 'expected space separating root-level values or the end of the number'],
  ['[nul]', `Unrecognized token 'nul': was expecting ${TOKENS}`],
  ['[truex]', `Unrecognized token 'truex': was expecting ${TOKENS}`],
  ['[a_Z$09z]', `Unrecognized token 'a_Z$09z': was expecting ${TOKENS}`],
  ['[az:]', `Unrecognized token 'az': was expecting ${TOKENS}`],
  ['[a/b]', `Unrecognized token 'a': was expecting ${TOKENS}`],
  ['[trée]', `Unrecognized token 'trée': was expecting ${TOKENS}`],
  ['[- 1]', "Unexpected character (' ' (code 32))"],
  ['{é:1}', "Unexpected character ('é' (code 233)): was expecting double-quote"],
  ['{€:1}', "Unexpected character ('€' (code 8364 / 0x20ac)): was expecting double-quote"],
  ['{\u0085:1}', 'Unexpected character ((CTRL-CHAR, code 133)): was expecting double-quote'],
  ['["\\é"]', "Unrecognized character escape ('é' (code 233))"],
  ['["\\u12"]', 'Unexpected character ((CTRL-CHAR, code 0)): expected a hex-digit'],
  ['[\r1,\r\n\r x]', 'at [line: 4, column: 2]'],
])('%s is refused', (text, reason) => {
  expect(() => parse(text)).toThrow(reason);
});

test('a long word is cut', () => {
  const shown = /Unrecognized token '(\w+)(\.\.\.)?'/;
  const cut = (length: number) => {
    try {
      parse(`[${'x'.repeat(length)}]`);
    } catch (error) {
      const [, word = '', dots] = shown.exec(String(error)) ?? [];
      return [word.length, dots];
    }
    return [];
  };
  const [most = 0] = cut(5000);
  expect(Number(most)).toBeGreaterThan(100);
  expect(cut(5000)).toEqual([most, '...']);
  expect(cut(Number(most) - 1)).toEqual([Number(most) - 1, undefined]);
});

test.each([
  ['1e5', 1e5],
  ['1E5', 1e5],
  ['1E+5', 1e5],
  ['1.5e-5', 1.5e-5],
  ['-0.0', -0],
  ['0', 0],
])('the number %s', (text, value) => {
  expect(parse(text)).toBe(value);
});
