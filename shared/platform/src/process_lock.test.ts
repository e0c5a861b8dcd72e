import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDirectory } from './process_lock.js';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'skein-lock-'));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

const lockFile = () => join(path, 'node.lock');
const edit = (change: object) => {
  const holder = JSON.parse(readFileSync(lockFile(), 'utf8')) as object;
  writeFileSync(lockFile(), JSON.stringify({ ...holder, ...change }));
};

it('is held once, and says by whom', () => {
  const lock = lockDataDirectory(path);
  expect(() => lockDataDirectory(path)).toThrow(
    new RegExp(`failed to obtain node lock on .*held by process \\[${process.pid}\\]`),
  );
  lock.release();
  lockDataDirectory(path).release();
});

it('of a dead process is taken over', () => {
  lockDataDirectory(path);
  const { pid } = spawnSync('true');
  edit({ pid });
  lockDataDirectory(path).release();
});

it.each([
  ['whose process id now belongs to another', { pid: process.ppid, startTime: '1' }],
  ['from before a reboot', { bootId: 'another boot' }],
])('of a holder %s is taken over', (_name, change) => {
  lockDataDirectory(path);
  edit(change);
  lockDataDirectory(path).release();
});

it('that is stale is left to the process that is taking it over', () => {
  lockDataDirectory(path);
  const taker = readFileSync(lockFile(), 'utf8');
  edit({ bootId: 'another boot' });
  const stale = readFileSync(lockFile(), 'utf8');
  writeFileSync(`${lockFile()}.stale`, taker);
  expect(() => lockDataDirectory(path)).toThrow(`held by process [${process.pid}]`);
  expect(readFileSync(lockFile(), 'utf8')).toBe(stale);
  writeFileSync(`${lockFile()}.stale`, stale);
  lockDataDirectory(path).release();
  expect(readdirSync(path)).toEqual([]);
});

it('with a damaged content is taken over', () => {
  writeFileSync(lockFile(), '{"pid":');
  lockDataDirectory(path).release();
});
