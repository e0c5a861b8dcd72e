import fc from 'fast-check';
import { simpleMatch } from './simple_match.js';

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
