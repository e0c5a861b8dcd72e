import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@skein/base';
import { Engine, engineSettings, UNCONDITIONAL_INDEX } from '@skein/engine';
import { FsDirectory, systemClock, systemRandom, writeRemoteFiles } from '@skein/platform';
import { checkShard, problemsOf, shardFolders, showText } from './check_shards.js';

let folder: string;

function openShard(): Engine {
  return Engine.open({
    shard: { index: 'test', indexUuid: 'uuid', shardId: 0 },
    indexDirectory: new FsDirectory(join(folder, 'index')),
    translogDirectory: new FsDirectory(join(folder, 'translog')),
    primaryTerm: 1,
    create: true,
    settings: engineSettings(new Map()),
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    prepare: () => {
      throw new RangeError('nothing is replayed');
    },
    onSnapshot: () => {},
  });
}

function write(engine: Engine, id: string): void {
  const source = new TextEncoder().encode(`{"text":"${id}"}`);
  const stored = { id, routing: undefined, source, fields: undefined };
  engine.index({ ...UNCONDITIONAL_INDEX, id, source, document: { fields: [], stored } });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-index-'));
  const engine = openShard();
  for (let i = 0; i < 50; i++) write(engine, `id-${i}`);
  engine.flush({ force: true, periodic: false });
  for (let i = 50; i < 60; i++) write(engine, `id-${i}`);
  engine.sync();
});

afterEach(() => rmSync(folder, { recursive: true }));

function damage(path: string, at: number): void {
  const bytes = readFileSync(path);
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] ?? 0) ^ 0x40;
  writeFileSync(path, bytes);
}

test('a sound shard is sound, and says what it holds', () => {
  const shard = checkShard(folder);
  expect(problemsOf(shard)).toEqual([]);
  expect(shard.index.docCount).toBe(50);
  expect(shard.translog?.operations).toBe(10);
  const text = showText(shard);
  expect(text).toContain('50 documents, 0 deleted');
  expect(text).toContain('10 operations');
  expect(text.endsWith('intact')).toBe(true);
});

test.each([
  ['a segment', 'index', /^_.*\.seg$/, 100],
  ['stored documents', 'index', /\.src$/, 40],
  ['the commit', 'index', /^segments_/, 9],
  ['the translog', 'translog', /\.tlog$/, 100],
])('damage to %s is named', (_what, part, pattern, at) => {
  const names = readdirSync(join(folder, part)).filter((name) => pattern.test(name));
  const name = names.sort().at(-1);
  if (name === undefined) throw new Error('there is no such file');
  damage(join(folder, part, name), at);
  const shard = checkShard(folder);
  expect(problemsOf(shard).length).toBeGreaterThan(0);
  expect(showText(shard)).toContain('DAMAGED: ');
});

test('a torn end of the translog is no damage, and is told of', () => {
  const log = readdirSync(join(folder, 'translog')).sort().at(-1) ?? '';
  const path = join(folder, 'translog', log);
  const bytes = readFileSync(path);
  // The beginning of a batch that was never synced, after the batches that were.
  writeFileSync(path, Buffer.concat([bytes, bytes.subarray(-30, -10)]));
  const shard = checkShard(folder);
  expect(problemsOf(shard)).toEqual([]);
  expect(showText(shard)).toMatch(/translog: 1 generations, 10 operations, 20 torn bytes/);
});

test('an end of the translog that was durable and is gone is damage', () => {
  const log = readdirSync(join(folder, 'translog')).sort().at(-1) ?? '';
  const path = join(folder, 'translog', log);
  writeFileSync(path, readFileSync(path).subarray(0, -20));
  expect(problemsOf(checkShard(folder))).toEqual([expect.stringMatching(/\d+\] were durable$/)]);
});

test('a folder without a commit is no sound index', () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  expect(problemsOf(checkShard(empty))).toEqual(['there is no commit']);
});

test('a shard that is searched in a repository has no files here to be checked', async () => {
  expect(shardFolders(folder)).toEqual([folder]);
  const far = join(folder, 'far', '0', 'index');
  const place = { repository: 'r', snapshotUuid: 's', folder: 'indices/i/0/', key: 'i/0/' };
  await writeRemoteFiles(far, { ...place, files: [] });
  writeFileSync(join(far, 'segments_1'), 'a commit');
  expect(shardFolders(join(folder, 'far'))).toEqual([]);
});
