/** Tests when an engine is due for a flush or another log file, and the times that it counts. */
import { type Clock, silentLog } from '@skein/base';
import { MemoryDirectory, MergeControl, runMerge } from '@skein/search_library';
import type { Engine } from './engine.js';
import { engineSettings } from './engine_settings.js';
import {
  crash,
  deleteOf,
  indexOf,
  mergeAll,
  newDisk,
  openEngine,
  read,
  readRefreshed,
  stillClock,
} from './testing/test_engine.js';

const settingsOf = (settings: Readonly<Record<string, string>>) =>
  new Map(Object.entries(settings));

/** An engine on an empty disk. */
function open(settings: Readonly<Record<string, string>> = {}, clock: Clock = stillClock()) {
  const disk = newDisk();
  const engine = openEngine(disk, { create: true, settings: settingsOf(settings), clock });
  return { disk, engine };
}

function thresholds(key: string, bytes: number) {
  return engineSettings(settingsOf({ [key]: `${bytes}b` }));
}

describe('a flush is due', () => {
  const KEY = 'index.translog.flush_threshold_size';

  test('when the log without a commit is larger than the threshold', () => {
    const { engine } = open();
    for (let i = 0; i < 10; i++) engine.index(indexOf(`d${i}`, 'x'.repeat(100)));
    const { uncommittedSizeBytes } = engine.translogStats();
    expect(uncommittedSizeBytes).toBeGreaterThan(1000);
    engine.changeSettings(thresholds(KEY, uncommittedSizeBytes));
    expect(engine.shouldFlush).toBe(false);
    engine.changeSettings(thresholds(KEY, uncommittedSizeBytes - 1));
    expect(engine.shouldFlush).toBe(true);
    engine.flush({ force: false, periodic: true });
    expect(engine.shouldFlush).toBe(false);
  });

  test('never for a copy that follows, whose commits free no log', () => {
    const disk = newDisk();
    const settings = settingsOf({ 'index.replication.type': 'SEGMENT', [KEY]: '56b' });
    const engine = openEngine(disk, { create: true, follows: true, settings });
    expect(engine.shouldFlush).toBe(false);
    engine.replica.promote(2);
    engine.index(indexOf('a', 'x'));
    expect(engine.shouldFlush).toBe(true);
  });
});

test('a flush without changes commits nothing unless it is forced', () => {
  const { engine } = open();
  engine.index(indexOf('a', 'x'));
  engine.flush({ force: false, periodic: false });
  const { commitGeneration } = engine;
  engine.flush({ force: false, periodic: false });
  expect(engine.commitGeneration).toBe(commitGeneration);
  engine.flush({ force: true, periodic: false });
  expect(engine.commitGeneration).toBe(commitGeneration + 1);
  engine.delete(deleteOf('b'));
  engine.flush({ force: false, periodic: false });
  expect(engine.commitGeneration).toBe(commitGeneration + 2);
});

test('a merge without a write is a change that a flush commits', () => {
  const { disk, engine } = open();
  for (const id of ['a', 'b']) {
    engine.index(indexOf(id, id));
    engine.flush({ force: false, periodic: false });
  }
  const { commitGeneration } = engine;
  mergeAll(engine, disk);
  engine.flush({ force: false, periodic: false });
  expect(engine.commitGeneration).toBe(commitGeneration + 1);
});

test('another log file is due when the current one is larger than the threshold', () => {
  const { disk, engine } = open();
  const KEY = 'index.translog.generation_threshold_size';
  engine.index(indexOf('a', 'x'));
  const { sizeBytes } = engine.translogStats();
  engine.changeSettings(thresholds(KEY, sizeBytes));
  expect(engine.shouldRollTranslog).toBe(false);
  engine.changeSettings(thresholds(KEY, sizeBytes - 1));
  expect(engine.shouldRollTranslog).toBe(true);
  engine.rollTranslog();
  expect(engine.shouldRollTranslog).toBe(false);
  expect(engine.replica.status.localCheckpoint).toBe(0);
  expect(engine.needsSync).toBe(false);
  const again = openEngine(crash(disk, 'drop', 'durable'), { create: false });
  expect(again.replayedOperations).toBe(1);
  expect(read(again, 'a')).toBe('x@1#0');
});

