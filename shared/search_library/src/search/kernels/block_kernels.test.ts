/** Compares blocks that kernels aggregate, compiled or not, with loops over the documents. */
import fc from 'fast-check';
import type { SegmentReader } from '../../index/segment_reader.js';
import { markInRange } from '../columns/slot_range.js';
import type { IndexSearcher } from '../index_searcher.js';
import { BlockKernels, type OwnedDocs } from './block_kernels.js';
import { Kernels } from './kernels.js';
import { type StepTable, stepTable } from './step_table.js';
import { compiledKernels } from './testing/compiled_kernels.js';

const DOCS = 300;
/** The column is placed after the lane. */
const COLUMN = 3 << 20;
const PRESENCE = COLUMN + 4 * DOCS + 8;
const MEMORY_BYTES = 4 << 20;
const OWNERS = 3;

const wasm = compiledKernels();

type Column = Uint8Array | Uint16Array | Uint32Array;

const COLUMNS: readonly ((buffer: SharedArrayBuffer) => Column)[] = [
  (buffer) => new Uint8Array(buffer, COLUMN, DOCS),
  (buffer) => new Uint16Array(buffer, COLUMN, DOCS),
  (buffer) => new Uint32Array(buffer, COLUMN, DOCS),
];

const given = fc.record({
  columnOf: fc.constantFrom(...COLUMNS),
  stored: fc.array(fc.nat({ max: 0xffffffff }), { minLength: DOCS, maxLength: DOCS }),
  isPresent: fc.array(fc.boolean(), { minLength: DOCS, maxLength: DOCS }),
  hasAll: fc.boolean(),
  min: fc.integer(),
  gcd: fc.constantFrom(1, 7, 1000),
  docs: fc.uniqueArray(fc.nat({ max: DOCS - 1 }), { minLength: OWNERS, maxLength: DOCS }),
  /** Owners at random, or in runs. */
  owners: fc.oneof(
    fc.array(fc.nat({ max: OWNERS - 1 }), { minLength: DOCS, maxLength: DOCS }),
    fc
      .nat({ max: 40 })
      .map((run) => Array.from({ length: DOCS }, (_, i) => Math.floor(i / (run + 10)) % OWNERS)),
  ),
  isOne: fc.boolean(),
});
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;

function blockOf({ docs, owners, isOne }: Given): OwnedDocs {
  return {
    docs: Uint32Array.from(docs.toSorted((a, b) => a - b)),
    owners: Uint32Array.from(owners, (owner) => (isOne ? 0 : owner)),
    count: docs.length,
    buckets: isOne ? 1 : OWNERS,
  };
}

