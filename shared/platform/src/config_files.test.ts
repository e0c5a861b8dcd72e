import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigFiles } from './config_files.js';

const root = mkdtempSync(join(tmpdir(), 'config-files-'));
const folder = join(root, 'config');

beforeAll(() => {
  mkdirSync(join(folder, 'analysis'), { recursive: true });
  writeFileSync(join(root, 'secret.txt'), 'secret');
  mkdirSync(join(root, 'config-other'));
  writeFileSync(join(root, 'config-other', 'words.txt'), 'secret');
  writeFileSync(join(folder, 'words.txt'), 'fox');
  writeFileSync(join(folder, 'analysis', 'b.txt'), 'b');
  writeFileSync(join(folder, 'analysis', 'a.txt'), 'a');
  symlinkSync(join(root, 'secret.txt'), join(folder, 'leads_out.txt'));
  symlinkSync(root, join(folder, 'up'));
  symlinkSync('words.txt', join(folder, 'leads_in.txt'));
  symlinkSync('nowhere.txt', join(folder, 'leads_nowhere.txt'));
});

afterAll(() => rmSync(root, { recursive: true }));

const textOf = (path: string) => {
  const bytes = new ConfigFiles(folder).readFile(path);
  return bytes && new TextDecoder().decode(bytes);
};

test.each([
  ['words.txt', 'fox'],
  ['./analysis/../words.txt', 'fox'],
  ['/words.txt', 'fox'],
  ['leads_in.txt', 'fox'],
])('%s is read', (path, text) => expect(textOf(path)).toBe(text));

test.each([
  '../secret.txt',
  '../config-other/words.txt',
  'leads_out.txt',
  'up/secret.txt',
  'leads_nowhere.txt',
  'analysis',
  '',
  '.',
  '..',
  'nowhere.txt',
  'words.txt/x',
  'a\0b',
  'x'.repeat(10_000),
])('%j is not', (path) => expect(textOf(path)).toBeUndefined());

test('files of a folder', () => {
  const files = new ConfigFiles(folder);
  expect(files.filesIn('analysis')).toEqual(['a.txt', 'b.txt']);
  expect(files.filesIn('up')).toBeUndefined();
  expect(files.filesIn('words.txt')).toBeUndefined();
  expect(new ConfigFiles(join(root, 'none')).filesIn('analysis')).toBeUndefined();
});
