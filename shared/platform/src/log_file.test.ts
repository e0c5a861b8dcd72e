import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { openLogFile } from './log_file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
const files = (): string[] => readdirSync(folder).toSorted();

function opened(maxBytes: number) {
  const failures: unknown[] = [];
  const time = { nowMs: 0 };
  const stream = openLogFile({
    folder,
    name: 'log',
    maxBytes,
    failed: (error) => void failures.push(error),
    nowMs: () => time.nowMs,
  });
  return { stream, failures, time };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}

test('a file with its size begins the next one, and the oldest are overwritten', async () => {
  const { stream } = opened(4);
  for (let line = 1; line <= 18; line++) stream.write(`${line}aa\n`);
  await until(() => textOf('log.json') === '18aa\n');
  expect(files()).toHaveLength(16);
  await until(() => textOf('log15.json') === '3aa\n');
  expect(textOf('log1.json')).toBe('17aa\n');
});

test('a file of an earlier process is continued', async () => {
  writeFileSync(join(folder, 'log.json'), 'old\n');
  const { stream } = opened(8);
  stream.write('a\n');
  stream.write('bcd\n');
  stream.write('new\n');
  await until(() => files().includes('log1.json') && textOf('log.json') === 'new\n');
  await until(() => textOf('log1.json') === 'old\na\nbcd\n');
});

test('a file that cannot be written is opened again after a minute', async () => {
  symlinkSync('/dev/full', join(folder, 'log.json'));
  const { stream, failures, time } = opened(1000);
  stream.write('lost\n');
  await until(() => failures.length > 0);
  unlinkSync(join(folder, 'log.json'));
  time.nowMs = 59_999;
  stream.write('lost\n');
  time.nowMs = 60_000;
  stream.write('kept\n');
  await until(() => files().includes('log.json') && textOf('log.json') === 'kept\n');
  expect(failures).toEqual([expect.objectContaining({ code: 'ENOSPC' })]);
});

test('a folder that is gone is a failure of the file', () => {
  const { stream, failures } = opened(1000);
  rmSync(folder, { recursive: true });
  stream.write('lost\n');
  expect(failures).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
});

test('lines that a slow disk leaves no room for are lost, which is told once', async () => {
  const { stream, failures } = opened(Number.POSITIVE_INFINITY);
  const large = Buffer.alloc(9 * 1024 * 1024, 'x');
  stream.write(large);
  for (const line of ['a\n', 'b\n']) stream.write(line);
  expect(failures.map(String)).toEqual([`Error: [${large.length}] bytes wait for the disk`]);
  await until(() => statSync(join(folder, 'log.json')).size === large.length);
  await until(() => {
    stream.write('c\n');
    return statSync(join(folder, 'log.json')).size > large.length;
  });
  expect(failures).toHaveLength(1);
  expect(textOf('log.json').slice(large.length)).toMatch(/^(c\n)+$/);
});
