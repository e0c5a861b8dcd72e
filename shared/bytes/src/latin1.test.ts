import { latin1Decode } from './latin1.js';

test('each byte is a character, in any number', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  expect(latin1Decode(bytes)).toBe(String.fromCharCode(...bytes));
  expect(latin1Decode(bytes.subarray(200, 202))).toBe('ÈÉ');
  expect(latin1Decode(new Uint8Array(1_000_000).fill(0x61))).toBe('a'.repeat(1_000_000));
});
