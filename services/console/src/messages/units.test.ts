import { bytesText, durationText } from './units.js';

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [300 * 1024 ** 2, '300 MB'],
  [2 ** 60, '1,024 PB'],
])('%d bytes are %s', (bytes, text) => expect(bytesText(bytes, 'en')).toBe(text));

test.each([
  [0, '0 ms'],
  [999.9, '999 ms'],
  [1_000, '1 sec'],
  [119_000, '1 min'],
  [7_200_000, '2 hr'],
  [864_000_000, '10 days'],
])('%d milliseconds are %s', (ms, text) => expect(durationText(ms, 'en')).toBe(text));

it('writes numbers as the language does', () => expect(bytesText(1536, 'de')).toBe('1,5 KB'));
