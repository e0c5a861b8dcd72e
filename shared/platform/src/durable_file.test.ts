import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DurableFile } from './durable_file.js';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'durable-'));
  path = join(folder, 'state', 'cluster');
});
afterEach(() => rm(folder, { recursive: true }));

test('nothing was ever saved', async () => {
  expect(await new DurableFile(path).load()).toBeUndefined();
});

test('the newest payload comes back, in a new process too', async () => {
  const file = new DurableFile(path);
  await file.save(new Uint8Array([1, 2, 3]));
  await file.save(new Uint8Array([4, 5]));
  expect([...((await new DurableFile(path).load()) ?? [])]).toEqual([4, 5]);
});

test('a left-over temporary file does no harm', async () => {
  await new DurableFile(path).save(new Uint8Array([7]));
  await writeFile(`${path}.tmp`, 'torn');
  expect([...((await new DurableFile(path).load()) ?? [])]).toEqual([7]);
});

test('every cut and every flipped bit is found', async () => {
  await new DurableFile(path).save(new Uint8Array([1, 2, 3, 4]));
  const whole = await readFile(path);
  for (let length = 0; length < whole.length; length++) {
    await writeFile(path, whole.subarray(0, length));
    await expect(new DurableFile(path).load()).rejects.toThrow('is damaged');
  }
  for (let at = 0; at < whole.length; at++) {
    const flipped = Buffer.from(whole);
    flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
    await writeFile(path, flipped);
    await expect(new DurableFile(path).load()).rejects.toThrow('is damaged');
  }
});
