import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretFile } from './secret_file.js';

const folder = mkdtempSync(join(tmpdir(), 'skein-secret-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a secret is made once, for its owner alone', async () => {
  const path = join(folder, 'made');
  const file = new SecretFile(path);
  expect(file.isThere()).toBe(false);
  const secret = await file.read();
  expect(Buffer.from(secret, 'base64url').length).toBe(32);
  expect(file.isThere()).toBe(true);
  expect(await new SecretFile(path).read()).toBe(secret);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toBe(`${secret}\n`);
});

test('two files hold two secrets', async () => {
  const [one, other] = [new SecretFile(join(folder, 'a')), new SecretFile(join(folder, 'b'))];
  expect(await one.read()).not.toBe(await other.read());
});

test('an empty file is no secret', async () => {
  const path = join(folder, 'empty');
  writeFileSync(path, '\n');
  await expect(new SecretFile(path).read()).rejects.toThrow(`[${path}] holds no secret`);
});
