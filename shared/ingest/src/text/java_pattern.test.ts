/** Tests classes of characters named by `\p` in expressions of processors. */
import { compileJavaPattern } from './java_pattern.js';

const found = (pattern: string, text: string): readonly string[] =>
  text.match(compileJavaPattern(pattern).expression) ?? [];

test.each([
  ['\\p{Lower}', ['a', 'z']],
  ['\\P{Lower}', ['A', '7', 'é', '-']],
  ['\\p{Punct}', ['-']],
  ['\\p{IsAlphabetic}', ['a', 'A', 'z', 'é']],
  ['\\pN', ['7']],
])('%s finds its characters', (pattern, characters) => {
  expect(found(pattern, 'aA7zé-')).toEqual(characters);
});

test.each(['\\p{constructor}', '\\p{toString}'])('%s is no class', (pattern) => {
  expect(() => compileJavaPattern(pattern)).toThrow(
    expect.objectContaining({ type: 'pattern_syntax_exception' }),
  );
});

test('a thousand expressions are kept', () => {
  const compiled = (at: number) => compileJavaPattern(`kept ${at}`);
  const first = compiled(0);
  compiled(1);
  expect(compiled(0)).toBe(first);
  for (let at = 2; at < 1_000; at++) compiled(at);
  compiled(1_000);
  expect(compiled(0)).not.toBe(first);
});

const marked = (pattern: string, text: string): string =>
  text.replace(compileJavaPattern(pattern).expression, '<$&>');

test.each([
  ['$', 'a\r\n', 'a<>\r\n<>'],
  ['$', 'a\n', 'a<>\n<>'],
  ['(?d)$', 'a\r\n', 'a\r<>\n<>'],
  ['\\Z', 'a\u2028', 'a<>\u2028<>'],
  ['(?m)^a$', 'a\r\na\ra\u0085a\n', '<a>\r\n<a>\r<a>\u0085<a>\n'],
  ['(?md)^a$', 'a\r\na\ra\na', 'a\r\na\ra\n<a>'],
  ['(?m)^', 'a\r\nb\n', '<>a\r\n<>b\n'],
  ['(?m)^', '', ''],
  ['(?m)$', 'a\r\n', 'a<>\r\n<>'],
  ['(?d).', 'a\r\n', '<a><\r>\n'],
  ['((?m)a$)|b$', 'a\nb\nb', '<a>\nb\n<b>'],
  ['(?U)\\w', 'é²٣', '<é>²<٣>'],
  ['(?U)\\d\\s', '٣\u2003', '<٣\u2003>'],
  ['(?U)[\\w&&[^a]]', 'aé', 'a<é>'],
  ['(?U)\\p{Lower}', 'é', '<é>'],
  ['\\x{1F600}\\x41\\0101', '😀AA', '<😀AA>'],
  ['[\\x41-\\x{43}\\0104]+', 'ABCDE', '<ABCD>E'],
  ['\\p{sc=Greek}\\p{general_category=Lu}', 'αΩ', '<αΩ>'],
  ['\\1(a)', 'aa', 'aa'],
  ['(?i)éa', 'ÉA éA', 'ÉA <éA>'],
  ['(?iu)é', 'É', '<É>'],
  ['(?i:😀é)é', '😀éé 😀Éé', '<😀éé> 😀Éé'],
  ['(a)\\2|b', 'aab', 'aa<b>'],
])('%j marks %j as %j', (pattern, text, expected) => {
  expect(marked(pattern, text)).toBe(expected);
});

test.each([
  ['a{2,1}', 'Illegal repetition range near index 5\na{2,1}\n     ^'],
  ['a{x', 'Illegal repetition near index 2\na{x\n  ^'],
  ['\\y', 'Illegal/unsupported escape sequence near index 1\n\\y\n ^'],
  ['[\\b]', 'Illegal/unsupported escape sequence near index 2\n[\\b]\n  ^'],
  ['(?<n>a)(?<n>b)', 'Named capturing group <n> is already defined near index 11'],
  ['(?<1>a)', 'capturing group name does not start with a Latin letter near index 3'],
  ['(?<a-b>a)', "named capturing group is missing trailing '>' near index 4"],
  ['\\k<x>', 'named capturing group <x> does not exist near index 4'],
  ['\\x{110000}', 'Hexadecimal codepoint is too big'],
  ['\\08', 'Illegal octal escape sequence near index 2'],
])('%s is refused: %s', (pattern, reason) => {
  expect(() => compileJavaPattern(pattern)).toThrow(reason);
});
