import fc from 'fast-check';
import { IndexWriter } from '../index/index_writer.js';
import { toIndexable } from '../index/testing/sample_index.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import { type ArenaBlock, ArenaPool, bytesOfBlock, LANE_BYTES, LANES } from './arena.js';

const MEGABYTE = 1024 * 1024;
const EMPTY = { body: [], title: [], tag: [], group: [], count: [], price: [], place: [] };

/** A size to take, or which of the blocks at hand to give back. */
const steps = fc.array(
  fc.oneof(
    fc.record({ take: fc.oneof(fc.nat(300), fc.integer({ min: 0, max: 8 * MEGABYTE })) }),
    fc.record({ give: fc.nat(20) }),
  ),
  { maxLength: 40 },
);

test('blocks never overlap, what was given back is used again, and the account adds up', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let accounted = 0;
      const pool = new ArenaPool({ account: (delta) => (accounted += delta) });
      const held: ArenaBlock[] = [];
      for (const step of all) {
        if ('take' in step) held.push(pool.allocate(step.take));
        else for (const block of held.splice(step.give, 1)) pool.free(block);
        expect(accounted).toBe(held.reduce((sum, { length }) => sum + length, 0));
        expect(pool.usedBytes).toBe(accounted);
        for (const a of held) {
          expect(a.offset).toBeGreaterThanOrEqual(LANES * LANE_BYTES);
          const others = held.filter((b) => b !== a && b.arena === a.arena);
          expect(others.some((b) => a.offset < b.offset + b.length && b.offset < a.offset)).toBe(
            false,
          );
        }
      }
      for (const block of held) pool.free(block);
      expect([pool.usedBytes, pool.arenaCount]).toEqual([0, 0]);
    }),
    { numRuns: 50 },
  );
});

test('a large block has an arena of its own with room beside it', () => {
  const pool = new ArenaPool();
  const small = pool.allocate(1000);
  const large = pool.allocate(300 * MEGABYTE);
  expect(large.arena).not.toBe(small.arena);
  expect(pool.allocate(MEGABYTE, large).arena).toBe(large.arena);
  expect(bytesOfBlock(large)).toHaveLength(300 * MEGABYTE);
});

test('an account that refuses leaves the pool as it was', () => {
  const pool = new ArenaPool({
    account: (delta) => {
      if (delta > 100) throw new Error('too much');
    },
  });
  pool.allocate(100);
  expect(() => pool.allocate(101)).toThrow('too much');
  expect(pool.usedBytes).toBe(100);
});

test('the memory of a segment goes when no snapshot names it any more', () => {
  let accounted = 0;
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory, { accountMemory: (delta) => (accounted += delta) });
  let version = 1;
  const peaks: number[] = [];
  for (let round = 0; round < 20; round++) {
    for (let i = 0; i < 50; i++) {
      writer.deleteDocuments(`id-${i}`);
      writer.addDocument(toIndexable({ ...EMPTY, id: `id-${i}` }, round * 50 + i));
    }
    const snapshot = writer.refresh();
    writer.deleteDocuments('id-7');
    writer.refresh();
    writer.release(version);
    if (snapshot !== null) writer.release(snapshot.version);
    version = writer.snapshot().version;
    peaks.push(accounted);
  }
  const inUse = writer.snapshot().segments;
  const expected = inUse.reduce((n, one) => n + one.bytes.length + (one.liveDocs?.length ?? 0), 0);
  expect(accounted).toBe(expected);
  expect(Math.max(...peaks)).toBeLessThan(3 * Math.min(...peaks));
});
