/** Tests what an engine that is one of several copies keeps, and refuses once it is closed. */
import { readNewestCommit, runMerge } from '@skein/search_library';
import { indexOf, newDisk, openEngine, read, stillClock } from './testing/test_engine.js';

function written() {
  const disk = newDisk();
  const engine = openEngine(disk, { create: true });
  engine.replica.notAlone();
  for (const id of ['a', 'b']) {
    engine.index(indexOf(id, id));
    engine.flush({ force: true, periodic: false });
  }
  return { disk, engine };
}

test('a commit is kept until all copies have the operations of a newer one', () => {
  const { disk, engine } = written();
  expect(engine.replica.safeCommit).toMatchObject({ maxSeqNo: -1, isWhole: true, segments: [] });
  const files = () => disk.index.list().length;
  const before = files();
  engine.replica.sync(0);
  expect(engine.replica.safeCommit).toMatchObject({ maxSeqNo: 0, isWhole: true });
  const after = files();
  expect(after).toBeLessThan(before);
  engine.replica.sync(1);
  expect(files()).toBeLessThan(after);
  const newest = readNewestCommit(disk.index);
  expect(engine.replica.safeCommit).toEqual({
    generation: newest?.generation,
    maxSeqNo: 1,
    isWhole: true,
    segments: newest?.segments.map(({ name }) => name),
  });
});

test('a held commit stays as long as it is held', () => {
  const { disk, engine } = written();
  engine.replica.sync(0);
  const held = engine.replica.readCommit();
  const files = held.files.map(({ name }) => name);
  engine.replica.sync(1);
  const there = () => files.filter((name) => disk.index.exists(name));
  expect(there()).toEqual(files);
  held.close();
  engine.replica.sync(1);
  expect(there().length).toBeLessThan(files.length);
});

const CLOSED = 'engine_closed_exception';

test('a closed engine refuses everything', () => {
  const { engine } = written();
  const { replica } = engine;
  engine.close();
  const calls: readonly (() => unknown)[] = [
    () => engine.index(indexOf('c', 'c')),
    () => engine.refresh(),
    () => engine.sync(),
    () => engine.flush({ force: true, periodic: false }),
    () => engine.currentVersion('a'),
    () => read(engine, 'a'),
    () => replica.sync(1),
    () => replica.append(new Uint8Array(0)),
    () => replica.rollBack(2, 1),
    () => replica.trim(1),
    () => replica.promote(2),
    () => replica.resetToSafe(2),
    () => replica.readHistory(0),
    () => replica.readCommit(),
    () => replica.commit(),
  ];
  for (const call of calls) expect(call).toThrow(expect.objectContaining({ type: CLOSED }));
});

test('a receiver of points in time learns which operations they contain', () => {
  const shown: number[] = [];
  const engine = openEngine(newDisk(), {
    create: true,
    onSnapshot: (_snapshot, shownSeqNo) => void shown.push(shownSeqNo),
  });
  engine.index(indexOf('a', 'a'));
  engine.index(indexOf('b', 'b'));
  engine.refresh();
  engine.refresh();
  engine.index(indexOf('c', 'c'));
  engine.refresh();
  expect(shown.slice(-2)).toEqual([1, 2]);
});

test('reads are counted with the time they took', () => {
  let nowMs = 1000;
  const clock = { ...stillClock(), monotonicMs: () => nowMs++ };
  const engine = openEngine(newDisk(), { create: true, clock });
  engine.index(indexOf('a', 'a'));
  read(engine, 'a');
  read(engine, 'gone');
  const { getExistsMs, getMissingMs } = engine.counters;
  expect([getExistsMs, getMissingMs]).toEqual([1, 1]);
});

test('merges under way are told by their number, documents and bytes', () => {
  const { disk, engine } = written();
  const nothing = { count: 0, docs: 0, bytes: 0 };
  expect(engine.merges.current).toEqual(nothing);
  const job = engine.merges.startForced(engine.merges.forced(1, false));
  if (job === undefined) throw new Error('there is nothing to merge');
  const bytes = job.segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  expect(engine.merges.current).toEqual({ count: 1, docs: 2, bytes });
  expect(bytes).toBeGreaterThan(0);
  runMerge(job, disk.index, stillClock());
  engine.merges.finish(job, 0);
  expect(engine.merges.current).toEqual(nothing);
  expect(engine.counters).toMatchObject({ mergeTotal: 1, mergeDocs: 2, mergeBytes: bytes });
});
