import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { BlockCache } from './block_cache.js';
import { CacheCounters } from './cache_counters.js';
import { TRAILER_BYTES } from './found_blocks.js';

let path: string;
let warnings: string[];
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'skein-blocks-'));
  warnings = [];
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

const BLOCK = 100;
const counters = () => new CacheCounters(CacheCounters.memory());

function open(blocks: number, { run = 'now', counts = counters() } = {}): Promise<BlockCache> {
  const log = { warn: (message: string) => void warnings.push(message) };
  return BlockCache.open({ path, run, limitBytes: blocks * BLOCK, counters: counts, log });
}

const bytesOf = (name: string) => new Uint8Array(BLOCK).fill(name.charCodeAt(name.length - 1));

/** Asks for a block; returns true if it had to be fetched. */
async function ask(cache: BlockCache, name: string, anew = false): Promise<boolean> {
  let isFetched = false;
  const bytes = await cache.get({ name, lengthBytes: BLOCK, anew }, async () => {
    isFetched = true;
    return bytesOf(name);
  });
  expect([...bytes]).toEqual([...bytesOf(name)]);
  return isFetched;
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test('a block is fetched once, however many ask for it at the same time', async () => {
  const cache = await open(4);
  let fetches = 0;
  let finish: (bytes: Uint8Array) => void = () => {};
  const fetch = () => {
    fetches++;
    return new Promise<Uint8Array>((resolve) => {
      finish = resolve;
    });
  };
  const asked = [1, 2, 3].map(() => cache.get({ name: 'x/a', lengthBytes: BLOCK }, fetch));
  await new Promise((next) => setImmediate(next));
  finish(bytesOf('a'));
  for (const bytes of await Promise.all(asked)) expect([...bytes]).toEqual([...bytesOf('a')]);
  expect(fetches).toBe(1);
  expect(await ask(cache, 'x/a')).toBe(false);
});

test('a fetch that fails is told to all who wait, and tried again by the next', async () => {
  const cache = await open(4);
  const fail = () => Promise.reject(new Error('no answer'));
  const asked = [1, 2].map(() => cache.get({ name: 'x/a', lengthBytes: BLOCK }, fail));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask(cache, 'x/a')).toBe(true);
});

test('the block that was read longest ago makes room', async () => {
  const counts = counters();
  const cache = await open(3, { counts });
  for (const name of ['x/a', 'x/b', 'x/c']) await ask(cache, name);
  counts.hit('x/a');
  await ask(cache, 'x/d');
  expect(counts.stats).toMatchObject({ usedBytes: 3 * BLOCK, evictedBytes: BLOCK });
  expect(await ask(cache, 'x/a')).toBe(false);
  expect(await ask(cache, 'x/b')).toBe(true);
});

test('a block that is longer than the cache is handed on and not kept', async () => {
  const cache = await open(0.5);
  expect(await ask(cache, 'x/a')).toBe(true);
  expect(await ask(cache, 'x/a')).toBe(true);
  expect(cache.usedBytes).toBe(0);
});

test('a block of an earlier run is used if it cannot be taken over', async () => {
  await ask(await open(4, { run: 'before' }), 'x/a');
  const cache = await open(4);
  // The folder of the run cannot be made in the place of a file.
  writeFileSync(join(path, 'now'), '');
  expect(await ask(cache, 'x/a')).toBe(false);
  expect(warnings).toEqual(['block of a searchable snapshot not cached']);
});

test('a block that cannot be read is fetched', async () => {
  const cache = await open(4);
  await ask(cache, 'x/a');
  rmSync(join(path, 'now'), { recursive: true });
  writeFileSync(join(path, 'now'), '');
  expect(await ask(cache, 'x/a')).toBe(true);
  expect(cache.usedBytes).toBe(0);
});

