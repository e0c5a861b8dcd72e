import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExportFile } from './export_file.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-export-'));
  path = join(folder, 'logs.ndjson');
});
afterEach(() => rmSync(folder, { recursive: true }));

const line = (text: string) => Buffer.from(`${text}\n`);

test('an export that was killed at its first line resumes', async () => {
  const killed = await ExportFile.open(path, 'a');
  await appendFile(path, 'half a li');
  const resumed = await ExportFile.open(path, 'a');
  await resumed.append(line('whole'), { documents: 1 });
  await resumed.close({ isWhole: true });
  expect(readFileSync(path, 'utf8')).toBe('whole\n');
  expect(existsSync(`${path}.state`)).toBe(false);
  await killed.close({ isWhole: false });
});

test('what was written after the state is cut off; another export is refused', async () => {
  const first = await ExportFile.open(path, 'a');
  await first.append(line('one'), { documents: 1 });
  await first.close({ isWhole: false });
  await appendFile(path, 'two');
  await expect(ExportFile.open(path, 'b')).rejects.toThrow('is part of another export');
  const resumed = await ExportFile.open(path, 'a');
  expect([resumed.state.documents, readFileSync(path, 'utf8')]).toEqual([1, 'one\n']);
  await resumed.close({ isWhole: true });
  await expect(ExportFile.open(path, 'a')).rejects.toThrow('exists already');
});

test('a file that lost bytes is not filled up with zeros', async () => {
  const first = await ExportFile.open(path, 'a');
  await first.append(line('one'), { documents: 1 });
  await first.close({ isWhole: false });
  truncateSync(path, 2);
  await expect(ExportFile.open(path, 'a')).rejects.toThrow(
    `[${path}] has [2] bytes, but [${path}.state] says that it has [4]`,
  );
  expect(readFileSync(path, 'utf8')).toBe('on');
});

test('an attempt that wrote nothing leaves nothing behind', async () => {
  const first = await ExportFile.open(path, 'a');
  await first.append(new Uint8Array(0), {});
  await first.close({ isWhole: false });
  expect([existsSync(path), existsSync(`${path}.state`)]).toEqual([false, false]);
});
