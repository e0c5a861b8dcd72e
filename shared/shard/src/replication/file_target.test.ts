/** Tests the files that a copy takes: where they are staged, and when they are complete. */
import { crc32 } from '@skein/bytes';
import type { CommitFile } from '@skein/engine';
import { openAlone, put } from '../testing/shard_group.js';
import { FileTarget } from './file_target.js';

const BYTES = Uint8Array.of(1, 2, 3);
const FILE: CommitFile = { name: '_9.seg', lengthBytes: 3, identity: undefined };
const TO = { to: 'a', attempt: 1 };

async function setUp(isBeside: boolean) {
  const { shard, index } = openAlone({});
  await put({ shard }, 'a', 1);
  shard.flush({ force: true, periodic: false });
  const told: string[] = [];
  const progress = {
    filesWanted: (files: readonly CommitFile[], present: ReadonlySet<string>) =>
      void told.push(`wanted ${files.length}, present ${present.size}`),
    bytesReceived: ({ name }: CommitFile, bytes: number) => void told.push(`${name} ${bytes}`),
    filesInPlace: () => void told.push('in place'),
  };
  const { replica } = shard.engine;
  const target = new FileTarget({ replica, isBeside, progress });
  const commit = replica.readCommit();
  const own = commit.files.find(({ name }) => name.endsWith('.seg'));
  commit.close();
  if (own === undefined) throw new Error('there is a segment');
  return { target, index, told, own };
}

const chunk = {
  ...TO,
  kind: 'chunk',
  file: FILE,
  offset: 0,
  bytes: BYTES,
  crc: crc32(BYTES),
} as const;
const end = { ...TO, kind: 'end', file: FILE, crc: crc32(BYTES) } as const;

test.each([
  [true, 'segments.', 0],
  [false, 'recovery.', 1],
])(
  'files beside the others (%s) are staged as %s; those that are there are not wanted',
  async (isBeside, prefix, linked) => {
    const { target, index, told, own } = await setUp(isBeside);
    const begin = { ...TO, kind: 'begin', files: [own, FILE] } as const;
    expect(target.take(begin)).toEqual({ present: [own.name] });
    expect(target.take(chunk)).toEqual({ present: [] });
    const staged = () => index.list().filter((name) => name.startsWith(prefix));
    expect(staged()).toContain(`${prefix}_9.seg`);
    expect(staged()).toHaveLength(1 + linked);
    target.take(end);
    expect(target.complete()).toBeDefined();
    expect(target.complete()).toBeUndefined();
    expect(told).toEqual(['wanted 2, present 1', '_9.seg 3', 'in place']);
  },
);

test('files that are not all here are not complete', async () => {
  const { target, told, own } = await setUp(true);
  target.take({ ...TO, kind: 'begin', files: [own, FILE] });
  target.take(chunk);
  expect(target.complete()).toBeUndefined();
  expect(told).not.toContain('in place');
});

test('files of another attempt are refused, and a new attempt forgets the one before', async () => {
  const { target, index } = await setUp(true);
  const refused = (attempt: number | string) => () => target.take({ ...chunk, attempt });
  expect(refused(1)).toThrow('files of [1] are not all here, or not wanted');
  target.take({ ...TO, kind: 'begin', files: [FILE] });
  target.take(chunk);
  expect(refused('other')).toThrow('files of [other] are not all here, or not wanted');
  target.take({ ...TO, attempt: 2, kind: 'begin', files: [FILE] });
  expect(index.list().filter((name) => name.startsWith('segments.'))).toEqual([]);
  expect(refused(1)).toThrow('files of [1]');
  target.take({ ...chunk, attempt: 2 });
  target.close();
  expect(index.list().filter((name) => name.startsWith('segments.'))).toEqual([]);
  expect(index.openFiles).toBe(0);
});
