import fc from 'fast-check';
import { matchesRegexp, matchesWildcard } from './matches.js';

const FLAGS = {
  intersection: true,
  complement: true,
  empty: true,
  anyString: true,
  interval: true,
};
const OPTIONS = { flags: FLAGS, caseInsensitive: false, maxDeterminizedStates: 10_000 };

test('a wildcard pattern matches what the same regular expression does', () => {
  const pattern = fc.string({ unit: fc.constantFrom('a', 'é', '*', '?'), maxLength: 8 });
  const text = fc.string({ unit: fc.constantFrom('a', 'é', 'b'), maxLength: 8 });
  fc.assert(
    fc.property(pattern, text, (wild, value) => {
      const source = wild.replaceAll('*', '.*').replaceAll('?', '.');
      const expected = new RegExp(`^${source}$`, 'u').test(value);
      expect(matchesWildcard(wild, value)).toBe(expected);
      expect(matchesRegexp(source, value, OPTIONS)).toBe(expected);
    }),
  );
});

test('case can be left aside, and a backslash takes the next character as it is', () => {
  expect(matchesWildcard('AB*', 'abc', { caseInsensitive: true })).toBe(true);
  expect(matchesWildcard('a\\*', 'a*')).toBe(true);
  expect(matchesWildcard('a\\*', 'ab')).toBe(false);
  expect(matchesRegexp('AB.', 'abc', { ...OPTIONS, caseInsensitive: true })).toBe(true);
});

test('a pattern that would need too many states is refused, long plain ones are not', () => {
  const many = `*a${'?'.repeat(25)}`;
  expect(() => matchesWildcard(many, 'a')).toThrow(
    'Determinizing automaton with 53 states and 53 transitions would require more than 10000 effort.',
  );
  expect(matchesWildcard(`*${'?'.repeat(100)}`, 'a'.repeat(100))).toBe(true);
  expect(matchesWildcard(`*a${'?'.repeat(9)}*`, 'xa123456789')).toBe(true);
});
