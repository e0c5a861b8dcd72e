/** Tests sending the files of one engine's commit to another's directory. */
import { crc32 } from '@skein/bytes';
import { checkIndex, MemoryDirectory, readNewestCommit } from '@skein/search_library';
import type { Engine } from '../engine.js';
import {
  crash,
  indexOf,
  newDisk,
  openEngine,
  read,
  readRefreshed,
} from '../testing/test_engine.js';
import type { CommitFile, HeldCommit } from './held_commit.js';
import { StagedFiles } from './staged_files.js';

const TOLD = { term: 1, globalCheckpoint: 3 };
const CHUNK_BYTES = 100;

function write(engine: Engine, ...ids: string[]): void {
  for (const id of ids) engine.index(indexOf(id, `text of ${id}`));
  engine.flush({ force: true, periodic: false });
}

/** Sends a file in chunks, the last one first. */
function send(commit: HeldCommit, file: CommitFile, staged: StagedFiles): void {
  const all = commit.read(file.name, 0, file.lengthBytes);
  const offsets: number[] = [];
  for (let offset = 0; offset < all.length; offset += CHUNK_BYTES) offsets.push(offset);
  for (const offset of offsets.reverse()) {
    const bytes = all.slice(offset, offset + CHUNK_BYTES);
    staged.write(file, { offset, bytes, crc: crc32(bytes) });
  }
  staged.finish(file, crc32(all));
}

/** Recovers a copy and returns the names of the files that had to be sent. */
function recover(from: Engine, to: Engine): string[] {
  const commit = from.replica.readCommit();
  const staged = to.replica.stageFiles('recovery.');
  const present = staged.reuse(commit.files);
  const missing = commit.files.filter(({ name }) => !present.has(name));
  for (const file of missing) send(commit, file, staged);
  to.replica.replace(staged, TOLD);
  commit.close();
  return missing.map(({ name }) => name);
}

let source: Engine;
let target: Engine;

beforeEach(() => {
  source = openEngine(newDisk(), { create: true });
  target = openEngine(newDisk(), { create: true });
});

afterEach(() => {
  source.close();
  target.close();
});

it('chunks may come in any order, and a copy gets everything', () => {
  write(source, 'a', 'b');
  expect(recover(source, target)).toEqual(expect.arrayContaining(['_0.seg', '_0.src']));
  target.refresh();
  expect(readRefreshed(target, 'b')).toBe('text of b@1#1');
});

it('a copy that is replaced continues with the numbers and the term of its source, durably', () => {
  const disk = newDisk();
  const copy = openEngine(disk, { create: true });
  copy.replica.notAlone();
  for (const id of ['x', 'y', 'z', 'x']) write(copy, id);
  copy.index(indexOf('w', 'in the log only'));
  const { historyUuid } = source.replica.status;
  write(source, 'a', 'b');
  const commit = source.replica.readCommit();
  const staged = copy.replica.stageFiles('recovery.');
  for (const file of commit.files) send(commit, file, staged);
  copy.replica.replace(staged, { term: 7, globalCheckpoint: 0 });
  commit.close();
  const expected = { historyUuid, term: 7, maxSeqNo: 1, localCheckpoint: 1, globalCheckpoint: 0 };
  expect(copy.replica.status).toEqual(expected);
  expect(copy.translogStats().operations).toBe(0);
  expect(copy.needsRefresh).toBe(true);
  const again = openEngine(crash(disk, 'drop', 'durable'), { create: false });
  expect(again.replica.status).toEqual(expected);
  expect(['a', 'b', 'x', 'w'].map((id) => read(again, id))).toEqual([
    'text of a@1#0',
    'text of b@1#1',
    undefined,
    undefined,
  ]);
  expect(copy.index(indexOf('c', 'new'))).toMatchObject({ seqNo: 2, primaryTerm: 7 });
  copy.close();
});

it('segments that both have are not sent again', () => {
  write(source, 'a', 'b');
  recover(source, target);
  write(source, 'c', 'd');
  const sent = recover(source, target);
  expect(sent.filter((name) => name.startsWith('_'))).toEqual(['_1.seg', '_1.src']);
  target.refresh();
  expect(['a', 'd'].map((id) => readRefreshed(target, id))).toEqual([
    'text of a@1#0',
    'text of d@1#3',
  ]);
});

