/**
 * Verifies that all nodes see one store and may write to it: the master writes a blob with a seed,
 * each node reads it and writes one of its own. The master also checks that the store creates names
 * exclusively, without which two writers would destroy each other's snapshots. In a read-only store
 * only the root is read.
 */
import { utf8, utf8Decode } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { admitAll, BlobMissing, StoreFault, sourceOf } from './blob_store.js';
import { verificationFolder } from './names.js';
import { removeNamed } from './remove_blobs.js';
import type { RepositoryOptions } from './repository.js';
import { createBlob } from './root/commit_root.js';
import { loadRoot } from './root/load_root.js';

const FROM_MASTER = 'master.dat';
const EXCLUSIVE = 'exclusive.dat';

export async function verifyOnMaster(repository: RepositoryOptions, seed: string): Promise<void> {
  const { store } = repository;
  const isSound = await asked(
    repository,
    'the store is not accessible on master node',
    async () => {
      if (store.isReadOnly) {
        await loadRoot(repository, -1);
        return true;
      }
      const folder = verificationFolder(seed);
      await store.write(folder + FROM_MASTER, sourceOf(utf8(seed)), admitAll);
      const isCreated = await createBlob(repository, folder + EXCLUSIVE, utf8(`${seed}, first`));
      return (
        isCreated && !(await createBlob(repository, folder + EXCLUSIVE, utf8(`${seed}, second`)))
      );
    },
  );
  if (isSound) return;
  const reason = 'the store does not create blobs exclusively: conditional writes are required';
  throw failure(repository, reason);
}

export async function verifyOnNode(
  repository: RepositoryOptions,
  seed: string,
  nodeId: string,
): Promise<void> {
  const { store } = repository;
  const folder = verificationFolder(seed);
  const found = await asked(
    repository,
    `the store is not accessible on the node [${nodeId}]`,
    async () => {
      if (store.isReadOnly) {
        await loadRoot(repository, -1);
        return seed;
      }
      await store.write(`${folder}data-${nodeId}.dat`, sourceOf(utf8(seed)), admitAll);
      return readSeed(repository, folder + FROM_MASTER);
    },
  );
  if (found === seed) return;
  const what =
    found === undefined
      ? `a file written by master to the store cannot be accessed on the node [${nodeId}]: the store is not shared between this node and the master node, or permissions do not allow reading it`
      : `the seed read from [${FROM_MASTER}] was [${found}] and not [${seed}]`;
  throw failure(repository, what);
}

/** Removes the blobs of the verification. */
export async function endVerification(repository: RepositoryOptions, seed: string): Promise<void> {
  const { store } = repository;
  if (store.isReadOnly) return;
  await asked(repository, 'cannot delete test data', async () => {
    const names: string[] = [];
    for await (const { name } of store.list(verificationFolder(seed))) names.push(name);
    await removeNamed(repository, names);
  });
}

/** The longest seed that is read: a seed is a UUID. */
const SEED_BYTES_MAX = 1024;

async function readSeed({ store }: RepositoryOptions, name: string): Promise<string | undefined> {
  try {
    return utf8Decode(await store.read(name, SEED_BYTES_MAX));
  } catch (error) {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  }
}

async function asked<T>(
  repository: RepositoryOptions,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    throw failure(repository, what, new ApiError('io_exception', error.message));
  }
}

function failure({ name }: RepositoryOptions, reason: string, cause?: ApiError): ApiError {
  return new ApiError('repository_verification_exception', `[${name}] ${reason}`, { cause });
}