test('a log that is replayed is told, one without operations is not', () => {
  const opened = (disk: Parameters<typeof openEngine>[0]) => {
    const told: unknown[] = [];
    const log = { ...silentLog, info: (...words: unknown[]) => void told.push(words) };
    openEngine(disk, { create: false, log }).close();
    return told;
  };
  const { disk, engine } = open();
  engine.index(indexOf('a', 'x'));
  engine.sync();
  expect(opened(crash(disk, 'drop', 'durable'))).toEqual([
    ['translog replayed', { operations: 1 }],
  ]);
  engine.flush({ force: true, periodic: false });
  expect(opened(crash(disk, 'drop', 'durable'))).toEqual([]);
});

test('an emptied buffer is a segment that searches see after the next refresh', () => {
  const { engine } = open();
  const empty = engine.bufferedBytes;
  engine.index(indexOf('a', 'x'.repeat(30_000)));
  expect(engine.bufferedBytes).toBeGreaterThan(empty);
  const published = engine.publishedSnapshot;
  engine.emptyBuffer();
  expect(engine.bufferedBytes).toBe(empty);
  expect(engine.publishedSnapshot).toBe(published);
  expect(engine.needsRefresh).toBe(true);
  expect(engine.refresh()).toBe(true);
  expect(engine.publishedSnapshot).not.toBe(published);
});

test('nothing is counted before there was work, but the refresh of the opening', () => {
  const { engine } = open();
  const counted = Object.entries(engine.counters).filter(([, value]) => value !== 0);
  expect(counted).toEqual([['externalRefreshTotal', 1]]);
});

test('each kind of work is counted with the time it took', () => {
  let nowMs = 100;
  // Each look at the clock moves it by one millisecond.
  const { engine } = open({}, { ...stillClock(), monotonicMs: () => nowMs++ });
  const took = (work: (engine: Engine) => unknown) => {
    const before = { ...engine.counters };
    nowMs = 1000;
    work(engine);
    const after = Object.entries(engine.counters);
    const changed = after.filter(([name, value]) => Reflect.get(before, name) !== value);
    return Object.fromEntries(
      changed.map(([name, value]) => [name, value - Number(Reflect.get(before, name))]),
    );
  };
  expect(took((one) => one.index(indexOf('a', 'x')))).toEqual({ indexTotal: 1, indexTimeMs: 1 });
  expect(took((one) => one.delete(deleteOf('a')))).toEqual({ deleteTotal: 1, deleteTimeMs: 2 });
  const refreshed = took((one) => one.refresh());
  expect(refreshed).toEqual({ refreshTotal: 1, externalRefreshTotal: 1, refreshTimeMs: 2 });
  // Nothing is dirty: only the refresh that was asked for counts.
  expect(took((one) => one.refresh())).toEqual({ externalRefreshTotal: 1, refreshTimeMs: 2 });
  const flushed = took((one) => one.flush({ force: true, periodic: true }));
  expect(flushed).toEqual({ flushTotal: 1, flushPeriodic: 1, flushTimeMs: 2 });
  expect(took((one) => one.flush({ force: false, periodic: true }))).toEqual({ flushTotal: 1 });
});

