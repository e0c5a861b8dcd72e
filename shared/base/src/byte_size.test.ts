import { parseByteSize } from './byte_size.js';

test.each([
  ['512b', 512],
  ['1.5kb', 1536],
  [' 2 MB ', 2 * 1024 ** 2],
  ['0', 0],
  ['-1', -1],
  ['8191pb', 8191 * 1024 ** 5],
])('%s is a size', (text, bytes) => {
  expect(parseByteSize(text)).toBe(bytes);
});

test.each(['', '12', '-1b', '1xb', '1constructor', 'kb', '8192pb'])('%j is no size', (text) => {
  expect(parseByteSize(text)).toBeUndefined();
});
