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
