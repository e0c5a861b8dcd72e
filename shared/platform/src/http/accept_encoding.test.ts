import { acceptedEncoding } from './accept_encoding.js';

test.each([
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0, br;q=0, *', undefined],
  ['gzip;q=0', undefined],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s', (header, expected) => {
  expect(acceptedEncoding(header, ['br', 'gzip'])).toBe(expected);
});

test('a coding that is refused by its name is not accepted through the asterisk', () => {
  expect(acceptedEncoding('gzip;q=0, *', ['gzip'])).toBeUndefined();
});
