/** Tests the search for comments without a subject. */
import { commentOpeners } from './comment_openers.ts';
import { sourceFile } from './source_file.ts';

const found = (text: string): readonly number[] =>
  commentOpeners([sourceFile('shared/base/src/a.ts', text)]).map(({ line }) => line);

test.each<[string, string, readonly number[]]>([
  ['a doc comment', '/** What was asked. */', [1]],
  ['a block', '/**\n * Of the files.\n */', [2]],
  ['a comment of a line', '  const a = 1;\n  // Those that are left.', [2]],
  ['a second paragraph of a block', '/**\n * Files.\n *\n * Of two files, the first.\n */', [4]],
  ['a line that goes on', '// The sizes\n// Of what is left.', []],
  ['a sentence', '/** The sizes of the files. */', []],
  ['a word that begins alike', '/** Offsets by word. */', []],
  ['code', "const a = 'What';", []],
])('%s', (_, text, lines) => {
  expect(found(text)).toEqual(lines);
});
