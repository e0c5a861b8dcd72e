import { javaTrim } from './java_trim.js';

test('only what is not above a space is cut off', () => {
  expect(javaTrim('\0 \t a \u00a0\n')).toBe('a \u00a0');
  expect(javaTrim('\ufeffa')).toBe('\ufeffa');
  expect(javaTrim('!a!')).toBe('!a!');
  expect(javaTrim(' ! ')).toBe('!');
  expect(javaTrim('')).toBe('');
  expect(javaTrim(' \t')).toBe('');
});
