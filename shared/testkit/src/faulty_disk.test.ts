import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FaultyDisk } from './faulty_disk.js';

const ROOT = resolve(__dirname, '../../..');

/**
 * Writes a file and syncs it, blocking and not, in the main thread and in a worker; prints the
 * outcome of each call.
 */
const PROGRAM = `
import { fdatasyncSync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { isMainThread, Worker } from 'node:worker_threads';
const outcome = [];
const attempt = async (action) => {
  try { outcome.push((await action()) ?? 'done'); } catch (error) { outcome.push(error.code); }
};
const piece = Buffer.alloc(100);
const file = openSync(process.argv[2] + '/blocking', 'w');
await attempt(() => writeSync(file, piece));
await attempt(() => writeSync(file, piece));
await attempt(() => fdatasyncSync(file));
const handle = await open(process.argv[2] + '/promised', 'w');
await attempt(async () => (await handle.write(piece)).bytesWritten);
await attempt(() => handle.sync());
await handle.close();
console.log(outcome.join(' '));
if (isMainThread) new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });
`;

let folder: string;
let disk: FaultyDisk;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-faulty-'));
  disk = new FaultyDisk({ root: ROOT, folder: join(folder, 'switches'), files: folder });
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the program; returns its output, one line per thread. */
function outcomes(): readonly string[] {
  const program = join(folder, 'program.mjs');
  writeFileSync(program, PROGRAM);
  const { nodeFlags, env } = disk.launch;
  const output = execFileSync(process.execPath, [...nodeFlags, program, folder], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return output.trim().split('\n');
}

test('without a fault everything works', () => {
  const all = '100 100 done 100 done';
  expect(outcomes()).toEqual([all, all]);
});

test('a full disk takes a part of a write, then nothing', () => {
  disk.fill();
  const full = '50 ENOSPC done 50 done';
  expect(outcomes()).toEqual([full, full]);
});

test('an fsync that fails says so, every time', () => {
  disk.failSyncs();
  const failing = '100 100 EIO 100 EIO';
  expect(outcomes()).toEqual([failing, failing]);
  disk.mend();
  expect(outcomes()).toEqual(['100 100 done 100 done', '100 100 done 100 done']);
});