describe.each([
  ['compiled', new Kernels({ wasm, minDocs: 0 })],
  ['plain', new Kernels({ minDocs: 0 })],
])('%s kernels', (_name, kernels) => {
  const memory = kernels.workspace(MEMORY_BYTES);
  const buffer = memory.buffer as unknown as SharedArrayBuffer;
  const searcher = { kernelSearch: { kernels } } as unknown as IndexSearcher;
  const segment = { memory, maxDoc: DOCS, name: 's' } as unknown as SegmentReader;
  const over = () => BlockKernels.over(searcher, segment) as BlockKernels;

  test('values are added to the sums of their buckets', () => {
    fc.assert(
      fc.property(given, (of) => {
        const { columnOf, stored, isPresent, hasAll, min, gcd } = of;
        const raw = columnOf(buffer);
        raw.set(stored);
        const bits = new Uint32Array(memory.buffer, PRESENCE, Math.ceil(DOCS / 32)).fill(0);
        isPresent.forEach((is, doc) => {
          if (is) bits[doc >>> 5] |= 1 << (doc & 31);
        });
        const block = blockOf(of);
        const sums = Float64Array.from({ length: OWNERS }, (_, i) => 1000 * i);
        const counts = Float64Array.from({ length: OWNERS }, (_, i) => i);
        const [expectedSums, expectedCounts] = [sums.slice(), counts.slice()];
        for (let i = 0; i < block.count; i++) {
          const doc = block.docs[i];
          if (!hasAll && !isPresent[doc]) continue;
          expectedSums[block.owners[i]] += min + gcd * raw[doc];
          expectedCounts[block.owners[i]]++;
        }
        const slots = { raw, min, gcd, presence: hasAll ? null : bits };
        expect(over().sum(slots, block, { sums, counts })).toBe(true);
        expect([...sums]).toEqual([...expectedSums]);
        expect([...counts]).toEqual([...expectedCounts]);
      }),
    );
  });

  test('documents come to the buckets of their ordinals, numbered as they are met', () => {
    fc.assert(
      fc.property(given, fc.integer({ min: 1, max: 60 }), (of, cardinality) => {
        const raw = of.columnOf(buffer);
        // 0 means that the document has no term.
        raw.set(of.stored.map((each) => each % (cardinality + 1)));
        const block = blockOf(of);
        const width = 64;
        const cells = new Uint32Array(OWNERS * width);
        let counts = new Float64Array(0);
        let size = 0;
        const make = (owner: number, ordinal: number): number => {
          cells[owner * width + ordinal] = ++size;
          const longer = new Float64Array(size);
          longer.set(counts);
          counts = longer;
          return size - 1;
        };
        const rows = new Uint32Array(DOCS);
        const buckets = new Uint32Array(DOCS);
        const table = { cells, width };
        const found = { table, make, counts: () => counts, rows, buckets };
        const known = new Map<string, number>();
        const expected: [number, number][] = [];
        for (let i = 0; i < block.count; i++) {
          const slot = raw[block.docs[i]];
          if (slot === 0) continue;
          const key = `${block.owners[i]} ${slot}`;
          const bucket = known.get(key) ?? known.size;
          known.set(key, bucket);
          expected.push([i, bucket]);
        }
        // The second pass finds all buckets existing.
        for (let time = 1; time <= 2; time++) {
          const kept = over().assign(raw, block, found) as number;
          expect(Array.from({ length: kept }, (_, i) => [rows[i], buckets[i]])).toEqual(expected);
          const expectedCounts = new Array(known.size).fill(0);
          for (const [, bucket] of expected) expectedCounts[bucket] += time;
          expect([...counts]).toEqual(expectedCounts);
        }
      }),
    );
  });

  const gaps = fc.array(fc.oneof(fc.nat({ max: 9 }), fc.nat({ max: 2 ** 33 })), { maxLength: 40 });

  test('documents come to the buckets of the steps their values are in', () => {
    fc.assert(
      fc.property(given, gaps, fc.nat({ max: 30 }), (of, lengths, before) => {
        const { stored, isPresent, hasAll, min, gcd } = of;
        const raw = of.columnOf(buffer);
        raw.set(stored);
        const bits = new Uint32Array(memory.buffer, PRESENCE, Math.ceil(DOCS / 32)).fill(0);
        isPresent.forEach((is, doc) => {
          if (is) bits[doc >>> 5] |= 1 << (doc & 31);
        });
        let start = min - before;
        const starts = [start, ...lengths.map((length) => (start += length + 1))];
        const block = blockOf(of);
        const slots = { raw, min, gcd, presence: hasAll ? null : bits };
        const greatest = min + gcd * 0xffffffff;
        const steps = stepTable(slots, greatest, Float64Array.from(starts)) as StepTable;
        const width = 64;
        const cells = new Uint32Array(OWNERS * width);
        const made: string[] = [];
        const make = (owner: number, step: number): number => {
          made.push(`${owner} ${step}`);
          cells[owner * width + step] = made.length;
          return made.length - 1;
        };
        const counts = new Float64Array(DOCS);
        const [rows, buckets] = [new Uint32Array(DOCS), new Uint32Array(DOCS)];
        const found = { steps, table: { cells, width }, make, counts: () => counts, rows, buckets };
        const expected: string[] = [];
        for (let i = 0; i < block.count; i++) {
          const doc = block.docs[i];
          if (!hasAll && !isPresent[doc]) continue;
          const value = min + gcd * raw[doc];
          const step = starts.findLastIndex((each) => each <= value);
          expected.push(`${i}: ${block.owners[i]} ${step}`);
        }
        for (let time = 1; time <= 2; time++) {
          const kept = over().assignSteps(slots, block, found) as number;
          const shown = Array.from({ length: kept }, (_, i) => `${rows[i]}: ${made[buckets[i]]}`);
          expect(shown).toEqual(expected);
          expect(counts.reduce((sum, count) => sum + count, 0)).toBe(time * expected.length);
        }
        made.forEach((key, bucket) => {
          const own = expected.filter((each) => each.endsWith(`: ${key}`));
          expect(counts[bucket]).toBe(2 * own.length);
        });
      }),
    );
  });

  const slotRange = fc
    .tuple(
      fc.oneof(fc.integer({ min: -5, max: 300 }), fc.nat({ max: 0xffffffff })),
      fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 0xffffffff }), fc.constant(Infinity)),
    )
    .map(([a, b]) => ({ low: Math.min(a, b), high: Math.max(a, b) }));
  const window = fc
    .tuple(fc.nat({ max: Math.floor(DOCS / 32) }), fc.nat({ max: DOCS }))
    .map(([first, length]) => ({ from: 32 * first, to: Math.min(DOCS, 32 * first + length) }));

  test('documents of a window are marked whose stored numbers are in a range', () => {
    fc.assert(
      fc.property(given, slotRange, window, (of, range, { from, to }) => {
        const raw = of.columnOf(buffer);
        raw.set(of.stored);
        const bits = new Uint32Array(memory.buffer, PRESENCE, Math.ceil(DOCS / 32)).fill(0);
        of.isPresent.forEach((is, doc) => {
          if (is) bits[doc >>> 5] |= 1 << (doc & 31);
        });
        const slots = { raw, min: 0, gcd: 1, presence: of.hasAll ? null : bits };
        const length = Math.ceil((to - from) / 32);
        const [expected, words] = [
          new Uint32Array(length),
          new Uint32Array(length).fill(0x55555555),
        ];
        markInRange(slots, range, { from, to, words: expected });
        if (over().markInRange(slots, range, { from, to, words })) expect(words).toEqual(expected);
        else expect(range.low >= 2 ** (8 * raw.BYTES_PER_ELEMENT)).toBe(true);
      }),
    );
  });

  test('documents whose bits are set are kept, in order', () => {
    fc.assert(
      fc.property(given, fc.nat({ max: 100 }), (of, later) => {
        const { docs, count } = blockOf(of);
        const moved = docs.map((doc) => doc + 32 * later);
        const bits = new Uint32Array(Math.ceil(DOCS / 32) + later);
        of.isPresent.forEach((is, doc) => {
          if (is) bits[later + (doc >>> 5)] |= 1 << (doc & 31);
        });
        const kept = new Uint32Array(count);
        const size = over().keepMarked(bits, { docs: moved, count }, kept) as number;
        expect([...kept.subarray(0, size)]).toEqual(
          [...moved].filter((doc) => of.isPresent[doc - 32 * later]),
        );
      }),
    );
  });

  test('documents too far apart, and none, are not looked at', () => {
    const bits = new Uint32Array(1 << 14);
    const far = { docs: Uint32Array.of(0, (1 << 19) - 1), count: 2 };
    expect(over().keepMarked(bits, far, new Uint32Array(2))).toBeUndefined();
    const none = { docs: new Uint32Array(0), count: 0 };
    expect(over().keepMarked(bits, none, new Uint32Array(2))).toBeUndefined();
  });

  test('an ordinal that the field does not have is damage', () => {
    const raw = new Uint8Array(memory.buffer, COLUMN, DOCS).fill(9);
    const block = {
      docs: Uint32Array.of(1, 2),
      owners: Uint32Array.of(0, 0),
      count: 2,
      buckets: 1,
    };
    const found = {
      table: { cells: new Uint32Array(4), width: 4 },
      make: () => 0,
      counts: () => new Float64Array(4),
      rows: new Uint32Array(2),
      buckets: new Uint32Array(2),
    };
    expect(() => over().assign(raw, block, found)).toThrow('columns are damaged');
  });

  test('columns of other memory, and blocks of too many buckets, are left alone', () => {
    const block = { docs: Uint32Array.of(1), owners: Uint32Array.of(0), count: 1, buckets: 1 };
    const slots = { raw: new Uint8Array(DOCS), min: 0, gcd: 1, presence: null };
    const into = { sums: new Float64Array(1), counts: new Float64Array(1) };
    expect(over().sum(slots, block, into)).toBe(false);
    const here = { ...slots, raw: new Uint8Array(memory.buffer, COLUMN, DOCS) };
    expect(over().sum(here, { ...block, buckets: 2 }, into)).toBe(false);
    expect(BlockKernels.fits(3, 4096)).toBe(false);
  });
});
