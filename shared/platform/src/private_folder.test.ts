import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@skein/base';
import { keepPrivate } from './private_folder.js';

const folder = mkdtempSync(join(tmpdir(), 'skein-private-'));
const before = process.umask();
afterEach(() => process.umask(before));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('a folder that is made, and what is made in it later, is for its owner alone', () => {
  const made = join(folder, 'new', 'data');
  keepPrivate(made, silentLog);
  mkdirSync(join(made, 'indices'));
  writeFileSync(join(made, 'indices', 'segment'), '');
  expect([made, join(made, 'indices'), join(made, 'indices', 'segment')].map(modeOf)).toEqual([
    0o700, 0o700, 0o600,
  ]);
});

test('what was open before is closed, at any depth; what links lead to is not touched', () => {
  const old = join(folder, 'old');
  const elsewhere = join(folder, 'elsewhere');
  process.umask(0o022);
  mkdirSync(join(old, 'indices', 'a'), { recursive: true });
  writeFileSync(join(old, 'indices', 'a', 'segment'), '');
  writeFileSync(join(old, 'node_id'), '');
  writeFileSync(elsewhere, '');
  symlinkSync(elsewhere, join(old, 'link'));
  chmodSync(join(old, 'node_id'), 0o640);
  keepPrivate(old, silentLog);
  const all = ['', 'indices', 'indices/a', 'indices/a/segment', 'node_id'];
  expect(all.map((name) => modeOf(join(old, name)))).toEqual([0o700, 0o700, 0o700, 0o600, 0o600]);
  expect(modeOf(elsewhere)).toBe(0o644);
});
