import { byteSize } from './byte_size.js';

test('a long text is read once', () => {
  // Each look for the unit would begin at every space.
  const text = `1${' '.repeat(1_000_000)}`;
  expect(() => byteSize(`${text}x`)).toThrow('unit is missing or unrecognized');
  expect(byteSize(`${text}kb`)).toBe(1024n);
});
