import { ApiError } from '@skein/errors';
import { refusalOf } from '@skein/errors/testing';
import fc from 'fast-check';
import { BreakerAccount } from './breaker_account.js';
import { BreakerBoard, type BreakerLimits, type ChildLimits } from './breaker_board.js';
import type { ChildBreaker } from './circuit_breaker.js';

const ROWS = 3;
const NO_LIMIT: ChildLimits = { limitBytes: -1, overhead: 1, isNoop: false };

interface Given extends Partial<Omit<BreakerLimits, 'children'>> {
  readonly children?: Partial<Record<ChildBreaker, Partial<ChildLimits>>>;
  readonly segmentBytes?: number;
}

/** A board for each of three threads. */
function boards({ children = {}, segmentBytes = 0, ...more }: Given = {}): BreakerBoard[] {
  const shared = BreakerBoard.make(ROWS);
  const all = Array.from(
    { length: ROWS },
    (_, row) => new BreakerBoard(shared, { row, segmentBytes: () => segmentBytes }),
  );
  const child = (name: ChildBreaker) => ({ ...NO_LIMIT, ...children[name] });
  all[0]?.changeLimits({
    children: {
      request: child('request'),
      fielddata: child('fielddata'),
      in_flight_requests: child('in_flight_requests'),
    },
    parentBytes: -1,
    usesRealMemory: false,
    ...more,
  });
  return all;
}

function accounts(all: readonly BreakerBoard[], stepBytes = 64): BreakerAccount[] {
  return all.map((board) => new BreakerAccount(board, 'request', stepBytes));
}

function report(board: BreakerBoard, name: string) {
  return board.reports().find((one) => one.name === name);
}

test('a request that would pass the limit is refused in OpenSearch’s words, and counted', () => {
  const all = boards({ children: { request: { limitBytes: 1024 } } });
  const [mine, other] = accounts(all);
  mine?.grow(1000, '<top_hits>');
  const error = refusalOf(() => other?.grow(5120, '<bit_set>'));
  expect(error).toMatchObject({
    status: 429,
    type: 'circuit_breaking_exception',
    reason:
      '[request] Data too large, data for [<bit_set>] would be [6144/6kb], which is larger than the limit of [1024/1kb]',
    metadata: { bytes_wanted: 6144, bytes_limit: 1024, durability: 'TRANSIENT' },
  });
  expect(report(all[2] as BreakerBoard, 'request')).toEqual({
    name: 'request',
    limitBytes: 1024,
    estimatedBytes: 1024,
    overhead: 1,
    tripped: 1,
  });
  expect(other?.bytes).toBe(0);
  other?.grow(0, '<nothing>');
});

test('an estimate is multiplied by the overhead before it is held against the limit', () => {
  const all = boards({ children: { request: { limitBytes: 1000, overhead: 2 } } });
  const [mine] = accounts(all);
  mine?.grow(500, 'a');
  expect(refusalOf(() => mine?.grow(1, 'a')).reason).toContain('would be [1002/1002b]');
  expect(report(all[0] as BreakerBoard, 'request')).toMatchObject({ overhead: 2, tripped: 1 });
});

test('limits change while threads run; 0 lets nothing in, -1 everything', () => {
  const all = boards();
  const [mine, other] = accounts(all);
  other?.grow(1e9, 'a');
  other?.shrink(1e9);
  const { limits } = all[0] as BreakerBoard;
  const withRequest = (limitBytes: number) =>
    all[0]?.changeLimits({
      ...limits,
      children: { ...limits.children, request: { ...NO_LIMIT, limitBytes } },
    });
  withRequest(0);
  expect(refusalOf(() => other?.grow(64, 'a')).metadata.bytes_limit).toBe(0);
  expect(() => mine?.check('a')).toThrow('larger than the limit of [0/0b]');
  withRequest(-1);
  other?.grow(1e9, 'a');
});

test('one of type noop counts and refuses nothing, for its parent neither', () => {
  const request = { limitBytes: 10, isNoop: true };
  const all = boards({ children: { request }, parentBytes: 10 });
  const [mine] = accounts(all);
  mine?.grow(1000, 'a');
  const shown = { limitBytes: -1, estimatedBytes: 0, overhead: 0, tripped: 0 };
  expect(report(all[0] as BreakerBoard, 'request')).toMatchObject(shown);
  expect(report(all[0] as BreakerBoard, 'parent')?.estimatedBytes).toBe(0);
});

test('the parent adds up its children with their overheads; the larger part decides about its durability', () => {
  const given = { parentBytes: 5000, children: { fielddata: { overhead: 1.5 } } };
  const cached = boards({ ...given, segmentBytes: 3000 });
  const [mine] = accounts(cached);
  mine?.grow(448, 'a');
  const error = refusalOf(() => mine?.grow(128, '<top_hits>'));
  expect(error.reason).toBe(
    '[parent] Data too large, data for [<top_hits>] would be [5076/4.9kb], which is larger than the limit of [5000/4.8kb], usages [request=576/576b, fielddata=4500/4.3kb, in_flight_requests=0/0b]',
  );
  expect(error.metadata).toEqual({
    bytes_wanted: 5076,
    bytes_limit: 5000,
    durability: 'PERMANENT',
  });
  expect(report(cached[1] as BreakerBoard, 'parent')).toMatchObject({
    estimatedBytes: 4948,
    tripped: 1,
  });
  const [busy] = accounts(boards(given));
  const transient = refusalOf(() => busy?.grow(6000, 'a'));
  expect(transient.metadata.durability).toBe('TRANSIENT');
});

