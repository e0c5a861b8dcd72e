/** Fields of grok expressions, independently of the groups that the engine creates. */
import { RegexRunner } from '../text/regex_runner.js';
import { compileGrok } from './grok.js';

const regexes = new RegexRunner(1000);

test.each([
  ['%{A:x} %{B:y:int}', 'a(1 7', { x: 'a(1', y: 7 }],
  // Groups that the engine needs internally are counted but are no fields.
  ['(?>%{A:x}|b) (?<y>z)++(?<z>c|d)?+', 'a(1 zzc', { x: 'a(1', y: 'z', z: 'c' }],
  ['(?<x>[()\\]]+)(?:u|(?<y>v))\\k<x>1', '()v()1', { x: '()', y: 'v' }],
  ['(?<x>a)(?<x>b)?', 'ab', { x: 'a' }],
  ['(?:(?<x>a)|(?<x>b))', 'b', { x: 'b' }],
])('%s finds its fields by name', (pattern, text, fields) => {
  const definitions = new Map([
    ['A', 'a\\(\\d'],
    ['B', '\\d'],
  ]);
  const found = compileGrok([pattern], new Map(), definitions).match(text, regexes);
  expect(Object.fromEntries(found?.values ?? [])).toEqual(fields);
});

test('of patterns that match at one place the first counts, else the one that matches earlier', () => {
  const match = (text: string, ...patterns: string[]) => {
    const found = compileGrok(patterns, new Map(), new Map()).match(text, regexes);
    return found && [found.pattern, ...(found.values ?? [])];
  };
  expect(match(' ab', '(?<x>ab)', '(?<y>a)')).toEqual([0, ['x', 'ab']]);
  expect(match(' ab', '(?<x>b)', '(?<y>a)')).toEqual([1, ['y', 'a']]);
  expect(match('ab', '(?<x>a)', '(?<y>a)')).toEqual([0, ['x', 'a']]);
  expect(match('c', '(?<x>a)', '(?<y>b)')).toBeUndefined();
});

test.each([
  ['long', '9223372036854775807', 9223372036854775807n],
  ['long', '-9223372036854775808', -9223372036854775808n],
  ['int', '2147483647', 2147483647],
  ['boolean', 'TRUE', true],
  ['boolean', 'yes', false],
  ['other', '5', '5'],
])('a field of type %s reads %s', (type, text, value) => {
  const grok = compileGrok([`%{T:x:${type}}`], new Map(), new Map([['T', '.+']]));
  expect(Object.fromEntries(grok.match(text, regexes)?.values ?? [])).toEqual({ x: value });
});

test.each([
  ['long', '9223372036854775808'],
  ['long', '-9223372036854775809'],
  ['int', '2147483648'],
  ['int', '0x1'],
  ['long', '0x1'],
  ['double', 'x'],
])('a field of type %s does not read %s', (type, text) => {
  const grok = compileGrok([`%{T:x:${type}}`], new Map(), new Map([['T', '.+']]));
  expect(() => [...(grok.match(text, regexes)?.values ?? [])]).toThrow(
    `For input string: "${text}"`,
  );
});
