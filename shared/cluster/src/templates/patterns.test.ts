import { simpleMatch } from '@skein/base';
import fc from 'fast-check';
import { patternsOverlap } from './patterns.js';

test.each([
  ['logs-*', 'logs-app', true],
  ['logs-*', '*-app', true],
  ['logs-*', 'log*', true],
  ['logs-*', 'metrics-*', false],
  ['a*b', 'a*c', false],
  ['a', 'a', true],
  ['a', 'b', false],
  ['*', '', true],
  ['a*', '', false],
])('%s and %s', (a, b, overlap) => {
  expect(patternsOverlap(a, b)).toBe(overlap);
  expect(patternsOverlap(b, a)).toBe(overlap);
});

const pattern = fc.stringMatching(/^[ab*]{0,5}$/);
const NAMES = fc.sample(fc.stringMatching(/^[ab]{0,8}$/), 300);

test('patterns that share a name overlap', () => {
  fc.assert(
    fc.property(pattern, pattern, (a, b) => {
      const shared = NAMES.some((name) => simpleMatch(a, name) && simpleMatch(b, name));
      if (shared) expect(patternsOverlap(a, b)).toBe(true);
    }),
  );
});

test('of patterns that overlap, what stands for the stars of each is a name of both', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ab]{0,5}$/), pattern, (name, b) => {
      expect(patternsOverlap(name, b)).toBe(simpleMatch(b, name));
    }),
  );
});
