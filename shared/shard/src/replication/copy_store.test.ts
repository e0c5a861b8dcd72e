/** Tests the actions of a copy's state machine on a real engine. */
import type { StoreAction } from '@skein/cluster/replication';
import { splitFrames } from '@skein/engine';
import { openAlone, put } from '../testing/shard_group.js';
import type { FrameRun } from './copy_messages.js';
import { CopyStore } from './copy_store.js';
import { FileTarget, NO_FILE_PROGRESS } from './file_target.js';

/** A batch of history has at most 2000 operations. */
const BATCH = 2000;

async function opened(documents: number) {
  const alone = openAlone({});
  const { engine, progress } = alone.shard;
  const { replica } = engine;
  replica.notAlone();
  for (let at = 0; at < documents; at++) await put(alone, `${at}`, at);
  const files = new FileTarget({ replica, isBeside: false, progress: NO_FILE_PROGRESS });
  const store = new CopyStore({ engine, progress, files, segments: files });
  const read = (next?: unknown) => {
    const action: StoreAction = { kind: 'read', fromSeqNo: 0, next };
    const result = store.perform(action);
    const runs = (result.operations ?? []) as readonly FrameRun[];
    const count = runs.reduce((sum, { body }) => sum + [...splitFrames(body)].length, 0);
    return { count, next: result.next, isGone: result.isGone };
  };
  /** Number of operations in the log after a commit with all of them. */
  const kept = () => {
    engine.sync();
    replica.sync(documents - 1);
    engine.flush({ force: true, periodic: false });
    replica.retainFrom(Number.POSITIVE_INFINITY);
    return engine.translogStats().operations;
  };
  return { ...alone, store, read, kept };
}

test('history is read in batches, to its end', async () => {
  const { store, read, shard } = await opened(BATCH + 1);
  const first = read();
  expect([first.count, first.next === undefined]).toEqual([BATCH, false]);
  expect(read(first.next)).toEqual({ count: 1, next: undefined, isGone: undefined });
  store.close();
  await shard.close();
});

test('the log is kept for history that is read, until it is let go', async () => {
  const { store, read, kept, shard } = await opened(BATCH + 1);
  const { next } = read();
  expect(kept()).toBe(BATCH + 1);
  store.perform({ kind: 'let_go', next });
  expect(kept()).toBe(0);
  expect(read().isGone).toBe(true);
  store.perform({ kind: 'let_go' });
  store.close();
  await shard.close();
});

test('a closed copy lets go all that it reads', async () => {
  const { store, read, kept, shard } = await opened(BATCH + 1);
  read();
  read();
  store.close();
  expect(kept()).toBe(0);
  await shard.close();
});

test('a commit that was read is there until it is let go', async () => {
  const { store, shard, index } = await opened(1);
  shard.flush({ force: true, periodic: false });
  const { commit } = store.perform({ kind: 'read_commit', isSafe: true });
  const before = commit?.files.map(({ name }) => name) ?? [];
  await put({ shard }, 'b', 1);
  shard.engine.replica.sync(1);
  shard.flush({ force: true, periodic: false });
  const names = new Set(index.list());
  expect(before.filter((name) => !names.has(name))).toEqual([]);
  store.perform({ kind: 'let_go', commit });
  shard.flush({ force: true, periodic: false });
  const left = new Set(index.list());
  expect(before.filter((name) => !left.has(name))).not.toEqual([]);
  store.close();
  await shard.close();
});

test('a commit that was refused changes nothing', async () => {
  const { store, shard } = await opened(1);
  const action = { kind: 'install', historyUuid: 'x', term: 1 } as never;
  expect(store.perform(action)).toEqual({ isRefused: true });
  store.close();
  await shard.close();
});
