import { utf8 } from '@skein/bytes';
import { MemoryBlobStore } from '../memory_blob_store.js';
import { readRoot } from '../root/load_root.js';
import { INDEX_ID, ShardTrial, someBytes } from '../testing/shard_trial.js';
import { detailsOf, digests, testRepository, Uuids } from '../testing/test_repository.js';
import { cleanUp } from './clean_up.js';
import { deleteSnapshots } from './delete_snapshots.js';
import { finalizeSnapshot } from './finalize_snapshot.js';
import { readIndexMetadata } from './read_snapshot.js';

const FILES = { a: someBytes(6_000, 1) };

test('a shard must have been taken over the list that is the newest still', async () => {
  const trial = new ShardTrial();
  await trial.snapshot('one', FILES);
  const two = await trial.take('two', FILES);
  const three = await trial.take('three', FILES);
  await trial.finalize(two);
  const list = `[${two.base}] and not [${two.taken.generation}]`;
  await expect(trial.finalize(three, { expectedGeneration: 1 })).rejects.toMatchObject({
    type: 'repository_exception',
    reason: `[backup] shard [books][0] was taken over list ${list}, which is the newest`,
  });
  expect((await readRoot(trial.repository)).generation).toBe(1);
});

test('an index that has come into the repository meanwhile has one id there', async () => {
  const trial = new ShardTrial();
  const late = await trial.take('late', FILES);
  await trial.snapshot('one', FILES);
  const index = {
    name: 'books',
    id: 'another-id',
    metadata: utf8('metadata'),
    shards: [late.taken.generation],
    bases: [undefined],
  };
  const finalized = finalizeSnapshot(trial.repository, {
    expectedGeneration: 0,
    startedGeneration: -1,
    details: detailsOf({ name: 'late', uuid: 'of-late' }),
    globalMetadata: undefined,
    indices: [index],
  });
  await expect(finalized).rejects.toMatchObject({
    type: 'repository_exception',
    reason: `[backup] index [books] was taken as [another-id], and is [${INDEX_ID}] in the repository`,
  });
  expect((await readRoot(trial.repository)).indices).toHaveLength(1);
});

test('over the list of a snapshot that came to nothing another is made; its remains go later', async () => {
  const trial = new ShardTrial();
  await trial.snapshot('one', FILES);
  const lost = await trial.take('lost', { a: someBytes(7_000, 2) });
  const over = { generation: lost.taken.generation };
  const two = await trial.take('two', { a: someBytes(8_000, 3) }, over);
  await trial.finalize(two);
  expect(await trial.restored('of-two')).toEqual(digests({ a: someBytes(8_000, 3) }));
  const sent = () => [...trial.store.blobs.keys()].filter((name) => name.includes('/data-')).length;
  expect(sent()).toBe(3);
  expect((await cleanUp(trial.repository, 1)).generation).toBe(2);
  expect(sent()).toBe(2);
  expect(await trial.restored('of-one')).toEqual(digests(FILES));
  expect(await trial.restored('of-two')).toEqual(digests({ a: someBytes(8_000, 3) }));
});

test('a snapshot that the root has is not added again', async () => {
  const trial = new ShardTrial();
  const one = await trial.take('one', FILES);
  expect(await trial.finalize(one)).toBe(0);
  await trial.snapshot('two', FILES);
  expect(await trial.finalize(one)).toBe(1);
  expect((await readRoot(trial.repository)).snapshots).toHaveLength(2);
});

test('a snapshot that is found in the root of another cluster does not make that root one’s own', async () => {
  const trial = new ShardTrial();
  const one = await trial.take('one', FILES);
  expect(await trial.finalize(one)).toBe(0);
  const other = { ...trial.repository, writer: { clusterUuid: 'cluster-2', term: 1 } };
  const strange = { ...detailsOf({ name: 'strange', uuid: 'of-strange' }), indices: [] };
  const theirs = {
    expectedGeneration: 0,
    startedGeneration: 0,
    details: strange,
    globalMetadata: undefined,
    indices: [],
  };
  expect(await finalizeSnapshot(other, theirs)).toBe(1);
  expect(await trial.finalize(one, { expectedGeneration: -1 })).toBe(-1);
  expect((await readRoot(trial.repository)).snapshots).toHaveLength(2);
});

