import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { utf8, utf8Decode } from '@skein/bytes';
import { admitAll, type BlobStore, StoreFault, sourceOf } from '@skein/snapshots';
import { blobStoreContract, readRange } from '@skein/snapshots/contract';
import { FsBlobStore } from './fs_blob_store.js';

const made: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skein-blobs-'));
  made.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

const storeOf = (folder: string, isReadOnly = false) => new FsBlobStore(folder, { isReadOnly });

blobStoreContract({ describe, test, expect }, 'folder', async () =>
  storeOf(join(newFolder(), 'not', 'there', 'yet')),
);

async function namesIn(store: BlobStore, prefix = ''): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list(prefix)) names.push(name);
  return names.sort();
}

const write = (store: BlobStore, name: string, text = name) =>
  store.write(name, sourceOf(utf8(text)), admitAll);

describe('a folder of blobs', () => {
  it.each(['', '.', '..', '../x', 'a/../../x', '/x', 'a//x', 'a/', 'a\\x', 'a\0x'])(
    'has no blob named %j',
    async (name) => {
      const folder = newFolder();
      const store = storeOf(join(folder, 'inside'));
      await expect(write(store, name)).rejects.toThrow(StoreFault);
      await expect(store.writeNew(name, utf8('x'))).rejects.toThrow(StoreFault);
      await expect(store.read(name, 1024)).rejects.toThrow(StoreFault);
      await expect(store.remove([name])).rejects.toThrow(StoreFault);
      expect(await namesIn(storeOf(folder))).toEqual([]);
    },
  );

  it('loses its empty folders with their last blob, but not itself', async () => {
    const folder = newFolder();
    const store = storeOf(folder);
    for (const name of ['indices/a/0/x', 'indices/a/1/y', 'z']) await write(store, name);
    await store.remove(['indices/a/0/x']);
    expect(existsSync(join(folder, 'indices/a/0'))).toBe(false);
    expect(existsSync(join(folder, 'indices/a/1'))).toBe(true);
    await store.remove(['indices/a/1/y', 'z']);
    expect(existsSync(join(folder, 'indices'))).toBe(false);
    expect(existsSync(folder)).toBe(true);
  });

  it('is written to while others take its empty folders away', async () => {
    const store = storeOf(newFolder());
    const names = Array.from({ length: 60 }, (_, i) => `indices/a/${i}`);
    for (const name of names) {
      // Each of them can remove the two folders once, so one of five attempts succeeds.
      const others = [1, 2].map(() => store.remove(['indices/a/none']));
      await Promise.all([write(store, name), ...others]);
      await store.remove([name]);
    }
    expect(await namesIn(store)).toEqual([]);
  });

  it('is its owner’s alone', async () => {
    const folder = newFolder();
    const store = storeOf(folder);
    await write(store, 'indices/a');
    await store.writeNew('index-0', utf8('root'));
    const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777;
    expect(['indices', 'indices/a', 'index-0'].map(modeOf)).toEqual([0o700, 0o600, 0o600]);
  });

  it('shows what a crash left of a write, which can be removed', async () => {
    const folder = newFolder();
    const store = storeOf(folder);
    writeFileSync(join(folder, 'index-1.0b9d.tmp'), 'half');
    expect(await namesIn(store)).toEqual(['index-1.0b9d.tmp']);
    await store.remove(['index-1.0b9d.tmp']);
    expect(await namesIn(store)).toEqual([]);
  });

  it.each([
    ['index-', ['index-0', 'index-dir/a'], ['', 'index-dir']],
    [
      'indices/a',
      ['indices/a/0/x', 'indices/ab/y'],
      ['indices', 'indices/a', 'indices/a/0', 'indices/ab'],
    ],
    ['indices/a/', ['indices/a/0/x'], ['indices/a', 'indices/a/0']],
  ])(
    'opens no folder that can hold no name that begins with [%s]',
    async (prefix, names, folders) => {
      const folder = newFolder();
      const store = storeOf(folder);
      const all = [
        'index-0',
        'index-dir/a',
        'snap-a',
        'indices/a/0/x',
        'indices/ab/y',
        'indices/b/z',
      ];
      for (const name of all) await write(store, name);
      const opened = jest.spyOn(fsPromises, 'opendir');
      try {
        expect(await namesIn(store, prefix)).toEqual(names);
        const paths = opened.mock.calls.map(([path]) => relative(folder, String(path)));
        expect(paths.sort()).toEqual(folders);
      } finally {
        opened.mockRestore();
      }
    },
  );

  it('does not list what links in it lead to', async () => {
    const [folder, elsewhere] = [newFolder(), newFolder()];
    await write(storeOf(elsewhere), 'a');
    symlinkSync(elsewhere, join(folder, 'link'));
    symlinkSync(join(elsewhere, 'a'), join(folder, 'file'));
    expect(await namesIn(storeOf(folder))).toEqual([]);
  });

  it('says where a range ends too early', async () => {
    const store = storeOf(newFolder());
    await write(store, 'a', '0123');
    await expect(readRange(store, 'a', 2, 3)).rejects.toThrow('blob [a] ends at [4]');
  });

  it('that is only read refuses to change', async () => {
    const folder = newFolder();
    await write(storeOf(folder), 'a');
    const store = storeOf(folder, true);
    expect(utf8Decode(await store.read('a', 1024))).toBe('a');
    await expect(write(store, 'b')).rejects.toThrow(StoreFault);
    await expect(store.writeNew('b', utf8('x'))).rejects.toThrow(StoreFault);
    await expect(store.remove(['a'])).rejects.toThrow(StoreFault);
    expect(await namesIn(store)).toEqual(['a']);
  });

  it('tells the system’s words where a folder is a file', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'file'), '');
    const store = storeOf(join(folder, 'file'));
    await expect(write(store, 'a')).rejects.toThrow(/\[a\] (ENOTDIR|EEXIST)/);
  });
});
