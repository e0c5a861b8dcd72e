/** Tests what `_recovery` shows of a copy at each stage. */
import { RecoveryProgress, type RecoveryType } from './recovery_progress.js';

let nowMs = 0;
const clock = { nowMs: () => 1000 + nowMs, monotonicMs: () => nowMs };
const file = (name: string, lengthBytes: number) => ({ name, lengthBytes, identity: undefined });
const FILES = [file('a', 10), file('b', 5)];

beforeEach(() => {
  nowMs = 0;
});

const started = (type: RecoveryType = 'PEER') => new RecoveryProgress(type, clock);

test('a copy goes through its stages, each with its time', () => {
  const progress = started();
  expect(progress.state).toEqual({
    type: 'PEER',
    stage: 'INIT',
    sourceNodeId: undefined,
    startMs: 1000,
    stopMs: undefined,
    files: [],
    index: { startMs: undefined, tookMs: 0 },
    operations: { recovered: 0, total: 0 },
    translog: { startMs: undefined, tookMs: 0 },
  });
  nowMs = 1;
  progress.begin('node-1');
  expect(progress.state).toMatchObject({ stage: 'INIT', sourceNodeId: 'node-1', startMs: 1001 });
  nowMs = 3;
  progress.filesWanted(FILES, new Set(['b']));
  progress.bytesReceived(file('a', 10), 4);
  progress.bytesReceived(file('a', 10), 6);
  progress.bytesReceived(file('unknown', 1), 1);
  nowMs = 8;
  expect(progress.state).toMatchObject({
    stage: 'INDEX',
    index: { startMs: 1003, tookMs: 5 },
    files: [
      { name: 'a', lengthBytes: 10, recoveredBytes: 10, isReused: false },
      { name: 'b', lengthBytes: 5, recoveredBytes: 0, isReused: true },
    ],
  });
  progress.filesInPlace();
  expect(progress.state.stage).toBe('VERIFY_INDEX');
  nowMs = 10;
  progress.operationsApplied(2);
  progress.operationsApplied(3);
  nowMs = 14;
  expect(progress.state).toMatchObject({
    stage: 'TRANSLOG',
    index: { startMs: 1003, tookMs: 5 },
    operations: { recovered: 5, total: 5 },
    translog: { startMs: 1010, tookMs: 4 },
  });
  progress.finalizing();
  nowMs = 20;
  expect(progress.state).toMatchObject({ stage: 'FINALIZE', translog: { tookMs: 4 } });
  expect([progress.isUnderWay, progress.state.stopMs]).toEqual([true, undefined]);
  progress.done();
  nowMs = 30;
  progress.done();
  expect(progress.isUnderWay).toBe(false);
  expect(progress.state).toMatchObject({ stage: 'DONE', startMs: 1001, stopMs: 1020 });
});

test('another source that sends its files begins anew', () => {
  const progress = started();
  progress.begin('node-1');
  progress.filesWanted(FILES, new Set());
  progress.bytesReceived(file('a', 10), 4);
  nowMs = 5;
  progress.filesInPlace();
  progress.operationsApplied(9);
  progress.finalizing();
  nowMs = 20;
  progress.filesWanted([file('c', 7)], new Set());
  nowMs = 23;
  expect(progress.state).toMatchObject({
    stage: 'INDEX',
    startMs: 1000,
    files: [{ name: 'c', recoveredBytes: 0 }],
    index: { startMs: 1020, tookMs: 3 },
    operations: { recovered: 0, total: 0 },
    translog: { startMs: undefined, tookMs: 0 },
  });
  progress.filesInPlace();
  nowMs = 40;
  expect(progress.state.index).toEqual({ startMs: 1020, tookMs: 3 });
});

test('each sign of life counts as activity', () => {
  const progress = started();
  const alive = (sign: () => void) => {
    nowMs += 10;
    expect(progress.idleMs).toBeGreaterThanOrEqual(10);
    sign();
    expect(progress.idleMs).toBe(0);
  };
  alive(() => progress.begin('node-1'));
  alive(() => progress.filesWanted(FILES, new Set()));
  alive(() => progress.bytesReceived(file('a', 10), 1));
  alive(() => progress.filesInPlace());
  alive(() => progress.operationsApplied(1));
  alive(() => progress.operationsApplied(1));
  alive(() => progress.finalizing());
  nowMs += 10;
  progress.finalizing();
  expect(progress.idleMs).toBe(10);
});

test.each([
  ['EXISTING_STORE', 0, true],
  ['LOCAL_SHARDS', 0, true],
  ['SNAPSHOT', 10, false],
  ['REMOTE', 10, false],
] as const)('files that a copy of type %s finds on its disk', (type, recoveredBytes, isReused) => {
  const progress = started(type);
  progress.foundOnDisk([file('a', 10)], 4);
  expect(progress.state).toMatchObject({
    files: [{ name: 'a', lengthBytes: 10, recoveredBytes, isReused }],
    operations: { recovered: 4, total: 4 },
  });
});
