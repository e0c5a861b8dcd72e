import { refusalOf } from '@skein/errors/testing';
import { MemoryDirectory, type ReaderSnapshot } from '@skein/search_library';
import type { Engine } from './engine.js';
import {
  crash,
  deleteOf,
  IMMENSE_TERM,
  indexOf,
  newDisk,
  openEngine,
  read,
  readRefreshed,
  stillClock,
} from './testing/test_engine.js';
import { checkRead } from './versioning.js';

const open = () => openEngine(newDisk(), { create: true });

describe('versions', () => {
  it('start at 1 and rise with each write, a delete too', () => {
    const engine = open();
    expect(engine.index(indexOf('1', 'a'))).toEqual({
      result: 'created',
      version: 1,
      seqNo: 0,
      primaryTerm: 1,
    });
    expect(engine.index(indexOf('1', 'b'))).toMatchObject({
      result: 'updated',
      version: 2,
      seqNo: 1,
    });
    expect(engine.delete(deleteOf('1'))).toMatchObject({ result: 'deleted', version: 3, seqNo: 2 });
    expect(engine.delete(deleteOf('1'))).toMatchObject({
      result: 'not_found',
      version: 4,
      seqNo: 3,
    });
    expect(engine.index(indexOf('1', 'c'))).toMatchObject({
      result: 'created',
      version: 5,
      seqNo: 4,
    });
    expect(engine.delete(deleteOf('never'))).toMatchObject({ result: 'not_found', version: 1 });
  });

  it('are found in the index after a refresh', () => {
    const engine = open();
    engine.index(indexOf('1', 'a'));
    engine.refresh();
    expect(engine.index(indexOf('1', 'b'))).toMatchObject({ version: 2 });
    engine.refresh();
    expect(engine.delete(deleteOf('1'))).toMatchObject({ result: 'deleted', version: 3 });
  });

  it('of a deleted document are remembered for gc_deletes', () => {
    const clock = stillClock();
    const engine = openEngine(newDisk(), { create: true, clock });
    engine.index(indexOf('1', 'a'));
    engine.delete(deleteOf('1'));
    clock.advance(60_000);
    engine.refresh();
    expect(engine.index(indexOf('1', 'b'))).toMatchObject({ version: 3 });
    engine.delete(deleteOf('1'));
    clock.advance(60_001);
    engine.refresh();
    expect(engine.index(indexOf('1', 'c'))).toMatchObject({ version: 1 });
  });
});

describe('conflicts', () => {
  const document = '[1]: version conflict, ';
  const cases: [string, (engine: Engine) => unknown, string][] = [
    [
      'create of an existing document',
      (e) => e.index(indexOf('1', 'x', { create: true })),
      'document already exists (current version [2])',
    ],
    [
      'another sequence number',
      (e) => e.index(indexOf('1', 'x', { ifSeqNo: 7, ifPrimaryTerm: 1 })),
      'required seqNo [7], primary term [1]. current document has seqNo [1] and primary term [1]',
    ],
    [
      'a sequence number of a missing document',
      (e) => e.delete(deleteOf('2', { ifSeqNo: 7, ifPrimaryTerm: 1 })),
      'required seqNo [7], primary term [1]. but no document was found',
    ],
    [
      'external version not higher',
      (e) => e.index(indexOf('1', 'x', { version: 2, versionType: 'external' })),
      'current version [2] is higher or equal to the one provided [2]',
    ],
    [
      'external_gte version lower',
      (e) => e.index(indexOf('1', 'x', { version: 1, versionType: 'external_gte' })),
      'current version [2] is higher than the one provided [1]',
    ],
    [
      'another internal version',
      (e) => e.index(indexOf('1', 'x', { version: 9 })),
      'current version [2] is different than the one provided [9]',
    ],
    [
      'an internal version of a missing document',
      (e) => e.index(indexOf('2', 'x', { version: 9 })),
      'document does not exist (expected version [9])',
    ],
  ];

  it.each(cases)('%s', (_name, action, reason) => {
    const engine = open();
    engine.index(indexOf('1', 'a'));
    engine.index(indexOf('1', 'b'));
    const error = refusalOf(() => action(engine));
    expect(error.type).toBe('version_conflict_engine_exception');
    expect(error.reason.replace('[2]: version conflict, ', document)).toBe(document + reason);
    expect(error.metadata).toEqual({ index: 'test', shard: '0', index_uuid: 'test-uuid' });
    expect(read(engine, '1')).toBe('b@2#1');
    expect(engine.sequenceStats()).toMatchObject({ maxSeqNo: 1, localCheckpoint: 1 });
  });

  it('conditions that hold let the write through', () => {
    const engine = open();
    engine.index(indexOf('1', 'a', { version: 0, versionType: 'external' }));
    engine.index(indexOf('1', 'b', { version: 42, versionType: 'external' }));
    engine.index(indexOf('1', 'c', { version: 42, versionType: 'external_gte' }));
    expect(engine.index(indexOf('1', 'd', { version: 42 }))).toMatchObject({ version: 43 });
    expect(engine.index(indexOf('1', 'e', { ifSeqNo: 3, ifPrimaryTerm: 1 }))).toMatchObject({
      version: 44,
    });
  });
});