test('a snapshot that was deleted before it was there comes too late', async () => {
  const trial = new ShardTrial();
  await trial.snapshot('one', FILES);
  const late = await trial.take('late', FILES);
  const request = { expectedGeneration: 0, uuids: ['of-late'] };
  expect((await deleteSnapshots(trial.repository, request)).generation).toBe(1);
  await expect(trial.finalize(late, { expectedGeneration: 0 })).rejects.toMatchObject({
    type: 'repository_exception',
  });
  expect((await readRoot(trial.repository)).snapshots.map(({ name }) => name)).toEqual(['one']);
});

test('what was sent before blobs were removed is not relied on', async () => {
  const trial = new ShardTrial();
  const { repository } = trial;
  const early = await trial.take('early', FILES);
  const { generation } = await cleanUp(repository, -1);
  await expect(trial.finalize(early, { expectedGeneration: generation })).rejects.toMatchObject({
    type: 'repository_exception',
    reason:
      '[backup] concurrent modification of the index-N file, expected current generation [-1], actual current generation [0]',
  });
  expect((await readRoot(repository)).snapshots).toEqual([]);
  await trial.snapshot('late', FILES);
  expect(await trial.restored('of-late')).toEqual(digests(FILES));
});

test('metadata of an index is written once for all snapshots in which it is the same', async () => {
  const trial = new ShardTrial();
  await trial.snapshot('one', FILES, 'm1');
  await trial.snapshot('two', FILES, 'm2');
  await trial.snapshot('three', FILES, 'm1');
  const names = () => [...trial.store.blobs.keys()].filter((name) => /^indices.*meta-/.test(name));
  expect(names()).toHaveLength(2);
  const { repository } = trial;
  await deleteSnapshots(repository, { expectedGeneration: 2, uuids: ['of-one', 'of-two'] });
  expect(names()).toHaveLength(1);
  expect(await readIndexMetadata(repository, 'of-three', 'books')).toEqual(utf8('m1'));
});

test('metadata that is written again while a late removal of the same content is under way stays', async () => {
  const uuids = new Uuids();
  const trial = new ShardTrial({}, { uuids });
  await trial.snapshot('one', FILES, 'm1');
  await trial.snapshot('two', FILES, 'm2');
  const beforeCall = async ({ kind, name }: { kind: string; name: string }) => {
    if (kind === 'remove' && name.startsWith('indices/'))
      await trial.snapshot('three', FILES, 'm1');
    return 'done' as const;
  };
  const slow = testRepository(new MemoryBlobStore({ beforeCall }, trial.store.blobs), uuids);
  await deleteSnapshots(slow, { expectedGeneration: 1, uuids: ['of-one'] });
  expect(await readIndexMetadata(trial.repository, 'of-three', 'books')).toEqual(utf8('m1'));
});

test('a shard that failed keeps the list it has, and the snapshot is without it', async () => {
  const trial = new ShardTrial();
  const one = await trial.snapshot('one', FILES);
  const index = { name: 'books', id: INDEX_ID, metadata: utf8('m'), bases: [one.taken.generation] };
  await finalizeSnapshot(trial.repository, {
    expectedGeneration: 0,
    startedGeneration: 0,
    details: { ...detailsOf({ name: 'two', uuid: 'of-two' }), state: 'FAILED' },
    globalMetadata: undefined,
    indices: [{ ...index, shards: [undefined] }],
  });
  expect(await trial.list()).toBe(one.taken.generation);
  await expect(trial.restored('of-two')).rejects.toMatchObject({
    reason: `[backup] snapshot [of-two] has no shard [0] of index [${INDEX_ID}]`,
  });
  expect(await trial.restored('of-one')).toEqual(digests(FILES));
  expect(trial.store.blobs.has('meta-of-two')).toBe(false);
});

test('a repository that is only read is not changed', async () => {
  const trial = new ShardTrial();
  const one = await trial.snapshot('one', FILES);
  const store = new MemoryBlobStore({ isReadOnly: true }, trial.store.blobs);
  const reader = new ShardTrial({ store });
  const refused = (what: string) => ({
    type: 'repository_exception',
    reason: `[backup] cannot ${what} a readonly repository`,
  });
  await expect(reader.take('two', FILES)).rejects.toMatchObject(refused('create snapshot in'));
  await expect(reader.finalize(one)).rejects.toMatchObject(refused('create snapshot in'));
  const all = { expectedGeneration: 0, uuids: ['of-one'] };
  await expect(deleteSnapshots(reader.repository, all)).rejects.toMatchObject(
    refused('delete snapshot from'),
  );
  await expect(cleanUp(reader.repository, 0)).rejects.toMatchObject(refused('clean up'));
  expect(await reader.restored('of-one')).toEqual(digests(FILES));
});
