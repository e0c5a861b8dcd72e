import fc from 'fast-check';
import { SortedCounts } from './sorted_counts.js';

test.each([1, 13, 14, 30, 32])('numbers of %d bits are counted', (bits) => {
  const number = fc.oneof(
    fc.nat({ max: Math.min(20, 2 ** bits - 1) }),
    fc.nat({ max: 2 ** bits - 1 }),
  );
  const block = fc.array(number, { maxLength: 60 });
  fc.assert(
    fc.property(fc.array(fc.tuple(block, fc.boolean()), { maxLength: 8 }), (blocks) => {
      const counted = new SortedCounts(bits);
      const expected = new Map<number, number>();
      for (const [numbers, isFinished] of blocks) {
        // Numbers after the count are ignored.
        counted.add(Uint32Array.from([...numbers, 7]), numbers.length);
        for (const each of numbers) expected.set(each, (expected.get(each) ?? 0) + 1);
        if (isFinished) counted.finish();
      }
      counted.finish();
      counted.finish();
      const found = Array.from({ length: counted.size }, (_, i) => [
        counted.keys[i],
        counted.counts[i],
      ]);
      expect(found).toEqual([...expected].sort(([a], [b]) => a - b));
      counted.letGo();
      expect(counted.size).toBe(0);
    }),
  );
});

test('many numbers are counted in pieces', () => {
  const counted = new SortedCounts(20);
  const block = new Uint32Array(4096);
  for (let first = 0; first < 1 << 18; first += block.length) {
    for (let i = 0; i < block.length; i++) block[i] = Math.imul(first + i, 0x9e3779b1) & 0x3ffff;
    counted.add(block, block.length);
  }
  counted.finish();
  expect(counted.size).toBe(1 << 18);
  expect(counted.counts.subarray(0, counted.size).every((count) => count === 1)).toBe(true);
});
