import { BreakerAccount, BreakerBoard } from '@skein/search_library';
import { testMemory } from '../testing/test_memory.js';

const NO_LIMIT = { limitBytes: -1, overhead: 1, isNoop: false };
const LIMITS = {
  children: { request: NO_LIMIT, fielddata: NO_LIMIT, in_flight_requests: NO_LIMIT },
  parentBytes: -1,
  usesRealMemory: false,
};

test('what a thread had counted is over when it dies, and its row goes to the next', () => {
  const memory = testMemory();
  memory.changeLimits(LIMITS);
  const { breakers, row, ...rest } = memory.search(0);
  expect(rest.servesRequests).toBe(true);
  const board = new BreakerBoard(breakers, { row, segmentBytes: () => 0 });
  new BreakerAccount(board, 'request', 64).grow(10_000, 'a');
  const counted = () =>
    memory.breakers.reports().find(({ name }) => name === 'request')?.estimatedBytes;
  expect(counted()).toBeGreaterThanOrEqual(10_000);
  memory.bury({ row });
  expect(counted()).toBe(0);
  new BreakerAccount(board, 'request', 64).grow(10_000, 'a');
  expect(memory.search(0).row).toBe(row);
  expect(counted()).toBe(0);
});

test('of segments no more is in memory than the node may have, less what the overhead takes', () => {
  const memory = testMemory();
  const { limitBytes } = memory.space.stats;
  const fielddata = (given: Partial<typeof NO_LIMIT>) => {
    const children = { ...LIMITS.children, fielddata: { ...NO_LIMIT, ...given } };
    memory.changeLimits({ ...LIMITS, children });
    const shown = memory.breakers.reports().find(({ name }) => name === 'fielddata')?.limitBytes;
    return [shown, memory.space.stats.limitBytes];
  };
  expect(fielddata({})).toEqual([limitBytes, limitBytes]);
  expect(fielddata({ limitBytes: 2 * limitBytes })).toEqual([limitBytes, limitBytes]);
  expect(fielddata({ limitBytes: 64_000, overhead: 2 })).toEqual([64_000, 32_000]);
  expect(fielddata({ limitBytes: 64_000, overhead: 0.5 })).toEqual([64_000, 64_000]);
  expect(fielddata({ limitBytes: 64_000, isNoop: true })).toEqual([-1, limitBytes]);
});