test('going by real memory, what was counted since it was looked at comes on top', () => {
  const all = boards({ parentBytes: 10_240, usesRealMemory: true });
  const [mine, other] = accounts(all);
  mine?.grow(1024, 'a');
  all[0]?.sampleReal(8192);
  other?.grow(1024, 'b');
  expect(refusalOf(() => other?.grow(2048, '<top_hits>')).reason).toBe(
    '[parent] Data too large, data for [<top_hits>] would be [11264/11kb], which is larger than the limit of [10240/10kb], real usage: [9216/9kb], new bytes reserved: [2048/2kb], usages [request=4096/4kb, fielddata=0/0b, in_flight_requests=0/0b]',
  );
  expect(all[1]?.parentRefusal(1024, 'part', 0)).toBeUndefined();
  expect(all[1]?.parentRefusal(1025, 'part', 0)?.reason).toContain('would be [10241/10kb]');
  mine?.shrink(1024);
  other?.shrink(1024);
  expect(report(all[0] as BreakerBoard, 'parent')?.estimatedBytes).toBe(8192);
});

test('the memory of a large machine is held against the limit', () => {
  const GIB = 2 ** 30;
  const all = boards({
    parentBytes: 200 * GIB,
    usesRealMemory: true,
    segmentBytes: 150 * GIB,
  });
  all[0]?.sampleReal(180 * GIB);
  expect(report(all[0] as BreakerBoard, 'parent')?.estimatedBytes).toBe(180 * GIB);
  expect(all[1]?.parentRefusal(20 * GIB, 'a', 0)).toBeUndefined();
  expect(all[1]?.parentRefusal(21 * GIB, 'a', 0)?.type).toBe('circuit_breaking_exception');
});

test('what is told in steps is refused when it passes the limit, no earlier and no later', () => {
  const step = 16 * 1024;
  const all = boards({ children: { request: { limitBytes: step + 1000 } } });
  const [mine] = accounts(all, step);
  mine?.grow(10, 'a');
  expect(report(all[0] as BreakerBoard, 'request')?.estimatedBytes).toBe(step);
  mine?.grow(step + 989, 'a');
  expect(refusalOf(() => mine?.grow(2, 'a')).metadata.bytes_wanted).toBe(step + 1001);
  mine?.grow(1, 'a');
  mine?.shrink(10);
  mine?.grow(10, 'a');
  expect(refusalOf(() => mine?.grow(1, 'a')).metadata.bytes_wanted).toBe(step + 1001);
  mine?.shrink(step + 1000);
  expect(report(all[0] as BreakerBoard, 'request')?.estimatedBytes).toBe(0);
});

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ row: fc.nat(ROWS - 1), grow: fc.nat(40_000) }) },
    { weight: 2, arbitrary: fc.record({ row: fc.nat(ROWS - 1), end: fc.constant(true) }) },
    { weight: 1, arbitrary: fc.record({ row: fc.nat(ROWS - 1), dies: fc.constant(true) }) },
  ),
  { maxLength: 80 },
);

test('what was added is released, whatever was refused and whoever died; the sum never passes the limit', () => {
  fc.assert(
    fc.property(steps, fc.constantFrom(64, 4096), (all, stepBytes) => {
      const limitBytes = 100_000;
      const threads = boards({ children: { request: { limitBytes } } });
      const held = accounts(threads, stepBytes);
      const leases = held.map((account) => account.lease());
      for (const step of all) {
        const { row } = step;
        if ('grow' in step) {
          try {
            leases[row]?.grow(step.grow, 'a');
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(ApiError);
          }
        } else if ('end' in step) leases[row]?.end();
        else {
          threads[(row + 1) % ROWS]?.bury(row);
          held[row] = new BreakerAccount(threads[row] as BreakerBoard, 'request', stepBytes);
          leases[row] = (held[row] as BreakerAccount).lease();
        }
        const used = held.reduce((sum, { bytes }) => sum + bytes, 0);
        expect(used).toBeLessThanOrEqual(limitBytes + ROWS * stepBytes);
        const { estimatedBytes = -1 } = report(threads[0] as BreakerBoard, 'request') ?? {};
        expect(estimatedBytes).toBeGreaterThanOrEqual(used);
        expect(estimatedBytes).toBeLessThan(used + ROWS * stepBytes + 1);
      }
      for (const lease of leases) lease.end();
      expect(report(threads[0] as BreakerBoard, 'request')?.estimatedBytes).toBe(0);
    }),
  );
});
