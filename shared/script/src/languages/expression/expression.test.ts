import fc from 'fast-check';
import { scriptContext } from '../../contexts/registry.js';
import { type ExpressionScript, expression } from './language.js';

const compile = (source: string) =>
  expression.compile(source, scriptContext('score'), { regexes: true, given: {} }).script;
const value = (source: string, ...values: number[]) =>
  rows(compile(source), ...values.map((one) => Float64Array.of(one)))[0];

function rows({ evaluate }: ExpressionScript, ...columns: Float64Array[]): Float64Array {
  const to = columns[0]?.length ?? 1;
  const results = new Float64Array(to);
  evaluate(columns, 0, to, results);
  return results;
}

it.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3 - -4', 13],
  ['7 % 4 / 2', 1.5],
  ['1 > 0 ? 5 : 6', 5],
  ['!0 + !3', 1],
  ['1 && 0 || 2', 1],
  ['~5', -6],
  ['1 << 3 | 1', 9],
  ['-8 >>> 1', 2 ** 63],
  ['-8 >> 1', -4],
  ['6 ^ 3 & 2', 4],
  ['0x1F + 010 + 1e3', 1039],
  ['max(pow(2, 10), ln(1))', 1024],
  ['logn(2, 8)', 3],
  ['1 / 0', Number.POSITIVE_INFINITY],
  ['1 == 1.0 ? 2 == 3 : 4', 0],
  // Tests are ints: a fraction is false, and so is a long whose lowest 32 bits are 0.
  ['0.5 ? 1 : 2', 2],
  ['-0.9 ? 1 : 2', 2],
  ['(0.5 ? 1 : 0.7) ? 3 : 4', 4],
  ['!0.5', 1],
  ['!!0.5', 0],
  ['0.5 && 1', 0],
  ['0.5 || 0', 0],
  ['(0 / 0) ? 1 : 2', 2],
  ['1e300 ? 1 : 2', 1],
  ['0x100000000 ? 1 : 2', 2],
  ['(1 ? 0x100000000 : 0) ? 3 : 4', 4],
  ['(4294967296 | 0) ? 1 : 2', 2],
  // The distance of a shift is an int.
  ['1 << 4294967297', -(2 ** 63)],
  ['1 << (4294967296 | 1)', 2],
  ['8 >> 33.7', 0],
  // Operators on bits pass longs to each other.
  ['(1 << 62 | 1) & 1', 1],
  ['0x20000000000001 & 1', 1],
  ['5 | (1 ? 2.7 : 3)', 7],
  ['-(1 << 62 | 1) & 1', 0],
  ['-1 >>> 60.2', 15],
])('%s', (source, expected) => {
  expect(value(source)).toBe(expected);
});

it.each([
  ['0xFFFFFFFFFFFFFFFF', 'For input string: "FFFFFFFFFFFFFFFF" under radix 16'],
  ['01777777777777777777777', 'For input string: "1777777777777777777777" under radix 8'],
])('refuses %s, which is no long', (source, reason) => {
  expect(() => compile(source)).toThrow(
    expect.objectContaining({ type: 'number_format_exception', reason }),
  );
});

it('names its variables once each', () => {
  const script = compile(`doc['n'].value + doc["n"].value * _score + a.b.c()`);
  expect(script.variables.map(({ path }) => path)).toEqual([
    ['doc', "['n']", 'value'],
    ['_score'],
    ['a', 'b', 'c()'],
  ]);
  const columns = [Float64Array.of(2, 5), Float64Array.of(3, 6), Float64Array.of(4, 7)];
  expect(rows(script, ...columns)).toEqual(Float64Array.of(12, 42));
});

it.each([
  ['1 +', 'unexpected end of expression', 3],
  ['', 'unexpected end of expression', 0],
  ["'a'", "unexpected character ''' on line (1) position (0)", 0],
  ['foo(1)', "Invalid expression 'foo(1)': Unrecognized function call (foo).", 0],
  ['constructor(1)', 'Unrecognized function call (constructor).', 0],
  ['abs()', 'Expected (1) arguments for function call (abs), but found (0).', 0],
  ['1 2', "unexpected token '2' on line (1) position (2)", 2],
  [`${'('.repeat(300)}1${')'.repeat(300)}`, 'expression is nested deeper than 200', 200],
])('refuses %s', (source, words, at) => {
  try {
    compile(source);
  } catch (error) {
    const { message, cause, metadata } = error as {
      message: string;
      cause: Error;
      metadata: { script_stack: string[] };
    };
    expect(message).toBe('compile error');
    expect(cause.message).toContain(words);
    expect(metadata.script_stack[1]?.indexOf('^')).toBe(at);
    return;
  }
  throw new Error('compiled');
});

it('computes what JavaScript computes where they agree', () => {
  const operator = fc.constantFrom('+', '-', '*', '/', '%');
  const tree = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 5 },
      fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }).map(String),
      fc.tuple(tie('node'), operator, tie('node')).map(([a, op, b]) => `(${a} ${op} ${b})`),
      tie('node').map((inner) => `(-(${inner}))`),
    ),
  })).node;
  fc.assert(
    fc.property(tree, (source) => {
      const expected = new Function(`return ${source}`)() as number;
      expect(value(source)).toBe(expected);
    }),
  );
});

it('emits no character of the script', () => {
  const { emitted } = compile("doc['\\'];process.exit()//'].value + __proto__");
  expect(emitted).toBe(
    '"use strict";return (v,a,b,r)=>{const v0=v[0],v1=v[1];for(let i=a;i<b;i++)r[i]=((v0[i])+(v1[i]));};',
  );
});
