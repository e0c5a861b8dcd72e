import { ApiError } from '@skein/errors';
import fc from 'fast-check';
import { W_EVICTIONS } from './residence_layout.js';
import { SegmentSpace } from './segment_space.js';
import { SpaceBlocks } from './space_blocks.js';
import { NONE, RELEASES, SpaceControl, unitsOf, WAITING } from './space_control.js';
import type { Residence } from './space_types.js';

const LIMIT = 64 * 1024;
const THREADS = 3;

/** A part of `size` bytes, all of them `number & 0xff`. */
function partOf(number: number, size: number, failing = false): Residence {
  return {
    words: new Int32Array(new SharedArrayBuffer(8)),
    at: 0,
    arena: 0,
    lengthBytes: size,
    name: () => `part ${number}`,
    load: (target) => {
      if (failing) throw new Error('disk fault');
      target.fill(number & 0xff);
    },
  };
}

function spaces(maxParts = 256): SegmentSpace[] {
  const shared = SegmentSpace.make({ limitBytes: LIMIT, threads: THREADS, maxParts });
  return Array.from(
    { length: THREADS },
    (_, row) => new SegmentSpace(shared, { row, patienceMs: 0, scrub: true }),
  );
}

function contentOf(space: SegmentSpace, part: Residence, record: number): Uint8Array {
  return new Uint8Array(space.memory(0).buffer, space.startOf(record), part.lengthBytes);
}

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ thread: fc.nat(THREADS - 1), part: fc.nat(29) }) },
    fc.record({ thread: fc.nat(THREADS - 1), letGo: fc.constant(true) }),
    fc.record({ thread: fc.nat(THREADS - 1), dismiss: fc.nat(29) }),
  ),
  { maxLength: 120 },
);

test('what a thread holds stays as it is, whatever others ask for; no more than the limit is used', () => {
  fc.assert(
    fc.property(steps, fc.array(fc.nat(30_000), { minLength: 30, maxLength: 30 }), (all, sizes) => {
      const threads = spaces();
      const parts = sizes.map((size, number) => partOf(number, size + 1));
      const held = threads.map(() => new Map<number, number>());
      for (const step of all) {
        const space = threads[step.thread] as SegmentSpace;
        const own = held[step.thread] as Map<number, number>;
        if ('letGo' in step) {
          space.letGo();
          own.clear();
        } else if ('dismiss' in step) {
          const { words, lengthBytes } = parts[step.dismiss] as Residence;
          space.dismiss({ arena: 0, parts: 1, words }, lengthBytes);
        } else {
          try {
            own.set(step.part, space.hold(parts[step.part] as Residence));
          } catch (error) {
            expect(error).toMatchObject({ type: 'circuit_breaking_exception' });
          }
        }
        expect(space.stats.usedBytes).toBeLessThanOrEqual(LIMIT);
        held.forEach((records, thread) => {
          for (const [number, record] of records) {
            const bytes = contentOf(
              threads[thread] as SegmentSpace,
              parts[number] as Residence,
              record,
            );
            expect(bytes.every((byte) => byte === (number & 0xff))).toBe(true);
          }
        });
      }
      for (const space of threads) space.letGo();
      for (const part of parts) {
        threads[0]?.hold(part);
        threads[0]?.letGo();
      }
    }),
    { numRuns: 150 },
  );
});

test('what was used longest ago goes first, and comes again under another stamp', () => {
  const [space] = spaces() as [SegmentSpace];
  const parts = [0, 1, 2, 3].map((number) => partOf(number, LIMIT / 4));
  const stamps = parts.map((part) => {
    const stamp = space.stampOf(space.hold(part));
    space.letGo();
    return stamp;
  });
  expect(space.holdLoaded(parts[0] as Residence)).not.toBe(NONE);
  space.letGo();
  space.hold(partOf(4, LIMIT / 4));
  expect(parts.map((part) => space.holdLoaded(part) !== NONE)).toEqual([true, false, true, true]);
  space.letGo();
  expect(space.stampOf(space.hold(parts[1] as Residence))).toBeGreaterThan(Math.max(...stamps));
  expect(space.stats).toMatchObject({ loads: 6, evictions: 2, refused: 0 });
});

