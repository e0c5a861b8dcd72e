/**
 * Compares numbers added directly from a column with numbers added row by row: the results are the
 * same to the last bit.
 */
import type { NumberSlots, SegmentReader } from '@skein/search_library';
import fc from 'fast-check';
import type { DocBlock } from '../collect/doc_block.js';
import { columnNumbers, type NumberSource } from '../values/number_source.js';
import { RAW } from '../values/value_format.js';
import { NumberCollector } from './number_collector.js';
import { type StatsPart, StatsState } from './stats.js';

const DOCS = 100;

interface Given {
  readonly raw: NumberSlots['raw'];
  readonly min: number;
  readonly gcd: number;
  readonly isPresent: readonly boolean[];
  readonly hasAll: boolean;
}

function segmentOf({ raw, min, gcd, isPresent, hasAll }: Given): SegmentReader {
  const presence = new Uint32Array(4);
  isPresent.forEach((is, doc) => {
    if (is) presence[doc >>> 5] = presence[doc >>> 5] | (1 << (doc & 31));
  });
  const values = Array.from(raw, (slot) => min + gcd * slot);
  const column = {
    wide: false,
    slots: { raw, min, gcd, presence: hasAll ? null : presence },
    min: Math.min(...values),
    max: Math.max(...values),
  };
  return { numbers: () => column } as unknown as SegmentReader;
}

const slot = fc.oneof(
  fc.constantFrom(
    { make: (list: readonly number[]) => Uint8Array.from(list), most: 0xff },
    { make: (list: readonly number[]) => Uint16Array.from(list), most: 0xffff },
    { make: (list: readonly number[]) => Uint32Array.from(list), most: 0xffffffff },
  ),
);
const whole = slot.chain(({ make, most }) =>
  fc
    .array(fc.nat({ max: most }), { minLength: DOCS, maxLength: DOCS })
    .map((list): NumberSlots['raw'] => make(list)),
);
const doubles = fc
  .array(fc.double(), { minLength: DOCS, maxLength: DOCS })
  .map((list): NumberSlots['raw'] => Float64Array.from(list));

const segment = fc.record({
  raw: fc.oneof({ weight: 3, arbitrary: whole }, { weight: 1, arbitrary: doubles }),
  min: fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.constant(0)),
  gcd: fc.constantFrom(1, 3, 1000, 3_600_000),
  isPresent: fc.array(fc.boolean(), { minLength: DOCS, maxLength: DOCS }),
  hasAll: fc.boolean(),
});

/** True if all stored numbers stand for whole numbers that doubles hold exactly. */
function isStored({ raw, min, gcd }: Given): boolean {
  if (raw instanceof Float64Array) return true;
  return raw.every((each) => Number.isSafeInteger(min + gcd * each));
}

const block = fc.record({
  docs: fc.uniqueArray(fc.nat({ max: DOCS - 1 }), { minLength: 1 }),
  owners: fc.array(fc.nat({ max: 4 }), { minLength: DOCS, maxLength: DOCS }),
  isKnown: fc.boolean(),
  isOne: fc.boolean(),
});

function blockOf(given: typeof block extends fc.Arbitrary<infer T> ? T : never): DocBlock {
  const { docs, owners, isKnown, isOne } = given;
  return {
    count: docs.length,
    docs: Uint32Array.from(docs.toSorted((a, b) => a - b)),
    owners: Uint32Array.from(owners, (owner) => (isOne ? 0 : owner)),
    scores: undefined,
    ...(isKnown ? { buckets: isOne ? 1 : 5 } : {}),
  };
}

function collected(
  source: NumberSource,
  segments: readonly SegmentReader[],
  blocks: readonly DocBlock[],
): StatsPart {
  const collector = new NumberCollector(source, new StatsState(RAW));
  for (const reader of segments) {
    collector.segment(reader);
    for (const each of blocks) collector.collect(each);
  }
  return collector.build(Uint32Array.of(0, 1, 2, 3, 4));
}

test('columns and rows give the same sums, counts and extremes', () => {
  fc.assert(
    fc.property(
      fc.array(segment.filter(isStored), { minLength: 1, maxLength: 3 }),
      fc.array(block.map(blockOf), { minLength: 1, maxLength: 3 }),
      (given, blocks) => {
        const segments = given.map(segmentOf);
        const scale = { factor: 1, isNanos: false, longs: 'signed' } as const;
        const source = columnNumbers('n', scale, segments);
        const { slots: _, ...rows } = source;
        const found = collected(source, segments, blocks);
        expect(found).toEqual(collected(rows, segments, blocks));
      },
    ),
  );
});
