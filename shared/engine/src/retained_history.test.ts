/** Tests the history that a copy keeps for other copies: through merges, and over a restart. */
import type { Engine } from './engine.js';
import {
  deleteOf,
  IMMENSE_TERM,
  indexOf,
  mergeAll,
  newDisk,
  openEngine,
  type TestDisk,
} from './testing/test_engine.js';
import { readFrames } from './translog/frames.js';

/** A shard with operations 0 to 3, all in a commit, of which other copies need those from 2 on. */
function written(): TestDisk {
  const disk = newDisk();
  const engine = openEngine(disk, { create: true });
  engine.replica.notAlone();
  for (const id of ['a', 'b']) engine.index(indexOf(id, id));
  engine.replica.retainFrom(2);
  engine.replica.sync(1);
  engine.flush({ force: true, periodic: false });
  for (const id of ['c', 'd']) engine.index(indexOf(id, id));
  engine.replica.sync(3);
  engine.flush({ force: true, periodic: false });
  engine.close();
  return disk;
}

it('a copy that is opened again keeps what others needed until a primary says otherwise', () => {
  const engine = openEngine(written(), { create: false });
  engine.replica.notAlone();
  engine.index(indexOf('e', 'e'));
  engine.replica.sync(4);
  engine.flush({ force: true, periodic: false });
  expect(engine.replica.hasHistoryFrom(2)).toBe(true);
  engine.replica.retainFrom(5);
  engine.flush({ force: true, periodic: false });
  expect(engine.replica.hasHistoryFrom(2)).toBe(false);
  engine.close();
});

it('a copy that is alone keeps nothing for others', () => {
  const engine = openEngine(written(), { create: false });
  engine.index(indexOf('e', 'e'));
  engine.flush({ force: true, periodic: false });
  expect(engine.replica.hasHistoryFrom(2)).toBe(false);
  engine.close();
});

/** The history sorted by sequence number. */
function historyOf(engine: Engine, fromSeqNo: number): string[] {
  const reader = engine.replica.readHistory(fromSeqNo);
  const found: string[] = [];
  while (reader?.isDone === false) {
    for (const { operation } of readFrames(reader.next(2, 1000))) {
      const { kind, seqNo } = operation;
      const text = kind === 'index' ? new TextDecoder().decode(operation.source) : kind;
      found[seqNo] = `${text}${kind === 'noop' ? '' : `@${operation.version}`}`;
    }
  }
  return Object.values(found);
}

/** Puts everything into a safe commit, so that the log has none of it. */
function commit(engine: Engine): void {
  engine.replica.sync(engine.sequenceStats().maxSeqNo);
  engine.flush({ force: true, periodic: false });
  engine.replica.sync(engine.sequenceStats().maxSeqNo);
}

describe('history that the log does not have any more', () => {
  function shard(disk: TestDisk, settings: ReadonlyMap<string, string> = new Map()): Engine {
    const engine = openEngine(disk, { create: true, settings });
    engine.replica.notAlone();
    engine.index(indexOf('a', 'a1'));
    engine.index(indexOf('a', 'a2'));
    engine.refresh();
    engine.index(indexOf('a', 'a3'));
    engine.delete(deleteOf('a'));
    engine.index(indexOf('b', 'b1'));
    expect(() => engine.index(indexOf('c', IMMENSE_TERM))).toThrow('immense');
    commit(engine);
    return engine;
  }
  const ALL = ['a1@1', 'a2@2', 'a3@3', 'delete@4', 'b1@1', 'noop'];

  it('is in the index, over merges and openings', () => {
    const disk = newDisk();
    let engine = shard(disk);
    expect(engine.translogStats().operations).toBe(0);
    expect(historyOf(engine, 0)).toEqual(ALL);
    mergeAll(engine, disk);
    engine.refresh();
    expect(engine.indexStats()).toMatchObject({ docCount: 1, deletedCount: 5 });
    expect(historyOf(engine, 0)).toEqual(ALL);
    commit(engine);
    engine.close();
    engine = openEngine(disk, { create: false });
    engine.replica.notAlone();
    expect(historyOf(engine, 0)).toEqual(ALL);
    expect(historyOf(engine, 3)).toEqual(ALL.slice(3));
    engine.index(indexOf('b', 'b2'));
    expect(historyOf(engine, 0)).toEqual([...ALL, 'b2@2']);
    engine.close();
  });

  it('goes in merges when no copy needs it', () => {
    const disk = newDisk();
    const engine = shard(disk);
    engine.replica.retainFrom(3);
    mergeAll(engine, disk);
    expect(engine.indexStats()).toMatchObject({ docCount: 1, deletedCount: 2 });
    expect(engine.replica.readHistory(2)).toBeUndefined();
    expect(historyOf(engine, 3)).toEqual(ALL.slice(3));
    engine.replica.retainFrom(Number.POSITIVE_INFINITY);
    mergeAll(engine, disk);
    expect(engine.indexStats()).toMatchObject({ docCount: 1, deletedCount: 0 });
    engine.close();
  });

  it('stays as far as [index.soft_deletes.retention.operations] says', () => {
    const disk = newDisk();
    const settings = new Map([['index.soft_deletes.retention.operations', '3']]);
    const engine = shard(disk, settings);
    engine.replica.retainFrom(Number.POSITIVE_INFINITY);
    mergeAll(engine, disk);
    expect(historyOf(engine, 3)).toEqual(ALL.slice(3));
    expect(engine.replica.readHistory(2)).toBeUndefined();
    engine.close();
  });

  it('is read from the point in time at which it was asked for', () => {
    const disk = newDisk();
    const engine = shard(disk);
    const reader = engine.replica.readHistory(0);
    engine.replica.retainFrom(Number.POSITIVE_INFINITY);
    mergeAll(engine, disk);
    commit(engine);
    mergeAll(engine, disk);
    const frames = reader?.next(100, 1_000_000) ?? new Uint8Array(0);
    expect([...readFrames(frames)].map(({ operation }) => operation.seqNo).sort()).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
    reader?.close();
    engine.close();
  });

  it('has documents as they arrived, whatever the mapping keeps of them', () => {
    const disk = newDisk();
    const engine = openEngine(disk, { create: true });
    engine.replica.notAlone();
    for (const text of ['one', 'two']) {
      const { document, ...operation } = indexOf('a', text);
      engine.index({
        ...operation,
        document: { ...document, stored: { ...document.stored, source: undefined } },
      });
    }
    commit(engine);
    mergeAll(engine, disk);
    expect(historyOf(engine, 0)).toEqual(['one@1', 'two@2']);
    engine.replica.retainFrom(1);
    mergeAll(engine, disk);
    expect(historyOf(engine, 1)).toEqual(['two@2']);
    engine.close();
  });
});