test('a read of another version than the expected one is refused', () => {
  const shard = { index: 'test', indexUuid: 'test-uuid', shardId: 3 };
  expect(() => checkRead('1', 2, undefined, shard)).not.toThrow();
  expect(() => checkRead('1', 2, 2, shard)).not.toThrow();
  const error = refusalOf(() => checkRead('1', 2, 3, shard));
  expect(error).toMatchObject({
    type: 'version_conflict_engine_exception',
    reason: '[1]: version conflict, current version [2] is different than the one provided [3]',
    metadata: { index: 'test', shard: '3', index_uuid: 'test-uuid' },
  });
});

describe('reading', () => {
  it('is real-time from the translog, before and after a sync, and from the index after a refresh', () => {
    const engine = open();
    engine.index(indexOf('1', 'a', { routing: 'r' }));
    expect(read(engine, '1')).toBe('a@1#0');
    engine.sync();
    expect(read(engine, '1')).toBe('a@1#0');
    expect(readRefreshed(engine, '1')).toBeUndefined();
    engine.refresh();
    expect(readRefreshed(engine, '1')).toBe('a@1#0');
    expect(engine.get('1', { realtime: true, needFields: false })?.routing).toBe('r');
    engine.delete(deleteOf('1'));
    expect(read(engine, '1')).toBeUndefined();
    expect(readRefreshed(engine, '1')).toBe('a@1#0');
  });

  it('survives flushes that drop the translog', () => {
    const engine = open();
    engine.index(indexOf('1', 'a'));
    engine.flush({ force: false, periodic: false });
    expect(read(engine, '1')).toBe('a@1#0');
    expect(engine.translogStats().operations).toBe(0);
  });
});

describe('a document the index refuses', () => {
  it('leaves the one before it, and a no-op in the history', () => {
    const disk = newDisk();
    const engine = openEngine(disk, { create: true });
    engine.index(indexOf('1', 'a'));
    const error = refusalOf(() => engine.index(indexOf('1', IMMENSE_TERM)));
    expect(error.reason).toContain('immense term');
    expect(read(engine, '1')).toBe('a@1#0');
    expect(engine.index(indexOf('1', 'b'))).toMatchObject({ version: 2, seqNo: 2 });
    engine.sync();
    const again = openEngine(crash(disk, 'drop', 'durable'), { create: false });
    expect(read(again, '1')).toBe('b@2#2');
    expect(again.sequenceStats()).toMatchObject({ maxSeqNo: 2, localCheckpoint: 2 });
  });
});

describe('points in time', () => {
  it('are published by a refresh that shows something new', () => {
    const published: ReaderSnapshot[] = [];
    const engine = openEngine(newDisk(), {
      create: true,
      onSnapshot: (snapshot) => published.push(snapshot),
    });
    expect(published).toHaveLength(1);
    expect(engine.refresh()).toBe(false);
    engine.index(indexOf('1', 'a'));
    expect(engine.needsRefresh).toBe(true);
    expect(engine.refresh()).toBe(true);
    expect(engine.needsRefresh).toBe(false);
    expect(published).toHaveLength(2);
    for (const snapshot of published) engine.releaseSnapshot(snapshot.version);
    expect(read(engine, '1')).toBe('a@1#0');
  });

  it('are not published by the internal refresh of a flush', () => {
    const published: ReaderSnapshot[] = [];
    const engine = openEngine(newDisk(), {
      create: true,
      onSnapshot: (snapshot) => published.push(snapshot),
    });
    engine.index(indexOf('1', 'a'));
    engine.flush({ force: true, periodic: false });
    expect(published).toHaveLength(1);
    expect(engine.needsRefresh).toBe(true);
    engine.refresh();
    expect(published).toHaveLength(2);
  });
});

describe('opening again', () => {
  it('after a clean close needs no translog', () => {
    const disk = newDisk();
    const engine = openEngine(disk, { create: true });
    engine.index(indexOf('1', 'a'));
    engine.close();
    const again = openEngine(disk, { create: false, primaryTerm: 2 });
    expect(again.translogStats().operations).toBe(0);
    expect(read(again, '1')).toBe('a@1#0');
    expect(again.index(indexOf('1', 'b'))).toMatchObject({ version: 2, seqNo: 1, primaryTerm: 2 });
  });

  it('of what was to be discarded reads the translog, as nothing was committed', () => {
    const disk = newDisk();
    const engine = openEngine(disk, { create: true });
    engine.index(indexOf('1', 'a'));
    engine.sync();
    const files = disk.index.list();
    engine.close({ isDiscarded: true });
    expect(disk.index.list()).toEqual(files);
    const again = openEngine(disk, { create: false, primaryTerm: 2 });
    expect(again.translogStats().operations).toBe(1);
    expect(read(again, '1')).toBe('a@1#0');
  });

  it('does not pile up translog generations', () => {
    const disk = newDisk();
    openEngine(disk, { create: true }).close();
    for (let i = 0; i < 5; i++) openEngine(disk, { create: false }).close();
    expect(disk.translog.list().length).toBeLessThanOrEqual(4);
  });

  it('refuses a folder without a commit', () => {
    expect(refusalOf(() => openEngine(newDisk(), { create: false })).type).toBe(
      'corrupt_index_exception',
    );
  });
});

