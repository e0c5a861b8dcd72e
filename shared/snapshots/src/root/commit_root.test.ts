import { utf8 } from '@skein/bytes';
import { MemoryBlobStore } from '../memory_blob_store.js';
import { cleanUp } from '../snapshots/clean_up.js';
import { deleteSnapshots } from '../snapshots/delete_snapshots.js';
import { ShardTrial, someBytes } from '../testing/shard_trial.js';
import { testRepository, Uuids } from '../testing/test_repository.js';
import { ROOTS_KEPT } from './commit_root.js';
import { readRoot } from './load_root.js';

const FILES = { a: someBytes(6_000, 1) };

function conflict(expected: number, actual: number) {
  return {
    type: 'repository_exception',
    status: 500,
    reason: `[backup] concurrent modification of the index-N file, expected current generation [${expected}], actual current generation [${actual}]`,
  };
}

test('who expects another root than the newest is stopped, whatever is wanted', async () => {
  const trial = new ShardTrial();
  const early = await trial.take('early', FILES);
  await trial.snapshot('one', FILES);
  await trial.snapshot('two', FILES);
  const { repository } = trial;
  await expect(trial.finalize(early)).rejects.toMatchObject(conflict(-1, 1));
  const late = await trial.take('late', FILES);
  for (const expectedGeneration of [0, 5]) {
    const one = { expectedGeneration, uuids: ['of-one'] };
    await expect(deleteSnapshots(repository, one)).rejects.toMatchObject(
      conflict(expectedGeneration, 1),
    );
    await expect(cleanUp(repository, expectedGeneration)).rejects.toMatchObject(
      conflict(expectedGeneration, 1),
    );
    await expect(trial.finalize(late, { expectedGeneration })).rejects.toMatchObject(
      conflict(expectedGeneration, 1),
    );
  }
  expect((await readRoot(repository)).snapshots.map(({ name }) => name)).toEqual(['one', 'two']);
});

test('of two that write the next root one does, and the other is told', async () => {
  let intrude: (() => Promise<unknown>) | undefined;
  const trial = new ShardTrial(
    {},
    {
      store: {
        beforeCall: async ({ kind }) => {
          const now = kind === 'writeNew' ? intrude : undefined;
          if (now !== undefined) intrude = undefined;
          await now?.();
          return 'done' as const;
        },
      },
    },
  );
  await trial.snapshot('one', FILES);
  const two = await trial.take('two', FILES);
  intrude = () => deleteSnapshots(trial.repository, { expectedGeneration: 0, uuids: ['of-one'] });
  await expect(trial.finalize(two)).rejects.toMatchObject(conflict(0, 1));
  expect((await readRoot(trial.repository)).snapshots).toEqual([]);
});

test('a master of an earlier term is stopped, one of another cluster is not', async () => {
  const uuids = new Uuids();
  const trial = new ShardTrial({ writer: { clusterUuid: 'mine', term: 7 } }, { uuids });
  await trial.snapshot('one', FILES);
  const as = (clusterUuid: string, term: number) =>
    testRepository(trial.store, uuids, { writer: { clusterUuid, term } });
  const reason =
    '[backup] the master of term [7] has written to the repository, this one is of term [6]';
  const stopped = { type: 'repository_exception', reason };
  const one = { expectedGeneration: 0, uuids: ['of-one'] };
  await expect(deleteSnapshots(as('mine', 6), one)).rejects.toMatchObject(stopped);
  const gone = { expectedGeneration: 0, uuids: ['gone'] };
  await expect(deleteSnapshots(as('mine', 6), gone)).rejects.toMatchObject(stopped);
  await expect(cleanUp(as('mine', 6), 0)).rejects.toMatchObject(stopped);
  expect((await cleanUp(as('mine', 7), 0)).generation).toBe(0);
  expect((await cleanUp(as('mine', 8), 0)).generation).toBe(0);
  expect((await deleteSnapshots(as('other', 1), one)).generation).toBe(1);
});

test('a root whose writing was not answered counts', async () => {
  let isLost = false;
  const trial = new ShardTrial(
    {},
    {
      store: { beforeCall: ({ kind }) => (isLost && kind === 'writeNew' ? 'unanswered' : 'done') },
    },
  );
  const one = await trial.take('one', FILES);
  isLost = true;
  expect(await trial.finalize(one)).toBe(0);
  expect((await readRoot(trial.repository)).snapshots).toHaveLength(1);
});

