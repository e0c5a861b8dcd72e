/** Tests the search for casts without a reason. */
import { casts } from './casts.ts';
import { sourceFile } from './source_file.ts';

const found = (text: string, path = 'shared/shard/src/a.ts'): readonly number[] =>
  casts([sourceFile(path, text)]).map(({ line }) => line);

test.each<[string, string, readonly number[]]>([
  ['a cast', 'const a = b as Segment;', [1]],
  ['a cast to a union', "\n\nreturn kind as 'a' | 'b';", [3]],
  ['a cast to a shape', 'const { a } = b as { a: number };', [1]],
  ['a reason at its line', 'const a = b as Segment; // only segments are kept', []],
  ['a reason above', '// Only segments are kept.\nconst a = b as Segment;', []],
  ['the end of a doc comment above', '/**\n * Only segments.\n */\nconst a = b as Segment;', []],
  [
    'a reason in its paragraph',
    '/** Only segments. */\nfunction a() {\n  return b as Segment;',
    [],
  ],
  ['a reason of another paragraph', '// Only segments.\na();\n\nconst a = b as Segment;', [4]],
  ['a narrowed literal', "const a = ['x'] as const;", []],
  ['an import under another name', "import { a as b } from 'c';", []],
  ['a list of exports', 'export {\n  naturalOrder as compareValues,\n};', []],
  ['a text', "throw refused('not as Segment');", []],
  ['a comment', '// taken as Segment', []],
])('%s', (_, text, lines) => {
  expect(found(text)).toEqual(lines);
});

test('other packages and tests are not asked', () => {
  expect(found('const a = b as Segment;', 'shared/base/src/a.ts')).toEqual([]);
  expect(found('const a = b as Segment;', 'shared/shard/src/a.test.ts')).toEqual([]);
});
