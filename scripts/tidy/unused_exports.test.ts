/** Tests that exports without a use in another file are found. */
import { sourceFile } from './source_file.ts';
import { unusedExports } from './unused_exports.ts';

const found = (own: string, other: string, path = 'shared/base/src/a.ts'): readonly string[] => {
  const files = [sourceFile(path, own), sourceFile('shared/base/src/b.ts', other)];
  return unusedExports(files).map(({ line, message }) => `${line} ${/`(.+)`/.exec(message)?.[1]}`);
};

test.each<[string, string, string, readonly string[]]>([
  ['a function', 'const a = 1;\nexport function one(): void {}', '', ['2 one']],
  ['a type', 'export interface One {}', 'const other = 1;', ['1 One']],
  ['several', 'export const a = 1;\nexport type B = string;', '', ['1 a', '2 B']],
  ['what is imported', 'export const a = 1;', "import { a } from './a.js';", []],
  ['what is a member of a namespace', 'export class A {}', 'all.A', []],
  ['what only comments name', 'export const a = 1;', '/** See a. */\n  // a', ['1 a']],
  ['a word that has it', 'export const a = 1;', 'const ab = 1;', ['1 a']],
  ['what is not exported', 'const a = 1;', '', []],
])('%s', (_, own, other, expected) => {
  expect(found(own, other)).toEqual(expected);
});

test('tests may export what they like', () => {
  expect(found('export const a = 1;', '', 'shared/base/src/a.test.ts')).toEqual([]);
});