test('old roots go, and one that is created again in their place does not count', async () => {
  const trial = new ShardTrial();
  const { repository, store } = trial;
  await trial.snapshot('first', FILES);
  const slept = new MemoryBlobStore({}, store.blobs);
  const early = new Map(store.blobs);
  for (let i = 1; i <= 2 * ROOTS_KEPT; i++) await trial.snapshot(`more-${i}`, FILES);
  const roots = () => [...store.blobs.keys()].filter((name) => /^index-\d/.test(name));
  expect(roots()).toHaveLength(ROOTS_KEPT);

  // A writer that read the repository when it had one root: its reads see the old state, its writes
  // reach the present one.
  const blind = new MemoryBlobStore({}, early);
  let isReading = true;
  const asleep = Object.assign(Object.create(slept), {
    isReadOnly: false,
    list: (prefix: string) => (isReading ? blind : slept).list(prefix),
    read: (name: string, maxBytes: number) => (isReading ? blind : slept).read(name, maxBytes),
    write: slept.write.bind(slept),
    writeNew: (name: string, bytes: Uint8Array) => {
      isReading = false;
      return slept.writeNew(name, bytes);
    },
    remove: () => Promise.reject(new RangeError('it removes')),
  });
  const sleeper = testRepository(asleep, new Uuids());
  const one = { expectedGeneration: 0, uuids: ['of-first'] };
  await expect(deleteSnapshots(sleeper, one)).rejects.toMatchObject(conflict(0, 2 * ROOTS_KEPT));
  expect((await readRoot(repository)).snapshots).toHaveLength(2 * ROOTS_KEPT + 1);
  await cleanUp(repository, 2 * ROOTS_KEPT);
  expect(roots()).toHaveLength(ROOTS_KEPT);
});

test('a root that was followed before it was looked at counts', async () => {
  let follow: (() => Promise<unknown>) | undefined;
  let isWritten = false;
  const trial = new ShardTrial(
    {},
    {
      store: {
        beforeCall: async ({ kind, name }) => {
          if (kind === 'writeNew' && name === 'index-2') isWritten = true;
          const now = isWritten && kind === 'read' && name === 'index-3' ? follow : undefined;
          if (now !== undefined) follow = undefined;
          await now?.();
          return 'done' as const;
        },
      },
    },
  );
  await trial.snapshot('one', FILES);
  await trial.snapshot('two', FILES);
  const other = testRepository(new MemoryBlobStore({}, trial.store.blobs), new Uuids());
  follow = () => deleteSnapshots(other, { expectedGeneration: 2, uuids: ['of-one'] });
  expect(await trial.finalize(await trial.take('three', FILES))).toBe(2);
  const { generation, snapshots } = await readRoot(trial.repository);
  expect([generation, ...snapshots.map(({ name }) => name)]).toEqual([3, 'two', 'three']);
});

test('a listing that lags hides no root that the caller knows of, nor those that follow it', async () => {
  const { store, repository } = await withRoots(3);
  for (const [hidden, atLeast, generation] of [
    [['index-2'], -1, 2],
    [['index-1', 'index-2'], -1, 2],
    [['index-0', 'index-1', 'index-2'], 1, 2],
    [[], 9, 2],
  ] as const) {
    const lagging = Object.assign(Object.create(store), {
      read: store.read.bind(store),
      async *list(prefix: string) {
        for await (const entry of store.list(prefix)) {
          if (!(hidden as readonly string[]).includes(entry.name)) yield entry;
        }
      },
    });
    const root = await readRoot({ ...repository, store: lagging }, atLeast);
    expect(root.generation).toBe(generation);
  }
});

test('a store that lists nothing is read from what was written down for it', async () => {
  const { store, repository } = await withRoots(3);
  const web = (atLeast = -1) => readRoot({ ...repository, store: unlisted(store) }, atLeast);
  expect((await web()).generation).toBe(2);
  store.blobs.set(
    'index.latest',
    new Uint8Array(store.blobs.get('index.latest') ?? []).fill(0, 3, 4),
  );
  await expect(web()).rejects.toMatchObject({
    type: 'corrupt_repository_exception',
    reason: '[backup] blob [index.latest] is damaged: it is no metadata',
  });
  for (const name of ['index.latest', 'index-0']) store.blobs.delete(name);
  expect((await web()).generation).toBe(-1);
  expect((await web(1)).generation).toBe(2);
});

function unlisted(store: MemoryBlobStore): MemoryBlobStore {
  return Object.assign(Object.create(store), {
    read: store.read.bind(store),
    async *list() {},
  });
}

test('what is called otherwise is left alone', async () => {
  const { store, repository } = await withRoots(1);
  const foreign = ['index-x', 'index-00', 'readme.md', 'indices/readme.md', 'indices/a/b/c/d'];
  for (const name of foreign) store.blobs.set(name, new Uint8Array(utf8('by somebody else')));
  store.blobs.set('snap-lost', new Uint8Array(utf8('needless')));
  expect(await cleanUp(repository, 0)).toEqual({ generation: 1, deletedBlobs: 1, deletedBytes: 8 });
  for (const name of foreign) expect(store.blobs.has(name)).toBe(true);
});

async function withRoots(count: number) {
  const trial = new ShardTrial();
  for (let i = 0; i < count; i++) await trial.snapshot(`number-${i}`, FILES);
  return trial;
}
