/**
 * Scripts with one very long construct: they are refused like invalid scripts, without a stack
 * overflow.
 */
import { refusalOf } from '@skein/errors/testing';
import { scriptContext } from '../contexts/registry.js';
import { expression } from './expression/language.js';
import { compilePainless } from './painless/painless.js';

const repeat = (text: string, times: number): string => text.repeat(times);

/** Nested groups, each with a hundred additions. */
const groups = (times: number): string => {
  const count = Math.ceil(times / 100);
  return `${repeat('(', count)}1${repeat(`${repeat('+1', 100)})`, count)}`;
};

type Long = (times: number) => string;

/** Each `else if` is two nodes: a statement in a block. */
const elseIfs = (times: number): string =>
  `int a = 1; ${repeat('if(a==2)a=3;else ', Math.min(times / 1.5, 3_000))}return 4`;

const PAINLESS: readonly (readonly [string, Long])[] = [
  ['additions', (n) => `return ${repeat('1+', n)}1`],
  ['texts', (n) => `return ''${repeat("+'a'", n)}`],
  ['conditions', (n) => `return true${repeat('&&true', n)}`],
  ['calls', (n) => `return 'a'${repeat('.trim()', n)}`],
  ['dynamic calls', (n) => `def a = 'a'; return a${repeat('.trim()', n)}`],
  ['indexes', (n) => `return params${repeat("['a']", n)}`],
  ['groups of additions', (n) => `return ${groups(n)}`],
  ['choices', (n) => `def a = 1; return ${repeat('a==2?3:', n)}4`],
  ['else ifs', elseIfs],
  ['additions in a function', (n) => `int f() { return ${repeat('1+', n)}1 } return f()`],
];
const context = scriptContext('painless_test');

it.each(PAINLESS)('painless: %s', (_, source) => {
  expect(() => compilePainless(source(500), context)).not.toThrow();
  const { type, status, message, cause } = refusalOf(() => compilePainless(source(9_000), context));
  expect([type, status, message]).toEqual(['script_exception', 400, 'compile error']);
  expect(cause?.metadata.type).toBe('stack_overflow_error');
  expect(cause?.message).toBe('script is nested too deeply');
});

it('painless: 30,000 additions', () => {
  const { status, cause } = refusalOf(() =>
    compilePainless(`return ${repeat('1+', 30_000)}1`, context),
  );
  expect([status, cause?.message]).toEqual([400, 'script is nested too deeply']);
});

const EXPRESSIONS: readonly (readonly [string, Long])[] = [
  ['additions', (n) => `${repeat('1+', n)}1`],
  ['groups of additions', groups],
  ['choices', (n) => `${repeat('_score==2?3:', n)}4`],
];

it.each(EXPRESSIONS)('expression: %s', (_, source) => {
  const compile = (times: number) =>
    expression.compile(source(times), scriptContext('score'), { regexes: true, given: {} });
  expect(() => compile(500)).not.toThrow();
  const { type, status, cause } = refusalOf(() => compile(19_000));
  expect([type, status]).toEqual(['script_exception', 400]);
  expect(cause?.message).toBe('expression is nested deeper than 1000');
});
