/** Import cycles are found, of types too. */
import { cycles, LARGEST_LOOP } from './cycles.ts';
import { sourceFile } from './source_file.ts';

type File = readonly [path: string, text: string];

function found(...files: readonly File[]): readonly string[] {
  return cycles(files.map(([path, text]) => sourceFile(path, text))).map(({ message }) => message);
}

const A = 'shared/x/src/a.ts';
const B = 'shared/x/src/b.ts';

test('values', () => {
  expect(found([A, "import { b } from './b.js';"], [B, "export { a } from './a.js';"])).toEqual([
    `import cycle: ${A}, ${B}`,
  ]);
  expect(
    found([A, "import { b } from './b.js';"], [B, "import type { a } from './a.js';"]),
  ).toEqual([]);
});

test('values of components, which are imported as `.js` too', () => {
  const [list, row] = ['services/console/src/list.tsx', 'services/console/src/row.tsx'];
  expect(
    found([list, "import { Row } from './row.js';"], [row, "import { List } from './list.js';"]),
  ).toEqual([`import cycle: ${list}, ${row}`]);
});

test('grammars call themselves', () => {
  const folder = 'shared/script/src/languages/painless/syntax/';
  expect(
    found([`${folder}a.ts`, "import { b } from './b.js';"], [`${folder}b.ts`, "import './a.js';"]),
  ).toEqual([]);
});

function ring(files: number): File[] {
  return Array.from({ length: files }, (_, i) => [
    `shared/x/src/f${i}.ts`,
    `import type { T } from './f${(i + 1) % files}.js';`,
  ]);
}

test('types, in a loop of too many files', () => {
  expect(found(...ring(LARGEST_LOOP))).toEqual([]);
  expect(found(...ring(LARGEST_LOOP + 1))).toEqual([
    expect.stringContaining(`a loop of ${LARGEST_LOOP + 1} files`),
  ]);
});

const NODE = 'services/node/src/';

test('modules that import each other', () => {
  const modules: readonly File[] = [
    [`${NODE}a/mod.ts`, "export type { T } from './t.js';"],
    [`${NODE}a/u.ts`, "import type { B } from '../b/mod.js';"],
    [`${NODE}b/mod.ts`, "import type { C } from '../c.js';"],
  ];
  const back: File = [`${NODE}c.ts`, "import type { T } from './a/mod.js';"];
  expect(found(...modules, [`${NODE}c.ts`, ''])).toEqual([]);
  expect(found(...modules, back)).toEqual([
    `modules that import each other, types counted: ${NODE}a, ${NODE}b, ${NODE}c.ts`,
  ]);
});

test('tests may', () => {
  expect(
    found(
      [A, ''],
      ['shared/x/src/a.test.ts', "import type { T } from './b.test.js';"],
      ['shared/x/src/b.test.ts', "import type { T } from './a.test.js';"],
    ),
  ).toEqual([]);
});
