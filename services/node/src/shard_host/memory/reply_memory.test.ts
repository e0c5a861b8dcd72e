import { ReplyMemory } from './reply_memory.js';

const KB = 1024;
const filled = (length: number, value: number) => new Uint8Array(length).fill(value);

test('a long reply gets memory that was given back, a short or too long one its own', () => {
  const memory = new ReplyMemory();
  const first = memory.copyOf(filled(64 * KB, 1));
  expect(first.subarray(3)).toEqual(filled(64 * KB - 3, 1));
  memory.giveBack([filled(3, 0), first.subarray(9)]);
  const second = memory.copyOf(filled(256 * KB, 2));
  expect(second.buffer).toBe(first.buffer);
  expect(second.every((byte) => byte === 2)).toBe(true);
  expect(second).toHaveLength(256 * KB);
  for (const length of [64 * KB - 1, 256 * KB + 1]) {
    const own = memory.copyOf(filled(length, 3));
    memory.giveBack([own]);
    const next = memory.copyOf(filled(100 * KB, 4));
    expect(next.buffer).not.toBe(own.buffer);
    expect(own.every((byte) => byte === 3)).toBe(true);
  }
});

test('two replies at once do not share memory, though one was given back twice', () => {
  const memory = new ReplyMemory();
  const given = memory.copyOf(filled(100 * KB, 1));
  memory.giveBack([given, given]);
  memory.giveBack([given]);
  const [one, two] = [memory.copyOf(filled(100 * KB, 5)), memory.copyOf(filled(100 * KB, 6))];
  expect(one.buffer).toBe(given.buffer);
  expect(two.buffer).not.toBe(one.buffer);
  expect([one[0], two[0]]).toEqual([5, 6]);
});

test('four buffers wait for their next use, whatever was lent', () => {
  const memory = new ReplyMemory();
  const lent = Array.from({ length: 6 }, () => memory.copyOf(filled(100 * KB, 1)));
  memory.giveBack(lent);
  const again = Array.from({ length: 6 }, () => memory.copyOf(filled(100 * KB, 2)));
  const known = new Set(lent.map(({ buffer }) => buffer));
  expect(again.filter(({ buffer }) => known.has(buffer))).toHaveLength(4);
});