test('what was used longest ago goes first also when the count of releases has wrapped around', () => {
  const [space] = spaces() as [SegmentSpace];
  new Int32Array(space.shared.control)[RELEASES] = 2 ** 31 - 2;
  const parts = [0, 1, 2, 3].map((number) => partOf(number, LIMIT / 4));
  for (const part of [...parts, partOf(4, LIMIT / 4)]) {
    space.hold(part);
    space.letGo();
  }
  expect(parts.map((part) => space.holdLoaded(part) !== NONE)).toEqual([false, true, true, true]);
});

test('of parts of one size, the ones that were used last by any thread stay', () => {
  const room = 8;
  const uses = fc.array(fc.record({ thread: fc.nat(THREADS - 1), part: fc.nat(19) }), {
    maxLength: 150,
  });
  fc.assert(
    fc.property(uses, (all) => {
      const threads = spaces();
      const parts = Array.from({ length: 20 }, (_, number) => partOf(number, LIMIT / room));
      let lastUsed: number[] = [];
      for (const { thread, part } of all) {
        const space = threads[thread] as SegmentSpace;
        space.hold(parts[part] as Residence);
        space.letGo();
        lastUsed = [part, ...lastUsed.filter((other) => other !== part)].slice(0, room);
      }
      const loaded = parts.flatMap((part, number) =>
        threads[0]?.holdLoaded(part) === NONE ? [] : [number],
      );
      expect(loaded).toEqual(lastUsed.toSorted((a, b) => a - b));
    }),
  );
});

/** Like `partOf`, but made of other parts. */
function madePart(number: number, size: number): Residence {
  const words = new Int32Array(new SharedArrayBuffer(16));
  return { ...partOf(number, size), words, isMade: true };
}

test('made parts take no more than their share, and tell how often they went', () => {
  const [space] = spaces() as [SegmentSpace];
  space.limitMade(LIMIT / 2);
  const file = partOf(9, LIMIT / 4);
  const parts = [0, 1, 2].map((number) => madePart(number, LIMIT / 4));
  for (const part of [file, ...parts]) {
    space.hold(part);
    space.letGo();
  }
  const [first, second] = parts as [Residence, Residence];
  expect([file, ...parts].map((part) => space.holdLoaded(part) !== NONE)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  space.letGo();
  expect(parts.map((part) => space.evictionsOf(part))).toEqual([1, 0, 0]);
  space.hold(first);
  space.letGo();
  expect(parts.map((part) => space.evictionsOf(part))).toEqual([1, 1, 0]);
  space.forget(first);
  space.forget(second);
  expect(space.holdLoaded(first)).toBe(NONE);
  space.hold(first);
  space.letGo();
  expect(parts.map((part) => space.evictionsOf(part))).toEqual([1, 1, 0]);
  expect(parts.every((part) => space.wasAsked(part))).toBe(true);
  expect(space.wasAsked(madePart(5, 1))).toBe(false);
});

test('a segment that is removed takes its made parts along, and no part of another segment', () => {
  const [space] = spaces(8) as [SegmentSpace];
  const words = new Int32Array(new SharedArrayBuffer(24));
  const residence = { arena: 0, parts: 1, words };
  const made = { ...partOf(1, 1024), words, at: 2, isMade: true };
  const other = partOf(2, 1024);
  // The first part that is loaded: record 0 with stamp 1, as the made part's counters may read.
  space.hold(other);
  space.letGo();
  for (let evictions = 0; evictions < 20; evictions++) {
    space.hold(made);
    space.letGo();
    Atomics.store(words, made.at + W_EVICTIONS, evictions);
    space.dismiss(residence, 0);
    expect(space.holdLoaded(made)).toBe(NONE);
    expect(space.holdLoaded(other)).not.toBe(NONE);
    space.letGo();
  }
});

test('one that is larger than the share of made parts is there until the next comes', () => {
  const [space] = spaces() as [SegmentSpace];
  space.limitMade(LIMIT / 4);
  const [large, small] = [madePart(0, LIMIT / 2), madePart(1, LIMIT / 8)];
  space.hold(large);
  expect(space.holdLoaded(large)).not.toBe(NONE);
  space.letGo();
  space.hold(small);
  space.letGo();
  expect([large, small].map((part) => space.holdLoaded(part) !== NONE)).toEqual([false, true]);
});

test('more than there is room for is refused as a circuit breaker does, and costs nothing', () => {
  const [space, other] = spaces() as [SegmentSpace, SegmentSpace];
  expect(() => space.hold(partOf(0, LIMIT + 1))).toThrow(
    '[fielddata] Data too large, data for [part 0] would be [65537/64kb], which is larger than the limit of [65536/64kb]',
  );
  other.hold(partOf(1, LIMIT / 2));
  const wanted = partOf(2, LIMIT);
  let error: unknown;
  try {
    space.hold(wanted);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    type: 'circuit_breaking_exception',
    metadata: { bytes_wanted: LIMIT * 1.5, bytes_limit: LIMIT, durability: 'PERMANENT' },
  });
  expect(space.holdIfRoom(wanted)).toBe(NONE);
  other.letGo();
  expect(space.hold(wanted)).not.toBe(NONE);
  expect(space.stats.refused).toBe(2);
});

