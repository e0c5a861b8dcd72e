import { FNV_START, fnv1a, fnvStep } from './fnv1a.js';
import { utf8 } from './utf8.js';

test.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('%j has the hash that is published', (text, hash) => {
  const bytes = utf8(`<${text}>`);
  expect(fnv1a(bytes, 1, bytes.length - 1) >>> 0).toBe(hash);
  const stepped = [...utf8(text)].reduce(fnvStep, FNV_START);
  expect(stepped >>> 0).toBe(hash);
});
