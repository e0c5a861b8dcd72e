/**
 * A repository in a bucket, opened by the built program. The suite runs if `S3_ENDPOINT` names a
 * service, with `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`; the node reads these keys from its
 * keystore.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Daemon, startDaemon } from './daemon.js';
import { requestAt } from './json_requests.js';
import { describeWithS3, TestBucket } from './test_bucket.js';

const { AWS_ACCESS_KEY_ID: accessKey = '', AWS_SECRET_ACCESS_KEY: secretKey = '' } = process.env;
const COMMAND = join(__dirname, '../../cli/bin/skein.js');

describeWithS3('a repository in a bucket', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-bucket-'));
  const bucket = new TestBucket();
  let node: Daemon;

  beforeAll(async () => {
    await bucket.create();
    keystore('create');
    keep('access_key', accessKey);
    keep('secret_key', 'not the right one');
    node = await startDaemon(join(folder, 'data'), [
      `path.config=${folder}`,
      `s3.client.default.endpoint=${bucket.endpoint}`,
      's3.client.default.path_style_access=true',
    ]);
  });
  afterAll(async () => {
    await node?.stop();
    await bucket.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  function keystore(...args: readonly string[]): void {
    const [action = '', ...rest] = args;
    const value = rest.pop() ?? '';
    const all = [COMMAND, 'keystore', action, ...rest, '--config', folder];
    execFileSync(process.execPath, all, { input: `${value}\n`, stdio: 'pipe' });
  }

  function keep(part: string, value: string): void {
    keystore('add', '--force', `s3.client.default.${part}`, value);
  }

  const ask = requestAt(() => node.url);

  it('is opened with keys that are right, and again when they have become so', async () => {
    const repository = { type: 's3', settings: { bucket: bucket.name, base_path: 'mine' } };
    const refused = await ask('PUT', '/_snapshot/backup', repository);
    expect(refused.status).toBe(500);
    expect(JSON.stringify(refused.json)).toMatch(/SignatureDoesNotMatch/);
    keep('secret_key', secretKey);
    await ask('POST', '/_nodes/reload_secure_settings');
    const registered = await ask('PUT', '/_snapshot/backup', repository);
    expect(registered).toEqual({ status: 200, json: { acknowledged: true } });

    await ask('PUT', '/people/_doc/1?refresh=true', { name: 'Ada' });
    const taken = await ask('PUT', '/_snapshot/backup/one?wait_for_completion=true');
    expect(taken.json.snapshot).toMatchObject({ state: 'SUCCESS', indices: ['people'] });
    const keys = await bucket.keys();
    expect(keys.length).toBeGreaterThan(3);
    expect(keys.every((key) => key.startsWith('mine/'))).toBe(true);

    await ask('DELETE', '/people');
    await ask('POST', '/_snapshot/backup/one/_restore?wait_for_completion=true');
    const found = await ask('GET', '/people/_doc/1');
    expect(found.json._source).toEqual({ name: 'Ada' });
    await ask('DELETE', '/_snapshot/backup/one');
    const left = await bucket.keys();
    expect(left.filter((key) => key.includes('/indices/'))).toEqual([]);
  });
});
