/**
 * A copy whose index is a copy of its primary's segments: its documents, its log, its state after a
 * crash, and its promotion. Searches and files are those of a real index on a disk in memory.
 */
import { crc32 } from '@skein/bytes';
import fc from 'fast-check';
import type { Engine } from './engine.js';
import type { StagedFiles } from './recovery/staged_files.js';
import {
  crash,
  deleteOf,
  indexOf,
  mergeAll,
  newDisk,
  openEngine,
  read,
  readRefreshed,
  type TestDisk,
} from './testing/test_engine.js';

const SEGMENT = new Map([['index.replication.type', 'SEGMENT']]);
const IDS = ['a', 'b', 'c', 'd'] as const;

interface Pair {
  readonly primary: Engine;
  readonly primaryDisk: TestDisk;
  replica: Engine;
  replicaDisk: TestDisk;
}

function follower(disk: TestDisk, create: boolean): Engine {
  const engine = openEngine(disk, { create, follows: true, settings: SEGMENT, primaryTerm: 0 });
  engine.replica.notAlone();
  return engine;
}

/** A replica that starts from the primary's files, as every replica does. */
function begin(): Pair {
  const primaryDisk = newDisk();
  const primary = openEngine(primaryDisk, { create: true, settings: SEGMENT });
  primary.replica.notAlone();
  const replicaDisk = newDisk();
  const replica = follower(replicaDisk, true);
  const commit = primary.replica.readCommit();
  const staged = replica.replica.stageFiles('recovery.');
  for (const { name } of commit.files) copy(commit, name, staged);
  replica.replica.replace(staged, { term: 1, globalCheckpoint: -1 });
  commit.close();
  return { primary, primaryDisk, replica, replicaDisk };
}

function copy(
  commit: ReturnType<Engine['replica']['readCommit']>,
  name: string,
  staged: StagedFiles,
): void {
  const file = commit.files.find((one) => one.name === name);
  if (file === undefined) throw new RangeError(`no file ${name}`);
  const bytes = commit.read(name, 0, file.lengthBytes);
  staged.write(file, { offset: 0, bytes, crc: crc32(bytes) });
  staged.finish(file, crc32(bytes));
}

/** Executes a write on both copies, which both know to be on all copies. */
function write({ primary, replica }: Pair, change: (engine: Engine) => unknown): void {
  const from = primary.replica.logEnd;
  change(primary);
  replica.replica.append(primary.replica.framesSince(from));
  const { maxSeqNo } = primary.sequenceStats();
  for (const one of [primary, replica]) one.replica.sync(maxSeqNo);
}

function put(pair: Pair, id: string, text: string): void {
  write(pair, (engine) => engine.index(indexOf(id, text)));
}

/** Runs a round and returns the names of the sent files. `undefined`: refused. */
function round(pair: Pair, { globalCheckpoint }: { globalCheckpoint?: number } = {}) {
  const { primary, replica } = pair;
  primary.replica.commit();
  const commit = primary.replica.readCommit();
  const staged = replica.replica.stageFiles('segments.');
  const present = staged.find(commit.files);
  const missing = commit.files.map(({ name }) => name).filter((name) => !present.has(name));
  for (const name of missing) copy(commit, name, staged);
  const told = { globalCheckpoint: globalCheckpoint ?? primary.sequenceStats().maxSeqNo };
  const isInstalled = replica.replica.install(staged, told);
  if (!isInstalled) staged.discard();
  const left = pair.replicaDisk.index.list().filter((name) => name.startsWith('segments.'));
  expect(left).toEqual([]);
  commit.close();
  replica.refresh();
  return isInstalled ? missing : undefined;
}

function shown(engine: Engine): (string | undefined)[] {
  return IDS.map((id) => readRefreshed(engine, id));
}

let pair: Pair;

beforeEach(() => {
  pair = begin();
});

afterEach(() => {
  pair.primary.close();
  pair.replica.close();
});

it('operations are durable in the log and shown when their segments have come', () => {
  put(pair, 'a', 'one');
  put(pair, 'b', 'two');
  pair.replica.refresh();
  expect(pair.replica.replica.status).toMatchObject({ localCheckpoint: 1, maxSeqNo: 1 });
  expect(pair.replica.indexStats().docCount).toBe(0);
  expect(shown(pair.replica)).toEqual([undefined, undefined, undefined, undefined]);
  round(pair);
  expect(shown(pair.replica)).toEqual(['one@1#0', 'two@1#1', undefined, undefined]);
});

