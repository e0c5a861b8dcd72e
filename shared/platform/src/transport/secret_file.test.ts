import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretFile } from './secret_file.js';

const folder = mkdtempSync(join(tmpdir(), 'skein-secret-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a secret is made once, for its owner alone', () => {
  const path = join(folder, 'made');
  const file = new SecretFile(path);
  expect(file.isThere()).toBe(false);
  const secret = file.read();
  expect(Buffer.from(secret, 'base64url').length).toBe(32);
  expect(file.isThere()).toBe(true);
  expect(new SecretFile(path).read()).toBe(secret);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toBe(`${secret}\n`);
});

test('two files hold two secrets', () => {
  expect(new SecretFile(join(folder, 'a')).read()).not.toBe(
    new SecretFile(join(folder, 'b')).read(),
  );
});

test('an empty file is no secret', () => {
  const path = join(folder, 'empty');
  writeFileSync(path, '\n');
  expect(() => new SecretFile(path).read()).toThrow(`[${path}] holds no secret`);
});
