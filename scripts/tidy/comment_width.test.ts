/** Tests the greatest length of a comment line. */
import { commentWidth } from './comment_width.ts';
import { sourceFile } from './source_file.ts';

const words = (columns: number): string =>
  'word '
    .repeat(columns)
    .slice(0, columns - 1)
    .trimEnd();

const found = (text: string): readonly number[] =>
  commentWidth([sourceFile('shared/base/src/a.ts', text)]).map(({ line }) => line);

test.each<[string, string, readonly number[]]>([
  ['a doc comment', `/** ${words(110)} */`, [1]],
  ['a line of a block', `/**\n * short\n * ${words(110)}\n */`, [3]],
  ['a comment of a line', `  const a = 1;\n  // ${words(110)}`, [2]],
  ['as long as may be', `// ${'x'.repeat(97)}`, []],
  ['one more', `// ${'x'.repeat(98)}`, [1]],
  ['characters, not bytes', `// ${'…'.repeat(97)}`, []],
  ['code', `const a = '${words(110)}';`, []],
  ['words for the linter', `// biome-ignore lint/x: ${words(110)}`, []],
  ['a command', ` *     npm run mutate -- ${words(110)}`, []],
  ['an address at its end', ` * See https://example.org/${'x'.repeat(90)}`, []],
])('%s', (_, text, lines) => {
  expect(found(text)).toEqual(lines);
});