it('only files that are not there are sent; deletions come as files of their own', () => {
  put(pair, 'a', 'one');
  put(pair, 'b', 'two');
  round(pair);
  write(pair, (engine) => engine.delete(deleteOf('a')));
  const sent = round(pair);
  expect(sent?.filter((name) => name.startsWith('_0'))).toEqual([
    expect.stringMatching(/^_0_.*\.liv$/),
  ]);
  expect(shown(pair.replica)).toEqual([undefined, 'two@1#1', undefined, undefined]);
});

it('a search goes on in the files it began with, until it lets them go', () => {
  const published: number[] = [];
  pair.replica.close();
  pair.replica = openEngine(pair.replicaDisk, {
    create: false,
    follows: true,
    settings: SEGMENT,
    onSnapshot: ({ version }) => published.push(version),
  });
  for (const [id, text] of [
    ['a', 'one'],
    ['b', 'two'],
  ] as const) {
    put(pair, id, text);
    round(pair);
  }
  const held = published.at(-1) ?? 0;
  for (const version of published.slice(0, -1)) pair.replica.releaseSnapshot(version);
  const before = pair.replicaDisk.index.list().filter((name) => name.endsWith('.seg'));
  mergeAll(pair.primary, pair.primaryDisk);
  pair.primary.refresh();
  round(pair);
  expect(pair.replicaDisk.index.list()).toEqual(expect.arrayContaining(before));
  pair.replica.releaseSnapshot(held);
  expect(pair.replicaDisk.index.list().filter((name) => before.includes(name))).toEqual([]);
});

it('refuses a commit with operations that not all copies have, by what it is told', () => {
  put(pair, 'a', 'one');
  round(pair);
  pair.primary.index(indexOf('b', 'two'));
  pair.primary.replica.sync(1);
  expect(round(pair, { globalCheckpoint: 0 })).toBeUndefined();
  expect(shown(pair.replica)).toEqual(['one@1#0', undefined, undefined, undefined]);
});

it('makes its log durable, and the checkpoint that it is told, before it takes a commit', () => {
  const from = pair.primary.replica.logEnd;
  pair.primary.index(indexOf('a', 'one'));
  pair.replica.replica.append(pair.primary.replica.framesSince(from));
  pair.primary.replica.sync(0);
  expect(round(pair, { globalCheckpoint: 0 })).toBeDefined();
  const { status } = pair.replica.replica;
  expect(status).toMatchObject({ localCheckpoint: 0, globalCheckpoint: 0 });
  const again = follower(crash(pair.replicaDisk, 'drop', 'durable'), false);
  expect(again.replica.status).toMatchObject({ localCheckpoint: 0, globalCheckpoint: 0 });
  again.refresh();
  expect(shown(again)).toEqual(['one@1#0', undefined, undefined, undefined]);
});

it('a commit that is older than what it shows changes nothing; one that lacks a file is refused', () => {
  put(pair, 'a', 'one');
  pair.primary.replica.commit();
  const old = pair.primary.replica.readCommit();
  put(pair, 'b', 'two');
  round(pair);
  const staged = pair.replica.replica.stageFiles('segments.');
  const present = staged.find(old.files);
  for (const { name } of old.files) if (!present.has(name)) copy(old, name, staged);
  const { commitGeneration } = pair.replica;
  expect(pair.replica.replica.install(staged, { globalCheckpoint: 1 })).toBe(true);
  expect(pair.replica.commitGeneration).toBe(commitGeneration);
  expect(pair.replicaDisk.index.list().filter((name) => name.startsWith('segments.'))).toEqual([]);
  expect(shown(pair.replica)).toEqual(['one@1#0', 'two@1#1', undefined, undefined]);
  old.close();
  put(pair, 'c', 'three');
  pair.primary.replica.commit();
  const commit = pair.primary.replica.readCommit();
  const some = pair.replica.replica.stageFiles('segments.');
  const name = commit.files.at(-1)?.name ?? '';
  some.find(commit.files);
  copy(commit, name, some);
  expect(pair.replica.replica.install(some, { globalCheckpoint: 2 })).toBe(false);
  some.discard();
  commit.close();
  expect(shown(pair.replica)).toEqual(['one@1#0', 'two@1#1', undefined, undefined]);
});