test('a part that cannot be read leaves no trace', () => {
  const [space] = spaces() as [SegmentSpace];
  expect(() => space.hold(partOf(0, 1000, true))).toThrow('disk fault');
  expect(space.stats).toMatchObject({ usedBytes: 0, parts: 0 });
  space.hold(partOf(1, LIMIT));
});

test.each([4, 5])('there are never more parts than %i records: the rest is evicted', (records) => {
  const [space] = spaces(records) as [SegmentSpace];
  for (let number = 0; number < 20; number++) {
    space.hold(partOf(number, 10));
    space.letGo();
  }
  expect(space.stats).toMatchObject({ parts: records, evictions: 20 - records });
});

test('a lower limit takes what nobody holds, a dead thread holds nothing', () => {
  const [space, other] = spaces() as [SegmentSpace, SegmentSpace];
  const held = partOf(0, LIMIT / 2);
  other.hold(held);
  space.hold(partOf(1, LIMIT / 4));
  space.letGo();
  space.changeLimit(LIMIT / 4);
  expect(space.stats).toMatchObject({ limitBytes: LIMIT / 4, usedBytes: LIMIT / 2, parts: 1 });
  expect(() => space.hold(partOf(2, 100))).toThrow('[fielddata] Data too large');
  space.bury(1);
  space.hold(partOf(2, 100));
  expect(space.stats.parts).toBe(1);
  space.changeLimit(LIMIT);
  expect(space.hold(held)).not.toBe(NONE);
});

test.each([
  [LIMIT, 4],
  [LIMIT / 2, 2],
  [LIMIT / 2 - 64, 1],
  [LIMIT / 4, 1],
  [0, 0],
])('a lower limit of %i bytes leaves %i of four quarters', (limit, parts) => {
  const [space] = spaces() as [SegmentSpace];
  for (let number = 0; number < 4; number++) space.hold(partOf(number, LIMIT / 4));
  space.letGo();
  space.changeLimit(limit);
  expect(space.stats).toMatchObject({ parts, usedBytes: (parts * LIMIT) / 4 });
});

test('a thread that waits for room is woken when another one has died', async () => {
  const [space] = spaces() as [SegmentSpace];
  const words = new Int32Array(space.shared.control);
  Atomics.store(words, WAITING, 1);
  const { value } = Atomics.waitAsync(words, RELEASES, Atomics.load(words, RELEASES), 10_000);
  space.bury(1);
  expect(await value).toBe('ok');
});

test('a block that a thread was loading when it died is free again, and only that', () => {
  const [space] = spaces() as [SegmentSpace];
  const blocks = new SpaceBlocks(new SpaceControl(space.shared.control), () => {});
  const length = unitsOf(LIMIT / 4);
  for (const row of [1, 2]) blocks.take({ arena: 0, length, row, isMade: false });
  space.bury(0);
  expect(space.stats.usedBytes).toBe(LIMIT / 2);
  space.bury(1);
  expect(space.stats.usedBytes).toBe(LIMIT / 4);
  space.hold(partOf(0, LIMIT / 2));
});

test('a large made part takes the room of made parts first, and then that of others', () => {
  const [space] = spaces() as [SegmentSpace];
  space.limitMade(LIMIT / 2);
  for (const part of [partOf(0, LIMIT / 2), madePart(1, LIMIT / 2)]) {
    space.hold(part);
    space.letGo();
  }
  expect(space.hold(madePart(2, LIMIT))).not.toBe(NONE);
  expect(space.stats).toMatchObject({ evictions: 2, parts: 1, usedBytes: LIMIT });
});
