/** Tests which files a copy is offered, and which of its own it recognizes. */
import { commitFiles, MemoryDirectory, readNewestCommit } from '@skein/search_library';
import { indexOf, newDisk, openEngine } from '../testing/test_engine.js';
import { hasFile, identityOf } from './file_identity.js';
import { HeldCommit } from './held_commit.js';
import { StagedFiles } from './staged_files.js';

function held() {
  const disk = newDisk();
  const engine = openEngine(disk, { create: true });
  engine.index(indexOf('a', 'one'));
  engine.flush({ force: true, periodic: false });
  const calls: string[] = [];
  const point = readNewestCommit(disk.index);
  if (point === undefined) throw new Error('there is a commit');
  const commit = new HeldCommit(disk.index, point, () => calls.push('let go'));
  return { directory: disk.index, point, commit, calls };
}

test('a held commit names its files with their lengths, its own last', () => {
  const { directory, point, commit, calls } = held();
  const names = commit.files.map(({ name }) => name);
  expect(names.toSorted()).toEqual(commitFiles(point).toSorted());
  expect(names.at(-1)).toBe(`segments_${point.generation}`);
  for (const { name, lengthBytes } of commit.files) {
    expect(lengthBytes).toBe(directory.length(name));
    const bytes = directory.bytes(name);
    expect(commit.read(name, 0, lengthBytes)).toEqual(bytes);
    expect(commit.read(name, 3, 5)).toEqual(bytes.slice(3, 8));
  }
  expect(commit).toMatchObject({
    localCheckpoint: 0,
    maxSeqNo: 0,
    historyUuid: expect.any(String),
  });
  expect(calls).toEqual([]);
  commit.close();
  expect(calls).toEqual(['let go']);
});

test('a file is known by its name, length and content together', () => {
  const { directory, commit } = held();
  const file = commit.files.find(({ name }) => name.endsWith('.seg'));
  if (file === undefined) throw new Error('there is a segment');
  expect(file.identity).toBeDefined();
  expect(hasFile(directory, file)).toBe(true);
  expect(hasFile(directory, { ...file, identity: undefined })).toBe(false);
  expect(hasFile(directory, { ...file, identity: 'another' })).toBe(false);
  expect(hasFile(directory, { ...file, lengthBytes: file.lengthBytes + 1 })).toBe(false);
  expect(hasFile(directory, { ...file, name: '_9.seg' })).toBe(false);
  const damaged = directory.copy();
  damaged.writeFile(file.name, directory.bytes(file.name).slice(0, -1));
  expect(identityOf(damaged, file.name)).toBeUndefined();
  expect(hasFile(damaged, file)).toBe(false);
});

describe('staged files', () => {
  test('of an earlier attempt are removed, and no others', () => {
    const directory = new MemoryDirectory();
    const names = ['_0.seg', 'recovery._0.seg', 'recovery._1.seg', 'segments._0.seg'];
    for (const name of names) directory.writeFile(name, new Uint8Array(1));
    new StagedFiles(directory, 'recovery.');
    expect(directory.list()).toEqual(['_0.seg', 'segments._0.seg']);
  });

  test('must be files of an index, with a commit among them', () => {
    const staged = new StagedFiles(new MemoryDirectory(), 'recovery.');
    const file = { name: 'translog-1.tlog', lengthBytes: 1, identity: undefined };
    const chunk = { offset: 0, bytes: new Uint8Array(1), crc: 0 };
    expect(() => staged.write(file, chunk)).toThrow(
      expect.objectContaining({
        type: 'corrupt_index_exception',
        reason: 'file [translog-1.tlog] of the recovery source: it is no file of an index',
      }),
    );
    expect(() => staged.commitPoint()).toThrow(
      'file [segments_] of the recovery source: there is no commit among the files',
    );
  });

  test('are closed when they are finished or discarded', () => {
    const directory = new MemoryDirectory();
    const staged = new StagedFiles(directory, 'segments.');
    const empty = { name: '_0.seg', lengthBytes: 0, identity: undefined };
    staged.finish(empty, 0);
    expect(directory.openFiles).toBe(0);
    const chunk = { offset: 0, bytes: new Uint8Array(0), crc: 0 };
    staged.write({ ...empty, name: '_1.seg' }, chunk);
    expect(directory.openFiles).toBe(1);
    expect(() => staged.finish({ ...empty, name: '_2.seg', lengthBytes: 1 }, 0)).toThrow(
      'file [_2.seg] of the recovery source: it is not what was sent',
    );
    expect(directory.openFiles).toBe(1);
    staged.discard();
    expect(directory.openFiles).toBe(0);
    expect(directory.list()).toEqual([]);
  });
});
