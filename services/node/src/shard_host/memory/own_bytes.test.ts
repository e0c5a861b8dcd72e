import { ownBytes } from './own_bytes.js';

const LONG = 100_000;

it('copies what lies in memory with something else', () => {
  const all = Uint8Array.from([1, 2, 3, 4]);
  const own = ownBytes(all.subarray(1, 3));
  expect([...own]).toEqual([2, 3]);
  expect(own.buffer).not.toBe(all.buffer);
  const half = new Uint8Array(2 * LONG);
  expect(ownBytes(half.subarray(0, LONG)).buffer.byteLength).toBe(LONG);
  // As long as a socket read: the rest may be another message.
  const read = new Uint8Array(64 * 1024);
  expect(ownBytes(read.subarray(100)).buffer).not.toBe(read.buffer);
});

it('leaves a long message and what is alone as they are', () => {
  const alone = new Uint8Array(3);
  expect(ownBytes(alone)).toBe(alone);
  const message = new Uint8Array(LONG + 200);
  const payload = message.subarray(150, 150 + LONG);
  expect(ownBytes(payload)).toBe(payload);
});
