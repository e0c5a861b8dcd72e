import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { mutantsOf } from './mutants.ts';
import { probed, probeKey, ranBy } from './probes.ts';

const TEXT = `/** ä. */
export const twice = (a: number): number => a + a;
const objects = () => ({ of: (b: number) => b * 2 });
class Sum {
  #total = 0;
  constructor(start: number) { this.#total = start; }
  get total() { return this.#total; }
  add(value: number) { [value].forEach((each) => { this.#total += each; }); return this; }
}
function never() { return 1 - 1; }
export const result = [twice(2), objects().of(3), new Sum(1).add(4).total, never];
`;

function run(text: string): { readonly result: readonly unknown[]; readonly ran: Set<string> } {
  const { code } = transformSync(text, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  const ran = new Set<string>();
  const exports: { result?: readonly unknown[] } = {};
  new Function('exports', 'globalThis', code)(exports, { __ran: ran });
  return { result: exports.result ?? [], ran };
}

test('a file with probes does what it did, and tells which functions ran', () => {
  const { result, ran } = run(probed('x.ts', TEXT));
  expect(result.slice(0, 3)).toEqual([4, 6, 5]);
  const mutants = mutantsOf('x.ts', TEXT).filter(({ bodies: [body] }) => body !== undefined);
  const runs = mutants.map(({ from, bodies: [body] }) => [from, ran.has(probeKey('x.ts', body))]);
  expect(runs).toEqual([
    ['+', true],
    ['*', true],
    ['2', true],
    ['0', true],
    ['[value].forEach((each) => { this.#total += each; });', true],
    ['+=', true],
    ['-', false],
    ['1', false],
    ['1', false],
  ]);
});

test('lines stay, and without a set a probe does nothing', () => {
  const text = probed('x.ts', TEXT);
  expect(text.split('\n')).toHaveLength(TEXT.split('\n').length);
  const { code } = transformSync(text, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  const exports: { result?: readonly unknown[] } = {};
  new Function('exports', code)(exports);
  expect(exports.result?.[0]).toBe(4);
});

test('what several tests ran, and what any test of a file may see', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-probes-'));
  const file = join(folder, 'ran');
  const lines = [
    { path: '/a.test.ts', name: 'one', keys: ['x:1', 'x:2'] },
    { path: '/a.test.ts', name: 'two', keys: ['x:2', 'x:3'] },
    { path: '/b.test.ts', name: 'one', keys: ['x:2'] },
    { path: '/b.test.ts', keys: ['x:2', 'x:load'] },
  ];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect([...ranBy(file)].map(([key, tests]) => [key, [...tests]])).toEqual([
    ['x:1', [['/a.test.ts', new Set(['one'])]]],
    [
      'x:2',
      [
        ['/a.test.ts', new Set(['one', 'two'])],
        ['/b.test.ts', 'all'],
      ],
    ],
    ['x:3', [['/a.test.ts', new Set(['two'])]]],
    ['x:load', [['/b.test.ts', 'all']]],
  ]);
  rmSync(folder, { recursive: true });
});
