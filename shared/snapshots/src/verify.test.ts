import { utf8 } from '@skein/bytes';
import { MemoryBlobStore, type MemoryBlobStoreOptions } from './memory_blob_store.js';
import { testRepository, Uuids } from './testing/test_repository.js';
import { endVerification, verifyOnMaster, verifyOnNode } from './verify.js';

const repositoryOf = (store: MemoryBlobStore) => testRepository(store, new Uuids());

function failed(reason: string) {
  return { type: 'repository_verification_exception', status: 500, reason };
}

test('a store that all nodes share is verified, and nothing is left', async () => {
  const master = new MemoryBlobStore();
  const repository = repositoryOf(master);
  await verifyOnMaster(repository, 'seed');
  for (const node of ['node-1', 'node-2']) {
    await verifyOnNode(repositoryOf(new MemoryBlobStore({}, master.blobs)), 'seed', node);
  }
  expect([...master.blobs.keys()].sort()).toEqual([
    'tests-seed/data-node-1.dat',
    'tests-seed/data-node-2.dat',
    'tests-seed/exclusive.dat',
    'tests-seed/master.dat',
  ]);
  await endVerification(repository, 'seed');
  expect(master.blobs.size).toBe(0);
});

test('a node that has another store, or reads another seed, is named', async () => {
  const own = repositoryOf(new MemoryBlobStore());
  await expect(verifyOnNode(own, 'seed', 'node-1')).rejects.toMatchObject(
    failed(
      '[backup] a file written by master to the store cannot be accessed on the node [node-1]: the store is not shared between this node and the master node, or permissions do not allow reading it',
    ),
  );
  await own.store.writeNew('tests-seed/master.dat', utf8('other'));
  await expect(verifyOnNode(own, 'seed', 'node-1')).rejects.toMatchObject(
    failed('[backup] the seed read from [master.dat] was [other] and not [seed]'),
  );
});

test.each<[string, (store: MemoryBlobStore) => MemoryBlobStore['writeNew']]>([
  [
    'replaces what is there and says so',
    (store) => async (name, bytes) => {
      store.blobs.set(name, new Uint8Array(bytes));
      return true;
    },
  ],
  [
    'replaces what is there and says that it did not',
    (store) => async (name, bytes) => {
      const isNew = !store.blobs.has(name);
      store.blobs.set(name, new Uint8Array(bytes));
      return isNew;
    },
  ],
])('a store that %s is refused', async (_, writeNewOf) => {
  const store = new MemoryBlobStore();
  store.writeNew = writeNewOf(store);
  await expect(verifyOnMaster(repositoryOf(store), 'seed')).rejects.toMatchObject(
    failed('[backup] the store does not create blobs exclusively: conditional writes are required'),
  );
});

test('a store that does not answer is told so; an answer that was lost is no fault', async () => {
  const failing = (beforeCall: MemoryBlobStoreOptions['beforeCall']) =>
    repositoryOf(new MemoryBlobStore(beforeCall === undefined ? {} : { beforeCall }));
  const refused = failing(() => 'refused');
  await expect(verifyOnMaster(refused, 'seed')).rejects.toMatchObject({
    ...failed('[backup] the store is not accessible on master node'),
    cause: { type: 'io_exception', reason: 'write of [tests-seed/master.dat] was refused' },
  });
  await expect(verifyOnNode(refused, 'seed', 'node-1')).rejects.toMatchObject(
    failed('[backup] the store is not accessible on the node [node-1]'),
  );
  await expect(endVerification(refused, 'seed')).rejects.toMatchObject(
    failed('[backup] cannot delete test data'),
  );
  await verifyOnMaster(
    failing(({ kind }) => (kind === 'writeNew' ? 'unanswered' : 'done')),
    'seed',
  );
});

test('of a store that is only read the root is read', async () => {
  const store = new MemoryBlobStore({ isReadOnly: true });
  const repository = repositoryOf(store);
  await verifyOnMaster(repository, 'seed');
  await verifyOnNode(repository, 'seed', 'node-1');
  await endVerification(repository, 'seed');
  store.blobs.set('index-0', new Uint8Array(utf8('this is no root of ours, it is a page')));
  await expect(verifyOnMaster(repository, 'seed')).rejects.toMatchObject({
    type: 'corrupt_repository_exception',
  });
});
