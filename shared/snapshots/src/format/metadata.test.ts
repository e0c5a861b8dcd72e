import { utf8 } from '@skein/bytes';
import { MemoryBlobStore } from '../memory_blob_store.js';
import { readRoot } from '../root/load_root.js';
import { testRepository, Uuids } from '../testing/test_repository.js';
import { KIND, MOST_PAYLOAD_BYTES, mostSealedBytes } from './envelope.js';
import { encodeMetadata, readOpaque, writeOpaque } from './metadata.js';

test('a blob that is longer than any of its kind is damaged', async () => {
  const store = new MemoryBlobStore();
  const most = mostSealedBytes(KIND.latest);
  store.blobs.set('index.latest', new Uint8Array(most + 1));
  await expect(readRoot(testRepository(store, new Uuids()))).rejects.toMatchObject({
    type: 'corrupt_repository_exception',
    reason: `[backup] blob [index.latest] is damaged: blob [index.latest] is longer than [${most}] bytes`,
  });
});

test('what nobody would read is not written', async () => {
  const store = new MemoryBlobStore();
  const repository = testRepository(store, new Uuids());
  const blob = { kind: KIND.latest, name: 'index.latest' };
  const most = MOST_PAYLOAD_BYTES[KIND.latest];
  const refused = {
    type: 'repository_exception',
    reason: expect.stringMatching(
      /^\[backup\] cannot write blob \[index\.latest\]: it would be \[\d+\] bytes long, and may be \[1024\] at most$/,
    ),
  };
  expect(() => encodeMetadata(repository, blob, 'x'.repeat(most + 1))).toThrow(
    expect.objectContaining(refused),
  );
  await expect(writeOpaque(repository, blob, new Uint8Array(most + 1))).rejects.toMatchObject(
    refused,
  );
  expect(store.blobs.size).toBe(0);
});

test('who counts what is read is told, and can end it', async () => {
  const store = new MemoryBlobStore();
  const repository = testRepository(store, new Uuids());
  const blob = { kind: KIND.latest, name: 'a' };
  await writeOpaque(repository, blob, utf8('12345'));
  const lengths: number[] = [];
  await readOpaque({ ...repository, onMetadataRead: (bytes) => void lengths.push(bytes) }, blob);
  expect(lengths).toEqual([5]);
  const enough = new TypeError('enough');
  const onMetadataRead = () => {
    throw enough;
  };
  await expect(readOpaque({ ...repository, onMetadataRead }, blob)).rejects.toBe(enough);
});