it('a segment of the same name that is another one is sent', () => {
  write(source, 'a', 'b');
  write(target, 'x', 'y');
  expect(recover(source, target)).toEqual(expect.arrayContaining(['_0.seg', '_0.src']));
  target.refresh();
  expect(['a', 'x'].map((id) => readRefreshed(target, id))).toEqual(['text of a@1#0', undefined]);
});

it('a commit is whole with the files that came or that were found, while they are there', () => {
  write(source, 'a', 'b');
  const commit = source.replica.readCommit();
  const [point] = commit.files.filter(({ name }) => name.startsWith('segments_'));
  if (point === undefined) throw new Error('a commit has its file');
  const rest = commit.files.filter((file) => file !== point);
  const arrived = (disk: MemoryDirectory, files: readonly CommitFile[]) => {
    const staged = new StagedFiles(disk, 'segments.');
    staged.find(commit.files);
    for (const file of [point, ...files]) send(commit, file, staged);
    return staged;
  };
  const isWhole = (staged: StagedFiles) => staged.hasAllOf(staged.commitPoint());
  expect(isWhole(arrived(new MemoryDirectory(), rest))).toBe(true);
  expect(isWhole(arrived(new MemoryDirectory(), rest.slice(1)))).toBe(false);
  const another = newDisk();
  write(openEngine(another, { create: true }), 'x', 'y');
  expect(isWhole(arrived(another.index, []))).toBe(false);
  const same = new MemoryDirectory();
  for (const { name, lengthBytes } of rest) {
    same.writeFile(name, commit.read(name, 0, lengthBytes));
  }
  const found = arrived(same, []);
  expect(isWhole(found)).toBe(true);
  same.remove(rest[0]?.name ?? '');
  expect(isWhole(found)).toBe(false);
  commit.close();
});

it('a chunk that was changed on its way, or lies outside its file, is refused', () => {
  write(source, 'a');
  const commit = source.replica.readCommit();
  const [file] = commit.files;
  if (file === undefined) throw new Error('a commit has files');
  const bytes = commit.read(file.name, 0, file.lengthBytes);
  const staged = target.replica.stageFiles('recovery.');
  const refused = { type: 'corrupt_index_exception' };
  const at = (offset: number, crc: number) => () => staged.write(file, { offset, bytes, crc });
  expect(at(0, crc32(bytes) ^ 1)).toThrow(expect.objectContaining(refused));
  expect(at(1, crc32(bytes))).toThrow(expect.objectContaining(refused));
  expect(() => staged.finish(file, crc32(bytes))).toThrow(expect.objectContaining(refused));
  staged.discard();
  commit.close();
});

it('a crash at any instant leaves a commit only with all that it names, whichever names reach the disk', () => {
  write(source, 'a', 'b', 'c');
  const steps = stepsOf(() => {});
  expect(steps).toBeGreaterThan(10);
  const disks: MemoryDirectory[] = [];
  stepsOf((index) => {
    for (let some = 0; some < 8; some++) {
      disks.push(index.afterCrash('drop', (change) => ((some >> (change % 3)) & 1) === 1));
    }
  });
  const whole = disks.filter((disk) => readNewestCommit(disk) !== undefined);
  expect([whole.length > 0, whole.length < disks.length]).toEqual([true, true]);
  for (const disk of whole) expect(checkIndex(disk).problems).toEqual([]);
});

/**
 * Fills a copy that has its own documents; calls `before` ahead of each disk operation from the
 * first rename on.
 */
function stepsOf(before: (index: MemoryDirectory) => void): number {
  let steps = 0;
  let isUnderWay = false;
  const index: MemoryDirectory = new MemoryDirectory({
    onOperation: () => {
      if (!isUnderWay) return;
      steps++;
      before(index);
    },
  });
  const copy = openEngine({ index, translog: new MemoryDirectory() }, { create: true });
  write(copy, 'x', 'y');
  isUnderWay = true;
  recover(source, copy);
  copy.close();
  return steps;
}
