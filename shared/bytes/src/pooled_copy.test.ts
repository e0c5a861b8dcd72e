import { pooledCopy } from './pooled_copy.js';

test('copies are alike, apart, and stay as they are', () => {
  const bytes = new Uint8Array(5000).map((_, i) => i);
  const lengths = [0, 1, 100, 4096, 4097, 5000, 4096, 4000, 4096, 3, 4096];
  const copies = lengths.map((length) => pooledCopy(bytes.subarray(0, length)));
  for (const [i, copy] of copies.entries()) copy.fill(i + 1);
  for (const [i, copy] of copies.entries()) {
    expect(copy).toHaveLength(lengths[i] ?? -1);
    expect(copy.every((byte) => byte === i + 1)).toBe(true);
  }
  expect(bytes.every((byte, i) => byte === (i & 0xff))).toBe(true);
});

test('what is copied is the range, not a view of a buffer', () => {
  const buffer = Buffer.from('abcdefgh');
  for (const copy of [pooledCopy(buffer.subarray(2, 5)), pooledCopy(Buffer.alloc(6000, 'x'))]) {
    const before = [...copy];
    buffer.fill(0);
    expect([...copy]).toEqual(before);
    expect(Buffer.isBuffer(copy)).toBe(false);
  }
});
