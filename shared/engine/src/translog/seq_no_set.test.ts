import fc from 'fast-check';
import { SeqNoSet } from './seq_no_set.js';

test('a number is new once, wherever it lies, and no other number with it', () => {
  const seqNo = fc.oneof(fc.nat(200), fc.nat(100_000));
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.array(seqNo, { maxLength: 200 }), (first, offsets) => {
      const set = new SeqNoSet(first);
      const known = new Set<number>();
      for (const offset of offsets) {
        expect(set.add(first + offset)).toBe(!known.has(offset));
        known.add(offset);
      }
    }),
  );
});

test('a dense history has each number once, beyond the words of the beginning', () => {
  const count = 1024 * 32 * 2 + 40;
  const set = new SeqNoSet(7);
  for (let i = 0; i < count; i++) if (!set.add(7 + i)) throw new Error(`${i} is not new`);
  for (let i = 0; i < count; i++) if (set.add(7 + i)) throw new Error(`${i} is new`);
});

test('a number far away keeps those before it', () => {
  const set = new SeqNoSet(0);
  set.add(31);
  set.add(32);
  expect(set.add(5_000_000)).toBe(true);
  expect([31, 32, 5_000_000].map((seqNo) => set.add(seqNo))).toEqual([false, false, false]);
  expect([30, 33, 4_999_999, 5_000_001].map((seqNo) => set.add(seqNo))).not.toContain(false);
});
