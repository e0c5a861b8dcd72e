/** The files of a node are readable by their owner alone. */
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDaemon } from './daemon.js';

const folder = mkdtempSync(join(tmpdir(), 'skein-private-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('folders are 0700 and files 0600, also in a folder that was there, whatever the umask', async () => {
  const data = join(folder, 'node');
  const before = process.umask(0);
  mkdirSync(data);
  const node = await startDaemon(data).finally(() => process.umask(before));
  chmodSync(folder, 0o755);
  const put = (path: string, body = '') =>
    fetch(node.url + path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      ...(body === '' ? {} : { body }),
    });
  await put('/a/_doc/1?refresh=true', '{"a":1}');
  await fetch(`${node.url}/a/_flush`, { method: 'POST' });
  await put('/a/_doc/2', '{"a":2}');
  const open: string[] = [];
  for (const name of ['', ...readdirSync(data, { recursive: true })]) {
    const path = join(data, String(name));
    const found = lstatSync(path);
    const expected = found.isDirectory() ? 0o700 : 0o600;
    if ((found.mode & 0o777) !== expected) open.push(`${name} ${(found.mode & 0o777).toString(8)}`);
  }
  expect(readdirSync(data, { recursive: true }).length).toBeGreaterThan(15);
  expect(open).toEqual([]);
  await node.kill();
});