describe('a disk that fails', () => {
  it('ends the engine at the first failed sync, and only the writes before it are there afterwards', () => {
    const disk = newDisk();
    let broken = false;
    const translog = new MemoryDirectory({
      onOperation: (operation) => {
        if (broken && operation === 'sync') throw new Error('EIO: i/o error, fdatasync');
      },
    });
    const faulty = { index: disk.index, translog };
    const engine = openEngine(faulty, { create: true });
    engine.index(indexOf('1', 'a'));
    engine.sync();
    engine.index(indexOf('2', 'b'));
    broken = true;
    expect(refusalOf(() => engine.sync()).reason).toContain('EIO');
    broken = false;
    expect(refusalOf(() => engine.sync()).type).toBe('engine_closed_exception');
    expect(refusalOf(() => engine.index(indexOf('3', 'c'))).type).toBe('engine_closed_exception');
    const again = openEngine(crash(faulty, 'drop', 'durable'), { create: false });
    expect(read(again, '1')).toBe('a@1#0');
    expect(read(again, '2')).toBeUndefined();
  });
});

describe('documents of one segment', () => {
  it('are found one by one when some of them are deleted, beyond the first 32 too', () => {
    const engine = open();
    const ids = Array.from({ length: 100 }, (_, i) => `d${i}`);
    for (const id of ids) engine.index(indexOf(id, `text of ${id}`));
    engine.refresh();
    const gone = new Set(['d0', 'd31', 'd32', 'd40', 'd63', 'd64', 'd99']);
    for (const id of gone) engine.delete(deleteOf(id));
    engine.refresh();
    for (const [seqNo, id] of ids.entries())
      expect(readRefreshed(engine, id)).toBe(gone.has(id) ? undefined : `text of ${id}@1#${seqNo}`);
    expect(engine.index(indexOf('d50', 'new'))).toMatchObject({ result: 'updated', version: 2 });
    expect(engine.index(indexOf('d40', 'new'))).toMatchObject({ result: 'created', version: 3 });
  });
});

describe('what an engine tells of itself', () => {
  it('counts what it did', () => {
    const engine = open();
    engine.index(indexOf('a', '1'));
    expect(() => engine.index(indexOf('b', IMMENSE_TERM))).toThrow();
    engine.delete(deleteOf('a'));
    const refreshes = engine.counters.externalRefreshTotal;
    engine.refresh();
    engine.refresh();
    expect(engine.counters.externalRefreshTotal).toBe(refreshes + 2);
    engine.flush({ force: true, periodic: false });
    engine.flush({ force: true, periodic: true });
    read(engine, 'a');
    engine.index(indexOf('c', '1'));
    read(engine, 'c');
    expect(engine.counters).toMatchObject({
      indexTotal: 2,
      indexFailed: 1,
      deleteTotal: 1,
      flushTotal: 2,
      flushPeriodic: 1,
      getExists: 1,
      getMissing: 1,
    });
  });

  it('needs a refresh when there is something to show', () => {
    const engine = open();
    engine.refresh();
    expect(engine.needsRefresh).toBe(false);
    engine.index(indexOf('a', '1'));
    expect(engine.needsRefresh).toBe(true);
    expect(engine.refresh()).toBe(true);
    expect(engine.needsRefresh).toBe(false);
    expect(engine.refresh()).toBe(false);
  });
});

it('a deletion that is replayed from the log is a deletion', () => {
  const disk = newDisk();
  const engine = openEngine(disk, { create: true });
  engine.index(indexOf('a', '1'));
  engine.delete(deleteOf('a'));
  engine.sync();
  const again = openEngine(crash(disk, 'drop', 'durable'), { create: false });
  expect(read(again, 'a')).toBeUndefined();
  expect(again.delete(deleteOf('a'))).toMatchObject({ result: 'not_found', version: 3 });
  expect(again.index(indexOf('a', '2'))).toMatchObject({ result: 'created', version: 4 });
});

it('a document that is replayed from the log is there', () => {
  const disk = newDisk();
  const engine = openEngine(disk, { create: true });
  engine.index(indexOf('a', '1'));
  engine.index(indexOf('b', '1'));
  engine.sync();
  const again = openEngine(crash(disk, 'drop', 'durable'), { create: false });
  expect(again.delete(deleteOf('a'))).toMatchObject({ result: 'deleted', version: 2, seqNo: 2 });
  expect(again.index(indexOf('b', '2'))).toMatchObject({ result: 'updated', version: 2 });
});