test('blocks of an earlier run are taken over if they are whole', async () => {
  const before = await open(4, { run: 'before' });
  for (const name of ['x/a', 'x/b', 'x/c']) await ask(before, name);
  const [a = '', b = ''] = ['x/a', 'x/b'].map((name) => join(path, 'before', name));
  const damaged = readFileSync(a);
  damaged[7] = (damaged[7] ?? 0) ^ 1;
  writeFileSync(a, damaged);
  writeFileSync(b, readFileSync(b).subarray(0, BLOCK - 1));
  writeFileSync(join(path, 'before', 'x', 'd.left.tmp'), 'half of a block');
  const cache = await open(4);
  expect(await ask(cache, 'x/a')).toBe(true);
  expect(await ask(cache, 'x/b')).toBe(true);
  expect(await ask(cache, 'x/c')).toBe(false);
  expect(filesIn(join(path, 'before'))).toEqual([]);
  expect(filesIn(join(path, 'now'))).toHaveLength(3);
});

test('a cache that was made smaller is within its limit when it is opened', async () => {
  const before = await open(4, { run: 'before' });
  for (const name of ['x/a', 'x/b', 'x/c']) await ask(before, name);
  const cache = await open(1);
  expect(cache.usedBytes).toBe(BLOCK);
  expect(filesIn(path)).toHaveLength(1);
});

test('what is asked for anew is fetched, and takes the place of what was there', async () => {
  const cache = await open(4);
  await ask(cache, 'x/a');
  expect(await ask(cache, 'x/a', true)).toBe(true);
  expect(cache.usedBytes).toBe(BLOCK);
});

test('a folder that is dropped goes with what is on its way to it', async () => {
  const cache = await open(8);
  await ask(cache, 'x/0/a');
  await ask(cache, 'y/0/a');
  let finish: (bytes: Uint8Array) => void = () => {};
  const late = cache.get({ name: 'x/1/b', lengthBytes: BLOCK }, () => {
    return new Promise<Uint8Array>((resolve) => {
      finish = resolve;
    });
  });
  await new Promise((next) => setImmediate(next));
  await cache.drop('x/');
  finish(bytesOf('b'));
  await late;
  expect(filesIn(path)).toEqual([join(path, 'now', 'y', '0', 'a')]);
  expect(cache.usedBytes).toBe(BLOCK);
});

test('a disk that takes no blocks slows searches down and fails none', async () => {
  const cache = await open(4);
  writeFileSync(join(path, 'now'), 'in the way of the folder');
  expect(await ask(cache, 'x/a')).toBe(true);
  expect(await ask(cache, 'x/a')).toBe(true);
  expect(warnings).toHaveLength(1);
  rmSync(join(path, 'now'));
  expect(await ask(cache, 'x/a')).toBe(true);
  expect(await ask(cache, 'x/a')).toBe(false);
});

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ ask: fc.nat(12), anew: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ drop: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.constant({ restarts: true }) },
  ),
  { maxLength: 60 },
);

test('whatever is asked in which order: the bytes are right, and the files within the limit', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 6 }), async (all, blocks) => {
      rmSync(path, { recursive: true, force: true });
      let run = 0;
      let cache = await open(blocks, { run: `${run}` });
      const under: Promise<unknown>[] = [];
      for (const step of all) {
        if ('ask' in step) under.push(ask(cache, `${step.ask % 3}/${step.ask}`, step.anew));
        else if ('drop' in step) under.push(cache.drop(`${step.drop}/`));
        else {
          await Promise.all(under.splice(0));
          cache = await open(blocks, { run: `${++run}` });
        }
      }
      await Promise.all(under);
      const onDisk = filesIn(path).reduce((sum, file) => sum + statSync(file).size, 0);
      const files = filesIn(path).length;
      expect(onDisk - files * TRAILER_BYTES).toBe(cache.usedBytes);
      expect(cache.usedBytes).toBeLessThanOrEqual(blocks * BLOCK);
      expect(warnings).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
