import { ApiError } from '@skein/errors';
import { RecoveryProgress } from './recovery_progress.js';
import { WaitingWrites } from './waiting_writes.js';

const LATE = new ApiError('unavailable_shards_exception', 'late');

function clockAt() {
  const time = { nowMs: 1000, monotonicMs: 0 };
  return { time, clock: { nowMs: () => time.nowMs, monotonicMs: () => time.monotonicMs } };
}

test('writes wait until they are let in, all of them', async () => {
  const waiting = new WaitingWrites(clockAt().clock);
  expect(waiting.isEmpty).toBe(true);
  const writes = [waiting.wait(), waiting.wait()];
  expect(waiting.isEmpty).toBe(false);
  waiting.letIn();
  await Promise.all(writes);
  expect(waiting.isEmpty).toBe(true);
});

test('writes that arrived before a time are refused, later ones wait on', async () => {
  const { time, clock } = clockAt();
  const waiting = new WaitingWrites(clock);
  const first = waiting.wait();
  time.monotonicMs = 10;
  const second = waiting.wait();
  waiting.refuse(LATE, 10);
  await expect(first).rejects.toBe(LATE);
  expect(waiting.isEmpty).toBe(false);
  waiting.refuse(LATE);
  await expect(second).rejects.toBe(LATE);
  expect(waiting.isEmpty).toBe(true);
});

describe('the progress of a recovery', () => {
  const file = (name: string, lengthBytes: number) => ({ name, lengthBytes, identity: name });

  function setUp(type: 'PEER' | 'SNAPSHOT' | 'EXISTING_STORE' = 'PEER') {
    const { time, clock } = clockAt();
    const progress = new RecoveryProgress(type, clock);
    const pass = (ms: number) => {
      time.nowMs += ms;
      time.monotonicMs += ms;
    };
    return { progress, pass };
  }

  test('goes through its stages, with the time of each', () => {
    const { progress, pass } = setUp();
    expect(progress.state).toMatchObject({ type: 'PEER', stage: 'INIT', stopMs: undefined });
    expect(progress.state.index).toEqual({ startMs: undefined, tookMs: 0 });
    pass(5);
    progress.begin('n1');
    expect(progress.state).toMatchObject({ sourceNodeId: 'n1', startMs: 1005 });
    pass(10);
    progress.filesWanted([file('a', 100), file('b', 7)], new Set(['b']));
    pass(20);
    progress.bytesReceived(file('a', 100), 60);
    progress.bytesReceived(file('a', 100), 40);
    progress.bytesReceived(file('unknown', 1), 1);
    expect(progress.state.index).toEqual({ startMs: 1015, tookMs: 20 });
    progress.filesInPlace();
    pass(30);
    progress.operationsApplied(3);
    progress.operationsApplied(2);
    pass(40);
    expect(progress.isUnderWay).toBe(true);
    progress.finalizing();
    pass(50);
    progress.done();
    pass(60);
    progress.done();
    expect(progress.isUnderWay).toBe(false);
    expect(progress.state).toEqual({
      type: 'PEER',
      stage: 'DONE',
      sourceNodeId: 'n1',
      startMs: 1005,
      stopMs: 1155,
      files: [
        { name: 'a', lengthBytes: 100, recoveredBytes: 100, isReused: false },
        { name: 'b', lengthBytes: 7, recoveredBytes: 0, isReused: true },
      ],
      index: { startMs: 1015, tookMs: 20 },
      operations: { recovered: 5, total: 5 },
      translog: { startMs: 1065, tookMs: 40 },
    });
    progress.begin(undefined);
    expect(progress.state).toMatchObject({ stage: 'INIT', files: [], stopMs: undefined });
    expect(progress.state.operations).toEqual({ recovered: 0, total: 0 });
  });

  test('is idle from its last step on', () => {
    const { progress, pass } = setUp();
    const idle = () => {
      pass(7);
      return progress.idleMs;
    };
    expect(idle()).toBe(7);
    progress.begin('n1');
    expect(idle()).toBe(7);
    progress.filesWanted([file('a', 1)], new Set());
    expect(idle()).toBe(7);
    progress.bytesReceived(file('a', 1), 1);
    expect(idle()).toBe(7);
    progress.operationsApplied(1);
    expect(idle()).toBe(7);
    progress.operationsApplied(1);
    expect(idle()).toBe(7);
    progress.finalizing();
    progress.finalizing();
    expect(idle()).toBe(7);
    expect(idle()).toBe(14);
  });

  test.each(['EXISTING_STORE', 'SNAPSHOT'] as const)('counts the files of %s', (type) => {
    const { progress } = setUp(type);
    progress.foundOnDisk([file('a', 5)], 3);
    const isReused = type === 'EXISTING_STORE';
    expect(progress.state).toMatchObject({
      files: [{ name: 'a', lengthBytes: 5, recoveredBytes: isReused ? 0 : 5, isReused }],
      operations: { recovered: 3, total: 3 },
    });
  });
});