it('a file of a name that another file has fails the copy', () => {
  put(pair, 'a', 'one');
  pair.replicaDisk.index.writeFile('_0.seg', new Uint8Array(10));
  expect(() => round(pair)).toThrow('another file has its name');
  expect(pair.replica.failure?.type).toBe('corrupt_index_exception');
});

it('the log keeps what the segments lack through flushes, and lets go of the rest', () => {
  for (const id of IDS) put(pair, id, 'early');
  round(pair);
  expect(pair.replica.translogStats().operations).toBe(0);
  put(pair, 'a', 'late');
  pair.replica.flush({ force: true, periodic: false });
  expect(pair.replica.translogStats().operations).toBe(1);
  expect(pair.replica.commitData).toMatchObject({ local_checkpoint: '3', max_seq_no: '3' });
});

it('merges nothing by itself', () => {
  for (const id of IDS) {
    put(pair, id, 'x');
    round(pair);
  }
  expect(pair.replica.merges.start()).toBeUndefined();
  mergeAll(pair.replica, pair.replicaDisk);
  expect(pair.replica.indexStats().segments).toHaveLength(IDS.length);
});

it('segments of a new primary have other names than any of its predecessors', () => {
  put(pair, 'a', 'one');
  round(pair);
  const former = pair.primaryDisk.index.list();
  pair.replica.replica.promote(2);
  pair.replica.index(indexOf('b', 'two'));
  pair.replica.replica.commit();
  const made = pair.replicaDisk.index.list().filter((name) => !former.includes(name));
  pair.primary.index(indexOf('b', 'zombie'));
  pair.primary.replica.commit();
  expect(made.length).toBeGreaterThan(1);
  expect(
    made.filter((name) => name.startsWith('_') && pair.primaryDisk.index.exists(name)),
  ).toEqual([]);
});

const step = fc.record({
  id: fc.constantFrom(...IDS),
  isDelete: fc.boolean(),
  text: fc.nat(99),
  next: fc.constantFrom('none', 'round', 'merge', 'flush', 'reopen', 'crash'),
});

it('whatever came in between, a copy that becomes primary is as its predecessor was', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (writes) => {
      const one = begin();
      for (const { id, isDelete, text, next } of writes) {
        if (isDelete) write(one, (engine) => engine.delete(deleteOf(id)));
        else put(one, id, `t${text}`);
        if (next === 'merge') {
          one.primary.refresh();
          mergeAll(one.primary, one.primaryDisk);
        }
        if (next === 'merge' || next === 'round') {
          expect(round(one)).toBeDefined();
          one.primary.refresh();
          expect(shown(one.replica)).toEqual(shown(one.primary));
        }
        if (next === 'flush') one.replica.flush({ force: true, periodic: false });
        if (next === 'reopen') one.replica.close();
        if (next === 'crash') one.replicaDisk = crash(one.replicaDisk, 'drop', 'durable');
        if (next === 'reopen' || next === 'crash') one.replica = follower(one.replicaDisk, false);
      }
      const { maxSeqNo } = one.primary.sequenceStats();
      expect(one.replica.replica.status).toMatchObject({ localCheckpoint: maxSeqNo, maxSeqNo });
      one.replica.replica.promote(2);
      expect(IDS.map((id) => read(one.replica, id))).toEqual(
        IDS.map((id) => read(one.primary, id)),
      );
      one.replica.refresh();
      expect(shown(one.replica)).toEqual(IDS.map((id) => read(one.primary, id)));
      one.replica.close();
      one.primary.close();
    }),
    { numRuns: 60 },
  );
});

it('going back concerns the log: what is shown stays, and what is pending comes back with a promotion', () => {
  put(pair, 'a', 'one');
  round(pair);
  const from = pair.primary.replica.logEnd;
  pair.primary.index(indexOf('b', 'two'));
  pair.replica.replica.append(pair.primary.replica.framesSince(from));
  pair.replica.replica.rollBack(2, 0);
  expect(pair.replica.replica.status).toMatchObject({ term: 2, localCheckpoint: 0, maxSeqNo: 1 });
  expect(shown(pair.replica)).toEqual(['one@1#0', undefined, undefined, undefined]);
  pair.replica.replica.promote(3);
  expect(read(pair.replica, 'b')).toBe('two@1#1');
});
