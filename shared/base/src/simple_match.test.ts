import fc from 'fast-check';
import { simpleMatch } from './simple_match.js';

it.each([
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['ab*ba', 'aba', false],
  ['*aa', 'a', false],
])('of %s, no character of %s counts twice: %s', (pattern, text, matches) => {
  expect(simpleMatch(pattern, text)).toBe(matches);
});

it('agrees with a regular expression', () => {
  const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
  const texts = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
      expect(simpleMatch(pattern, text)).toBe(expression.test(text));
    }),
  );
});