describe('merges', () => {
  /** An engine with 30 segments, which the policy wants to merge. */
  function segments() {
    const { disk, engine } = open();
    for (let i = 0; i < 30; i++) {
      engine.index(indexOf(`d${i}`, `text ${i}`));
      engine.refresh();
    }
    return { disk, engine };
  }

  test('are wanted up to the number asked for, and not twice', () => {
    const { disk, engine } = segments();
    const wanted = engine.merges.wanted(100);
    expect(wanted).toBeGreaterThan(1);
    expect(engine.merges.wanted(1)).toBe(1);
    const job = engine.merges.start();
    if (job === undefined) throw new Error('the policy wants a merge');
    expect(engine.merges.wanted(100)).toBe(wanted - 1);
    runMerge(job, disk.index, stillClock());
    new MergeControl(job.control).addHeldBack(3);
    const before = engine.indexStats().segments.length;
    engine.merges.finish(job, 7);
    expect(engine.needsRefresh).toBe(true);
    engine.refresh();
    expect(engine.indexStats().segments).toHaveLength(before + 1 - job.segments.length);
    expect(engine.counters).toMatchObject({
      mergeTotal: 1,
      mergeTimeMs: 7,
      mergeHeldBackMs: 3,
    });
  });

  test('that are abandoned are wanted again', () => {
    const { engine } = segments();
    const wanted = engine.merges.wanted(100);
    const job = engine.merges.start();
    if (job === undefined) throw new Error('the policy wants a merge');
    expect(engine.merges.current.count).toBe(1);
    engine.merges.abandon(job);
    expect(engine.merges.current).toEqual({ count: 0, docs: 0, bytes: 0 });
    expect(engine.merges.wanted(100)).toBe(wanted);
    expect(engine.counters.mergeTotal).toBe(0);
    expect(engine.needsRefresh).toBe(false);
  });

  test('are neither wanted nor started in a copy that follows', () => {
    const settings = settingsOf({ 'index.replication.type': 'SEGMENT' });
    const engine = openEngine(newDisk(), { create: true, follows: true, settings });
    expect(engine.merges.wanted(5)).toBe(0);
    expect(engine.merges.startForced(engine.merges.forced(1, false))).toBeUndefined();
  });
});

describe('a document', () => {
  test('is read from the index when fields are wanted that the log does not have', () => {
    const { engine } = open();
    engine.index(indexOf('a', 'x'));
    const options = { realtime: true, needFields: true };
    expect(engine.get('a', { ...options, needFields: false })?.fields).toBeUndefined();
    expect(readRefreshed(engine, 'a')).toBeUndefined();
    expect(engine.get('a', options)).toMatchObject({ version: 1, seqNo: 0, primaryTerm: 1 });
    expect(readRefreshed(engine, 'a')).toBe('x@1#0');
  });

  test('has no version once it is deleted', () => {
    const { engine } = open();
    expect(engine.currentVersion('a')).toBeUndefined();
    engine.index(indexOf('a', 'x'));
    expect(engine.currentVersion('a')).toMatchObject({ version: 1, seqNo: 0, primaryTerm: 1 });
    engine.refresh();
    expect(engine.currentVersion('a')).toMatchObject({ version: 1, seqNo: 0, primaryTerm: 1 });
    engine.delete(deleteOf('a'));
    expect(engine.currentVersion('a')).toBeUndefined();
  });

  test('under an id that was made for it is not looked for, unless the index says so', () => {
    const again = (settings: Readonly<Record<string, string>>) => {
      const { engine } = open(settings);
      engine.index(indexOf('a', 'x', { autoId: true }));
      return engine.index(indexOf('a', 'y', { autoId: true })).version;
    };
    expect(again({})).toBe(1);
    expect(again({ 'index.optimize_auto_generated_id': 'false' })).toBe(2);
  });
});

test('a closed engine has closed its files', () => {
  const { disk, engine } = open();
  engine.index(indexOf('a', 'x'));
  engine.sync();
  expect(disk.translog.openFiles).toBe(2);
  engine.close();
  engine.close();
  expect(disk.translog.openFiles).toBe(0);
  expect(disk.index.openFiles).toBe(0);
});

test('an engine closes its files, too, if its last commit fails', () => {
  let isBroken = false;
  const onOperation = (operation: string) => {
    if (isBroken && operation === 'sync') throw new Error('EIO: i/o error, fdatasync');
  };
  const disk = { index: new MemoryDirectory({ onOperation }), translog: newDisk().translog };
  const engine = openEngine(disk, { create: true });
  engine.index(indexOf('a', 'x'));
  engine.sync();
  isBroken = true;
  expect(() => engine.close()).toThrow('EIO');
  isBroken = false;
  expect([disk.translog.openFiles, disk.index.openFiles]).toEqual([0, 0]);
  expect(read(openEngine(disk, { create: false }), 'a')).toBe('x@1#0');
});
