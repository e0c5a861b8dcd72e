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
