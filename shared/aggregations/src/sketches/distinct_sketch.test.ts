/** Compares sketches with sets of the same hashes. */
import fc from 'fast-check';
import { DistinctCounter, distinctCount, encodeHash, precisionOf } from './distinct_sketch.js';

/** The random number generator Mulberry32. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

function hashes(seed: number, count: number, precision: number): number[] {
  const next = drawing(seed);
  return Array.from({ length: count }, () => encodeHash(next(), next(), precision));
}

function counted(given: readonly number[], precision: number): DistinctCounter {
  const counter = new DistinctCounter(precision);
  for (const hash of given) counter.add(hash);
  return counter;
}

/** The content in a fixed order: sorted hashes, or the registers. */
function content(counter: DistinctCounter): readonly number[] {
  const sketch = counter.sketch();
  return sketch.kind === 'sparse' ? [...sketch.hashes].sort() : [...sketch.registers];
}

test.each([4, 12, 18])('with %i bits, the run behind them is what its register keeps', (bits) => {
  const random = drawing(bits);
  for (let zeros = 0; zeros <= 64 - bits; zeros++) {
    // The first bits choose the register; so many zeros follow, then a one and any bits.
    const behind = 64n - BigInt(bits + zeros);
    const any = (BigInt(random()) << 32n) | BigInt(random());
    const register = any & ((1n << BigInt(bits)) - 1n);
    const end = behind === 0n ? 0n : (1n << (behind - 1n)) | (any & ((1n << (behind - 1n)) - 1n));
    const hash = (register << BigInt(64 - bits)) | end;
    const counter = new DistinctCounter(bits);
    counter.expect(1 << bits);
    counter.add(encodeHash(Number(hash >> 32n), Number(hash & 0xffffffffn), bits));
    const sketch = counter.sketch();
    if (sketch.kind === 'sparse') throw new Error('registers are expected');
    expect([zeros, sketch.registers[Number(register)]]).toEqual([zeros, zeros + 1]);
  }
});

const threshold = fc.constantFrom(1, 10, 100, 3000);

test('few hashes are kept, each once', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat({ max: 2000 }), (seed, count) => {
      const precision = precisionOf(3000);
      const given = hashes(seed, count, precision);
      const sketch = counted([...given, ...given], precision).sketch();
      expect(sketch.kind).toBe('sparse');
      expect(content(counted(given, precision))).toEqual([...new Set(given)].sort());
    }),
  );
});

test('whatever is put together in whatever order, the sketch is that of all', () => {
  const parts = fc.array(fc.nat({ max: 3000 }), { maxLength: 4 });
  fc.assert(
    fc.property(fc.integer(), threshold, parts, (seed, of, counts) => {
      const precision = precisionOf(of);
      const lists = counts.map((count, i) => hashes(seed + i, count, precision));
      const merged = new DistinctCounter(precision);
      for (const list of lists.toReversed()) merged.merge(counted(list, precision).sketch());
      expect(content(merged)).toEqual(content(counted(lists.flat(), precision)));
    }),
    { numRuns: 30 },
  );
});

test('estimates are near', () => {
  const precision = precisionOf(3000);
  for (const count of [0, 1, 1000, 20_000, 200_000]) {
    const sketch = counted(hashes(count, count, precision), precision).sketch();
    expect(Math.abs(distinctCount(sketch) - count)).toBeLessThanOrEqual(0.03 * count);
  }
});
