import { utf8, utf8Decode } from '@skein/bytes';
import { blobStoreContract } from './blob_store.contract.js';
import { admitAll, BlobMissing, StoreFault, sourceOf } from './blob_store.js';
import { type CallFate, MemoryBlobStore } from './memory_blob_store.js';

blobStoreContract({ describe, test, expect }, 'memory', async () => new MemoryBlobStore());

async function namesIn(store: MemoryBlobStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list('')) names.push(name);
  return names.sort();
}

describe('faults of the memory store', () => {
  it('refuses a call without effect, or does it and loses the answer', async () => {
    const fates: CallFate[] = ['refused', 'unanswered', 'done'];
    const store = new MemoryBlobStore({ beforeCall: () => fates.shift() ?? 'done' });
    await expect(store.writeNew('a', utf8('1'))).rejects.toThrow(StoreFault);
    expect(store.blobs.size).toBe(0);
    await expect(store.writeNew('a', utf8('2'))).rejects.toThrow(StoreFault);
    expect(await store.writeNew('a', utf8('3'))).toBe(false);
    expect(utf8Decode(await store.read('a', 1024))).toBe('2');
  });

  it('lists names as they were some changes ago', async () => {
    let lag = 0;
    const store = new MemoryBlobStore({ listLag: () => lag });
    for (const name of ['a', 'b', 'c']) await store.write(name, sourceOf(utf8(name)), admitAll);
    await store.remove(['a']);
    const shown = [];
    for (lag = 0; lag <= 5; lag++) shown.push((await namesIn(store)).join(''));
    expect(shown).toEqual(['bc', 'abc', 'ab', 'a', '', '']);
    await expect(store.read('a', 1024)).rejects.toThrow(BlobMissing);
  });

  it('is one repository for two clients, of which one only reads', async () => {
    const writer = new MemoryBlobStore();
    const reader = new MemoryBlobStore({ isReadOnly: true }, writer.blobs);
    await writer.write('a', sourceOf(utf8('x')), admitAll);
    expect(await namesIn(reader)).toEqual(['a']);
    await expect(reader.write('b', sourceOf(utf8('y')), admitAll)).rejects.toThrow(StoreFault);
    await expect(reader.writeNew('b', utf8('y'))).rejects.toThrow(StoreFault);
    await expect(reader.remove(['a'])).rejects.toThrow(StoreFault);
    expect(await namesIn(writer)).toEqual(['a']);
  });
});
